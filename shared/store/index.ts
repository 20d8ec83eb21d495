// The store area's public names.
import { operationsOf } from "../kernel/operation.ts";
import { heldStock, partUse, takeBackPart, usePart } from "./held-stock.ts";
import { moveStoreItem, storeItem, storeMovement } from "./store-item.ts";

export * from "./held.rules.ts";
export * from "./held-stock.ts";
export * from "./stock.rules.ts";
export * from "./store-item.ts";

export const storeResources = [storeItem, storeMovement, heldStock, partUse] as const;
export const storeOperations = operationsOf(storeResources, [moveStoreItem, usePart, takeBackPart]);
