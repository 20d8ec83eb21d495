// Offers: what the declaration can't say about them, and which of them run.
import { type offer, offerVerbs } from "../../shared/billing/index.ts";
import { type OfferTerms, offerDiscount } from "../../shared/billing/invoice/invoice-line.rules.ts";
import type { BillPeriod } from "../../shared/billing/service/period.rules.ts";
import { type Day, type Month, monthOf, nextMonth } from "../../shared/kernel/day.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import { type Minor, parseMoney, ZERO } from "../../shared/kernel/money.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Draft } from "../kernel/resource/draft.ts";

type Offer = Draft<typeof offer>;

/**
 * An offer's draft, an amount of it with the currency's digits.
 * @param whole the offer as the draft makes it.
 * @throws Failure VALIDATION for a percentage above 100, an amount finer than the currency, an end before the start.
 */
function checkedOffer(ctx: OperationContext, draft: Offer, whole: Offer): Offer {
  const { discount_type, discount_value = 0, start_date = "", end_date = "" } = whole;
  if (discount_type === "PERCENT" && Number(discount_value) > 100)
    throw invalid("discount_value", "At most 100 percent");
  if (end_date < start_date) throw invalid("end_date", "end_date can't be before start_date");
  if (discount_type !== "FIXED") return draft;
  const amount = ctx.money(ctx.minor(String(discount_value), "discount_value"));
  return draft.discount_value === undefined ? draft : { ...draft, discount_value: amount };
}

export const offerOperations = crudOperations(offerVerbs, {
  create: {
    before: (ctx, draft) => checkedOffer(ctx, draft, draft),
  },
  update: {
    before: (ctx, draft, record) => checkedOffer(ctx, draft, { ...record, ...draft }),
  },
});

interface OfferRow extends Omit<OfferTerms, "percent" | "fixed"> {
  discount_value: string;
}

const termsOf = (rows: readonly OfferRow[], { digits }: Tenant): OfferTerms[] =>
  rows.map(({ discount_value, ...terms }) => ({
    ...terms,
    percent: discount_value,
    fixed: terms.discount_type === "FIXED" ? parseMoney(discount_value, digits) : ZERO,
  }));

const offerColumns = (tx: Tx): Fragment =>
  tx`discount_type, discount_value, package, start_date, end_date, is_active`;

/** The offers that run on any day of a month: they lower its bills, whenever those are made. */
export async function runningOffers(tx: Tx, tenant: Tenant, month: Month): Promise<OfferTerms[]> {
  const rows = await tx<OfferRow[]>`
    select ${offerColumns(tx)} from offers
    where tenant_id = ${tenant.id} and is_active and first_periods is null and start_date < ${`${nextMonth(month)}-01`} and end_date >= ${`${month}-01`}`;
  return termsOf(rows, tenant);
}

/** What offers that run in months from that of a day on take off a package's price. */
export async function offersFor(
  { tx, tenant }: OperationContext,
  pack: string,
  day: Day,
): Promise<(price: Minor, period: BillPeriod) => Minor> {
  const offers = await offersSince(tx, tenant, monthOf(day));
  return (price, { start }) => offerDiscount(price, offers, pack, monthOf(start));
}

/** Those that run in a month or a later one. */
export async function offersSince(tx: Tx, tenant: Tenant, month: Month): Promise<OfferTerms[]> {
  const rows = await tx<OfferRow[]>`
    select ${offerColumns(tx)} from offers where tenant_id = ${tenant.id} and is_active and first_periods is null
      and end_date >= ${`${month}-01`}`;
  return termsOf(rows, tenant);
}
