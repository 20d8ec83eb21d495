// The platform area's door.
export { auditLog } from "./audit-log.ts";
export { backgroundTask } from "./background-task.ts";
export { device, revokeDevice } from "./device.ts";
export { dismissReviewItem, reviewItem } from "./review-item.ts";
export { settings } from "./settings.ts";
