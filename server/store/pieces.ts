// Where the pieces with serial numbers are: each is one thing, in one place. Looked at and written under the item's lock.
import { type Failure, invalid } from "../../shared/kernel/failure.ts";
import { normalText } from "../../shared/kernel/normal/normal-text.ts";
import type { InputOf } from "../../shared/kernel/operation.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import { because } from "../../shared/platform/index.ts";
import {
  among,
  type moveStoreItem,
  type Pieces,
  planTaken,
  type storeItem,
} from "../../shared/store/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { addReviewItem } from "../kernel/sync/review.ts";

type Item = RecordOf<typeof storeItem>;
type Move = InputOf<typeof moveStoreItem>;

interface Holder {
  /** Of the holding. */
  readonly id: string;
  readonly staff: string;
  readonly full_name: string;
}

interface Places {
  inStore(serial: string): boolean;
  /** Some movement of the store named it once. */
  wasNamed(serial: string): boolean;
  holders(serial: string): readonly Holder[];
}

/** Where these pieces of an item are, by the books. */
export async function readPlaces(
  { tx, tenant }: OperationContext,
  item: string,
  serials: readonly string[],
): Promise<Places> {
  const [known, held] = await Promise.all([
    tx<{ serial_normal: string; in_store: boolean }[]>`
      select serial_normal, in_store from store_pieces
      where tenant_id = ${tenant.id} and store_item = ${item} and serial_normal = any(${serials.map(normalText)}::text[])`,
    tx<(Holder & { serial_numbers: string[] })[]>`
      select h.id, h.staff, s.full_name, h.serial_numbers from held_stock h
        join staff s on s.tenant_id = h.tenant_id and s.id = h.staff
      where h.tenant_id = ${tenant.id} and h.store_item = ${item} and h.serial_numbers <> '[]'`,
  ]);
  const holdings = held.map((holder) => ({ holder, has: among(holder.serial_numbers) }));
  return {
    inStore: among(known.filter(({ in_store }) => in_store).map(({ serial_normal }) => serial_normal)),
    wasNamed: among(known.map(({ serial_normal }) => serial_normal)),
    holders: (serial) => holdings.filter(({ has }) => has(serial)).map(({ holder }) => holder),
  };
}

/** How many pieces that are in the store have a name. */
async function countNamed({ tx, tenant }: OperationContext, item: string): Promise<number> {
  const [found] = await tx<{ named: number }[]>`select count(*)::int as named from store_pieces
    where tenant_id = ${tenant.id} and store_item = ${item} and in_store`;
  return found?.named ?? 0;
}

/** Refused now; of what was done offline, people are told. */
async function refuse(
  ctx: OperationContext,
  failure: Failure,
  kind: "CONFLICT" | "SHORTAGE",
  said: ReturnType<typeof because>,
): Promise<void> {
  if (ctx.call.command === null) throw failure;
  await addReviewItem(ctx, { kind, ...said });
}

const conflicting = (detail: string) => invalid("serial_numbers", detail, "CONFLICTING");

/** A piece that a person has with them is nowhere else. Answers the pieces that no person has. */
async function refuseHeld(
  ctx: OperationContext,
  item: Item,
  { movement_type, staff = null }: Move,
  pieces: Pieces,
  { holders }: Places,
): Promise<Pieces> {
  const { quantity, serial_numbers } = pieces;
  const isOut = movement_type === "OUT";
  const payload = { id: item.id, staff };
  // Who brings it back may have it.
  const wrong = (serial: string) => holders(serial).filter((one) => isOut || one.staff !== staff);
  const held = serial_numbers.filter((serial) => wrong(serial).length > 0);
  if (held.length === 0) return pieces;
  const names = { item: item.name, serials: held.join(", ") };
  const people = held.flatMap(wrong);
  const others = [...new Set(people.filter((one) => one.staff !== staff).map(({ full_name }) => full_name))];
  const who = others.join(", ");
  if (others.length === 0) {
    const said = because("GIVEN_AGAIN", { ...names, again: names.serials }, { payload });
    const failure = conflicting(`This person can't get it: has ${names.serials} already`);
    await refuse(ctx, failure, "CONFLICT", said);
  } else {
    const said = because(isOut ? "GIVEN_TO_TWO" : "PIECES_IN_STORE_OF", { ...names, who }, { payload });
    await refuse(ctx, conflicting(`${who} has ${names.serials}`), "CONFLICT", said);
  }
  const free = serial_numbers.filter((serial) => !held.includes(serial));
  return { quantity: quantity - held.length, serial_numbers: free };
}

/**
 * What leaves the store is there: by its name, or among the pieces that were never named.
 * @throws Failure INSUFFICIENT_STOCK.
 */
async function takeOut(
  ctx: OperationContext,
  item: Item,
  pieces: Pieces,
  { inStore, wasNamed }: Places,
): Promise<void> {
  if (pieces.quantity === 0) return;
  const unnamed = Math.max(0, item.quantity - (await countNamed(ctx, item.id)));
  const { serial_numbers } = pieces;
  const known = serial_numbers.filter(inStore);
  // A piece that was named once is none of those that never were.
  const fresh = serial_numbers.filter((serial) => !wasNamed(serial));
  const isNamed = serial_numbers.length > 0;
  const there = isNamed ? known.length + Math.min(unnamed, fresh.length) : unnamed;
  const isLate = ctx.call.command !== null;
  const where = isNamed ? "in the store" : "in the store without a serial number: say which ones leave";
  const { shortage } = planTaken({ quantity: there, serial_numbers: known }, pieces, isLate, where);
  if (shortage === 0) return;
  const unknown = serial_numbers.filter((serial) => !inStore(serial)).join(", ");
  const payload = { id: item.id };
  const said = isNamed
    ? because("PIECES_NOT_IN_STORE", { item: item.name, serials: unknown }, { payload })
    : because("PIECES_UNNAMED", { item: item.name, count: shortage, unit: item.unit }, { payload });
  await addReviewItem(ctx, { kind: "SHORTAGE", ...said });
}

/** What comes in is not there yet. */
async function comeIn(ctx: OperationContext, item: Item, { serial_numbers }: Pieces, { inStore }: Places) {
  const again = serial_numbers.filter(inStore).join(", ");
  if (again === "") return;
  const said = because(
    "PIECES_IN_STORE_AGAIN",
    { item: item.name, serials: again },
    { payload: { id: item.id } },
  );
  await refuse(ctx, conflicting(`In the store already: ${again}`), "CONFLICT", said);
}

/** A count without names leaves those there that have one. */
async function countThem(
  ctx: OperationContext,
  item: Item,
  { quantity, serial_numbers }: Pieces,
): Promise<void> {
  const missing = serial_numbers.length > 0 ? 0 : (await countNamed(ctx, item.id)) - quantity;
  if (missing <= 0) return;
  const { name, unit } = item;
  const said = because("PIECES_UNNAMED", { item: name, count: missing, unit }, { payload: { id: item.id } });
  const detail = "Fewer than have a serial number: say which ones are there, or take the missing ones out";
  await refuse(ctx, invalid("serial_numbers", detail, "REQUIRED"), "SHORTAGE", said);
}

/** Writes where pieces are from this movement on; one that was made offline says nothing where a later one has spoken. */
async function place(
  { tx, tenant, call }: OperationContext,
  item: string,
  { movement_type }: Move,
  serials: readonly string[],
): Promise<void> {
  if (serials.length === 0) return;
  const keys = serials.map(normalText);
  const at = call.occurred_at;
  // What is done now comes after all else, whenever it was asked for: the lock has put it in its place.
  const isNow = call.command === null;
  if (movement_type === "ADJUST")
    await tx`update store_pieces set in_store = false, moved_at = ${at} where tenant_id = ${tenant.id}
      and store_item = ${item} and in_store and (${isNow} or moved_at <= ${at}) and serial_normal <> all(${keys}::text[])`;
  await tx`insert into store_pieces (tenant_id, store_item, serial_normal, in_store, moved_at)
    select ${tenant.id}, ${item}, serial, ${movement_type !== "OUT"}, ${at}::timestamptz from unnest(${keys}::text[]) serial
    on conflict (tenant_id, store_item, serial_normal) do update
      set in_store = excluded.in_store, moved_at = greatest(store_pieces.moved_at, excluded.moved_at)
      where ${isNow} or store_pieces.moved_at <= excluded.moved_at`;
}

/**
 * Moves pieces of an item whose pieces have serial numbers: none leaves that is not there, and none comes that is.
 * @throws Failure VALIDATION, INSUFFICIENT_STOCK.
 */
export async function movePieces(
  ctx: OperationContext,
  item: Item,
  move: Move,
  pieces: Pieces,
): Promise<void> {
  const places = await readPlaces(ctx, item.id, pieces.serial_numbers);
  const free = await refuseHeld(ctx, item, move, pieces, places);
  if (move.movement_type === "ADJUST") await countThem(ctx, item, pieces);
  else if (move.movement_type === "IN") await comeIn(ctx, item, pieces, places);
  else await takeOut(ctx, item, free, places);
  await place(ctx, item.id, move, pieces.serial_numbers);
}
