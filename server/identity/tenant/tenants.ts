// Tenants for super administrators (contract §2). What is done to one stands in its own audit log as well as in the platform's.
import { type NewTenant, tenant, tenantVerbs } from "../../../shared/identity/tenant.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { writeAudit } from "../../kernel/operation/audit.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import type { Draft } from "../../kernel/resource/draft.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { updateRecord } from "../../kernel/resource/write-record.ts";
import { createTenantIn } from "./create-tenant.ts";

type TenantRecord = RecordOf<typeof tenant>;

/** Makes a tenant with its owner; answers its id. @throws as createTenantIn. */
export async function makeTenant(ctx: OperationContext, input: NewTenant): Promise<string> {
  const { id } = await createTenantIn(ctx.services, ctx.tx, input, ctx.call);
  const { admin, ...after } = input;
  ctx.noteChange({ on: tenant, name: "tenant.create" }, { id, after: { ...after, owner: admin.username } });
  return id;
}

/** @throws Failure NOT_FOUND, STALE_VERSION, and the database's refusal of a subdomain that is taken. */
export function changeTenant(
  ctx: OperationContext,
  id: string,
  input: Draft<typeof tenant>,
): Promise<TenantRecord> {
  return updateRecord(ctx, tenant, id, input, {
    async after(_ctx, after, before) {
      const entry = { act: { on: tenant, name: "tenant.update" }, id, before, after };
      await writeAudit(ctx.tx, id, ctx.call, [entry]);
      // Streams ask again who they serve: those of a tenant that is inactive now end.
      ctx.after_commit.push(() => ctx.services.notices.committed(id, new Set(["staff_memberships"])));
    },
  });
}

export const tenantOperations = [
  implement(tenantVerbs.create, async (ctx, { id: _given, ...input }) =>
    requireRecord(ctx, tenant, await makeTenant(ctx, input)),
  ),
  implement(tenantVerbs.update, (ctx, input, id) => changeTenant(ctx, id, input)),
];
