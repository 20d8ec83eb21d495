// Two people edit one record offline (contract §5.4): different fields both win; of the same field the later edit wins,
// the earlier one stays in the audit log, and both authors see it.
import { newId } from "../../../shared/kernel/id.ts";
import { writeAudit } from "../audit.ts";
import type { Call } from "../context.ts";
import type { Row, Tx } from "../db.ts";
import type { Tenant } from "../principal.ts";

export interface FieldEdit {
  id: string;
  command: string;
  /** The fields of the edit, and under `base` the values that it was made on. */
  edit: Row;
}

interface LastEdit {
  actor_username: string;
  occurred_at: string;
}

async function lastEdit(tx: Tx, tenant: Tenant, id: string, field: string): Promise<LastEdit | null> {
  const [row] = await tx<LastEdit[]>`
    select actor_username, occurred_at from audit_logs
    where tenant_id = ${tenant.id} and object_id = ${id} and action like '%.update' and details->'after' ? ${field}
    order by occurred_at desc limit 1`;
  return row ?? null;
}

/**
 * The part of an edit that is to be applied: without the fields that somebody changed later than this edit was made.
 * Every clash is put on the review list, naming both authors.
 */
export async function mergeFieldEdit(tx: Tx, tenant: Tenant, call: Call, request: FieldEdit): Promise<Row> {
  const { base, ...fields } = request.edit;
  if (!base || typeof base !== "object") return fields;
  const known = base as Row;
  const kept: Row = {};
  for (const [field, value] of Object.entries(fields)) {
    const other = field in known ? await lastEdit(tx, tenant, request.id, field) : null;
    const clash = other !== null && other.actor_username !== call.principal.username;
    const lost = clash && new Date(other.occurred_at) > call.occurred_at;
    if (!lost) kept[field] = value;
    // An edit that was made on what the other one had already written is no clash.
    if (!clash || (!lost && new Date(other.occurred_at) <= new Date(String(known.updated_at ?? 0)))) continue;
    const winner = lost ? other.actor_username : call.principal.username;
    const loser = lost ? call.principal.username : other.actor_username;
    await tx`insert into review_items ${tx({
      id: newId(),
      tenant_id: tenant.id,
      kind: "CONFLICT",
      command: request.command,
      device: call.device?.id ?? null,
      author: call.principal.username,
      detail: `${field}: ${winner}'s later edit stands, ${loser}'s is in the history`,
      payload: tx.json({ id: request.id, field, value, base: known[field] ?? null } as never),
      occurred_at: call.occurred_at,
    })}`;
    if (lost) {
      await writeAudit(tx, tenant.id, call, [
        {
          action: "edit.superseded",
          module: "subscribers",
          object_type: "field",
          object_id: request.id,
          before: {},
          after: { [field]: value },
        },
      ]);
    }
  }
  return kept;
}
