// What a payment at this counter will do: the server's plan, its preview, its command and its receipt. Pure.

import type { Receipt } from "../../../shared/billing/documents/receipt.rules.ts";
import type { RECEIVED_METHODS, rechargeCreate, transactionCreate } from "../../../shared/billing/index.ts";
import { customerPrice, type Price } from "../../../shared/billing/invoice/price.rules.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import { describePlan, type PlanDescription } from "../../../shared/billing/payment/preview.rules.ts";
import {
  type PaymentSnapshot,
  planPayment,
  planRecharge,
} from "../../../shared/billing/payment/settlement.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { formatMoney, type Minor } from "../../../shared/kernel/money.ts";
import type { PayloadOf } from "../../../shared/kernel/operation.ts";
import type { Customer, ServicePackage, TaxRate } from "../../../shared/subscribers/index.ts";
import { minorOf } from "../../kernel/money-format.ts";
import type { PaymentKind } from "./recharge-store.ts";

export interface PaymentDraft {
  readonly kind: PaymentKind;
  readonly amount: Minor;
  readonly validity_days: number;
  readonly method: (typeof RECEIVED_METHODS)[number];
  readonly package: string | null;
  /** The command that hands it in: a recharge below price is planned as the payment that the server makes of it. */
  readonly sent_as: PaymentKind;
}

/** By what money is compared with a price: the currency's digits, the tenant's tax codes, the day. */
export interface Pricing {
  readonly digits: number;
  readonly rates: readonly TaxRate[];
  readonly today: Day;
}

/**
 * What the customer pays for a period, as the server keeps it with them; of another package, or where it is not known yet, the
 * package's price less their discount, with what an exclusive tax adds (contract §2, §4.14). Null where there is no package.
 */
export function priceOf(
  customer: Customer,
  servicePackage: ServicePackage | null,
  { digits, rates, today }: Pricing,
): Price | null {
  if (servicePackage === null) return null;
  const { validity_days, tax_code } = servicePackage;
  const known: string | null | undefined = customer.package === servicePackage.id ? customer.price : null;
  if (known) return { amount: minorOf(known, digits), days: validity_days };
  const pack = { price: minorOf(servicePackage.price, digits), validity_days, tax_code, rates };
  return customerPrice(pack, { discount: minorOf(customer.discount, digits) }, today);
}

export interface Moment {
  readonly today: Day;
  /** RFC 3339. */
  readonly now: string;
}

/** What the dialog begins with: the customer's price, or what is due where only that can be meant. */
export function suggestedAmount(
  kind: PaymentKind,
  customer: Customer,
  servicePackage: ServicePackage | null,
  pricing: Pricing,
): Minor {
  const due = minorOf(customer.due_amount, pricing.digits);
  const price = kind === "payment" ? null : priceOf(customer, servicePackage, pricing);
  return price !== null && price.amount > 0n ? price.amount : due;
}

/**
 * The server's plan on this computer's records.
 * @throws Failure VALIDATION when the amount is not above zero or the days are none.
 */
export function paymentPlan(
  snapshot: PaymentSnapshot,
  draft: PaymentDraft,
  { today, now }: Moment,
): MoneyPlan {
  const context = { today, now, newId };
  const { amount, method, validity_days } = draft;
  if (draft.kind === "payment") return planPayment(snapshot, { amount, method }, context);
  return planRecharge(snapshot, { amount, method, validity_days, package: draft.package }, context);
}

/** Before and after, or null while what was typed is no payment yet. */
export function paymentPreview(
  snapshot: PaymentSnapshot,
  draft: PaymentDraft,
  moment: Moment,
): PlanDescription | null {
  try {
    return describePlan(
      { customer: snapshot.customer, invoices: snapshot.open_invoices },
      paymentPlan(snapshot, draft, moment),
    );
  } catch {
    // Half-typed: the fields say what is missing.
    return null;
  }
}

const moneyTaken = (id: string, receipt_number: string, draft: PaymentDraft, digits: number) => ({
  id,
  amount: formatMoney(draft.amount, digits),
  method: draft.method,
  receipt_number,
});

/** The payload of a recharge: the body of POST /recharges/ with what the till gives. */
export const rechargePayload = (
  id: string,
  customer: string,
  receipt_number: string,
  draft: PaymentDraft,
  digits: number,
): PayloadOf<typeof rechargeCreate> => ({
  ...moneyTaken(id, receipt_number, draft, digits),
  customer_id: customer,
  validity_days: draft.validity_days,
  package: draft.package,
});

/** The payload of a payment: the body of POST /transactions/ with what the till gives. */
export const transactionPayload = (
  id: string,
  customer: string,
  receipt_number: string,
  draft: PaymentDraft,
  digits: number,
): PayloadOf<typeof transactionCreate> => ({ ...moneyTaken(id, receipt_number, draft, digits), customer });

export interface Till {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly device_code: string | null;
  readonly clerk: string;
  readonly currency: string;
  readonly digits: number;
  readonly timezone: string;
}

interface PaidFor {
  readonly customer: Customer;
  readonly package_name: string | null;
  readonly plan: MoneyPlan;
  readonly draft: PaymentDraft;
  readonly receipt_number: string;
  readonly occurred_at: string;
}

const textOr = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** What a company prints on every paper. */
export const companyHead = (settings: Readonly<Record<string, unknown>>) => ({
  company_name: textOr(settings.company_name) ?? "",
  address: textOr(settings.address),
  support_phone: textOr(settings.support_phone),
  tax_number: textOr(settings.tax_number),
  legal_text: textOr(settings.legal_text),
});

/** The same of a receipt, with who gave it out. */
export function receiptHead(
  till: Till,
): Pick<
  Receipt,
  | "company_name"
  | "address"
  | "support_phone"
  | "footer"
  | "tax_number"
  | "legal_text"
  | "till"
  | "clerk"
  | "currency"
  | "digits"
  | "timezone"
> {
  const { settings } = till;
  return {
    ...companyHead(settings),
    footer: textOr(settings.receipt_footer),
    till: till.device_code,
    clerk: till.clerk,
    currency: till.currency,
    digits: till.digits,
    timezone: till.timezone,
  };
}

/** The receipt, final at once: its number is unique without the server. */
export function receiptOf(till: Till, paid: PaidFor): Receipt {
  const { plan, draft } = paid;
  return {
    ...receiptHead(till),
    receipt_number: paid.receipt_number,
    occurred_at: paid.occurred_at,
    customer_name: paid.customer.name,
    customer_code: paid.customer.customer_code,
    username: paid.customer.username,
    package_name: draft.kind === "recharge" ? paid.package_name : null,
    previous_expiry_date: plan.recharge?.previous_expiry_date ?? null,
    new_expiry_date: plan.recharge?.new_expiry_date ?? null,
    amount: draft.amount,
    method: draft.method,
    due_amount: plan.customer.due_amount,
    advance_amount: plan.customer.advance_amount,
    is_copy: false,
    reversed: null,
  };
}
