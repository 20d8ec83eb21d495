// Roles: what their holders may do.
import { createHash } from "node:crypto";
import { DEFAULT_ROLES, type DefaultRole, OWNER } from "../../../shared/identity/default-roles.ts";
import { permissionCodes } from "../../../shared/identity/grants.ts";
import { type role, roleVerbs } from "../../../shared/identity/role.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { transaction } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { crudOperations } from "../../kernel/resource/crud.ts";
import { type Draft, withColumns } from "../../kernel/resource/draft.ts";
import type { Hooks } from "../../kernel/resource/hooks.ts";
import type { Services } from "../../kernel/services.ts";
import { requireHeld } from "./grants.ts";
import { noteRights } from "./rights-history.ts";

/** Gives the default roles to tenants that were made before there was one. Who has a role of this name keeps that. */
async function addDefaultRoles({ db }: Services): Promise<void> {
  await transaction(db.platform_transactions, async (tx) => {
    const named = (role: DefaultRole) => ({ name: role.name, permissions: tx.json([...role.grants]) });
    for (const role of DEFAULT_ROLES) {
      const lacking = await tx<
        { tenant_id: string }[]
      >`select /* every tenant */ t.id as tenant_id from tenants t
        where not exists (select from roles r where r.tenant_id = t.id and r.name = ${role.name})`;
      const rows = lacking.map((row) => ({ ...row, id: newId(), ...named(role), is_system_default: true }));
      if (rows.length > 0) await tx`insert into roles ${tx(rows)} on conflict (tenant_id, name) do nothing`;
    }
  });
}

/**
 * Brings roles in line with a new version of the program: every tenant has its default roles, those that the tenant left as they were follow its
 * patterns, an owner may do everything always, and every role that may answer other codes now moves in the change feed.
 */
export async function followProgram(services: Services): Promise<void> {
  await addDefaultRoles(services);
  const { db } = services;
  const list = createHash("sha256").update(permissionCodes().join()).digest("base64url");
  for (const { name, grants } of DEFAULT_ROLES) {
    await transaction(db.platform_transactions, async (tx) => {
      const granted = tx.json([...grants]);
      const changed = await tx<{ tenant_id: string; id: string }[]>`
        update /* every tenant */ roles set permissions = ${granted}
        where is_system_default and name = ${name} and (name = ${OWNER} or not is_customised) and permissions <> ${granted}
        returning tenant_id, id`;
      for (const { tenant_id, id } of changed)
        await noteRights(tx, tenant_id, tx`m.role = ${id} and m.is_active`);
    });
  }
  await db.platform`update /* every tenant */ roles set permission_list = ${list} where permission_list <> ${list}`;
}

type Role = RecordOf<typeof role>;

const same = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();

/** @throws Failure CONFLICT for what the default roles are relied upon to be. */
function keepDefaults(record: Role, before: Role): void {
  if (!before.is_system_default) return;
  if (record.name !== before.name) throw new Failure("CONFLICT", "A default role keeps its name");
  if (before.name === OWNER && record.permissions.length < permissionCodes().length)
    throw new Failure("CONFLICT", "The owner's role keeps all permissions");
}

/** What an update writes. A role that is given back as it was answered keeps what it was granted, patterns too. */
function keepGranted(draft: Draft<typeof role>, before: Role): Draft<typeof role> {
  const { permissions, ...rest } = draft;
  if (!permissions || same(permissions, before.permissions)) return rest;
  if (!before.is_system_default) return draft;
  const default_role = DEFAULT_ROLES.find(({ name }) => name === before.name);
  return withColumns(draft, { is_customised: !same(permissions, default_role?.grants ?? []) });
}

/** Whoever gives rights, or takes them or their name away, could have given them. */
const requireRights = (ctx: OperationContext, rights: readonly string[]) =>
  requireHeld(ctx, [...rights], "This role");

/** Whoever has the role may see other collections now; staff records show its name. */
const tellStaff = (ctx: OperationContext) => ctx.markChanged("staff");

const hooks: Hooks<typeof role> = {
  create: {
    async before(ctx, draft) {
      await requireRights(ctx, draft.permissions ?? []);
      return draft;
    },
    after: tellStaff,
  },
  update: {
    // Before the write: what the actor holds must not be read from the role that is just being changed.
    async before(ctx, draft, record) {
      await requireRights(ctx, [...record.granted, ...(draft.permissions ?? [])]);
      return keepGranted(draft, record);
    },
    async after(ctx, record, before) {
      keepDefaults(record, before);
      await noteRights(ctx.tx, ctx.tenant.id, ctx.tx`m.role = ${record.id} and m.is_active`);
      tellStaff(ctx);
    },
  },
  delete: {
    async before(ctx, record) {
      if (record.is_system_default) throw new Failure("CONFLICT", "A default role can't be deleted");
      await requireRights(ctx, record.granted);
    },
  },
};

export const roleOperations = crudOperations(roleVerbs, hooks);
