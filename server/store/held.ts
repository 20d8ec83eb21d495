// What people have with them: given out by the store and brought back to it, under the item's lock and then the holding's.
import { invalid } from "../../shared/kernel/failure.ts";
import type { InputOf } from "../../shared/kernel/operation.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import { because } from "../../shared/platform/index.ts";
import {
  type HeldStock,
  heldStock,
  moveStoreItem,
  type Pieces,
  planGiven,
  planTaken,
  type storeItem,
} from "../../shared/store/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { readRecord } from "../kernel/resource/record.ts";
import { changeRecord, createRecord } from "../kernel/resource/write-record.ts";
import { addReviewItem } from "../kernel/sync/review.ts";

type Item = RecordOf<typeof storeItem>;
type Move = InputOf<typeof moveStoreItem>;

/** Who takes stock along or brings it back; null: no one. @throws Failure VALIDATION. */
export async function checkedPerson(
  { tx, tenant, call }: OperationContext,
  { staff = null, movement_type }: Move,
): Promise<string | null> {
  if (staff === null) return null;
  if (movement_type === "ADJUST") throw invalid("staff", "A count is of the store alone", "CONFLICTING");
  // Who brings something back may have been dismissed; and what was given out offline was given out.
  const anybody = movement_type === "IN" || call.command !== null;
  const [found] = await tx`select 1 from staff
    where tenant_id = ${tenant.id} and id = ${staff} and (${anybody} or is_active)`;
  if (!found) throw invalid("staff", "Not an active member of the staff", "DOES_NOT_EXIST");
  return staff;
}

/** What a person is called, for the review list. */
export async function nameOf({ tx, tenant }: OperationContext, staff: string): Promise<string> {
  const [found] = await tx<{ full_name: string }[]>`
    select full_name from staff where tenant_id = ${tenant.id} and id = ${staff}`;
  return found?.full_name ?? "";
}

/** The holding of one person; nothing yet where they were never given any. Made under the item's lock alone. */
async function holdingOf(ctx: OperationContext, item: Item, staff: string): Promise<HeldStock> {
  const { tx, tenant } = ctx;
  const [known] = await tx<{ id: string }[]>`select id from held_stock
    where tenant_id = ${tenant.id} and store_item = ${item.id} and staff = ${staff}`;
  const held = known ? await readRecord(tx, heldStock, tenant, known.id) : null;
  return (
    held ?? createRecord(ctx, heldStock, { store_item: item.id, staff, quantity: 0, serial_numbers: [] })
  );
}

/** Gives a person what left the store. */
async function give(ctx: OperationContext, held: HeldStock, pieces: Pieces): Promise<void> {
  const move = { name: moveStoreItem.name, on: heldStock };
  await changeRecord(ctx, move, held.id, (record) => ({ set: { ...planGiven(record, pieces) } }));
}

/** Takes from a person what came back to the store. */
async function takeBack(ctx: OperationContext, item: Item, held: HeldStock, pieces: Pieces): Promise<void> {
  const { staff } = held;
  const move = { name: moveStoreItem.name, on: heldStock };
  await changeRecord(ctx, move, held.id, async (record) => {
    const { shortage, ...set } = planTaken(record, pieces, ctx.call.command !== null);
    if (shortage > 0) {
      const names = { item: item.name, more: shortage, unit: item.unit, who: await nameOf(ctx, staff) };
      const said = because("CAME_BACK_TOO_MUCH", names, { payload: { id: item.id, staff } });
      await addReviewItem(ctx, { kind: "SHORTAGE", ...said });
    }
    return { set };
  });
}

/**
 * What a movement of the store is for the person that it names.
 * @throws Failure INSUFFICIENT_STOCK.
 */
export async function moveHeld(
  ctx: OperationContext,
  item: Item,
  staff: string,
  { movement_type }: Move,
  pieces: Pieces,
): Promise<void> {
  const held = await holdingOf(ctx, item, staff);
  if (movement_type === "OUT") await give(ctx, held, pieces);
  else await takeBack(ctx, item, held, pieces);
  ctx.markChanged(heldStock.collection);
}
