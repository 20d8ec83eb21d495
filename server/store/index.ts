// The store area's door.
import { storeResources } from "../../shared/store/index.ts";
import type { RecordLocks } from "../kernel/resource/record-locks.ts";
import { servedArea } from "../kernel/served-area.ts";
import { movementOperations, movementsRoute } from "./movements.ts";
import { partOperations } from "./use-part.ts";

/** The item first, as movements lock it: what moves between a person and the store is in one place. */
const withItem: RecordLocks = (tx, tenant, id) => [
  tx`select lock_item_of(${tenant}, ${id})`,
  tx`select from held_stock where tenant_id = ${tenant} and id = ${id} for no key update`,
];

export const store = servedArea(storeResources, {
  name: "store",
  summary: "The store: what is there, and what became of it",
  operations: [...movementOperations, ...partOperations],
  resources: { held_stock: { locks: withItem } },
  routes: [movementsRoute],
});
