// Two people edit one record offline (contract §5.4): different fields both win; of the same field the later edit wins,
// the earlier one stays in the audit log, and both authors see it.

import type { Resource } from "../../../shared/kernel/resource.ts";
import { CLOCK_TOLERANCE_MS } from "../../../shared/kernel/sync/occurred.ts";
import type { Row, Tx } from "../db/db.ts";
import type { OperationContext } from "../operation/context.ts";
import type { Tenant } from "../operation/principal.ts";
import { addReviewItem } from "./review.ts";
import { reviewWords } from "./review-words.ts";

export interface FieldEdit {
  resource: Resource;
  id: string;
  /** The fields of the edit, and under `base` the values that it was made on. */
  edit: Row;
}

interface LastEdit {
  actor_username: string;
  device: string | null;
  occurred_at: string;
  /** What it wrote. */
  value: unknown;
}

async function lastEdit(tx: Tx, tenant: Tenant, id: string, field: string): Promise<LastEdit | null> {
  const [row] = await tx<LastEdit[]>`
    select actor_username, device, occurred_at, details->'after'->${field}::text as value from audit_logs
    where tenant_id = ${tenant.id} and object_id = ${id} and action like '%.update' and details->'after' ? ${field}
    order by occurred_at desc limit 1`;
  return row ?? null;
}

/** Whether the author saw what the other one had written. `base` without the field: unknown. */
function saw(base: Row, field: string, other: LastEdit): boolean {
  return (
    (Object.hasOwn(base, field) && JSON.stringify(base[field]) === JSON.stringify(other.value)) ||
    new Date(other.occurred_at) <= new Date(String(base.updated_at ?? 0))
  );
}

/**
 * The part of an edit that is to be applied: without the fields that were changed elsewhere later than this edit was made.
 * Every clash is put on the review list, naming both authors.
 */
export async function mergeFieldEdit(ctx: OperationContext, request: FieldEdit): Promise<Row> {
  const { tx, tenant, call } = ctx;
  const { base: given, ...fields } = request.edit;
  const base = given && typeof given === "object" ? (given as Row) : {};
  const author = call.principal.username;
  const kept: Row = {};
  for (const [field, value] of Object.entries(fields)) {
    const other = await lastEdit(tx, tenant, request.id, field);
    const isOwn = other?.actor_username === author;
    // One person's edits at one desk come in the desk's order, whatever its clock says.
    if (!other || (isOwn && other.device === (call.device?.id ?? null))) {
      kept[field] = value;
      continue;
    }
    // Two clocks are never quite the same: who saw a value and changed it came after it.
    const isSeen = saw(base, field, other);
    const ahead = new Date(other.occurred_at).getTime() - call.occurred_at.getTime();
    const lost = ahead > (isSeen ? CLOCK_TOLERANCE_MS : 0);
    if (!lost) kept[field] = value;
    if (!lost && (isOwn || isSeen || !Object.hasOwn(base, field))) continue;
    const winner = lost ? other.actor_username : author;
    const loser = lost ? author : other.actor_username;
    const { collection, name } = request.resource;
    const [kept_value, dropped] = lost ? [other.value, value] : [value, other.value];
    // Under the field's own name, by which a secret is known and left out.
    const values = { stands: { [field]: kept_value }, dropped: { [field]: dropped } };
    const about = { collection, id: request.id, field, ...values };
    const said = reviewWords().editedByTwo({ field, winner, loser }, { payload: about });
    const customer = reviewWords().customerOf({ kind: `${name}.update`, payload: { id: request.id } });
    await addReviewItem(ctx, { kind: "CONFLICT", ...said, customer });
    if (!lost) continue;
    const act = { on: request.resource, name: "edit.superseded" };
    ctx.audit(act, { id: request.id, before: {}, after: { [field]: value } });
  }
  return kept;
}

/**
 * Whether a person did this to the record after the time of this call: of two who did the same offline, the later one counts,
 * whichever comes in first.
 */
export async function wasDoneLater(
  { tx, tenant, call }: OperationContext,
  operation: { readonly name: string },
  id: string,
): Promise<boolean> {
  const [found] = await tx`select 1 from audit_logs
    where tenant_id = ${tenant.id} and object_id = ${id} and action = ${operation.name}
      and occurred_at > ${call.occurred_at} limit 1`;
  return found !== undefined;
}
