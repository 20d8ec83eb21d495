// The audit log's own cells: what was done, and to what kind of record, in the reader's words.
import type { RecordOf } from "../../shared/kernel/resource.ts";
import type { auditLog } from "../../shared/platform/audit-log.ts";
import { useLanguage } from "../kernel/i18n/index.ts";
import { moduleWords } from "../kernel/i18n/module-words.ts";
import { lazily } from "../kernel/screen/lazily.tsx";
import { actWords, objectWords } from "./audit-words.ts";

const AuditChange = lazily(() => import("./audit-change.tsx"), "AuditChange");

type Entry = RecordOf<typeof auditLog>;

function ActName({ action }: { action: string }) {
  return actWords(action, useLanguage());
}

function ObjectName({ type }: { type: string | null }) {
  const language = useLanguage();
  return type === null ? null : objectWords(type, language);
}

function ModuleName({ module }: { module: string }) {
  return moduleWords(module, useLanguage());
}

/** What an entry says, by column; the company's log and the platform's read alike. */
export const auditCells = {
  details: (entry: Entry) => <AuditChange entry={entry} />,
  action: ({ action }: Entry) => <ActName action={action} />,
  module: ({ module }: Entry) => <ModuleName module={module} />,
  object_type: ({ object_type }: Entry) => <ObjectName type={object_type} />,
};
