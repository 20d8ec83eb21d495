// Offers: what the declaration can't say about them, and which of them run.
import { type offer, offerVerbs } from "../../shared/billing/index.ts";
import type { OfferTerms } from "../../shared/billing/invoice/invoice-line.rules.ts";
import type { Day } from "../../shared/kernel/day.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import { parseMoney, ZERO } from "../../shared/kernel/money.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Draft } from "../kernel/resource/draft.ts";

/** @throws Failure VALIDATION for a percentage above 100, an amount finer than the currency, an end before the start. */
function checkOffer(ctx: OperationContext, whole: Draft<typeof offer>): void {
  const { discount_type, discount_value = 0, start_date = "", end_date = "" } = whole;
  if (discount_type === "PERCENT" && discount_value > 100)
    throw invalid("discount_value", "At most 100 percent");
  if (discount_type === "FIXED") ctx.minor(String(discount_value), "discount_value");
  if (end_date < start_date) throw invalid("end_date", "end_date can't be before start_date");
}

export const offerOperations = crudOperations(offerVerbs, {
  create: {
    before(ctx, draft) {
      checkOffer(ctx, draft);
      return draft;
    },
  },
  update: {
    before(ctx, draft, record) {
      checkOffer(ctx, { ...record, ...draft });
      return draft;
    },
  },
});

/** The offers that run on a day. */
export async function runningOffers(tx: Tx, tenant: Tenant, day: Day): Promise<OfferTerms[]> {
  const rows = await tx<(Omit<OfferTerms, "percent" | "fixed"> & { discount_value: string })[]>`
    select discount_type, discount_value, package, start_date, end_date, is_active from offers
    where tenant_id = ${tenant.id} and is_active and start_date <= ${day} and end_date >= ${day}`;
  return rows.map(({ discount_value, ...terms }) => ({
    ...terms,
    percent: discount_value,
    fixed: terms.discount_type === "FIXED" ? parseMoney(discount_value, tenant.digits) : ZERO,
  }));
}
