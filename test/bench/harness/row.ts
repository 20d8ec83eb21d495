// What a row of the bench is, and what it finds.
import type { Office } from "../office/office.ts";

/** At least, or at most. */
export type Goal = { at_least: number } | { at_most: number };

/** One measure against its goal: a line of the table. */
export interface Finding {
  /** The measure, its figures. */
  what: string;
  /** What is compared with the goal; null: could not be measured here. */
  value: number | null;
  unit: string;
  goal: Goal | null;
  /** Of the values of the rounds: (largest - smallest) / median. */
  spread?: number;
  /** Further figures of the same measure, by their names. */
  figures?: Readonly<Record<string, string | number>>;
}

/** What rows share. Each part is made when the first row asks for it. */
export interface Bench {
  /** The full sizes (a million), in place of those that fit five minutes. */
  full: boolean;
  /** A server with a large company among 1,000 small ones, on a PostgreSQL of its own. */
  office(): Promise<Office>;
  /** Makes the office that later rows of this run ask for, where there are any: beside what is not measured. */
  makeReady(): Promise<void>;
  /** A line for who waits. */
  say(text: string): void;
}

export interface Row {
  /** What `--only` takes. */
  name: string;
  /** It takes minutes: measured with --full, or where --only names it. */
  is_long?: true;
  /** It asks for the office. */
  of_office?: true;
  run(bench: Bench): Promise<Finding[]>;
}

export function isGood({ value, goal }: Finding): boolean {
  if (value === null || goal === null) return true;
  return "at_least" in goal ? value >= goal.at_least : value <= goal.at_most;
}
