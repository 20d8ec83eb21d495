// A service that is sold with an offer: its first periods are cheaper (contract C2).
import { invalid } from "../../../shared/kernel/failure.ts";
import { max, parseMoney, percentOf, subtract, ZERO } from "../../../shared/kernel/money.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

/** What an offer makes of a package's price. */
export interface Promo {
  offer: string;
  promo_price: string;
  promo_periods: number;
}

interface OfferRow {
  offer: string;
  promo_periods: number | null;
  discount_type: string;
  discount_value: string;
  /** Of the package; null: there is none. */
  price: string | null;
  is_running: boolean;
  is_for: boolean;
}

/** @throws Failure VALIDATION where there is none, where it does not run today, or is not for the first periods of this package. */
export async function promoOf(ctx: OperationContext, offer: string, pack: string | null): Promise<Promo> {
  const { tx, tenant, today } = ctx;
  const [row] = await tx<OfferRow[]>`
    select o.id as offer, o.first_periods as promo_periods, o.discount_type, o.discount_value::text as discount_value, p.price,
      o.is_active and ${today} between o.start_date and o.end_date as is_running,
      (o.package is null or o.package = p.id) and p.id is not null as is_for
    from offers o left join packages p on p.tenant_id = o.tenant_id and p.id = ${pack}::uuid
    where o.tenant_id = ${tenant.id} and o.id = ${offer}`;
  if (!row) throw invalid("offer", "There is no such offer", "DOES_NOT_EXIST");
  if (!row.is_running) throw invalid("offer", "This offer does not run today");
  if (row.promo_periods === null)
    throw invalid("offer", "This offer is not for the first periods of a service");
  if (!row.is_for) throw invalid("offer", "This offer is for another package");
  const price = parseMoney(row.price ?? "0", tenant.digits);
  const { discount_type, discount_value, promo_periods } = row;
  const off =
    discount_type === "PERCENT" ? percentOf(price, discount_value) : parseMoney(discount_value, tenant.digits);
  return { offer, promo_price: ctx.money(max(subtract(price, off), ZERO)), promo_periods };
}

/** Sells a service, which is there, with an offer. @param which its id, or of a customer the one that runs. */
export async function sellWith(
  ctx: OperationContext,
  promo: Promo,
  which: { service: string } | { customer: string },
): Promise<void> {
  const { tx, tenant } = ctx;
  const of =
    "service" in which ? tx`id = ${which.service}` : tx`customer = ${which.customer} and state = 'ACTIVE'`;
  const { offer, promo_price, promo_periods } = promo;
  await tx`update services set offer = ${offer}, promo_price = ${promo_price}, promo_periods = ${promo_periods},
    promo_left = ${promo_periods} where tenant_id = ${tenant.id} and ${of}`;
  ctx.markChanged("services");
}
