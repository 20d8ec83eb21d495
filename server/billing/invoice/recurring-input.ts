// What a customer's recurring bill charges: the package or, by days, what ran in its period, and what is charged beside it.

import type { OfferTerms } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import type { ServicePrice } from "../../../shared/billing/invoice/price.rules.ts";
import { periodEnd, periodOf } from "../../../shared/billing/service/period.rules.ts";
import {
  isWhole,
  soldInPeriod,
  soldLines,
  withoutDays,
} from "../../../shared/billing/service/sold-days.rules.ts";
import type { Month } from "../../../shared/kernel/day.ts";
import { type Minor, ZERO } from "../../../shared/kernel/money.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { type BesideRow, besideLines } from "../addon/beside-lines.ts";
import type { LockedCustomer } from "../ledger/snapshot.ts";

/** The promotion that a bill is for one of the periods of. */
function promoOfBill(
  of: { promo?: Minor; service?: string; promo_left?: number | null },
  { promo_of = null }: Pick<ServicePrice, "promo_of">,
) {
  const { promo: off = ZERO, service = promo_of?.service, promo_left = promo_of?.promo_left } = of;
  return service && promo_left ? { service, off, promo_left: promo_left - 1 } : null;
}

/** Null: the customer has no package, or all of the period is paused. */
export function recurringInput(
  { package: pack, services, paused, money }: LockedCustomer,
  besides: readonly BesideRow[],
  { digits, settings }: Tenant,
  { month, offers }: { month: Month; offers: readonly OfferTerms[] },
) {
  if (!pack) return null;
  const how = { prorates_first: settings.prorate_first_month };
  const begun = soldInPeriod(services ?? [], periodOf(month), how);
  const { billing_months } = begun[0]?.package ?? pack;
  const period = periodOf(month, billing_months);
  const ran = billing_months === 1 ? begun : soldInPeriod(services ?? [], period, how);
  const whole = { from: period.start, to: periodEnd(period), package: pack };
  const [first, ...others] = withoutDays(ran.length > 0 ? ran : [whole], paused);
  if (!first) return null;
  const is_plain = others.length === 0 && billing_months === 1 && isWhole(first, period);
  const cheap = [first, ...others].find(({ package: { promo = ZERO } }) => promo > 0n)?.package ?? null;
  return {
    billing_months,
    promo: cheap && promoOfBill(cheap, pack),
    package: is_plain ? first.package : pack,
    sold: is_plain ? null : soldLines([first, ...others], period, { offers, discount: money.discount }),
    besides: besides.length === 0 ? [] : besideLines(besides, period, digits),
  };
}
