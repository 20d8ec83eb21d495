// What an entry of the audit log says was changed, in words: "Status: Open → Resolved".
import { Fragment } from "react";
import { resourceNamed } from "../../shared/kernel/registry.ts";
import type { RecordOf, Resource } from "../../shared/kernel/resource.ts";
import { own } from "../../shared/kernel/safe-lookup.ts";
import type { auditLog } from "../../shared/platform/audit-log.ts";
import { type AnyRecord, fieldOf } from "../kernel/resource/fields.ts";
import { FieldCell } from "../kernel/resource/list/columns-of.tsx";
import { useReading } from "../kernel/resource/use-reading.ts";

interface AuditChangeProps {
  entry: Pick<RecordOf<typeof auditLog>, "details" | "object_type">;
}

/** Of what was made or deleted there is nothing to compare: its note is all. */
function Changes({ entry, resource }: AuditChangeProps & { resource: Resource }) {
  const reading = useReading(resource);
  const { before, after, note } = entry.details;
  const changed = before && after ? Object.keys({ ...before, ...after }) : [];
  const known = changed.filter((name) => own(resource.fields, name) !== undefined);
  if (!note && known.length === 0) return "—";
  const value = (name: string, values: Readonly<Record<string, unknown>> | undefined) => {
    const record: AnyRecord = { ...values, id: "" };
    return <FieldCell field={fieldOf(resource, name)} {...{ record, reading }} />;
  };
  return (
    <>
      {note}
      {known.map((name, at) => (
        <Fragment key={name}>
          {at > 0 || note ? " · " : null}
          {reading.words.field(name)}: {value(name, before)} → {value(name, after)}
        </Fragment>
      ))}
    </>
  );
}

export function AuditChange({ entry }: AuditChangeProps) {
  const resource = entry.object_type === null ? null : resourceNamed(entry.object_type);
  if (resource) return <Changes entry={entry} resource={resource} />;
  return <>{entry.details.note ?? "—"}</>;
}
