// The platform area's door.
import type { AreaModule } from "../kernel/area.ts";

export const platform: AreaModule = { name: "platform", resources: [], operations: [], routes: [] };
