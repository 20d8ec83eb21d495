// The columns of the list of customers.

import { Group, Text } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { customer } from "../../../shared/subscribers/index.ts";
import { expectedRow } from "../../kernel/expected/effects.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { usePending } from "../../kernel/replica-hooks.ts";
import { Money, PendingClock, StatusBadge } from "../../kernel/screen/parts.tsx";
import type { Column } from "../../kernel/table/columns.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { useSeesMoney } from "../rights.ts";
import type { CustomerRow } from "./customer-search.ts";

/** Not shown until chosen: the search does not know it, so every customer's record has to be read for it. */
export const HIDDEN_COLUMNS = [{ id: "package", hidden: true }] as const;

/** A cell of the row as its open commands will leave it. */
function Expected({ row, children }: { row: CustomerRow; children: (row: CustomerRow) => ReactNode }) {
  return children(expectedRow(customer, row, usePending("customers", row.id)));
}

function NameCell({ row }: { row: CustomerRow }) {
  const pending = usePending("customers", row.id);
  return (
    <Group gap={6} wrap="nowrap">
      <Text span fz="sm" fw={600} className="cut">
        {row.name}
      </Text>
      {pending.length > 0 ? <PendingClock /> : null}
    </Group>
  );
}

/** @param packageNames of customers by id; null while that column is not chosen. */
export function useCustomerColumns(
  packageNames: ReadonlyMap<string, string> | null,
): readonly Column<CustomerRow>[] {
  const t = useWords();
  const customerWords = useResourceWords(customer);
  const format = useFormat();
  const seesMoney = useSeesMoney();
  return useMemo(() => {
    const owes = ({ due_amount }: CustomerRow) => format.minor(due_amount) > 0n;
    const today = format.today();
    const columns: Column<CustomerRow>[] = [
      {
        id: "name",
        header: customerWords.field("name"),
        width: 190,
        grow: true,
        fixed: true,
        value: (row) => row.name,
        cell: (row) => <NameCell row={row} />,
      },
      {
        id: "customer_code",
        header: customerWords.field("customer_code"),
        width: 88,
        value: (row) => row.customer_code,
      },
      {
        id: "username",
        header: customerWords.field("username"),
        width: 144,
        value: (row) => row.username,
      },
      { id: "phone", header: customerWords.field("phone"), width: 140, value: (row) => row.phone },
      {
        id: "area",
        header: customerWords.field("area"),
        width: 120,
        value: (row) => row.area || null,
      },
      {
        id: "package",
        header: customerWords.field("package"),
        width: 130,
        value: (row) => packageNames?.get(row.id) ?? null,
      },
      {
        id: "status",
        header: customerWords.field("status"),
        width: 104,
        value: (row) => row.status,
        cell: (row) => (
          <Expected row={row}>{({ status }) => <StatusBadge of={customer} status={status} />}</Expected>
        ),
      },
      {
        id: "due_amount",
        header: customerWords.field("due_amount"),
        width: 104,
        align: "right",
        // Who may not know amounts is told whether there is one, and the file that they take along as well.
        value: (row) => (seesMoney ? format.minor(row.due_amount) : Number(owes(row))),
        text: (row) => (seesMoney ? row.due_amount : t(owes(row) ? "customer.due_yes" : "customer.due_no")),
        cell: (row) => (
          <Expected row={row}>
            {(expected) => {
              if (!seesMoney) return t(owes(expected) ? "customer.due_yes" : "customer.due_no");
              const due = format.minor(expected.due_amount);
              return <Money value={due} tone={due > 0n ? "plain" : "quiet"} fw={due > 0n ? 600 : 400} />;
            }}
          </Expected>
        ),
      },
      {
        id: "expiry_date",
        header: customerWords.field("expiry_date"),
        width: 120,
        align: "right",
        value: (row) => row.expiry_date,
        text: (row) => row.expiry_date ?? "",
        cell: (row) => (
          <Expected row={row}>
            {({ expiry_date }) => (
              <Text
                span
                fz="sm"
                className="figures"
                c={expiry_date !== null && expiry_date < today ? "var(--money-overdue)" : undefined}
              >
                {format.day(expiry_date)}
              </Text>
            )}
          </Expected>
        ),
      },
    ];
    return columns;
  }, [t, customerWords.field, format, packageNames, seesMoney]);
}
