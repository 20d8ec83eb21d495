// Writes the audit log: every write by anyone, in the transaction of that write.
import { newId } from "../../../shared/kernel/id.ts";
import { planInsert } from "../db/bulk.ts";
import type { Row, Tx } from "../db/db.ts";
import { type DeferredWrite, sendDeferred } from "../db/deferred-writes.ts";
import { redact } from "../secrets/redact.ts";
import type { AuditEntry, Call } from "./context.ts";

const HIDDEN = new Set([
  "changed_xid",
  "updated_at",
  "version",
  "password_encrypted",
  "token_hash",
  "password_hash",
]);

/** Of two versions of a record, the fields that differ, without secrets and bookkeeping. */
function changedFields(before: Row | null | undefined, after: Row | null | undefined) {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const old: Row = {};
  const now: Row = {};
  for (const key of keys) {
    if (HIDDEN.has(key)) continue;
    const [a, b] = [before?.[key], after?.[key]];
    if (JSON.stringify(a) === JSON.stringify(b)) continue;
    if (before && a !== undefined) old[key] = a;
    if (after && b !== undefined) now[key] = b;
  }
  return { ...(before ? { before: old } : {}), ...(after ? { after: now } : {}) };
}

const ENTRY = {
  id: "uuid",
  occurred_at: "timestamptz",
  actor_username: "text",
  action: "text",
  module: "text",
  object_type: "text",
  object_id: "uuid",
  details: "jsonb",
  address: "text",
  device: "uuid",
  request_id: "text",
};
const ENTRY_OF_TENANT = { tenant_id: "uuid", ...ENTRY };

type Writer = Pick<Call, "principal" | "address" | "device" | "request_id" | "occurred_at" | "handed_in_by">;

/** Entries as they are to be written. `tenantId` null: an act on the platform itself. */
export function auditEntries(
  tx: Tx,
  tenantId: string | null,
  call: Writer,
  entries: readonly AuditEntry[],
): DeferredWrite[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ act, id, before, after, note }) => ({
    tenant_id: tenantId,
    id: newId(),
    occurred_at: call.occurred_at,
    actor_username: call.principal.username,
    action: act.name,
    module: act.on.module,
    object_type: act.on.name,
    object_id: id,
    details: JSON.stringify({
      ...redact(changedFields(before, after)),
      ...(note ? { note } : {}),
      ...(call.handed_in_by ? { handed_in_by: call.handed_in_by } : {}),
    }),
    address: call.address,
    device: call.device?.id ?? null,
    request_id: call.request_id,
  }));
  return [
    tenantId === null
      ? planInsert(tx, "platform_audit_logs", ENTRY, rows)
      : planInsert(tx, "audit_logs", ENTRY_OF_TENANT, rows),
  ];
}

/** Writes entries. `tenantId` null: an act on the platform itself. */
export async function writeAudit(
  tx: Tx,
  tenantId: string | null,
  call: Writer,
  entries: readonly AuditEntry[],
): Promise<void> {
  await sendDeferred(auditEntries(tx, tenantId, call, entries));
}
