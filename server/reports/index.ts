// The reports area's door: figures put together from what the other areas keep.
import type { AreaModule } from "../kernel/area.ts";
import { collectionsRoute } from "./collections.ts";
import { dashboardRoute } from "./dashboard.ts";

export const reports: AreaModule = {
  name: "reports",
  summary: "How the business stands: dashboard and collections",
  resources: [],
  operations: [],
  routes: [dashboardRoute, collectionsRoute],
};
