// The platform area's door.
import { operationsOf } from "../kernel/operation.ts";
import type { RecordOf } from "../kernel/resource.ts";
import { auditLog } from "./audit-log.ts";
import { backgroundTask } from "./background-task.ts";
import { device, revokeDevice } from "./device.ts";
import { mail, sendMailAgain, testMail } from "./mail.ts";
import { dismissReviewItem, reviewItem } from "./review-item.ts";
import { readSettings, settings, updateSettings } from "./settings.ts";

export { because } from "./review-reasons.ts";
export * from "./visit-windows.rules.ts";
export * from "./working-days.rules.ts";
export type BackgroundTask = RecordOf<typeof backgroundTask>;
export type ReviewItem = RecordOf<typeof reviewItem>;
export { backgroundTask, reviewItem, settings };

export const platformResources = [reviewItem, backgroundTask, device, auditLog, settings, mail] as const;
export const platformOperations = operationsOf(platformResources, [
  dismissReviewItem,
  revokeDevice,
  readSettings,
  updateSettings,
  testMail,
  sendMailAgain,
]);
