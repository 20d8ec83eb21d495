// The kernel's own items of the review list, in this area's words.
import { customerOf } from "../../shared/platform/customer-of-command.ts";
import { because } from "../../shared/platform/index.ts";
import type { ReviewWords } from "../kernel/sync/review-words.ts";

const LATE = {
  device: "LATE_AFTER_DEVICE",
  membership: "LATE_AFTER_END",
  right: "LATE_AFTER_RIGHT",
} as const;

export const reviewWords: ReviewWords = {
  clockTold: (told, how) => because("CLOCK_TOLD", told, how),
  editedByTwo: (told, how) => because("EDITED_BY_TWO", told, how),
  unproven: (told, how) => because("AUTHOR_UNPROVEN", told, how),
  toldLate: ({ after, ...told }, how) => because(LATE[after], told, how),
  customerOf,
};
