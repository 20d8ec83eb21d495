// How many customers the company's subscription allows. The number is kept (tenant_limits), not counted: one statement takes
// the place of a new customer or refuses it, so parallel ones can't pass the limit together.
import { Failure, toProblem } from "../../shared/kernel/failure.ts";
import { transaction } from "../kernel/db/db.ts";
import { forEachTenant } from "../kernel/jobs/for-each-tenant.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { addReviewItem } from "../kernel/sync/review.ts";

interface Limits {
  subscribers: number;
  max_subscribers: number | null;
  is_ended: boolean;
}

/** A command that is older when it comes in was made without the server: a line may be laid and money taken. */
const OFFLINE_MS = 120_000;

function wasOffline({ call }: OperationContext): boolean {
  return call.command !== null && call.received_at.getTime() - call.occurred_at.getTime() > OFFLINE_MS;
}

const refusal = ({ is_ended, max_subscribers }: Limits): Failure =>
  is_ended
    ? new Failure(
        "SUBSCRIPTION_ENDED",
        "The company's subscription to this service has ended: renew it first",
      )
    : new Failure("PLAN_LIMIT_REACHED", `The company's plan allows ${max_subscribers} customers`, {
        extra: { max_subscribers },
      });

/**
 * Takes the places of so many new customers. What was done offline is never refused: it is taken beyond the limit, and put
 * on the review list.
 * @throws Failure PLAN_LIMIT_REACHED, SUBSCRIPTION_ENDED.
 */
export async function takePlaces(
  ctx: OperationContext,
  count: number,
  customer: string | null = null,
): Promise<void> {
  const { tx, tenant } = ctx;
  if (count === 0) return;
  const isForced = wasOffline(ctx);
  const [taken] = await tx<Limits[]>`
    update tenant_limits set subscribers = subscribers + ${count}
    where tenant_id = ${tenant.id} and (${isForced} or (not is_ended
      and (max_subscribers is null or subscribers + ${count} <= max_subscribers)))
    returning subscribers, max_subscribers, is_ended`;
  if (taken) {
    const { subscribers, max_subscribers, is_ended } = taken;
    if (is_ended || (max_subscribers !== null && subscribers > max_subscribers)) {
      const problem = toProblem(refusal(taken));
      await addReviewItem(ctx, { kind: "PLAN_LIMIT", detail: problem.detail, problem, customer });
    }
    return;
  }
  const [limits] = await tx<Limits[]>`
    select subscribers, max_subscribers, is_ended from tenant_limits where tenant_id = ${tenant.id}`;
  if (limits) throw refusal(limits);
}

/** Gives the place of a customer back who is gone. */
export async function freePlace({ tx, tenant }: OperationContext): Promise<void> {
  await tx`update tenant_limits set subscribers = greatest(subscribers - 1, 0) where tenant_id = ${tenant.id}`;
}

/** Recounts each night: a restored backup, or rows of another program, may have changed the kept count. */
export const countSubscribersJob: JobDefinition = {
  name: "count-subscribers",
  cron: "41 3 * * *",
  on_clock_jump: "HARMLESS",
  async run({ db }) {
    const tenants = await db.platform<{ id: string }[]>`select id from tenants`;
    await forEachTenant("tenants", tenants, ({ id }) =>
      transaction(db.platform_transactions, async (tx) => {
        // Who takes a place at this moment waits: what is counted is what has its place.
        await tx`select from tenant_limits where tenant_id = ${id} for update`;
        await tx`update tenant_limits l set subscribers = c.subscribers
          from (select count(*)::int as subscribers from customers
            where tenant_id = ${id} and status in ('ACTIVE', 'SUSPENDED', 'EXPIRED')) c
          where l.tenant_id = ${id} and l.subscribers <> c.subscribers`;
      }),
    );
  },
};
