// Who waits for a call back: whom, when, who promised it, how often it was tried; done by logging the call.
import { Anchor, Text } from "@mantine/core";
import { IconPhoneCheck } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { type CallLog, callLog, type Waiting } from "../../../shared/callcenter/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { Page } from "../../kernel/screen/parts.tsx";
import type { Column } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { LogCall } from "./log-call.tsx";
import { useWaiting } from "./use-waiting.ts";

interface Row extends Waiting<CallLog> {
  readonly id: string;
  readonly name: string;
  readonly by: string;
}

const NOBODY: readonly Row[] = [];

function useWaitingRows(): readonly Row[] | undefined {
  const waiting = useWaiting();
  const ids = useMemo(() => (waiting ?? []).flatMap(({ call }) => call.customer ?? []), [waiting]);
  const customers = useRows("customers", { selector: { id: { $in: ids } } });
  const staff = useRows("staff");
  return useMemo(() => {
    if (waiting === undefined || customers === undefined) return undefined;
    const names = new Map(customers.map(({ id, name }) => [id, name]));
    const people = new Map((staff ?? []).map(({ id, full_name }) => [id, full_name]));
    return waiting.map((one) => ({
      ...one,
      id: one.call.id,
      name: names.get(one.call.customer ?? "") ?? one.call.phone_number,
      by: people.get(one.call.agent ?? "") ?? "",
    }));
  }, [waiting, customers, staff]);
}

function useColumns(): Column<Row>[] {
  const t = useWords();
  const words = useResourceWords(callLog);
  const format = useFormat();
  return useMemo(() => {
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
        width: 180,
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
        width: 150,
        value: ({ call }) => call.phone_number,
      },
      { id: "notes", header: words.field("notes"), width: 200, grow: true, value: ({ call }) => call.notes },
      {
        id: "asked",
        header: t("callbacks.asked"),
        width: 160,
        value: ({ call }) => call.started_at,
        cell: ({ call }) => format.instant(call.started_at),
      },
      { id: "by", header: words.field("agent"), width: 140, value: ({ by }) => by },
      {
        id: "tries",
        header: t("callbacks.tries"),
        width: 90,
        align: "right",
        value: ({ tries }) => tries,
        cell: ({ tries }) => format.number(tries),
      },
    ];
  }, [t, words, format]);
}

export function CallbacksPage() {
  const t = useWords();
  const rows = useWaitingRows();
  const columns = useColumns();
  const choice = useTableChoice("callbacks", columns);
  const { today } = useFormat();
  const [calling, setCalling] = useState<Row | null>(null);
  return (
    <Page
      fill
      title={t("nav.callbacks")}
      subtitle={t("callbacks.subtitle")}
      actions={
        <TableTools
          columns={columns}
          choice={choice}
          rows={rows ?? NOBODY}
          fileName={`call-back-${today()}`}
        />
      }
    >
      <DataTable
        label={t("nav.callbacks")}
        rows={rows ?? NOBODY}
        columns={columns}
        choice={choice}
        rowKey={({ id }) => id}
        onOpen={setCalling}
        empty={
          <NothingHere icon={IconPhoneCheck} title={t("callbacks.none")} hint={t("callbacks.none_hint")} />
        }
      />
      {calling ? (
        <LogCall
          customer={calling.call.customer ? { id: calling.call.customer, name: calling.name } : null}
          phone={calling.call.phone_number}
          type="OUTBOUND"
          about={calling.call.notes}
          onClose={() => setCalling(null)}
        />
      ) : null}
    </Page>
  );
}
