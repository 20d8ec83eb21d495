// The platform area's door.
import { auditLog } from "../../shared/platform/audit-log.ts";
import { backgroundTask } from "../../shared/platform/background-task.ts";
import { device } from "../../shared/platform/device.ts";
import { reviewItem } from "../../shared/platform/review-item.ts";
import { settings } from "../../shared/platform/settings.ts";
import type { AreaModule } from "../kernel/area.ts";
import { sealJob, verifyRoute } from "./audit-logs.ts";
import { cleanUp } from "./clean-up.ts";
import { deviceOperations } from "./devices.ts";
import { PROVIDER_SECRETS } from "./provider-secrets.ts";
import { reviewItemOperations } from "./review-items.ts";
import { settingsOperations } from "./settings.ts";

export { placeOfProvider } from "./provider-secrets.ts";

export const platform: AreaModule = {
  name: "platform",
  summary: "Company, desktops, review list, audit",
  resources: [auditLog, backgroundTask, device, reviewItem, settings].map((resource) => ({ resource })),
  operations: [...settingsOperations, ...deviceOperations, ...reviewItemOperations],
  routes: [verifyRoute],
  sealed: [PROVIDER_SECRETS],
  jobs: [cleanUp, sealJob],
};
