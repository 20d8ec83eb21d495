// The parts of the platform that later areas' screens are made of.
export type { Matter, MatterAct } from "./inbox/matter.ts";
export { DismissCommand } from "./sync/matter/dismiss-command.tsx";
export { reviewSays } from "./sync/review-says.ts";
