// The store area's public names.
import { operationsOf } from "../kernel/operation.ts";
import { moveStoreItem, storeItem, storeMovement } from "./store-item.ts";

export * from "./stock.rules.ts";
export * from "./store-item.ts";

export const storeResources = [storeItem, storeMovement] as const;
export const storeOperations = operationsOf(storeResources, [moveStoreItem]);
