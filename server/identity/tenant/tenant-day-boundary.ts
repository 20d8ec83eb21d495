// What a day's end changes in companies whose days end at different moments: of all tenants those are worked on that have something
// of a day that is over where they are.
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { A_FEW, sumOverTenants } from "../../kernel/jobs/for-each-tenant.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { runAsSystem, systemCall } from "../../kernel/operation/run-as-system.ts";
import type { Services } from "../../kernel/services.ts";
import { loadTenant } from "../sign-in/authenticate.ts";

/** A day begins nowhere longer than this before it begins in UTC. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000;

export interface DueTenant {
  id: string;
  timezone: string;
  /** The first day of what the tenant has open. */
  first: Day;
}

interface Ended {
  /** Tenants whose first day is before this one, which is the latest of any time zone: it bounds the search. */
  find: (latest: Day) => Promise<DueTenant[]>;
  /** Works on so many at most, in one transaction; answers how many they were. */
  chunk: (ctx: OperationContext, today: Day) => Promise<number>;
  size: number;
  /** Whether the tenant's turn may begin, in one transaction; unset: it always may. */
  may?: (ctx: OperationContext, today: Day) => Promise<boolean>;
}

/** Tenants without anything that is over cost no transaction. @returns how many were worked on. */
export async function tenantsPastDayEnd(
  services: Services,
  now: Date,
  { find, chunk, size, may }: Ended,
): Promise<number> {
  const found = await find(dayOf(new Date(now.getTime() + FURTHEST_AHEAD_MS), "UTC"));
  const due = found.filter(({ first, timezone }) => first < dayOf(now, timezone));
  const work = async ({ id }: DueTenant) => {
    const tenant = await loadTenant(services.db.platform, id);
    if (!tenant) return 0;
    const today = dayOf(now, tenant.settings.timezone);
    const once = <T>(what: (ctx: OperationContext) => Promise<T>) =>
      runAsSystem(services, tenant, systemCall(tenant, now), what);
    if (may && !(await once((ctx) => may(ctx, today)))) return 0;
    let total = 0;
    for (let done = size; done === size; total += done) done = await once((ctx) => chunk(ctx, today));
    return total;
  };
  return sumOverTenants("tenants", due, work, A_FEW);
}
