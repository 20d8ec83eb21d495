// What is owed, by the invoice that first charged it, from this computer's records: the open invoices, and all that they took over, however far back.
import { useEffect, useMemo, useState } from "react";
import type { Invoice } from "../../../shared/billing/index.ts";
import { type AgedDue, type AgedInvoice, agedDues } from "../../../shared/billing/ledger/ageing.rules.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { invoiceMoney } from "../expected.ts";

const NONE: readonly Invoice[] = [];
const OPEN = { selector: { status: { $in: ["UNPAID", "PARTIAL", "OVERDUE"] } } };

/** Ids that the invoices took something over of and that are not among the known. */
function missingOf(invoices: readonly Invoice[], known: ReadonlySet<string>): string[] {
  const named = invoices.flatMap(({ carried_from }) => carried_from.map(({ invoice }) => invoice));
  return [...new Set(named)].filter((id) => !known.has(id));
}

/** Undefined until this computer's records have answered: nobody is said to owe nothing before. */
export function useAgedDues(): AgedDue[] | undefined {
  const { digits } = useFormat();
  const found = useRows("invoices", OPEN);
  const open = found ?? NONE;
  const [asked, setAsked] = useState<readonly string[]>([]);
  const earlier = useRows("invoices", asked.length > 0 ? { selector: { id: { $in: asked } } } : null) ?? NONE;
  const invoices = useMemo(
    () => [...new Map([...earlier, ...open].map((invoice) => [invoice.id, invoice])).values()],
    [open, earlier],
  );
  useEffect(() => {
    const missing = missingOf(invoices, new Set([...asked, ...invoices.map(({ id }) => id)]));
    if (missing.length > 0) setAsked((before) => [...new Set([...before, ...missing])]);
  }, [invoices, asked]);
  return useMemo(() => {
    if (!found) return undefined;
    const aged = invoices.map(
      (invoice): AgedInvoice => ({ ...invoiceMoney(invoice, digits), customer: invoice.customer }),
    );
    return agedDues(aged);
  }, [found, invoices, digits]);
}
