// What a dialog says of a deed before it is done.
import type { ReactNode } from "react";

export interface Outcome {
  /** What it will change; null where that is not known, or nothing. */
  readonly shown: ReactNode;
  /** Why it will be refused, as a thrown thing; null where nothing is known against it. */
  readonly problem: unknown;
}
