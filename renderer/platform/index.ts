// The parts of the platform that later areas' screens are made of.
export { counts, type InboxAction, type InboxItem } from "./inbox/inbox-item.ts";
export { DismissCommand } from "./sync/review-item/dismiss-command.tsx";
export { reviewSays } from "./sync/review-says.ts";
