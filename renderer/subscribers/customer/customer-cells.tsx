// What the list of customers shows otherwise than other lists: what is due, and what has ended.
import { Text } from "@mantine/core";
import { useMemo } from "react";
import { customer } from "../../../shared/subscribers/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import type { OwnCells } from "../../kernel/resource/list/columns-of.tsx";
import { Money } from "../../kernel/screen/parts.tsx";
import type { Column } from "../../kernel/table/columns.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { useSeesMoney } from "../rights.ts";
import { isWithoutDay } from "./customer-filter.ts";
import type { CustomerRow } from "./customer-search.ts";

export function useCustomerCells(): OwnCells {
  const t = useWords();
  const format = useFormat();
  return useMemo(() => {
    const today = format.today();
    return {
      due_amount: (row) => {
        const due = format.minor(String(row.due_amount));
        return <Money value={due} tone={due > 0n ? "plain" : "quiet"} fw={due > 0n ? 600 : 400} />;
      },
      expiry_date: (row) => {
        const { expiry_date } = row;
        if (isWithoutDay({ status: row.status, expiry_date, billing_mode: row.billing_mode }))
          return (
            <Text span fz="sm" c="var(--signal-warn)">
              {t("customers.no_day")}
            </Text>
          );
        const day = expiry_date ? String(expiry_date) : null;
        const color = day !== null && day < today ? "var(--money-overdue)" : undefined;
        return (
          <Text span fz="sm" className="figures" c={color}>
            {format.day(day)}
          </Text>
        );
      },
    };
  }, [t, format]);
}

/** Who may not know amounts is told whether there is one, and the file that they take along as well. */
export function useOwnColumns() {
  const t = useWords();
  const words = useResourceWords(customer);
  const format = useFormat();
  const seesMoney = useSeesMoney();
  return useMemo((): Readonly<Record<string, Column<CustomerRow>>> => {
    if (seesMoney) return {};
    const owes = ({ due_amount }: CustomerRow) => format.minor(due_amount) > 0n;
    return {
      due_amount: {
        id: "due_amount",
        header: words.field("due_amount"),
        width: 104,
        align: "right",
        value: (row) => Number(owes(row)),
        text: (row) => t(owes(row) ? "customer.due_yes" : "customer.due_no"),
      },
    };
  }, [t, words, format, seesMoney]);
}
