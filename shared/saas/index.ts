// The saas area's public names: how the installation sells itself to providers.
import { operationsOf } from "../kernel/operation.ts";
import { platformAuditLog } from "./audit-log.ts";
import {
  databaseBackup,
  databaseBackupVerbs,
  proveBackup,
  restoreBackup,
  takeBackup,
  tenantRestore,
} from "./backup.ts";
import { approveOnboarding, onboardingRequest, rejectOnboarding } from "./onboarding.ts";
import { saasPackage } from "./package.ts";
import { reverseSaasPayment, saasPayment, saasPaymentVerbs } from "./payment.ts";
import {
  activateSubscription,
  cancelSubscription,
  tenantSubscription,
  tenantSubscriptionVerbs,
} from "./subscription.ts";
import { resumeTenant, saasTenant, saasTenantVerbs, suspendTenant } from "./tenant.ts";

export * from "./audit-log.ts";
export * from "./backup.ts";
export * from "./onboarding.ts";
export * from "./overview.ts";
export * from "./package.ts";
export * from "./payment.ts";
export * from "./subscription.ts";
export * from "./tenant.ts";

export const saasResources = [
  saasTenant,
  saasPackage,
  tenantSubscription,
  saasPayment,
  onboardingRequest,
  databaseBackup,
  tenantRestore,
  platformAuditLog,
] as const;
export const saasOperations = operationsOf(saasResources, [
  ...Object.values(saasTenantVerbs),
  suspendTenant,
  resumeTenant,
  ...Object.values(tenantSubscriptionVerbs),
  cancelSubscription,
  activateSubscription,
  ...Object.values(saasPaymentVerbs),
  reverseSaasPayment,
  approveOnboarding,
  rejectOnboarding,
  takeBackup,
  ...Object.values(databaseBackupVerbs),
  restoreBackup,
  proveBackup,
]);
