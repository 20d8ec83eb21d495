// Tenants for super administrators (contract §2). What is done to one stands in its own audit log as well as in the platform's.
import { tenant, tenantVerbs } from "../../../shared/identity/tenant.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { writeAudit } from "../../kernel/operation/audit.ts";
import type { AuditEntry, OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import type { Draft } from "../../kernel/resource/draft.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { changeRecord, updateRecord } from "../../kernel/resource/write-record.ts";
import { createTenantIn, type TenantToMake } from "./create-tenant.ts";

type TenantRecord = RecordOf<typeof tenant>;

/** Makes a tenant with its owner; answers its id. @throws as createTenantIn. */
export async function makeTenant(ctx: OperationContext, input: TenantToMake): Promise<string> {
  const { id } = await createTenantIn(ctx.services, ctx.tx, input, ctx.call);
  const { admin, is_one_time: _shown, ...after } = input;
  ctx.noteChange({ on: tenant, name: "tenant.create" }, { id, after: { ...after, owner: admin.username } });
  return id;
}

/** What was done to a tenant stands in its own log, and its streams ask again whom they serve: those of an inactive one end. */
async function tellTenant(ctx: OperationContext, id: string, entry: AuditEntry): Promise<void> {
  await writeAudit(ctx.tx, id, ctx.call, [entry]);
  ctx.after_commit.push(() => ctx.services.notices.committed(id, new Set(["staff_memberships"])));
}

/** @throws Failure NOT_FOUND, STALE_VERSION, and the database's refusal of a subdomain that is taken. */
export function changeTenant(
  ctx: OperationContext,
  id: string,
  input: Draft<typeof tenant>,
): Promise<TenantRecord> {
  return updateRecord(ctx, tenant, id, input, {
    after: (_ctx, after, before) =>
      tellTenant(ctx, id, { act: { on: tenant, name: "tenant.update" }, id, before, after }),
  });
}

/**
 * Lets a tenant's people in, or keeps them out at once. It is so already: nothing is written.
 * @throws Failure NOT_FOUND.
 */
export async function openTenant(
  ctx: OperationContext,
  id: string,
  { is_active, name, note }: { is_active: boolean; name: string; note?: string | null | undefined },
): Promise<void> {
  const act = { name, on: tenant };
  await changeRecord(ctx, act, id, (before) =>
    before.is_active === is_active
      ? null
      : { set: { is_active }, note, after: (after) => tellTenant(ctx, id, { act, id, before, after, note }) },
  );
}

export const tenantOperations = [
  implement(tenantVerbs.create, async (ctx, { id: _given, ...input }) =>
    requireRecord(ctx, tenant, await makeTenant(ctx, input)),
  ),
  implement(tenantVerbs.update, (ctx, input, id) => changeTenant(ctx, id, input)),
];
