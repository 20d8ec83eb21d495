// Writes the audit log: every write by anyone, in the transaction of that write.
import { newId } from "../../../shared/kernel/id.ts";
import type { Row, Tx } from "../db/db.ts";
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

/** A statement has room for 65,535 values. */
const ROWS = 1_000;

/** Writes entries, in one statement as a rule. `tenantId` null: an act on the platform itself. */
export async function writeAudit(
  tx: Tx,
  tenantId: string | null,
  call: Pick<Call, "principal" | "address" | "device" | "request_id" | "occurred_at" | "handed_in_by">,
  entries: readonly AuditEntry[],
): Promise<void> {
  const rows = entries.map(({ act, id, before, after, note }) => ({
    ...(tenantId === null ? {} : { tenant_id: tenantId }),
    id: newId(),
    occurred_at: call.occurred_at,
    actor_username: call.principal.username,
    action: act.name,
    module: act.on.module,
    object_type: act.on.name,
    object_id: id,
    details: tx.json({
      ...redact(changedFields(before, after)),
      ...(note ? { note } : {}),
      ...(call.handed_in_by ? { handed_in_by: call.handed_in_by } : {}),
    }),
    address: call.address,
    device: call.device?.id ?? null,
    request_id: call.request_id,
  }));
  const table = tenantId === null ? "platform_audit_logs" : "audit_logs";
  const statements: Promise<unknown>[] = [];
  for (let first = 0; first < rows.length; first += ROWS) {
    statements.push(tx`insert into ${tx(table)} ${tx(rows.slice(first, first + ROWS))}`.execute());
  }
  await Promise.all(statements);
}
