// A customer's latest payments, booked or waiting: whether the same money is being taken twice.
import { useMemo } from "react";
import { movesMoney } from "../../../shared/billing/ledger/holder.rules.ts";
import { usePending, useRows } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";
import type { EarlierPayment } from "./form/payment-advice.ts";

const MONEY_IN: readonly string[] = ["recharge.create", "transaction.create"];

/** The newest first. What was reversed or refused is no payment. */
export function useEarlierPayments(customerId: string): readonly EarlierPayment[] {
  const { minor } = useFormat();
  const rows = useRows("transactions", { selector: { customer: customerId } });
  const commands = usePending("customers", customerId);
  return useMemo(() => {
    const booked = (rows ?? [])
      .filter(({ status, method }) => status === "COMPLETED" && movesMoney(method))
      .map(({ receipt_number, trx_id, amount, received_at }) => ({
        receipt_number: receipt_number ?? trx_id,
        amount: minor(amount),
        at: received_at,
      }));
    const known = new Set((rows ?? []).map(({ receipt_number }) => receipt_number));
    const waiting = commands
      .filter(({ kind, status }) => MONEY_IN.includes(kind) && status !== "REJECTED")
      .filter(({ payload }) => !known.has(String(payload.receipt_number)))
      .map(({ payload, occurred_at }) => ({
        receipt_number: String(payload.receipt_number),
        amount: minor(String(payload.amount)),
        at: occurred_at,
      }));
    return [...booked, ...waiting].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  }, [rows, commands, minor]);
}
