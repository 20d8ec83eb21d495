// The network area's door.
import type { AreaModule } from "../kernel/area.ts";

export const network: AreaModule = { name: "network", resources: [], operations: [], routes: [] };
