// The review list: what the server did with a command that could not be applied just as meant, for people to look at.

import { instantText, tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import { readableMoney } from "../../../shared/kernel/money.ts";
import type { Row } from "../db/db.ts";
import type { OperationContext, ReviewItem } from "../operation/context.ts";
import { redact } from "../secrets/redact.ts";
import { reviewWords } from "./review-words.ts";

export type { ReviewItem };

/** The members of a payload that speak of money: its own, or those of the payment that came with what was sold. */
export function moneyIn({ payment, ...payload }: Row): Row {
  return typeof payment === "object" && payment !== null ? { ...payment } : payload;
}

/** The amount of a payload for the review list, where it is one of the tenant's currency. */
export function amountOf(ctx: OperationContext, payload: Row): { amount?: string } {
  const read = readableMoney(moneyIn(payload).amount, ctx.tenant.digits);
  return read === null ? {} : { amount: ctx.money(read) };
}

/** What an item says of a clock that can't have been right: what it said, and what was taken for it. */
export function clockWrong({ tenant }: OperationContext, told: string, used: Date, payload: Row = {}) {
  const { language } = tenant.settings;
  const format = tenantFormat(tenant.settings, language);
  const [told_at, used_at] = [told, used.toISOString()];
  const said = { told_at: instantText(told_at, format), used_at: instantText(used_at, format) };
  return reviewWords().clockTold({ told_at, used_at }, { payload, said, language });
}

/** Adds an item in the context's transaction; answers its id. */
export async function addReviewItem(ctx: OperationContext, item: ReviewItem): Promise<string> {
  const { tx, call } = ctx;
  const id = item.id ?? ctx.newId();
  const statement = tx`insert into review_items ${tx({
    id,
    tenant_id: ctx.tenant.id,
    kind: item.kind,
    command: call.command,
    device: call.device?.id ?? null,
    author: call.principal.username,
    detail: item.detail,
    problem: item.problem ? tx.json(item.problem) : null,
    payload: item.payload ? tx.json(redact(item.payload)) : null,
    amount: item.amount ?? null,
    customer: item.customer ?? null,
    payment_transaction: item.payment_transaction ?? null,
    occurred_at: call.occurred_at,
  })}`;
  // It may name a payment that is left to the end.
  if (ctx.isEnding) ctx.atEnd(statement);
  else await statement;
  ctx.markChanged("review_items");
  return id;
}

/** Adds what was noted for the review list while the work went on (`ctx.review`). */
export async function addNotedItems(ctx: OperationContext): Promise<void> {
  for (const item of ctx.reviews.splice(0)) await addReviewItem(ctx, item);
}
