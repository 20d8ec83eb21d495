// The store area's door.
import { storeResources } from "../../shared/store/index.ts";
import { servedArea } from "../kernel/served-area.ts";
import { movementOperations, movementsRoute } from "./movements.ts";
import { partOperations } from "./use-part.ts";

export const store = servedArea(storeResources, {
  name: "store",
  summary: "The store: what is there, and what became of it",
  operations: [...movementOperations, ...partOperations],
  routes: [movementsRoute],
});
