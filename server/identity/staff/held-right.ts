// Whether a member of staff holds a right now, for work that is done in their name while they are away.
import { expandPermissions } from "../../../shared/identity/grants.ts";
import { allows } from "../../../shared/kernel/permission.ts";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import type { Tx } from "../../kernel/db/db.ts";

/** False as well for who is deactivated. @param staff the id of their profile. */
export async function holdsRight(
  tx: Tx,
  tenant: { id: string },
  staff: string,
  right: PermissionCode,
): Promise<boolean> {
  const [row] = await tx<{ permissions: string[] }[]>`
    select r.permissions from staff_profiles p
      join staff_memberships m on m.tenant_id = p.tenant_id and m."user" = p."user" and m.is_active
      join users u on u.id = p."user" and u.is_active
      join roles r on r.tenant_id = m.tenant_id and r.id = m.role
    where p.tenant_id = ${tenant.id} and p.id = ${staff} and p.is_active`;
  return row !== undefined && allows(expandPermissions(row.permissions), right);
}
