// The identity area's door.
import { apiToken } from "../../shared/identity/api-token.ts";
import { role } from "../../shared/identity/role.ts";
import { staff } from "../../shared/identity/staff.ts";
import type { AreaModule } from "../kernel/area.ts";
import { apiTokenOperations } from "./api-tokens.ts";
import { authRoutes } from "./auth-routes.ts";
import { cleanUp } from "./clean-up.ts";
import { sealedFactors } from "./otp.ts";
import { otpRoutes } from "./otp-routes.ts";
import { permissionsRoute } from "./permission-list.ts";
import { readMembers } from "./rights-history.ts";
import { roleOperations } from "./roles.ts";
import { sessionRoutes } from "./session-routes.ts";
import { staffOperations } from "./staff.ts";
import { tenantsRoutes } from "./tenants.ts";

export { loadTenant } from "./authenticate.ts";
export { createTenant } from "./create-tenant.ts";
export { namedTenant } from "./named-tenant.ts";
export { requireGoodPassword, verifyPassword } from "./passwords.ts";
export { followProgram } from "./roles.ts";
export { ensureSuperuser, firstOwner } from "./users.ts";

export const identity: AreaModule = {
  name: "identity",
  summary: "Sign-in, staff, roles, API tokens, tenants",
  resources: [apiToken, role, staff].map((resource) => ({ resource })),
  operations: [...apiTokenOperations, ...roleOperations, ...staffOperations],
  routes: [...authRoutes, ...otpRoutes, ...sessionRoutes, permissionsRoute, ...tenantsRoutes],
  jobs: [cleanUp],
  sealed: [sealedFactors],
  members: readMembers,
};
