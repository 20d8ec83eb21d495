// Whether customers' access may expire automatically (contract §4.9): a clock that is wrong for a minute would cut all off.
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { because } from "../../../shared/platform/index.ts";
import { mayExpire } from "../../../shared/subscribers/expiry.rules.ts";
import type { ClockOff } from "../../kernel/jobs/clock-watch.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";

/** Over so many days the busiest hour is what is usual: a month's end is among them. */
const USUAL_DAYS = 35;

interface Hold {
  review_item: string;
  off_since: string | null;
  status: "OPEN" | "RESOLVED";
  resolved_at: string | null;
}

/** How many would expire now, and how many did in the busiest hour of the last weeks. */
async function readFigures({ tx, tenant, call }: OperationContext, today: Day) {
  const [row] = await tx<{ due: number; usual: number }[]>`
    select (select count(*)::int from customers where tenant_id = ${tenant.id} and status = 'ACTIVE'
        and expiry_date is not null and greatest(expiry_date, grace_period_until) < ${today}) as due,
      (select coalesce(max(customers), 0) from expiry_hours where tenant_id = ${tenant.id}
        and hour >= ${call.received_at}::timestamptz - make_interval(days => ${USUAL_DAYS})
        and hour <= ${call.received_at}) as usual`;
  return row ?? { due: 0, usual: 0 };
}

async function readHold({ tx, tenant }: OperationContext): Promise<Hold | null> {
  await tx`select from expiry_holds where tenant_id = ${tenant.id} for update`;
  const [hold] = await tx<Hold[]>`
    select h.review_item, h.off_since, i.status, i.resolved_at from expiry_holds h
    join review_items i on i.tenant_id = h.tenant_id and i.id = h.review_item where h.tenant_id = ${tenant.id}`;
  return hold ?? null;
}

/** The hold is over: its review item is closed. */
async function endHold(ctx: OperationContext, hold: Hold): Promise<void> {
  const { tx, tenant, call } = ctx;
  await tx`delete from expiry_holds where tenant_id = ${tenant.id}`;
  if (hold.status !== "OPEN") return;
  await tx`update review_items set status = 'RESOLVED', resolved_by = 'system', resolved_at = ${call.received_at},
      resolution = 'The clock is right again' where tenant_id = ${tenant.id} and id = ${hold.review_item} and status = 'OPEN'`;
  ctx.markChanged("review_items");
}

/** Whether a person released what was held: for this move of the clock, else on this day. */
function isConfirmed(ctx: OperationContext, hold: Hold, today: Day, off: ClockOff | null): boolean {
  if (hold.resolved_at === null) return false;
  if (off) return hold.off_since !== null && Date.parse(hold.off_since) === off.since.getTime();
  return dayOf(new Date(hold.resolved_at), ctx.tenant.settings.timezone) >= today;
}

/**
 * Whether those may expire whose last day was before `today`. Where not, an item of the review list says how many they are, and
 * to take it off the list lets them go; it closes when the clock is right again.
 */
export async function mayExpireNow(
  ctx: OperationContext,
  today: Day,
  off: ClockOff | null,
): Promise<boolean> {
  const hold = await readHold(ctx);
  const { due, usual } = await readFigures(ctx, today);
  if (mayExpire({ due, usual, is_clock_off: off !== null })) {
    if (hold) await endHold(ctx, hold);
    return true;
  }
  if (hold?.status === "OPEN") return false;
  if (hold && isConfirmed(ctx, hold, today, off)) return true;
  const said = because(
    "EXPIRY_HELD",
    { count: due, day: today },
    { payload: { customers: due, usual, today } },
  );
  const review_item = await addReviewItem(ctx, { kind: "EXPIRY_HELD", ...said });
  const row = { tenant_id: ctx.tenant.id, review_item, off_since: off?.since ?? null };
  await ctx.tx`insert into expiry_holds ${ctx.tx(row)} on conflict (tenant_id) do update set ${ctx.tx(row)}`;
  return false;
}

/** Keeps how many expired in this hour. */
export async function noteExpired({ tx, tenant, call }: OperationContext, customers: number): Promise<void> {
  await tx`insert into expiry_hours as h (tenant_id, hour, customers)
    values (${tenant.id}, date_trunc('hour', ${call.received_at}::timestamptz), ${customers})
    on conflict (tenant_id, hour) do update set customers = h.customers + excluded.customers`;
}
