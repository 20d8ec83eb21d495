// What a command of the outbox is, in words.
import type { Translate } from "../../kernel/i18n/index.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";
import { kindKey } from "./outbox-rows.ts";

export function kindWords({ kind }: Pick<QueuedCommand, "kind">, t: Translate): string {
  const key = kindKey(kind);
  return key ? t(key) : kind;
}
