// The identity area's door.
import type { AreaModule } from "../kernel/area.ts";
import { authRoutes } from "./auth-routes.ts";
import { tenantsRoutes } from "./tenants.ts";

export { type CreatedTenant, createTenant, type NewTenant } from "./create-tenant.ts";
export { ensureSuperuser } from "./users.ts";

export const identity: AreaModule = {
  name: "identity",
  resources: [],
  operations: [],
  routes: [...authRoutes, ...tenantsRoutes],
};
