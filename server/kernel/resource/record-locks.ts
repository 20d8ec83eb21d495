// How records are locked where that takes more than their own row: registered once, at start.
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { Fragment, Tx } from "../db/db.ts";

/** The statements that lock one record, in the order in which every operation takes these locks. */
export type RecordLocks = (tx: Tx, tenantId: string, id: string) => readonly Fragment[];

const locks = new Map<string, RecordLocks>();

export function registerLocks(served: readonly { resource: Resource; locks?: RecordLocks }[]): void {
  for (const { resource, locks: own } of served) if (own) locks.set(resource.name, own);
}

/** How a record of this resource is locked, where locking its row is not enough. */
export function locksOf(resource: string): RecordLocks | null {
  return locks.get(resource) ?? null;
}
