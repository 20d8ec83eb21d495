// The platform area's door.
import { auditLog } from "./audit-log.ts";
import { backgroundTask } from "./background-task.ts";
import { device, deviceVerbs, revokeDevice } from "./device.ts";
import { dismissReviewItem, reviewItem } from "./review-item.ts";
import { readSettings, settings, updateSettings } from "./settings.ts";

export { backgroundTask, reviewItem, settings };

export const platformResources = [reviewItem, backgroundTask, device, auditLog, settings] as const;
export const platformOperations = [
  dismissReviewItem,
  ...Object.values(deviceVerbs),
  revokeDevice,
  readSettings,
  updateSettings,
] as const;
