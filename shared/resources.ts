// Every resource and operation of the product: the one list. Collections, permission codes, command kinds, indexes and the
// order of the first sync follow from it; whoever needs the lists without their areas asks kernel/registry.ts.
import { billingOperations, billingPermissions, billingResources } from "./billing/index.ts";
import { callcenterOperations, callcenterResources } from "./callcenter/index.ts";
import { helpdeskOperations, helpdeskResources } from "./helpdesk/index.ts";
import { hrOperations, hrResources } from "./hr/index.ts";
import { identityOperations, identityPermissions, identityResources } from "./identity/index.ts";
import { integrationsOperations, integrationsResources } from "./integrations/index.ts";
import { permissionsOf } from "./kernel/permissions-of.ts";
import { registerDeclarations } from "./kernel/registry.ts";
import { networkOperations, networkPermissions, networkResources } from "./network/index.ts";
import { platformOperations, platformResources } from "./platform/index.ts";
import { reportsOperations, reportsResources } from "./reports/index.ts";
import { saasOperations, saasResources } from "./saas/index.ts";
import { storeOperations, storeResources } from "./store/index.ts";
import { subscribersOperations, subscribersResources } from "./subscribers/index.ts";

/** In the order of daily work: what desktops fill first, and how lists of collections are read. */
export const RESOURCES = [
  ...subscribersResources,
  ...billingResources,
  ...helpdeskResources,
  ...hrResources,
  ...reportsResources,
  ...storeResources,
  ...callcenterResources,
  ...networkResources,
  ...platformResources,
  ...identityResources,
  ...integrationsResources,
  ...saasResources,
] as const;

export const OPERATIONS = [
  ...subscribersOperations,
  ...billingOperations,
  ...helpdeskOperations,
  ...hrOperations,
  ...reportsOperations,
  ...storeOperations,
  ...callcenterOperations,
  ...networkOperations,
  ...platformOperations,
  ...identityOperations,
  ...integrationsOperations,
  ...saasOperations,
] as const;

const FURTHER_PERMISSIONS = [...billingPermissions, ...networkPermissions, ...identityPermissions] as const;

declare module "./kernel/registry.ts" {
  interface Registry {
    resources: typeof RESOURCES;
    operations: typeof OPERATIONS;
    permissions: typeof FURTHER_PERMISSIONS;
  }
}

registerDeclarations({
  resources: RESOURCES,
  operations: OPERATIONS,
  permissions: permissionsOf(RESOURCES, OPERATIONS, FURTHER_PERMISSIONS),
});
