// The saas area's door.
import { saasResources } from "../../shared/saas/index.ts";
import { servedArea } from "../kernel/served-area.ts";
import { drillJob } from "./backup/drill.ts";
import { backupFigures } from "./backup/figures.ts";
import { backupOperations, backupRoutes } from "./backup/operations.ts";
import { queueJob } from "./backup/queue.ts";
import { findJob, nightlyJob } from "./backup/schedule.ts";
import { onboardingOperations, onboardingRoute } from "./onboarding.ts";
import { confirmClockRoute, overviewRoute } from "./overview.ts";
import { packageOperations } from "./package.ts";
import { paymentOperations } from "./payment.ts";
import { expireSubscriptionsJob, subscriptionOperations } from "./subscription.ts";
import { saasTenantOperations } from "./tenant.ts";

export { queueBackup } from "./backup/records.ts";
export { requestToJoin } from "./onboarding.ts";

export const saas = servedArea(saasResources, {
  name: "saas",
  summary: "Plans, subscriptions and payments of the providers that use this installation",
  operations: [
    ...saasTenantOperations,
    ...packageOperations,
    ...subscriptionOperations,
    ...paymentOperations,
    ...onboardingOperations,
    ...backupOperations,
  ],
  routes: [overviewRoute, confirmClockRoute, onboardingRoute, ...backupRoutes],
  jobs: [expireSubscriptionsJob, queueJob, findJob, nightlyJob, drillJob],
  figures: backupFigures,
});
