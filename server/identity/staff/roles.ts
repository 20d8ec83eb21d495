// Roles: what their holders may do.
import { createHash } from "node:crypto";
import { DEFAULT_ROLES, OWNER } from "../../../shared/identity/default-roles.ts";
import { PERMISSION_CODES } from "../../../shared/identity/permissions.ts";
import { role } from "../../../shared/identity/role.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { type CrudHooks, crudOperations } from "../../kernel/resource/crud.ts";
import type { Services } from "../../kernel/services.ts";
import { requireHeld } from "./grants.ts";

const PERMISSION_LIST = createHash("sha256").update(PERMISSION_CODES.join()).digest("base64url");

/**
 * Brings roles in line with a new version of the program: default roles that the tenant left as they were follow its
 * patterns, an owner may do everything always, and every role that may answer other codes now moves in the change feed.
 */
export async function followProgram({ db }: Services): Promise<void> {
  const sql = db.platform;
  for (const { name, grants } of DEFAULT_ROLES) {
    const granted = sql.json([...grants]);
    await sql`update roles set permissions = ${granted}
      where is_system_default and name = ${name} and (name = ${OWNER} or not is_customised) and permissions <> ${granted}`;
  }
  await sql`update roles set permission_list = ${PERMISSION_LIST} where permission_list <> ${PERMISSION_LIST}`;
}

const listOf = (value: unknown) => (value ?? []) as string[];
const same = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();

/** @throws Failure CONFLICT for what the default roles are relied upon to be. */
function keepDefaults(record: Row, before: Row): void {
  if (before.is_system_default !== true) return;
  if (record.name !== before.name) throw new Failure("CONFLICT", "A default role keeps its name");
  if (before.name === OWNER && listOf(record.permissions).length < PERMISSION_CODES.length)
    throw new Failure("CONFLICT", "The owner's role keeps all permissions");
}

/** What an update writes. A role that is given back as it was answered keeps what it was granted, patterns too. */
function keepGranted(row: Row, input: readonly string[], before: Row): Row {
  const { permissions: _, ...rest } = row;
  if (same(input, listOf(before.permissions))) return rest;
  if (before.is_system_default !== true) return row;
  const default_role = DEFAULT_ROLES.find(({ name }) => name === before.name);
  return { ...row, is_customised: !same(input, default_role?.grants ?? []) };
}

/** The permissions that a row brings; undefined when it brings none. */
function givenIn(row: Row): string[] | undefined {
  const parameter = row.permissions as { value: string[] } | undefined;
  return parameter?.value;
}

const hooks: CrudHooks = {
  failures: ["CONFLICT"],
  // Before the write: what the actor holds must not be read from the role that is just being changed.
  async before_write(ctx: OperationContext, row, before) {
    const given = givenIn(row);
    // Taking rights from a role, or its name, is for those who could have given them.
    await requireHeld(ctx, [...listOf(before?.granted), ...(given ?? [])], "This role");
    return before && given ? keepGranted(row, given, before) : row;
  },
  async after_write(ctx: OperationContext, record, before) {
    if (before) keepDefaults(record, before);
    // Whoever has the role may see other collections now; staff records show its name.
    ctx.markChanged("staff");
  },
  async before_delete(ctx, record) {
    if (record.is_system_default === true) throw new Failure("CONFLICT", "A default role can't be deleted");
    await requireHeld(ctx, listOf(record.granted), "This role");
  },
};

export const roleOperations = crudOperations(role, hooks);
