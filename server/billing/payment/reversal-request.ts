// Receipts that somebody asks to have reversed, and the answers (contract §4.16). Whoever reverses one in any way has said yes
// to it (`reverseDocument`); the order of locks is that of every reversal: the customer's account, then the item.
import {
  acceptReversal,
  acknowledgeReversal,
  declineReversal,
  rechargeReverse,
  requestReversal,
  transactionReverse,
} from "../../../shared/billing/index.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { moneyWithCurrency, tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { because, reviewItem } from "../../../shared/platform/index.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { isGranted } from "../../kernel/operation/principal.ts";
import { implement, Reply } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { changeRecord } from "../../kernel/resource/write-record.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";
import { lockOwner } from "../ledger/snapshot.ts";
import { findRecharge, findTransaction } from "./reversal.ts";
import { reverseDocument } from "./reverse-document.ts";

const RIGHTS = { recharge: "billing.recharge.reverse", transaction: "finance.transaction.reverse" } as const;

interface Subject {
  kind: keyof typeof RIGHTS;
  id: string;
}

type Wish = InputOf<typeof requestReversal>;

/** @throws Failure VALIDATION where it is none, or both. */
function subjectOf({ recharge, transaction }: Wish): Subject {
  if (recharge && transaction)
    throw invalid("recharge", "One of recharge and transaction, not both", "EXACTLY_ONE");
  if (recharge) return { kind: "recharge", id: recharge };
  if (transaction) return { kind: "transaction", id: transaction };
  throw invalid("recharge", "Name a recharge or a transaction", "REQUIRED");
}

interface Receipt extends Row {
  id: string;
  customer: string | null;
  recharge: string | null;
  method: string;
  amount: string;
  status: string;
  receipt_number: string | null;
  trx_id: string;
}

/**
 * The payment, locked: who reverses it or asks for the same waits.
 * @throws Failure VALIDATION, REVERSE_THE_RECHARGE, REVERSE_THE_ADJUSTMENT, ILLEGAL_TRANSITION.
 */
async function lockReceipt(ctx: OperationContext, { kind, id }: Subject): Promise<Receipt> {
  const { tx, tenant } = ctx;
  const which =
    kind === "transaction"
      ? tx`${id}`
      : tx`(select payment_transaction from recharges where tenant_id = ${tenant.id} and id = ${id})`;
  const [receipt] = await tx<Receipt[]>`
    select id, customer, recharge, method, amount, status, receipt_number, trx_id from payment_transactions
    where tenant_id = ${tenant.id} and id = ${which} for no key update`;
  if (!receipt) throw invalid(kind, "There is no such record", "DOES_NOT_EXIST");
  const { recharge, method, customer, status } = receipt;
  if (kind === "transaction" && recharge !== null)
    throw new Failure("REVERSE_THE_RECHARGE", undefined, { extra: { recharge } });
  if (method === "ADJUSTMENT") throw new Failure("REVERSE_THE_ADJUSTMENT");
  if (customer === null) throw new Failure("ILLEGAL_TRANSITION", "This money is in suspense");
  if (status === "REFUNDED") throw new Failure("ILLEGAL_TRANSITION", "This is reversed already");
  return receipt;
}

async function ask(ctx: OperationContext, input: Wish): Promise<Row | Reply> {
  const { tx, tenant, actor } = ctx;
  const subject = subjectOf(input);
  const receipt = await lockReceipt(ctx, subject);
  const [asked] = await tx<{ id: string }[]>`select id from review_items where tenant_id = ${tenant.id}
    and payment_transaction = ${receipt.id} and kind = 'REVERSAL_REQUESTED' and status = 'OPEN'`;
  if (asked) return new Reply(200, await requireRecord(ctx, reviewItem, asked.id));
  const { language } = tenant.settings;
  const number = receipt.receipt_number ?? receipt.trx_id;
  const names = { who: actor.username, number, amount: receipt.amount, wish: input.reason };
  const amount = moneyWithCurrency(
    parseMoney(receipt.amount, tenant.digits),
    tenantFormat(tenant.settings, language),
  );
  const payload = { [subject.kind]: subject.id, receipt_number: number, reason: input.reason };
  const said = because("REVERSAL_REQUESTED", names, { payload, said: { amount }, language });
  const id = await addReviewItem(ctx, {
    ...{ id: input.id, kind: "REVERSAL_REQUESTED", ...said, amount: receipt.amount },
    ...{ customer: receipt.customer, payment_transaction: receipt.id },
  });
  const made = await requireRecord(ctx, reviewItem, id);
  ctx.audit(requestReversal, {
    id,
    after: { [subject.kind]: subject.id, amount: receipt.amount },
    note: input.reason,
  });
  return made;
}

interface Item extends Row {
  kind: string;
  customer: string;
  payload: { recharge?: string; transaction?: string; reason: string };
}

/** What an item asks for. @throws Failure NOT_FOUND, ILLEGAL_TRANSITION where it asks for nothing. */
async function askedFor(
  ctx: OperationContext,
  id: string,
): Promise<Subject & Pick<Item, "customer" | "payload">> {
  const [item] = await ctx.tx<Item[]>`
    select kind, customer, payload from review_items where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  if (!item) throw new Failure("NOT_FOUND");
  if (item.kind !== "REVERSAL_REQUESTED")
    throw new Failure("ILLEGAL_TRANSITION", "Nobody asks for a reversal here");
  const { customer, payload } = item;
  const { recharge, transaction = "" } = payload;
  const subject: Subject = recharge
    ? { kind: "recharge", id: recharge }
    : { kind: "transaction", id: transaction };
  return { ...subject, customer, payload };
}

/** @throws Failure PERMISSION_DENIED for who may reverse nothing, before they learn what there is. */
function requireSome(ctx: OperationContext): void {
  if (!isGranted(ctx.actor, RIGHTS.transaction)) requireGranted(ctx, RIGHTS.recharge);
}

/** The lesser right, to one's own, is none to decide about others'. @throws Failure PERMISSION_DENIED. */
function requireGranted(ctx: OperationContext, permission: (typeof RIGHTS)[Subject["kind"]]): void {
  if (isGranted(ctx.actor, permission)) return;
  throw new Failure("PERMISSION_DENIED", `This needs the permission ${permission}`, {
    extra: { permission },
  });
}

/**
 * Whether it waits for an answer still. The same answer, given offline and by another person before, is no trouble.
 * @throws Failure ILLEGAL_TRANSITION.
 */
function waits(
  ctx: OperationContext,
  { status, outcome, resolved_by }: Row,
  answer: "ACCEPTED" | "DECLINED",
): boolean {
  if (status === "OPEN") return true;
  if (ctx.call.command !== null && outcome === answer) return false;
  throw new Failure("ILLEGAL_TRANSITION", `This was answered already, by ${resolved_by}: ${outcome}`);
}

async function accept(ctx: OperationContext, id: string): Promise<Row> {
  requireSome(ctx);
  const asked = await askedFor(ctx, id);
  requireGranted(ctx, RIGHTS[asked.kind]);
  await lockOwner(ctx, asked.customer);
  if (!waits(ctx, await ctx.lockRecord<Row>("review_items", id), "ACCEPTED"))
    return requireRecord(ctx, reviewItem, id);
  const { reason } = asked.payload;
  if (asked.kind === "recharge") await reverseDocument(ctx, rechargeReverse, findRecharge, asked.id, reason);
  else await reverseDocument(ctx, transactionReverse, findTransaction, asked.id, reason);
  await ctx.flush();
  return requireRecord(ctx, reviewItem, id);
}

const decline = (ctx: OperationContext, { reason }: InputOf<typeof declineReversal>, id: string) =>
  changeRecord(ctx, declineReversal, id, (item) => {
    if (!waits(ctx, item, "DECLINED")) return null;
    const resolved_at = ctx.call.received_at.toISOString();
    const answered = { status: "RESOLVED" as const, outcome: "DECLINED" as const, resolution: reason };
    return { set: { ...answered, resolved_by: ctx.actor.username, resolved_at }, note: reason };
  });

export const reversalRequests = [
  implement(requestReversal, ask),
  implement(acceptReversal, (ctx, _input, id) => accept(ctx, id)),
  implement(declineReversal, async (ctx, input, id) => {
    requireSome(ctx);
    requireGranted(ctx, RIGHTS[(await askedFor(ctx, id)).kind]);
    return decline(ctx, input, id);
  }),
  implement(acknowledgeReversal, (ctx, _input, id) =>
    changeRecord(ctx, acknowledgeReversal, id, ({ author, outcome, answer_seen_at }) => {
      // Another's item is none of theirs.
      if (author !== ctx.actor.username) throw new Failure("NOT_FOUND");
      if (outcome === null) throw new Failure("ILLEGAL_TRANSITION", "There is no answer yet");
      return answer_seen_at ? null : { set: { answer_seen_at: ctx.call.received_at.toISOString() } };
    }),
  ),
];
