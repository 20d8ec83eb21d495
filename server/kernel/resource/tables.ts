// What the kernel has to know of every served resource to follow and lock it by name: registered once, at start.
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { Fragment, Tx } from "../db/db.ts";

/** The statements that lock one record, in the order in which every operation takes these locks. */
export type RecordLocks = (tx: Tx, tenantId: string, id: string) => readonly Fragment[];

const tables = new Map<string, string>();
const locks = new Map<string, RecordLocks>();

export function registerResources(served: readonly { resource: Resource; locks?: RecordLocks }[]): void {
  for (const { resource, locks: own } of served) {
    tables.set(resource.name, resource.table);
    if (own) locks.set(resource.name, own);
  }
}

/** The table of a resource; null when this version does not have the resource, so that nothing can refer to it yet. */
export function tableOf(resource: string): string | null {
  return tables.get(resource) ?? null;
}

/** How a record of this resource is locked, where that takes more than the lock of its own row. */
export function locksOf(resource: string): RecordLocks | null {
  return locks.get(resource) ?? null;
}
