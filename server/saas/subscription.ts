// Subscriptions: at most one active each (the database holds that), ended by the day or by hand, revived by hand or by payment.
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import {
  activateSubscription,
  cancelSubscription,
  type TenantSubscription,
  tenantSubscription,
  tenantSubscriptionVerbs,
} from "../../shared/saas/index.ts";
import {
  isMovedBy,
  isRunning,
  type Standing,
  standingWithout,
} from "../../shared/saas/subscription.rules.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { runOnPlatform, systemCall } from "../kernel/operation/run-as-system.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import type { Services } from "../kernel/services.ts";
import { followSubscriptions } from "./limits.ts";

type Days = Pick<TenantSubscription, "start_date" | "end_date">;

/** @throws Failure VALIDATION. */
function checkDays({ start_date, end_date }: Days): void {
  if (end_date !== null && end_date < start_date)
    throw invalid("end_date", "Not before start_date", "TOO_SMALL");
}

/** What follows from a subscription that was made or changed: a trial ends with it, and the tenant's limits are its. */
async function follow(ctx: OperationContext, { id, tenant, status }: TenantSubscription): Promise<void> {
  const { tx } = ctx;
  if (status === "ACTIVE") {
    const trials = await tx<{ id: string }[]>`
      update tenant_subscriptions set status = 'CANCELLED'
      where tenant = ${tenant} and status = 'TRIAL' and id <> ${id} returning id`;
    for (const trial of trials)
      ctx.audit(cancelSubscription, {
        id: trial.id,
        before: { status: "TRIAL" },
        after: { status: "CANCELLED" },
        note: "An active subscription began",
      });
  }
  await followSubscriptions(tx, tx`select ${tenant}::uuid`);
}

/** The change that lets a subscription run, to the end of a new last day unless the old one stays. */
function activation(
  record: TenantSubscription,
  end_date: string | null | undefined,
  today: string,
): { status: "ACTIVE"; end_date: string | null } {
  const last = end_date === undefined ? record.end_date : end_date;
  checkDays({ start_date: record.start_date, end_date: last });
  if (last !== null && last < today)
    throw new Failure("ILLEGAL_TRANSITION", "Its last day has passed: name a new end_date");
  return { status: "ACTIVE", end_date: last };
}

/**
 * Moves a subscription's last day because it was paid for; one that had ended runs again.
 * @throws Failure DUPLICATE where another one runs already.
 */
export async function payUntil(ctx: OperationContext, id: string, paid_until: string): Promise<void> {
  await changeRecord(ctx, activateSubscription, id, (record) => {
    if (!isMovedBy(record, paid_until)) return null;
    const set = paid_until < ctx.today ? { end_date: paid_until } : activation(record, paid_until, ctx.today);
    checkDays({ ...record, ...set });
    return { set, note: "Paid for", after: (after) => follow(ctx, after) };
  });
}

interface CountingPayment {
  paid_until: string;
  before: Standing;
}

/** The payments that a subscription stands by, since its day was last moved by hand. Asked under its lock. */
const countingPayments = ({ tx }: OperationContext, subscription: string) => tx<CountingPayment[]>`
  select paid_until, subscription_before as before from saas_payments
  where subscription = ${subscription} and subscription_before is not null and not is_reversed`;

/** How a subscription would be without what was paid for it: what is kept with each payment that counts. */
export async function standingBefore(ctx: OperationContext, id: string, now: Standing): Promise<Standing> {
  const [known] = await countingPayments(ctx, id);
  return known?.before ?? now;
}

/** A subscription's day that is set by hand counts, whatever was paid before. */
async function countAnew({ tx }: OperationContext, id: string): Promise<void> {
  await tx`update saas_payments set subscription_before = null
    where subscription = ${id} and subscription_before is not null and not is_reversed`;
}

/**
 * Takes back the day that an undone payment had moved a subscription to, as far as no other that stands has paid for it.
 * @param act how the audit log calls it.
 */
export async function takeBackPaidDay(
  ctx: OperationContext,
  act: { name: string; on: typeof tenantSubscription },
  { id, before }: { id: string; before: Standing },
): Promise<void> {
  await changeRecord(ctx, act, id, async (record) => {
    const standing = await countingPayments(ctx, id);
    const paid = standing.map(({ paid_until }) => paid_until);
    const set = standingWithout(record, before, { paid, today: ctx.today });
    if (set.end_date === record.end_date && set.status === record.status) return null;
    return { set, after: (after) => follow(ctx, after) };
  });
}

export const subscriptionOperations = [
  ...crudOperations(tenantSubscriptionVerbs, {
    create: {
      before(ctx, draft) {
        const { start_date = ctx.today, end_date = null } = draft;
        checkDays({ start_date, end_date });
        return { ...draft, start_date };
      },
      after: follow,
    },
    update: {
      before(ctx, draft, record) {
        const after = { ...record, ...draft };
        checkDays(after);
        if (isRunning(record) && after.end_date !== null && after.end_date < ctx.today)
          throw new Failure("ILLEGAL_TRANSITION", "A running subscription can't have ended: cancel it");
        return draft;
      },
      async after(ctx, record, before) {
        if (record.end_date !== before.end_date) await countAnew(ctx, record.id);
        await follow(ctx, record);
      },
    },
  }),

  implement(cancelSubscription, (ctx, { reason }, id) =>
    changeRecord(ctx, cancelSubscription, id, (record) => {
      if (record.status === "CANCELLED") return null;
      return { set: { status: "CANCELLED" }, note: reason, after: (after) => follow(ctx, after) };
    }),
  ),

  implement(activateSubscription, (ctx, { end_date }, id) =>
    changeRecord(ctx, activateSubscription, id, (record) => {
      if (record.status === "ACTIVE" && end_date === undefined) return null;
      return {
        set: activation(record, end_date, ctx.today),
        async after(after) {
          if (after.end_date !== record.end_date) await countAnew(ctx, id);
          await follow(ctx, after);
        },
      };
    }),
  ),
];

/** Ends the subscriptions whose last day has passed; answers how many. */
export function expireSubscriptions(services: Services, now = new Date()): Promise<number> {
  return runOnPlatform(services, systemCall(services.platform, now), async (ctx) => {
    const { tx, today } = ctx;
    const ended = await tx<{ id: string; tenant: string; status: string }[]>`
      select id, tenant, status from tenant_subscriptions
      where status in ('TRIAL', 'ACTIVE') and end_date < ${today} order by id for update`;
    if (ended.length === 0) return 0;
    await tx`update tenant_subscriptions set status = 'EXPIRED' where id in ${tx(ended.map(({ id }) => id))}`;
    for (const { id, status } of ended)
      ctx.audit(
        { on: tenantSubscription, name: "tenant_subscription.expire" },
        { id, before: { status }, after: { status: "EXPIRED" } },
      );
    const ids = ended.map(({ tenant }) => tenant);
    await followSubscriptions(tx, tx`select unnest(${ids}::text[])::uuid`);
    return ended.length;
  });
}

/** Soon after each of the platform's days has ended, and after a start: it may have been down at that hour. */
export const expireSubscriptionsJob: JobDefinition = {
  name: "expire-subscriptions",
  cron: "5 0 * * *",
  on_clock_jump: "WAITS",
  at_start: true,
  run: async (services) => void (await expireSubscriptions(services)),
};
