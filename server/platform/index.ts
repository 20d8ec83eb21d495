// The platform area's door.
import { settings } from "../../shared/platform/settings.ts";
import type { AreaModule } from "../kernel/area.ts";
import { settingsOperations } from "./settings.ts";

export const platform: AreaModule = {
  name: "platform",
  resources: [{ resource: settings }],
  operations: [...settingsOperations],
  routes: [],
};
