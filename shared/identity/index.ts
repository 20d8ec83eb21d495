// The identity area's lists of what it declares.
import { operationsOf } from "../kernel/operation.ts";
import { permission } from "../kernel/permission.ts";
import { apiToken, createApiToken } from "./api-token.ts";
import { createReseller, reseller, updateReseller } from "./reseller.ts";
import { role, roleVerbs } from "./role.ts";
import { createStaff, setStaffPassword, staff, switchOffStaffOtp, updateStaff } from "./staff.ts";
import { tenant, tenantVerbs } from "./tenant.ts";
import { tenantDomain, tenantDomainVerbs, verifyDomain } from "./tenant-domain.ts";

export { apiToken } from "./api-token.ts";
export { AGENT } from "./default-roles.ts";
export { reseller } from "./reseller.ts";
export { staff } from "./staff.ts";

export const identityResources = [staff, role, apiToken, reseller, tenant, tenantDomain] as const;
export const identityOperations = operationsOf(identityResources, [
  createStaff,
  updateStaff,
  setStaffPassword,
  switchOffStaffOtp,
  ...Object.values(roleVerbs),
  createApiToken,
  createReseller,
  updateReseller,
  ...Object.values(tenantVerbs),
  ...Object.values(tenantDomainVerbs),
  verifyDomain,
]);
export const identityPermissions = [
  permission("identity.permission.view", "See the list of permissions"),
] as const;
