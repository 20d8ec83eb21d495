// The receipt of a recharge again, marked as a copy.
import { useMemo } from "react";
import type { Receipt } from "../../../shared/billing/receipt.rules.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import type { Recharge } from "../../records.ts";
import { receiptHead } from "../recharge/payment-plan.ts";
import type { CustomerAccount } from "../use-customer-money.ts";

export function useReceiptCopy({ customer, snapshot }: CustomerAccount, recharge: Recharge): Receipt {
  const format = useFormat();
  const settings = useSession((session) => session.identity?.settings);
  const servicePackage = useRecord("packages", recharge.package);
  return useMemo(() => {
    const { currency, digits, timezone } = format;
    // The till is the part of the number before its sequence.
    const till = /^(.+)-\d+$/.exec(recharge.receipt_number)?.[1] ?? null;
    const clerk = recharge.recharged_by;
    return {
      ...receiptHead({ settings: settings ?? {}, device_code: till, clerk, currency, digits, timezone }),
      receipt_number: recharge.receipt_number,
      occurred_at: recharge.occurred_at,
      customer_name: customer.name,
      customer_code: customer.customer_code,
      username: customer.username,
      package_name: servicePackage?.name ?? null,
      previous_expiry_date: recharge.previous_expiry_date,
      new_expiry_date: recharge.new_expiry_date,
      amount: format.minor(recharge.amount),
      method: recharge.method,
      due_amount: snapshot.customer.due_amount,
      advance_amount: snapshot.customer.advance_amount,
      is_copy: true,
      reversed: recharge.reversed_at ? { at: recharge.reversed_at, by: recharge.reversed_by ?? "" } : null,
    };
  }, [format, settings, servicePackage, customer, snapshot, recharge]);
}
