// What a screen says of itself when it is asked.
import type { Pair } from "../../shared/kernel/formatting/language.ts";
import type { TermId } from "./terms.ts";

export interface HelpPage {
  /** What it is for. */
  readonly about: Pair;
  /** Words on it that not everybody knows. */
  readonly terms: readonly TermId[];
}

/** By the screens' addresses; a record's page is its list's. */
export type HelpPages = Readonly<Record<string, HelpPage>>;

export const pages = (given: HelpPages): HelpPages => given;

/** "customers/:id" is explained with "customers". */
export const listOf = (path: string): string => path.replace(/\/:\w+$/, "");
