// The identity area's door.
import type { AreaModule } from "../kernel/area.ts";

export { ensureSuperuser } from "./users.ts";

export const identity: AreaModule = { name: "identity", resources: [], operations: [], routes: [] };
