// The columns of those who wait for a call back.
import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import type { CallLog, callLog, Waiting } from "../../../shared/callcenter/index.ts";
import type { ResourceWords, Translate } from "../../kernel/i18n/index.ts";
import type { Column } from "../../kernel/table/columns.ts";
import type { Format } from "../../kernel/use-format.ts";

export interface WaitingRow extends Waiting<CallLog> {
  readonly id: string;
  readonly name: string;
  readonly by: string;
}

/** Together no wider than their frame on a screen of 1280 pixels. */
export function callbackColumns(
  t: Translate,
  words: ResourceWords<typeof callLog>,
  format: Format,
): Column<WaitingRow>[] {
  const now = new Date().toISOString();
  return [
    {
      id: "due_at",
      header: words.field("callback_at"),
      width: 170,
      fixed: true,
      value: ({ due_at }) => due_at,
      cell: ({ due_at }) => (
        <Text fz="sm" fw={600} c={due_at < now ? "var(--money-overdue)" : undefined}>
          {format.instant(due_at)}
        </Text>
      ),
    },
    {
      id: "name",
      header: words.field("customer"),
      width: 170,
      fixed: true,
      value: ({ name }) => name,
      cell: ({ name, call }) =>
        call.customer ? (
          <Anchor component={Link} to={`/customers/${call.customer}`} fz="sm" tabIndex={-1}>
            {name}
          </Anchor>
        ) : (
          name
        ),
    },
    {
      id: "phone",
      header: words.field("phone_number"),
      width: 140,
      value: ({ call }) => call.phone_number,
    },
    { id: "notes", header: words.field("notes"), width: 170, grow: true, value: ({ call }) => call.notes },
    {
      id: "asked",
      header: t("callbacks.asked"),
      width: 160,
      value: ({ call }) => call.started_at,
      cell: ({ call }) => format.instant(call.started_at),
    },
    { id: "by", header: words.field("agent"), width: 120, value: ({ by }) => by },
    {
      id: "tries",
      header: t("callbacks.tries"),
      width: 90,
      align: "right",
      value: ({ tries }) => tries,
      cell: ({ tries }) => format.number(tries),
    },
  ];
}
