// What a change of package is expected to leave until the server's word arrives. Pure.
import { serviceChange } from "../../../shared/billing/index.ts";
import { type MoneyPlan, planOf } from "../../../shared/billing/ledger/plan.rules.ts";
import { planPayment } from "../../../shared/billing/payment/settlement.rules.ts";
import type { ChangePreview } from "../../../shared/billing/service/service-change.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { add, max, min, subtract, ZERO } from "../../../shared/kernel/money.ts";
import { customer as customerResource } from "../../../shared/subscribers/index.ts";
import { changed, created, type Moment } from "../../kernel/expected/drafts.ts";
import type { Effect } from "../../kernel/expected/effects.ts";
import { minorOf } from "../../kernel/money-format.ts";
import { expectedOf } from "../expected.ts";
import type { PaymentDraft } from "../recharge/payment-plan.ts";
import type { CustomerAccount } from "../use-customer-money.ts";

/** A change as it was agreed. */
export interface Agreed {
  readonly account: CustomerAccount;
  readonly preview: ChangePreview;
  /** Null: no money came with it. */
  readonly given: PaymentDraft | null;
}

const isAtOnce = ({ preview }: Agreed): boolean => preview.network !== null;

/** What is paid of it is billed and gone; what is more settles as any payment. */
export function changeMoney(
  agreed: Agreed,
  { now, today, digits }: { now: string; today: string; digits: number },
): MoneyPlan {
  const { account, preview, given } = agreed;
  const { customer, open_invoices } = account.snapshot;
  const to_pay = minorOf(preview.to_pay, digits);
  const amount = given?.amount ?? ZERO;
  const unpaid = subtract(to_pay, min(amount, to_pay));
  const by_advance = min(unpaid, customer.advance_amount);
  const owing = {
    ...customer,
    expiry_date: isAtOnce(agreed) ? preview.new_expiry_date : customer.expiry_date,
    due_amount: add(customer.due_amount, subtract(unpaid, by_advance)),
    advance_amount: subtract(customer.advance_amount, by_advance),
  };
  const rest = max(subtract(amount, to_pay), ZERO);
  if (!given || rest === ZERO) return planOf(owing, {});
  const snapshot = { customer: owing, open_invoices };
  return planPayment(snapshot, { amount: rest, method: given.method }, { today, now, newId });
}

/** @param by who changes it. */
export function changeEffects(
  agreed: Agreed,
  plan: MoneyPlan,
  { command, by, digits, ...moment }: Moment & { command: string; by: string; digits: number },
): Effect[] {
  const { preview } = agreed;
  const at_once = isAtOnce(agreed);
  const record = {
    ...{ ...preview, id: command, to_service: newId(), created_by: by },
    ...{ state: at_once ? "DONE" : "SCHEDULED", done_at: at_once ? moment.now : null },
  };
  return [
    ...(expectedOf(plan, digits).effects ?? []),
    ...(at_once ? [changed(customerResource, preview.customer, { package: preview.to_package })] : []),
    created(serviceChange, record, moment),
  ];
}
