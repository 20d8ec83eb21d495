// Parts that a person uses of their own stock, under the holding's lock; an ONU's serial number goes on to the customer whose it is now.
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { onuSerial } from "../../shared/network/index.ts";
import { because } from "../../shared/platform/index.ts";
import {
  checkedPieces,
  type HeldStock,
  type PartUse,
  type Pieces,
  partUse,
  planGiven,
  planTaken,
  storeItem,
  takeBackPart,
  usePart,
} from "../../shared/store/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { requireRecord } from "../kernel/resource/record.ts";
import { addPart, changeRecord } from "../kernel/resource/write-record.ts";
import { addReviewItem } from "../kernel/sync/review.ts";
import { placeOnu, takeOnu } from "./customers-onu.ts";
import { nameOf } from "./held.ts";
import { readPlaces } from "./pieces.ts";
import { readPurpose } from "./purpose.ts";

/** One uses one's own stock; who keeps the store may record it for another person. @throws Failure PERMISSION_DENIED. */
async function requireHolder(ctx: OperationContext, { staff }: HeldStock): Promise<void> {
  const { tx, tenant, actor } = ctx;
  const [own] = await tx`select 1 from staff
    where tenant_id = ${tenant.id} and id = ${staff} and "user" = ${actor.user_id}`;
  if (!own) ctx.require("operations.store_item.update");
}

/** For what it is used: a work order is for its customer. @throws Failure VALIDATION where nothing is said. */
async function purposeOf(
  ctx: OperationContext,
  input: { task?: string | null | undefined; customer?: string | null | undefined },
) {
  if (!input.task && !input.customer)
    throw invalid("task", "For which work order, or which customer", "REQUIRED");
  const { task, customer } = await readPurpose(ctx, input);
  if (task === null || customer !== null) return { task, customer };
  const { tx, tenant } = ctx;
  const [of] = await tx<{ customer: string | null }[]>`
    select customer from tasks where tenant_id = ${tenant.id} and id = ${task}`;
  return { task, customer: of?.customer ?? null };
}

const use = implement(usePart, async (ctx, input, id) => {
  let shortage = 0;
  let pieces: Pieces = { quantity: 0, serial_numbers: [] };
  const held = await changeRecord(ctx, usePart, id, async (record) => {
    await requireHolder(ctx, record);
    pieces = checkedPieces(await requireRecord(ctx, storeItem, record.store_item), input);
    const { shortage: short, ...set } = planTaken(record, pieces, ctx.call.command !== null);
    shortage = short;
    return { set, note: input.note ?? null };
  });
  const purpose = await purposeOf(ctx, input);
  const item = await requireRecord(ctx, storeItem, held.store_item);
  const [serial] = pieces.serial_numbers;
  const isPlaced =
    item.is_onu && purpose.customer !== null && serial !== undefined && onuSerial(serial) !== null;
  // Before the use is written: a deletion of the customer holds the customer's lock when it comes to its uses.
  const replaced_serial = isPlaced ? await placeOnu(ctx, purpose.customer ?? "", serial) : null;
  const made = await addPart(ctx, partUse, id, {
    ...{ store_item: held.store_item, staff: held.staff, shortage, ...purpose, replaced_serial },
    ...{ quantity: pieces.quantity, serial_numbers: pieces.serial_numbers, note: input.note ?? "" },
    used_at: ctx.call.occurred_at.toISOString(),
    used_by: ctx.actor.full_name || ctx.actor.username,
    taken_back_at: null,
  });
  if (shortage > 0) {
    const who = await nameOf(ctx, held.staff);
    const names = { item: item.name, count: pieces.quantity, unit: item.unit, more: shortage, who };
    const serials = pieces.serial_numbers.join(", ");
    const payload = { id, ...input };
    const said = serials
      ? because("PIECES_USED_TOO_MUCH", { ...names, serials }, { payload })
      : because("USED_TOO_MUCH", names, { payload });
    await addReviewItem(ctx, { kind: "SHORTAGE", ...said, customer: purpose.customer });
  }
  return made;
});

/** Whether the work for which it was used is over. */
async function isOver({ tx, tenant }: OperationContext, { task }: PartUse): Promise<boolean> {
  if (task === null) return false;
  const [found] = await tx`select 1 from tasks where tenant_id = ${tenant.id} and id = ${task}
    and status in ('COMPLETED', 'CANCELLED')`;
  return found !== undefined;
}

/** After the end of the work it is refused; of what was done offline, people are told. */
async function refuseAfterTheEnd(ctx: OperationContext, used: PartUse): Promise<void> {
  if (!(await isOver(ctx, used))) return;
  if (ctx.call.command === null)
    throw new Failure("ILLEGAL_TRANSITION", "The work for which it was used is over");
  const { name, unit } = await requireRecord(ctx, storeItem, used.store_item);
  const names = { item: name, count: used.quantity, unit };
  const said = because("PART_BACK_AFTER_END", names, { payload: { id: used.id } });
  await addReviewItem(ctx, { kind: "CONFLICT", ...said, customer: used.customer });
}

/** What is in the store by now, or with somebody else, is with nobody twice; of what was done offline, people are told. */
async function refuseElsewhere(
  ctx: OperationContext,
  held: HeldStock,
  { serial_numbers }: PartUse,
): Promise<void> {
  const places = await readPlaces(ctx, held.store_item, serial_numbers);
  const elsewhere = serial_numbers.filter(
    (serial) => places.inStore(serial) || places.holders(serial).some(({ id }) => id !== held.id),
  );
  if (elsewhere.length === 0) return;
  const serials = elsewhere.join(", ");
  if (ctx.call.command === null)
    throw new Failure("ILLEGAL_TRANSITION", `It is elsewhere by now: ${serials}`);
  const { name } = await requireRecord(ctx, storeItem, held.store_item);
  const names = { item: name, serials, who: await nameOf(ctx, held.staff) };
  const said = because("PIECES_TAKEN_BACK", names, { payload: { id: held.id } });
  await addReviewItem(ctx, { kind: "CONFLICT", ...said });
}

const takeBack = implement(takeBackPart, (ctx, input, id) =>
  changeRecord(ctx, takeBackPart, id, async (record) => {
    await requireHolder(ctx, record);
    const used = await requireRecord(ctx, partUse, input.use);
    if (used.held_stock !== id) throw new Failure("NOT_FOUND");
    // Taken back twice: both wanted the same.
    if (used.taken_back_at !== null) return null;
    await refuseAfterTheEnd(ctx, used);
    await refuseElsewhere(ctx, record, used);
    if (used.customer !== null) await takeOnu(ctx, used.customer, used);
    const taken_back_at = ctx.call.occurred_at.toISOString();
    const back = { name: takeBackPart.name, on: partUse };
    await changeRecord(ctx, back, used.id, () => ({ set: { taken_back_at } }));
    return { set: { ...planGiven(record, used) } };
  }),
);

export const partOperations = [use, takeBack];
