// The kernel's own items of the review list, in this area's words.
import { customerOf } from "../../shared/platform/customer-of-command.ts";
import { because } from "../../shared/platform/index.ts";
import type { ReviewWords } from "../kernel/sync/review-words.ts";

export const reviewWords: ReviewWords = {
  clockTold: (told, how) => because("CLOCK_TOLD", told, how),
  editedByTwo: (told, how) => because("EDITED_BY_TWO", told, how),
  customerOf,
};
