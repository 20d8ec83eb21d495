// The saas area's public names: how the installation sells itself to providers.
import {
  databaseBackup,
  databaseBackupVerbs,
  proveBackup,
  restoreBackup,
  takeBackup,
  tenantRestore,
} from "./backup.ts";
import { approveOnboarding, onboardingRequest, onboardingVerbs, rejectOnboarding } from "./onboarding.ts";
import { saasPackage, saasPackageVerbs } from "./package.ts";
import { saasPayment, saasPaymentVerbs } from "./payment.ts";
import {
  activateSubscription,
  cancelSubscription,
  tenantSubscription,
  tenantSubscriptionVerbs,
} from "./subscription.ts";
import { saasTenant, saasTenantVerbs } from "./tenant.ts";

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
] as const;
export const saasOperations = [
  ...Object.values(saasTenantVerbs),
  ...Object.values(saasPackageVerbs),
  ...Object.values(tenantSubscriptionVerbs),
  cancelSubscription,
  activateSubscription,
  ...Object.values(saasPaymentVerbs),
  ...Object.values(onboardingVerbs),
  approveOnboarding,
  rejectOnboarding,
  takeBackup,
  ...Object.values(databaseBackupVerbs),
  restoreBackup,
  proveBackup,
] as const;
