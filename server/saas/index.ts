// The saas area's door.
import {
  onboardingRequest,
  saasPackage,
  saasPayment,
  saasTenant,
  tenantSubscription,
} from "../../shared/saas/index.ts";
import type { AreaModule } from "../kernel/area.ts";
import { onboardingOperations, onboardingRoute } from "./onboarding.ts";
import { overviewRoute } from "./overview.ts";
import { packageOperations } from "./package.ts";
import { paymentOperations } from "./payment.ts";
import { expireSubscriptionsJob, subscriptionOperations } from "./subscription.ts";
import { saasTenantOperations } from "./tenant.ts";

export const saas: AreaModule = {
  name: "saas",
  summary: "Plans, subscriptions and payments of the providers that use this installation",
  resources: [saasTenant, saasPackage, tenantSubscription, saasPayment, onboardingRequest].map(
    (resource) => ({ resource }),
  ),
  operations: [
    ...saasTenantOperations,
    ...packageOperations,
    ...subscriptionOperations,
    ...paymentOperations,
    ...onboardingOperations,
  ],
  routes: [overviewRoute, onboardingRoute],
  jobs: [expireSubscriptionsJob],
};
