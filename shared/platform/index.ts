// The platform area's door.
export { reviewItem } from "./review-item.ts";
export { settings } from "./settings.ts";
