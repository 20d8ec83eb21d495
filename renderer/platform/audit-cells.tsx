// The audit log's own cells: what was done, and to what kind of record, in the reader's words.
import { useLanguage } from "../kernel/i18n/index.ts";
import { moduleWords } from "../kernel/i18n/module-words.ts";
import { actWords, objectWords } from "./audit-words.ts";

export function ActName({ action }: { action: string }) {
  return actWords(action, useLanguage());
}

export function ObjectName({ type }: { type: string | null }) {
  const language = useLanguage();
  return type === null ? null : objectWords(type, language);
}

export function ModuleName({ module }: { module: string }) {
  return moduleWords(module, useLanguage());
}
