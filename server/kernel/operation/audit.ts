// Writes the audit log: every write by anyone, in the transaction of that write.
import { newId } from "../../../shared/kernel/id.ts";
import { canMerge, inLots } from "../db/bulk.ts";
import type { Fragment, Row, Tx } from "../db/db.ts";
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

type Writer = Pick<Call, "principal" | "address" | "device" | "request_id" | "occurred_at" | "handed_in_by">;

/** The statements that write entries, one as a rule. `tenantId` null: an act on the platform itself. */
export function auditStatements(
  tx: Tx,
  tenantId: string | null,
  call: Writer,
  entries: readonly AuditEntry[],
): Fragment[] {
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
  const insert = (some: readonly Row[]): Fragment =>
    canMerge(tx`insert into ${tx(table)} ${tx(some)}`, {
      ...{ like: table, rows: some },
      write: (all) => inLots(all).map(insert),
    });
  return inLots(rows, ROWS).map(insert);
}

/** Writes entries. `tenantId` null: an act on the platform itself. */
export async function writeAudit(
  tx: Tx,
  tenantId: string | null,
  call: Writer,
  entries: readonly AuditEntry[],
): Promise<void> {
  await Promise.all(auditStatements(tx, tenantId, call, entries));
}
