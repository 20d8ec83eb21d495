// What the screens say otherwise in practice: nothing waits for the server, and no line would help.
import type { Key } from "../kernel/i18n/index.ts";

export const PRACTICE_WORDS: readonly (readonly [said: Key, instead: Key])[] = [
  ["hr.needs_line", "problem.practice"],
  ["import.offline", "problem.practice"],
  ["list.offline", "problem.practice"],
  ["month.batch.offline", "problem.practice"],
  ["problem.offline", "problem.practice"],
  ["record.needs_line", "problem.practice"],
  ["settings.offline", "problem.practice"],
  ["steps.needs_line", "problem.practice"],
  ["steps.offline_hint", "problem.practice"],
  ["sync.review.offline", "problem.practice"],
  ["undo.needs_line", "problem.practice"],
  ["invoice.waiting", "practice.done_hint"],
  ["shift.as_known_here", "practice.hint"],
  ["pending.hint", "practice.done_hint"],
  ["pending.label", "practice.done"],
  ["strip.paid_done", "practice.done"],
  ["statement.pending", "practice.done"],
];
