// What commands that still wait will leave, laid over the records that are here. Pure.
import type { Arrangement, QueuedCommand } from "../replica/index.ts";

/** What a command does to one record. */
export interface Effect {
  readonly collection: string;
  readonly id: string;
  readonly change: "created" | "changed" | "deleted";
  /** Of a created record all fields, of a changed one those that change. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** What is kept with a command in the outbox, for the screens of this computer; it is never sent. */
export interface Expected {
  readonly effects?: readonly Effect[];
}

/** Whether a command's effect is still to be expected: not once it was refused, nor once its records are here. */
export const isExpected = ({ status, confirmed_at }: QueuedCommand): boolean =>
  status !== "REJECTED" && status !== "SUSPENSE" && !confirmed_at;

/** What the commands that still count are expected to leave, the oldest first. */
export function expectations<E extends Expected>(commands: readonly QueuedCommand[]): E[] {
  return commands.filter(isExpected).map(({ expected }) => (expected ?? {}) as E);
}

/** What a list of commands leaves, by collection and record; worked out once, however many screens ask. */
const worked = new WeakMap<readonly QueuedCommand[], ReadonlyMap<string, OnCollection>>();

interface OnCollection {
  readonly effects: Effect[];
  readonly byRecord: Map<string, Effect[]>;
}

function leftBy(commands: readonly QueuedCommand[]): ReadonlyMap<string, OnCollection> {
  const known = worked.get(commands);
  if (known) return known;
  const made = new Map<string, OnCollection>();
  for (const { effects = [] } of expectations(commands)) {
    for (const effect of effects) {
      const on: OnCollection = made.get(effect.collection) ?? { effects: [], byRecord: new Map() };
      made.set(effect.collection, on);
      on.effects.push(effect);
      const own = on.byRecord.get(effect.id);
      if (own) own.push(effect);
      else on.byRecord.set(effect.id, [effect]);
    }
  }
  worked.set(commands, made);
  return made;
}

const NO_EFFECTS: readonly Effect[] = [];

/** Effects of the commands that still count on records of a collection, the oldest first. */
export const effectsOn = (commands: readonly QueuedCommand[], collection: string): readonly Effect[] =>
  leftBy(commands).get(collection)?.effects ?? NO_EFFECTS;

/** The same on one record. */
export const effectsOnRecord = (
  commands: readonly QueuedCommand[],
  collection: string,
  id: string,
): readonly Effect[] => leftBy(commands).get(collection)?.byRecord.get(id) ?? NO_EFFECTS;

/**
 * A record with the effects on it laid over; null where there is none or it will be gone. What is here is the truth: a
 * record that has arrived is not created a second time.
 */
export function layOver<T extends { readonly id: string }>(
  seen: T | null,
  effects: readonly Effect[],
): T | null {
  let record = seen;
  for (const { change, values } of effects) {
    if (change === "deleted") record = null;
    else if (change === "created") record ??= values as T;
    else if (record) record = { ...record, ...values };
  }
  return record;
}

/** A row of a resource, or a part of one, with the values that the commands will leave. */
export function expectedRow<T extends { readonly id: string }>(
  { collection }: { readonly collection: string },
  seen: T,
  commands: readonly QueuedCommand[],
): T {
  const changes = effectsOnRecord(commands, collection, seen.id).filter(({ change }) => change === "changed");
  return changes.length === 0 ? seen : (layOver(seen, changes) ?? seen);
}

function place<T>(rows: readonly T[], record: T, compare: Arrangement<T>["compare"]): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(rows[middle]!, record) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The answer to a query with the effects laid over: what was created or now matches appears in its place, what no longer
 * matches or was deleted is left out.
 * @param rows What the query found, in its order; without a limit, or with one that leaves room for what is left out.
 * @param named The records here that the effects name, whether the query finds them or not.
 */
export function expectedRows<T extends { readonly id: string }>(
  rows: readonly T[],
  named: readonly T[],
  effects: readonly Effect[],
  { matches, compare, limit }: Arrangement<T>,
): readonly T[] {
  const upTo = (list: readonly T[]) =>
    limit !== undefined && list.length > limit ? list.slice(0, limit) : list;
  if (effects.length === 0) return upTo(rows);
  const byId = new Map<string, Effect[]>();
  for (const effect of effects) {
    const own = byId.get(effect.id);
    if (own) own.push(effect);
    else byId.set(effect.id, [effect]);
  }
  const here = new Map(named.map((record) => [record.id, record]));
  const shown = rows.filter(({ id }) => !byId.has(id));
  for (const [id, own] of byId) {
    const record = layOver(here.get(id) ?? null, own);
    if (record && matches(record)) shown.splice(place(shown, record, compare), 0, record);
  }
  return upTo(shown);
}
