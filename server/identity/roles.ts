// Roles: what their holders may do.
import { OWNER } from "../../shared/identity/default-roles.ts";
import { PERMISSION_CODES } from "../../shared/identity/permissions.ts";
import { role } from "../../shared/identity/role.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import type { OperationContext } from "../kernel/context.ts";
import { crudOperations } from "../kernel/crud.ts";
import type { Row } from "../kernel/db.ts";
import type { Services } from "../kernel/services.ts";
import { requireHeld } from "./grants.ts";

/** Gives the owners' roles what a new version of the program brought: an owner may do everything, always. */
export async function completeOwners({ db }: Services): Promise<void> {
  const sql = db.platform;
  const all = sql.json([...PERMISSION_CODES]);
  await sql`update roles set permissions = ${all}
    where is_system_default and name = ${OWNER} and permissions <> ${all}`;
}

const codes = (record: Row | null) => (record?.permissions ?? []) as string[];

/** @throws Failure CONFLICT for what the default roles are relied upon to be. */
function keepDefaults(record: Row, before: Row): void {
  if (before.is_system_default !== true) return;
  if (record.name !== before.name) throw new Failure("CONFLICT", "A default role keeps its name");
  if (before.name === OWNER && PERMISSION_CODES.some((code) => !codes(record).includes(code))) {
    throw new Failure("CONFLICT", "The owner's role keeps all permissions");
  }
}

export const roleOperations = crudOperations(role, {
  async after_write(ctx: OperationContext, record, before) {
    const held = new Set(codes(before));
    requireHeld(
      ctx,
      codes(record).filter((code) => !held.has(code)),
      "This role",
    );
    if (before) keepDefaults(record, before);
    // Whoever has the role may see other collections now; staff records show its name.
    ctx.touch("staff");
  },
  before_delete(_ctx, record) {
    if (record.is_system_default === true) throw new Failure("CONFLICT", "A default role can't be deleted");
  },
});
