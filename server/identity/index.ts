// The identity area's door.
import { identityResources } from "../../shared/identity/index.ts";
import { servedArea } from "../kernel/served-area.ts";
import { domainOperations } from "./domain/domains.ts";
import { authRoutes } from "./own-account/auth-routes.ts";
import { otpRoutes } from "./own-account/otp-routes.ts";
import { sessionRoutes } from "./own-account/session-routes.ts";
import { cleanUp } from "./sign-in/clean-up.ts";
import { sealedFactors } from "./sign-in/otp.ts";
import { apiTokenOperations } from "./staff/api-tokens.ts";
import { permissionsRoute } from "./staff/permission-list.ts";
import { resellerOperations } from "./staff/resellers.ts";
import { readMembers } from "./staff/rights-history.ts";
import { roleOperations } from "./staff/roles.ts";
import { staffOperations } from "./staff/staff.ts";
import { tenantOperations } from "./tenant/tenants.ts";

export { expandPermissions } from "../../shared/identity/grants.ts";
export { publicOrigin } from "./domain/public-origin.ts";
export { tryCode } from "./sign-in/attempts.ts";
export { loadTenant } from "./sign-in/authenticate.ts";
export { namedTenant } from "./sign-in/named-tenant.ts";
export { requireGoodPassword, verifyPassword } from "./sign-in/passwords.ts";
export { hashToken } from "./sign-in/tokens.ts";
export { addApiToken } from "./staff/api-tokens.ts";
export { isAboveAll, requireRoleHeld } from "./staff/grants.ts";
export { holdsRight } from "./staff/held-right.ts";
export { followProgram } from "./staff/roles.ts";
export { ensureSuperuser, firstOwner } from "./staff/users.ts";
export { createTenant } from "./tenant/create-tenant.ts";
export { type DueTenant, tenantsPastDayEnd } from "./tenant/tenant-day-boundary.ts";
export { changeTenant, makeTenant, openTenant } from "./tenant/tenants.ts";

export const identity = servedArea(identityResources, {
  name: "identity",
  summary: "Sign-in, staff, roles, API tokens, tenants",
  operations: [
    ...apiTokenOperations,
    ...roleOperations,
    ...staffOperations,
    ...resellerOperations,
    ...tenantOperations,
    ...domainOperations,
  ],
  routes: [...authRoutes, ...otpRoutes, ...sessionRoutes, permissionsRoute],
  jobs: [cleanUp],
  sealed: [sealedFactors],
  members: readMembers,
});
