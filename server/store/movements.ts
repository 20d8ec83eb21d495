// Movements of stock: one after the other under the item's lock, so that stock never falls below zero and none is lost.
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { isId } from "../../shared/kernel/id.ts";
import { because } from "../../shared/platform/index.ts";
import {
  checkedPieces,
  movementsPage,
  movementsQuery,
  moveStoreItem,
  namedPieces,
  type Pieces,
  planMovement,
  type Since,
  storeItem,
  storeMovement,
} from "../../shared/store/index.ts";
import { route } from "../kernel/area.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement, tenantOf } from "../kernel/operation/run-operation.ts";
import { listRecords } from "../kernel/resource/list/list.ts";
import { readingOf } from "../kernel/resource/list/request.ts";
import { readRecord } from "../kernel/resource/record.ts";
import { addPart, changeRecord } from "../kernel/resource/write-record.ts";
import { addReviewItem } from "../kernel/sync/review.ts";
import { checkedPerson, moveHeld } from "./held.ts";
import { movePieces } from "./pieces.ts";
import { readPurpose } from "./purpose.ts";

/** What the store's books hold of the time after the movement; null: it is made now, behind all others. */
async function readSince({ tx, tenant, call }: OperationContext, item: string): Promise<Since | null> {
  if (call.command === null) return null;
  const [since] = await tx<{ is_counted: boolean; change: number }[]>`
    select coalesce(bool_or(movement_type = 'ADJUST'), false) as is_counted,
      coalesce(sum(quantity_change), 0)::float8 as change
    from store_movements
    where tenant_id = ${tenant.id} and store_item = ${item} and moved_at > ${call.occurred_at}`;
  return since ?? null;
}

export const movementOperations = [
  implement(moveStoreItem, async (ctx, input, id) => {
    const { movement_type, quantity } = input;
    const staff = await checkedPerson(ctx, input);
    const [moved_at, note] = [ctx.call.occurred_at.toISOString(), input.note ?? ""];
    let plan = { quantity_change: 0, quantity_after: 0, shortage: 0 };
    let pieces: Pieces = { quantity, serial_numbers: [] };
    const item = await changeRecord(ctx, moveStoreItem, id, async (record) => {
      plan = planMovement(record.quantity, input, await readSince(ctx, id));
      pieces = (staff === null ? namedPieces : checkedPieces)(record, input);
      if (record.serial_tracked) await movePieces(ctx, record, input, pieces);
      return { set: { quantity: plan.quantity_after }, note };
    });
    if (staff !== null) await moveHeld(ctx, item, staff, input, pieces);
    const purpose = await readPurpose(ctx, input);
    const movement = await addPart(ctx, storeMovement, id, {
      ...{ movement_type, ...plan, ...pieces, ...purpose, staff, note, moved_at },
      moved_by: ctx.actor.full_name || ctx.actor.username,
    });
    if (plan.shortage > 0) {
      const { name, unit } = item;
      const names = { item: name, count: quantity, unit, more: plan.shortage };
      const said = because("TAKEN_TOO_MUCH", names, { payload: { id, ...input } });
      await addReviewItem(ctx, { kind: "SHORTAGE", ...said, customer: purpose.customer });
    }
    return { ...item, movement };
  }),
];

/** The item's movements, the newest first, as the list of all movements answers them. */
export const movementsRoute = route({
  method: "GET",
  path: "/store-items/{id}/movements/",
  operation_id: "listMovementsOfStoreItem",
  summary: "The movements of an item's stock",
  area: "store",
  permission: "operations.store_item.view",
  query: movementsQuery,
  output: movementsPage,
  failures: ["NOT_FOUND"],
  async handler({ services, principal, query, params, origin }) {
    const tenant = tenantOf(principal as NonNullable<typeof principal>);
    const { id = "" } = params;
    if (query.store_item !== undefined)
      throw invalid("store_item", "The path names the item", "UNKNOWN_PARAMETER");
    return readingOf({ query })(services.db, tenant, async (tx) => {
      const item = isId(id) ? await readRecord(tx, storeItem, tenant, id) : null;
      if (!item) throw new Failure("NOT_FOUND");
      const url = `${origin}/api/v1/store-items/${id}/movements/`;
      const options = { defaults: { store_item: id } };
      return listRecords(tx, { resource: storeMovement, query, url, tenant, options });
    });
  },
});
