// Has routers brought in line with what changed for some of their customers, or for many.

import type { OperationContext } from "../kernel/operation/context.ts";
import type { FollowSettings } from "../kernel/tenant-hooks.ts";
import { enqueueJobs, type JobRequest } from "./enqueue.ts";

/** From this many customers of one router a sync as a whole costs it less than a job for each of them. */
const MANY_ON_ONE_ROUTER = 8;

/** Customers whose lines are others now, each with the router that they are on. */
export async function enqueueAffected(
  ctx: OperationContext,
  changed: Iterable<{ id: string; router: string }>,
): Promise<void> {
  const byRouter = new Map<string, string[]>();
  for (const { id, router } of changed) {
    const customers = byRouter.get(router) ?? [];
    customers.push(id);
    byRouter.set(router, customers);
  }
  const requests = [...byRouter].flatMap(([router, customers]): JobRequest[] =>
    customers.length > MANY_ON_ONE_ROUTER
      ? [wholeSync(router)]
      : customers.map((customer) => ({ kind: "UPSERT_USER", router, customer })),
  );
  await enqueueJobs(ctx, requests);
}

const CLOSING = ["suspend_mode", "expired_profile", "suspend_address_list", "active_address_list"];

/** Closed lines are closed in the company's new way, on every router that was given any line. */
export const followClosing: FollowSettings = async (ctx, after, before) => {
  if (CLOSING.every((name) => after[name] === before[name])) return;
  const routers = await ctx.tx<{ id: string }[]>`
    select r.id from routers r where r.tenant_id = ${ctx.tenant.id} and r.is_active
      and exists (select from router_users u where u.tenant_id = ${ctx.tenant.id} and u.router = r.id) order by r.id`;
  await enqueueJobs(
    ctx,
    routers.map(({ id }) => wholeSync(id)),
  );
};

/** A sync that no person asked for. */
const wholeSync = (router: string): JobRequest => ({
  kind: "SYNC_ROUTER",
  router,
  payload: { automatic: true },
});
