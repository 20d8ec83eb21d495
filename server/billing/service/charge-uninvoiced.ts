// Days that bills left out, and that are served after all: they are charged on the next one.
import { type Days, periodEnd } from "../../../shared/billing/service/period.rules.ts";
import { chargedDays } from "../../../shared/billing/service/postpaid.rules.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { billedSince } from "../invoice/invoiced.ts";
import { lockOwner } from "../ledger/snapshot.ts";
import { offersFor } from "../offer.ts";
import { readServiceCharges } from "./service-charges.ts";
import { chargeNext } from "./settle-invoices.ts";

/** Charges them as the service that runs. The caller holds the customer's lock. */
export async function chargeUnbilled(ctx: OperationContext, customer: string, days: Days): Promise<void> {
  const [{ of, customer: money }, periods, charges] = await Promise.all([
    lockOwner(ctx, customer),
    billedSince(ctx, customer, days.from),
    readServiceCharges(ctx, customer, days.from),
  ]);
  const { package: pack } = of;
  if (!pack) return;
  const left_out = periods.filter((period) => {
    const first = days.from > period.start ? days.from : period.start;
    return first <= periodEnd(period) && !charges.some(({ part }) => part.from <= first && first <= part.to);
  });
  if (left_out.length === 0) return;
  const offer = await offersFor(ctx, pack.id, days.from);
  const off = { discount: money.discount, today: ctx.today, offer };
  await chargeNext(ctx, { customer, service_change: null, of: pack }, chargedDays(left_out, days, pack, off));
}
