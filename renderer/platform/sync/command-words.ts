// A command of the outbox in words: what it is, and why it was not applied as meant.
import type { Translate } from "../../kernel/i18n/index.ts";
import { problemWords, type Words } from "../../kernel/problem-words.ts";
import { LocalFailure, type QueuedCommand } from "../../kernel/replica/index.ts";
import { kindKey } from "./outbox-rows.ts";

export function kindWords({ kind }: Pick<QueuedCommand, "kind">, t: Translate): string {
  const key = kindKey(kind);
  return key ? t(key) : kind;
}

/** Why a command was not applied as meant; null where it was. */
export function problemOf(command: Pick<QueuedCommand, "problem" | "status">, t: Translate): Words | null {
  const { problem, status } = command;
  if (!problem)
    return status === "SUSPENSE" ? { text: t("sync.outbox.suspense"), details: "SUSPENSE" } : null;
  const words = problemWords(new LocalFailure("PROBLEM", problem.detail || problem.title, { problem }), t);
  return status === "SUSPENSE" ? { ...words, text: `${words.text} · ${t("sync.outbox.suspense")}` } : words;
}
