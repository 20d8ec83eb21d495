// The subscribers area's door.
import type { AreaModule } from "../kernel/area.ts";

export const subscribers: AreaModule = { name: "subscribers", resources: [], operations: [], routes: [] };
