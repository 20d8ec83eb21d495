// What deciding on money in suspense will do, by the very rules that the server books it by. Pure but for its hook.
import { useMemo } from "react";
import type { PaymentMethod } from "../../../shared/billing/ledger/money-records.ts";
import {
  describeJournal,
  describePlan,
  type JournalChange,
  type PlanDescription,
} from "../../../shared/billing/payment/preview.rules.ts";
import {
  planResolveSuspense,
  planSuspenseEnd,
  type SuspenseEnd,
} from "../../../shared/billing/payment/suspense.rules.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { minorOf } from "../../kernel/money-format.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { useCustomerAccount } from "../use-customer-money.ts";

/** Money that waits. */
export interface Waiting {
  /** Decimal text. */
  readonly amount: string;
  readonly method: PaymentMethod;
}

/** What giving it to a customer will change; null while they are not chosen, or not read yet. */
export function useGiving({ amount, method }: Waiting, customer: string | null): PlanDescription | null {
  const { digits, today } = useFormat();
  const account = useCustomerAccount(customer);
  return useMemo(() => {
    if (!account) return null;
    const { snapshot } = account;
    const money = { amount: minorOf(amount, digits), method, transaction_id: newId() };
    const context = { today: today(), now: new Date().toISOString(), newId };
    const plan = planResolveSuspense(snapshot, money, context);
    return describePlan({ customer: snapshot.customer, invoices: snapshot.open_invoices }, plan);
  }, [account, amount, method, digits, today]);
}

/** What paying it back, or keeping it, will book. */
export const endingJournal = (amount: string, end: SuspenseEnd, digits: number): JournalChange[] =>
  describeJournal(planSuspenseEnd(minorOf(amount, digits), end, ""));
