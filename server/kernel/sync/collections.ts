// Which collections a role may replicate, and the epoch that says when to start afresh.
import { createHash } from "node:crypto";
import { Failure } from "../../../shared/kernel/failure.ts";
import { rightToSee } from "../../../shared/kernel/registry.ts";
import { fieldsOf } from "../../../shared/kernel/resource.ts";
import type { CollectionInfo } from "../../../shared/kernel/sync/wire.ts";
import type { AreaModule, ServedResource } from "../area.ts";
import type { Tx } from "../db/db.ts";
import { isPermitted, type Principal, type Tenant } from "../operation/principal.ts";
import { isNarrowed } from "../resource/own-records.ts";

/** The replicated resources that this principal may see. */
export function visibleCollections(modules: readonly AreaModule[], principal: Principal): ServedResource[] {
  return modules
    .flatMap((module) => module.resources)
    .filter(({ resource }) => resource.replica && isPermitted(principal, rightToSee(resource)));
}

/** A number that moves when a resource's fields do: old replicas are then dropped, never migrated. */
function schemaVersion(served: ServedResource): number {
  const shape = JSON.stringify(
    fieldsOf(served.resource).map(([name, { kind, nullable }]) => [name, kind, nullable]),
  );
  return createHash("sha256").update(shape).digest().readUInt32BE(0) >>> 1;
}

export async function describeCollections(
  tx: Tx,
  tenant: Tenant,
  visible: readonly ServedResource[],
): Promise<CollectionInfo[]> {
  const [row] = await tx<{ epoch: string }[]>`
    select concat_ws('.', c.system, c.incarnation || h.place, t.sync_epoch) as epoch
    from tenants t, cluster_state c, feed_bound_here() h where t.id = ${tenant.id}`;
  if (!row) throw new Failure("INTERNAL");
  const { epoch } = row;
  return visible.map((served) => ({
    name: served.resource.collection,
    schema_version: schemaVersion(served),
    // Whoever sees more or less than before starts afresh.
    epoch: isNarrowed(served.resource, tenant.rowScope) ? `${epoch}.own` : epoch,
  }));
}
