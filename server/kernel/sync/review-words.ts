// What the kernel itself puts on the review list is said in an area's words: the assembly hands them in, as the kernel knows no area.

import type { Language } from "../../../shared/kernel/formatting/language.ts";
import type { Command } from "../../../shared/kernel/sync/wire.ts";
import type { Row } from "../db/db.ts";

export interface Said {
  readonly detail: string;
  readonly payload: Row;
}

/** What an item keeps besides, how its detail writes what was told, and in which language. */
interface How {
  readonly payload?: Row;
  readonly said?: Readonly<Record<string, string>>;
  readonly language?: Language;
}

/** What had ended before a command came in: its author's membership or right, or its device. */
export type Late = "membership" | "right" | "device";

export interface ReviewWords {
  /** A clock said one moment, and another one was taken for it. */
  clockTold(told: { told_at: string; used_at: string }, how: How): Said;
  /** Two people changed one field: which value stands, and which does not. */
  editedByTwo(told: { field: string; winner: string; loser: string }, how: How): Said;
  /** A command named an author and did not prove it: `who` handed it in. */
  unproven(told: { author: string; who: string }, how: How): Said;
  /** Money that came after something had ended of the one who took it. */
  toldLate(told: { after: Late; who: string; device: string }, how: How): Said;
  /** Whom a command is about. */
  customerOf(command: Pick<Command, "kind" | "payload">): string | null;
}

let words: ReviewWords | null = null;

/** Told once at start, like the tables. */
export function knowReviewWords(told: ReviewWords): void {
  words = told;
}

export function reviewWords(): ReviewWords {
  if (!words) throw new Error("The kernel was not told the review list's words");
  return words;
}
