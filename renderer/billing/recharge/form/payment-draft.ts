// What stands in the payment form, read: the amount, the days, what will be taken, and what to say about it.
import { useMemo, useState } from "react";
import { MAX_VALIDITY_DAYS } from "../../../../shared/billing/payment/settlement.rules.ts";
import type { Minor } from "../../../../shared/kernel/money.ts";
import type { ServicePackage } from "../../../../shared/subscribers/index.ts";
import { minorOf, plainDigits, typeableMoney, typedMoney } from "../../../kernel/money-format.ts";
import { useRecord, useRows } from "../../../kernel/replica-hooks.ts";
import { useSession } from "../../../kernel/session/session-store.ts";
import { useFormat } from "../../../kernel/use-format.ts";
import { ratesOf } from "../../invoice/invoice-draft.ts";
import type { CustomerAccount } from "../../use-customer-money.ts";
import { type PaymentDraft, paymentPreview, priceOf, suggestedAmount } from "../payment-plan.ts";
import type { PaymentKind } from "../recharge-store.ts";
import { useEarlierPayments } from "../use-earlier-payments.ts";
import { isBelowPrice, mustAskAgain, paymentAdvice } from "./payment-advice.ts";

export const METHODS = ["CASH", "MOBILE", "BANK", "CARD"] as const;
export type Method = (typeof METHODS)[number];

/** The one that M goes on to. */
export const nextMethod = (method: Method): Method =>
  METHODS[(METHODS.indexOf(method) + 1) % METHODS.length] ?? "CASH";

/** What was typed or chosen; null: the proposal stands. */
export interface PaymentFields {
  readonly amount: string | null;
  readonly days: string | null;
  readonly method: Method;
  readonly package: string | null;
}

export function usePaymentDraft(
  account: CustomerAccount,
  kind: PaymentKind,
  fields: PaymentFields,
  chosen: ServicePackage | null,
) {
  const format = useFormat();
  const can = useSession((session) => session.can);
  const above = useSession((session) => session.identity?.settings.require_confirm_above);
  const [moment] = useState(() => ({ today: format.today(), now: new Date().toISOString() }));
  const { customer, snapshot } = account;
  const earlier = useEarlierPayments(customer.id);
  const { digits } = format;
  const codes = useRows("tax_codes");
  const pricing = useMemo(
    () => ({ digits, rates: ratesOf(codes ?? []), today: moment.today }),
    [digits, codes, moment],
  );

  const suggested = suggestedAmount(kind, customer, chosen, pricing);
  const amountText = fields.amount ?? (suggested > 0n ? typeableMoney(suggested, format) : "");
  const daysText = fields.days ?? String(chosen?.validity_days ?? 0);
  const amount = typedMoney(amountText, format);
  const plain = plainDigits(daysText);
  const days = /^\d{1,5}$/.test(plain) ? Number(plain) : null;
  // The server compares with what the customer has, whatever the receipt says that it is for.
  const own = useRecord("packages", customer.package);
  const price = priceOf(customer, own ?? chosen, pricing);
  const wanted = useMemo<PaymentDraft>(
    () => ({
      kind,
      amount: amount ?? (0n as Minor),
      validity_days: days ?? 0,
      method: fields.method,
      package: fields.package,
      sent_as: kind,
    }),
    [kind, amount, days, fields.method, fields.package],
  );
  const may_below_price = can("billing.recharge.below_price");
  const withoutDays = !may_below_price && isBelowPrice(wanted, price);
  // The server takes it as a payment; saying so before is better than a receipt with days that nobody gets.
  const draft = useMemo<PaymentDraft>(() => {
    if (!withoutDays) return wanted;
    return {
      ...wanted,
      kind: "payment",
      sent_as: can("finance.transaction.create") ? "payment" : "recharge",
    };
  }, [wanted, withoutDays, can]);
  const preview = useMemo(() => paymentPreview(snapshot, draft, moment), [snapshot, draft, moment]);
  const context = {
    price,
    due: snapshot.customer.due_amount,
    suggested,
    may_below_price,
    earlier,
    now: Date.parse(moment.now),
  };
  const confirmAbove = typeof above === "string" ? minorOf(above, digits) : null;
  return {
    amountText,
    daysText,
    amount,
    amountWrong: amount === null || amount <= 0n,
    daysWrong: kind === "recharge" && (days === null || days > MAX_VALIDITY_DAYS),
    days: days ?? 0,
    /** Of what it is taken for, which may be another package than the customer has. */
    offered: priceOf(customer, chosen, pricing)?.amount ?? null,
    draft,
    preview,
    advice: paymentAdvice(wanted, context),
    mustAsk: amount !== null && mustAskAgain(amount, suggested, confirmAbove),
  };
}
