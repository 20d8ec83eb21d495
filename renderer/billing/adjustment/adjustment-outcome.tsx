// What an adjustment will do, by the very rule that makes it, from this computer's records.
import {
  type AdjustmentInput,
  advanceOnCharge,
  planAdjustment,
} from "../../../shared/billing/ledger/adjustment.rules.ts";
import type { InvoiceMoney } from "../../../shared/billing/ledger/money-records.ts";
import { describePlan, type PlanDescription } from "../../../shared/billing/payment/preview.rules.ts";
import { GIVEN_UP_FOR } from "../../../shared/billing/tax/credit-split.rules.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import type { Outcome } from "../../kernel/outcome.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { Effect } from "../corrections/effect.tsx";
import { invoiceMoney } from "../expected.ts";
import type { CustomerAccount } from "../use-customer-money.ts";

/** What was typed as the rule takes it; null while something of it is missing. */
function ruleInput(body: Record<string, unknown>, today: string, digits: number): AdjustmentInput | null {
  const { adjustment_type, amount, reason } = body;
  if (typeof amount !== "string") return null;
  const base = { amount: parseMoney(amount, digits), reason: String(reason ?? "") };
  if (base.amount <= 0n) return null;
  // Its number and due date are the server's; what it books depends on neither.
  if (adjustment_type === "DEBIT") return { ...base, adjustment_type, invoice_number: "", due_date: today };
  if (adjustment_type !== "CREDIT" && adjustment_type !== "WAIVER") return null;
  return { ...base, adjustment_type, category: GIVEN_UP_FOR.find((one) => one === body.category) ?? null };
}

/** Answers a function that tells what an adjustment of the customer's account will change. */
export function useAdjustmentOutcome(account: CustomerAccount): (body: Record<string, unknown>) => Outcome {
  const t = useWords();
  const { digits, today } = useFormat();
  const { snapshot, invoices } = account;
  const pays = useSession(({ identity }) => identity?.settings.auto_apply_advance === true);
  return (body) => {
    const nothing = { shown: null, problem: null };
    try {
      const input = ruleInput(body, today(), digits);
      if (input === null) return nothing;
      const all: InvoiceMoney[] = invoices.map((one) => invoiceMoney(one, digits));
      const earlier_invoices = all.filter(({ due_amount }) => due_amount === 0n);
      const context = { today: today(), now: new Date().toISOString(), newId };
      const plan = planAdjustment({ ...snapshot, earlier_invoices }, input, context);
      const { advance_amount: unallocated_amount } = plan.customer;
      const paid_ahead = { payment_transaction: "", unallocated_amount, received_at: context.now };
      const advance = pays ? advanceOnCharge(plan, [paid_ahead], context) : null;
      const { customer, balance } = advance ?? plan;
      const whole = {
        ...plan,
        customer,
        balance,
        postings: [...plan.postings, ...(advance?.postings ?? [])],
      };
      const described: PlanDescription = describePlan({ customer: snapshot.customer, invoices: all }, whole);
      return { shown: <Effect plan={described} title={t("undo.effect")} />, problem: null };
    } catch (problem) {
      return { shown: null, problem };
    }
  };
}
