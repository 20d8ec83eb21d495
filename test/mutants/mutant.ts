// What a planted mistake is: one place in one file, and what a colleague might have written there.

/** What kind of slip it is. */
export type Kind =
  | "operator"
  | "off by one"
  | "wrong field"
  | "lost condition"
  | "lost lock"
  | "lost await"
  | "swallowed error"
  | "wrong right"
  | "lost step"
  | "order"
  | "words";

export interface Mutant {
  readonly id: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  readonly kind: Kind;
  /** What it would do to people. */
  readonly why: string;
  /** Where it should be found: tried before what the imports say. */
  readonly near?: readonly string[];
}
