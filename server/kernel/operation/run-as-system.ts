// A transaction of the program's own making (a schedule, a device's report), with the same audit and wake-ups as an operation.

import { inTenant, transaction } from "../db/db.ts";
import type { Services } from "../services.ts";
import { addNotedItems } from "../sync/review.ts";
import { auditEntries } from "./audit.ts";
import { type Call, OperationContext } from "./context.ts";
import { type Principal, systemPrincipal, type Tenant } from "./principal.ts";
import { publishChanges } from "./run-operation.ts";

/** How the program calls itself at an instant. */
export function systemCall(
  tenant: Tenant,
  now = new Date(),
  principal: Principal = systemPrincipal(tenant),
): Call {
  return {
    principal,
    occurred_at: now,
    received_at: now,
    request_id: null,
    address: null,
    device: null,
    if_match: null,
    command: null,
  };
}

/** Does `work` in one transaction of the tenant: writes its audit entries with the commit, wakes readers after it. */
export async function runAsSystem<T>(
  services: Services,
  tenant: Tenant,
  call: Call,
  work: (ctx: OperationContext) => Promise<T>,
): Promise<T> {
  const { result, context } = await inTenant(services.db, tenant, async (tx) => {
    const context = new OperationContext(tx, tenant, call, services);
    const result = await work(context);
    await addNotedItems(context);
    context.end(...auditEntries(tx, tenant.id, call, context.audits));
    return { result, context };
  });
  publishChanges(services, context);
  return result;
}

/** The same for the platform's own resources, for any caller. */
export async function runOnPlatform<T>(
  services: Services,
  call: Call,
  work: (ctx: OperationContext) => Promise<T>,
): Promise<T> {
  const done = await transaction(services.db.platform_transactions, async (tx) => {
    const context = new OperationContext(tx, services.platform, call, services);
    const result = await work(context);
    context.end(...auditEntries(tx, null, call, context.audits));
    return { result };
  });
  return done.result;
}
