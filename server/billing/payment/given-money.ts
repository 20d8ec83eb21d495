// Money that comes with what is sold: a change of package, an add-on. Its receipt, and what a person is to look at of it.

import type { PaymentMethod } from "../../../shared/billing/ledger/money-records.ts";
import type { PaymentWithIt } from "../../../shared/billing/payment/payment.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { reviewLateCash } from "../shift/late-cash.ts";
import { type ReceiptNumber, receiptNumber, reviewReplaced } from "./receipt-number.ts";

export interface GivenMoney {
  /** Of its payment; a till makes it. */
  id: string;
  amount: Minor;
  method: PaymentMethod;
  reference: string | null;
  receipt: ReceiptNumber;
  /** What of it a reseller pays whose user took it; null: no reseller's took it. */
  reseller_charge: Minor | null;
}

/**
 * The money with its receipt's number, which nobody else gets until the commit.
 * @throws Failure VALIDATION, PERMISSION_DENIED for who may take no money.
 */
export async function readGiven(
  ctx: OperationContext,
  payment: PaymentWithIt | null | undefined,
): Promise<GivenMoney | null> {
  if (!payment) return null;
  if (!ctx.can("billing.recharge.create")) ctx.require("finance.transaction.create", { fields: ["payment"] });
  const { id = ctx.newId(), method = "CASH", reference = null, receipt_number = null } = payment;
  const amount = ctx.minor(payment.amount, "payment.amount");
  const receipt = await receiptNumber(ctx, receipt_number);
  return { id, amount, method, reference, receipt, reseller_charge: null };
}

/** A receipt's number that was used before, and cash of a drawer that is counted already. */
export async function reviewGiven(
  ctx: OperationContext,
  { id, amount, method, receipt }: GivenMoney,
  customer: string,
): Promise<void> {
  const money = { amount: ctx.money(amount), customer, payment_transaction: id };
  await reviewReplaced(ctx, receipt, money);
  if (method !== "CASH") return;
  await reviewLateCash(ctx, { at: ctx.call.occurred_at, amount, customer, payment_transaction: id });
}
