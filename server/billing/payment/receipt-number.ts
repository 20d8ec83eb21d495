// Receipt numbers: a device's own, made offline and final (contract §5.5), or the server's.
import { invalid } from "../../../shared/kernel/failure.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import { because } from "../../../shared/platform/index.ts";
import type { Database } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { BlockCounter } from "../../kernel/resource/counters.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";

const counters = new WeakMap<Database, BlockCounter>();

/** The next number of receipts that no device made. */
export async function nextReceiptNumber(ctx: OperationContext): Promise<string> {
  const { db } = ctx.services;
  const counter = counters.get(db) ?? new BlockCounter(db, "receipt");
  counters.set(db, counter);
  return `S-${await counter.next(ctx.tenant.id)}`;
}

/** A text that looks like a receipt number of ours: nobody may take it for a transaction of another number. */
export function isReceiptNumber(text: string): boolean {
  return /^(s|d\d+)-\d+$/.test(normalText(text));
}

/**
 * Whether a device's number is used already. Holds the number until the commit, so that of two tills that give the same
 * one at once the later sees the earlier.
 */
export async function isTaken(ctx: OperationContext, number: string): Promise<boolean> {
  const { tx, tenant } = ctx;
  const [, [found]] = await Promise.all([
    tx`select pg_advisory_xact_lock(hashtextextended(${`receipt:${tenant.id}:${number}`}, 0))`,
    tx`select 1 from payment_transactions
      where tenant_id = ${tenant.id} and (receipt_number = ${number} or trx_id_normal = ${normalText(number)})`,
  ]);
  return found !== undefined;
}

/** @throws Failure VALIDATION unless the caller is a device and the number starts with its code. */
function checkReceiptNumber(ctx: OperationContext, number: string): void {
  const { device } = ctx.call;
  const code = device?.device_code;
  if (!code || !number.startsWith(`${code}-`) || number.length === code.length + 1) {
    throw invalid("receipt_number", "Only a device gives receipt numbers, and they start with its code");
  }
}

export interface ReceiptNumber {
  number: string;
  /** Given by the device, but used before: the receipt in the customer's hand shows this one. */
  replaced: string | null;
}

/**
 * The number of a receipt. One that is used already does not keep the money out: it gets another (and, see
 * `reviewReplaced`, somebody looks at it).
 */
export async function receiptNumber(ctx: OperationContext, given: string | null): Promise<ReceiptNumber> {
  if (given === null) return { number: await nextReceiptNumber(ctx), replaced: null };
  checkReceiptNumber(ctx, given);
  if (!(await isTaken(ctx, given))) return { number: given, replaced: null };
  return { number: await nextReceiptNumber(ctx), replaced: given };
}

/** Puts a receipt with a used number on the review list. */
export async function reviewReplaced(
  ctx: OperationContext,
  receipt: ReceiptNumber,
  money: { amount: string; customer: string; payment_transaction: string },
): Promise<void> {
  if (receipt.replaced === null) return;
  const said = because("RECEIPT_REPLACED", { given: receipt.replaced, number: receipt.number });
  await addReviewItem(ctx, { kind: "RECEIPT_NUMBER", ...said, ...money });
}
