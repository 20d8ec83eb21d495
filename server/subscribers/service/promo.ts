// A service that is sold with an offer: its first periods are cheaper (contract C2).
import { invalid } from "../../../shared/kernel/failure.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

/** What an offer makes of a package's price. */
export interface Promo {
  offer: string;
  promo_price: string;
  promo_periods: number;
}

interface OfferRow extends Promo {
  is_running: boolean;
  is_for: boolean;
}

/** @throws Failure VALIDATION where there is none, where it does not run today, or is not for the first periods of this package. */
export async function promoOf(ctx: OperationContext, offer: string, pack: string | null): Promise<Promo> {
  const { tx, tenant, today } = ctx;
  const [row] = await tx<OfferRow[]>`
    select o.id as offer, o.first_periods as promo_periods,
      greatest(p.price - case o.discount_type when 'PERCENT' then round(p.price * o.discount_value / 100, ${tenant.digits})
        else o.discount_value end, 0)::text as promo_price,
      o.is_active and ${today} between o.start_date and o.end_date as is_running,
      (o.package is null or o.package = p.id) and p.id is not null as is_for
    from offers o left join packages p on p.tenant_id = o.tenant_id and p.id = ${pack}::uuid
    where o.tenant_id = ${tenant.id} and o.id = ${offer}`;
  if (!row) throw invalid("offer", "There is no such offer", "DOES_NOT_EXIST");
  if (!row.is_running) throw invalid("offer", "This offer does not run today");
  if (row.promo_periods === null)
    throw invalid("offer", "This offer is not for the first periods of a service");
  if (!row.is_for) throw invalid("offer", "This offer is for another package");
  const { promo_price, promo_periods } = row;
  return { offer, promo_price, promo_periods };
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
