// What reversing money that came in would change, from this computer's records.
import { useMemo } from "react";
import { useRecord, useRows } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { type ReversalOutcome, type Reversible, reversalOutcome } from "./reversal.ts";

const UNKNOWN: ReversalOutcome = { effect: null, problem: null };

export function useReversal(
  { customer, invoices }: CustomerAccount,
  { kind, id }: Pick<Reversible, "kind" | "id">,
): ReversalOutcome {
  const { digits, today } = useFormat();
  const transactions = useRows("transactions", { selector: { customer: customer.id } });
  const transaction = transactions?.find(
    (one) => one.id === id || (kind === "recharge" && one.recharge === id),
  );
  const recharge = useRecord("recharges", kind === "recharge" ? id : null);
  const allocations = useRows(
    "payment_allocations",
    transaction ? { selector: { payment_transaction: transaction.id } } : null,
  );
  return useMemo(() => {
    if (!transaction || !allocations || (kind === "recharge" && !recharge)) return UNKNOWN;
    const moment = { today: today(), now: new Date().toISOString() };
    const records = { customer, recharge: recharge ?? null, transaction, allocations, invoices };
    return reversalOutcome(records, digits, moment);
  }, [customer, invoices, kind, recharge, transaction, allocations, digits, today]);
}
