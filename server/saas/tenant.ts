// The providers with their usage: the same records as /tenants/, made and changed by the same steps.
import { resumeTenant, saasTenant, saasTenantVerbs, suspendTenant } from "../../shared/saas/index.ts";
import { changeTenant, makeTenant, openTenant } from "../identity/index.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { requireRecord } from "../kernel/resource/record.ts";

export const saasTenantOperations = [
  implement(saasTenantVerbs.create, async (ctx, { id: _given, ...input }) =>
    requireRecord(ctx, saasTenant, await makeTenant(ctx, input)),
  ),
  implement(saasTenantVerbs.update, async (ctx, input, id) => {
    await changeTenant(ctx, id, input);
    return requireRecord(ctx, saasTenant, id);
  }),
  ...[
    { operation: suspendTenant, is_active: false },
    { operation: resumeTenant, is_active: true },
  ].map(({ operation, is_active }) =>
    implement(operation, async (ctx, { reason: note }, id) => {
      await openTenant(ctx, id, { is_active, name: `tenant.${operation.action}`, note });
      return requireRecord(ctx, saasTenant, id);
    }),
  ),
];
