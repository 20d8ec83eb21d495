// The parts of the platform that later areas' screens are made of.
export type { InboxItem, InboxAction } from "./inbox/inbox-item.ts";
export { DismissCommand } from "./sync/review-item/dismiss-command.tsx";
export { reviewSays } from "./sync/review-says.ts";
