// What was agreed to, beside what a change of package comes to: a request is refused where it is no longer so; what a till has
// agreed with a customer is done by the server's figures, and a person looks at the difference.
import type { changePackage } from "../../../shared/billing/index.ts";
import { freeOf } from "../../../shared/billing/ledger/money-records.ts";
import type { ChangeFigures } from "../../../shared/billing/service/change.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { add, type Minor, min, ZERO } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { because } from "../../../shared/platform/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";
import { describe } from "./preview-change.ts";
import type { ReadChange } from "./read-change.ts";

/** Of what was shown that which the server has otherwise, as it was shown. */
export type Differs = Partial<Record<"to_pay" | "new_expiry_date", string | null>>;

type Agreed = Pick<InputOf<typeof changePackage>, "expect"> & {
  /** The money that came with it; null: none. */
  paid: Minor | null;
};

function differsOf(ctx: OperationContext, figures: ChangeFigures, { expect }: Agreed): Differs | null {
  if (!expect) return null;
  const { to_pay, new_expiry_date } = expect;
  const shown = ctx.minor(to_pay, "expect.to_pay");
  const differs: Differs = {
    ...(shown !== figures.to_pay ? { to_pay: ctx.money(shown) } : {}),
    ...(new_expiry_date !== undefined && new_expiry_date !== figures.new_expiry_date
      ? { new_expiry_date }
      : {}),
  };
  return Object.keys(differs).length > 0 ? differs : null;
}

/**
 * @returns what a till showed otherwise; null: nothing.
 * @throws Failure PREVIEW_CHANGED, UNDERPAID; for a till's command only where it brings no money for what it showed as to be paid.
 */
export function checkAgreed(
  ctx: OperationContext,
  read: ReadChange,
  figures: ChangeFigures,
  agreed: Agreed,
): Differs | null {
  const differs = differsOf(ctx, figures, agreed);
  const { expect, paid } = agreed;
  const is_command = ctx.call.command !== null;
  if (differs && !is_command)
    throw new Failure("PREVIEW_CHANGED", undefined, { extra: { preview: describe(ctx, read, figures) } });
  const free = add(paid ?? ZERO, ...read.credits.map(freeOf));
  const shown = is_command && expect ? ctx.minor(expect.to_pay, "expect.to_pay") : figures.to_pay;
  const is_paid = free >= min(shown, figures.to_pay) || (is_command && paid !== null);
  if (is_paid || ctx.can("subscribers.customer.change_on_account")) return differs;
  throw new Failure("UNDERPAID", undefined, { extra: { to_pay: ctx.money(figures.to_pay) } });
}

/** Puts a change on the review list that the server settled otherwise than its till had shown. */
export async function reviewDiffers(
  ctx: OperationContext,
  { to_pay, new_expiry_date }: ChangeFigures,
  of: { differs: Differs; customer: string; payment_transaction: string | undefined },
): Promise<void> {
  const { differs, customer, payment_transaction } = of;
  const amount = ctx.money(to_pay);
  const { to_pay: shown = amount, new_expiry_date: shown_until = new_expiry_date } = differs;
  await addReviewItem(ctx, {
    kind: "CHANGE_DIFFERS",
    ...because("CHANGE_DIFFERS", { amount, shown, shown_until, until: new_expiry_date }),
    ...{ amount, customer },
    ...(payment_transaction ? { payment_transaction } : {}),
  });
}
