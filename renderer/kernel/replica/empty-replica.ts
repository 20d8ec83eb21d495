// Emptying a replica on disk, whoever may still have it open.
import { transact } from "./disk/disk.ts";
import { clearSent } from "./outbox/attachments.ts";
import { clearMeta, nextTerm } from "./overtaken.ts";

/** What was pulled goes; what was made here stays. With `meta` also the sealed odds and ends of a lost key. */
export function emptyReplica(disk: IDBDatabase, meta = false): Promise<void> {
  const stores = ["log", "cells", "heads"];
  const files = ["attachments", "attachment_bytes"];
  return transact(disk, [...stores, "meta", ...files], "readwrite", async (tx) => {
    // A window that stands still does not fill it again when it wakes.
    await nextTerm(tx);
    if (meta) await clearMeta(tx);
    for (const store of stores) tx.objectStore(store).clear();
    await clearSent(tx);
  });
}
