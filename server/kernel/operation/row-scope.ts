// What of a tenant a caller sees: where they may see their own records alone, the database shows their transactions no others.
import { narrowed } from "../../../shared/kernel/ownership.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { RowScope } from "../db/db.ts";
import type { Principal, Tenant } from "./principal.ts";

/** Sets of rights are kept, so each is looked through once. */
const known = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** Null: the whole tenant. A machine that may see its own alone sees nothing: nothing is a machine's. */
export function rowScopeOf({ kind, is_superuser, permissions, user_id }: Principal): RowScope | null {
  if (kind === "system" || is_superuser) return null;
  const tables = known.get(permissions) ?? new Set(narrowed(permissions).map(({ table }) => table));
  known.set(permissions, tables);
  return tables.size === 0 ? null : { person: user_id, tables };
}

/** The same text for the same sight; empty where the whole tenant is seen. */
export const rowScopeText = ({ rowScope }: Pick<Tenant, "rowScope">): string =>
  rowScope ? [rowScope.person, ...rowScope.tables].join(" ") : "";

/** A tenant as far as its caller's desktops hold a resource: that may be their own alone although they see all. */
export function heldOf(tenant: Tenant, { user_id }: Principal, { table, replica_own }: Resource): Tenant {
  if (!replica_own) return tenant;
  return {
    ...tenant,
    rowScope: { person: user_id, tables: new Set([...(tenant.rowScope?.tables ?? []), table]) },
  };
}
