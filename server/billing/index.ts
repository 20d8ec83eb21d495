// The billing area's door.
import type { AreaModule } from "../kernel/area.ts";

export const billing: AreaModule = { name: "billing", resources: [], operations: [], routes: [] };
