// How components read records as they will be: the replica's, with what waits in the outbox laid over.
import { useMemo } from "react";
import type { RecordOf, Resource } from "../../../shared/kernel/resource.ts";
import type { HowKept, Query, QueuedCommand } from "../replica/index.ts";
import { NOTHING, useObservable, useReplica } from "../replica-hooks.ts";
import { type Effect, effectsOn, expectedRows, isExpected, layOver } from "./effects.ts";

const NO_ROWS: readonly never[] = [];

/** Effects that are still expected on a collection's records; the same array while there are none. */
function useEffects(collection: string): readonly Effect[] {
  const replica = useReplica();
  const open = useObservable(replica.open$);
  return useMemo(() => {
    const effects = effectsOn(open, collection);
    return effects.length === 0 ? NO_ROWS : effects;
  }, [open, collection]);
}

/** The records of a collection that something is still expected of. */
export function useWaitingIds(collection: string): readonly string[] {
  const effects = useEffects(collection);
  return useMemo(() => [...new Set(effects.map(({ id }) => id))], [effects]);
}

/**
 * Live records of a resource as they will be: created ones appear, changes are laid over, deleted ones are gone. Undefined
 * until the first answer. Null instead of a query reads nothing.
 */
export function useExpectedRows<R extends Resource>(
  resource: R,
  query: Query | null = {},
  how: HowKept = "watched",
): readonly RecordOf<R>[] | undefined {
  const replica = useReplica();
  const { collection } = resource;
  const all = useEffects(collection);
  const effects = query === null ? NO_ROWS : all;
  const key = JSON.stringify(query);
  const ids = JSON.stringify([...new Set(effects.map(({ id }) => id))]);
  const live = useMemo(() => {
    const asked = JSON.parse(key) as Query | null;
    if (asked === null) return null;
    const named = JSON.parse(ids) as string[];
    // Room for the rows that the effects take out of the answer.
    const limit = asked.limit === undefined ? {} : { limit: asked.limit + named.length };
    return {
      rows: replica.observe(collection, { ...asked, ...limit }, how),
      named: named.length > 0 ? replica.observe(collection, { selector: { id: { $in: named } } }, how) : null,
      arrangement: replica.arrangement(collection, asked),
    };
  }, [replica, collection, key, ids, how]);
  const rows = useObservable(live?.rows ?? NOTHING);
  const named = useObservable(live?.named ?? NOTHING);
  const answer = useMemo(() => {
    if (!live || rows === undefined || (live.named && named === undefined)) return undefined;
    return expectedRows(rows, named ?? NO_ROWS, effects, live.arrangement);
  }, [live, rows, named, effects]) as readonly RecordOf<R>[] | undefined;
  // A command about any record that comes or is done asks again. Until that is answered the last answer stands: a form
  // that showed "loading" for a moment would begin again, without what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept belongs to one question
  const last = useMemo<{ answer: typeof answer }>(() => ({ answer: undefined }), [replica, collection, key]);
  if (answer !== undefined) last.answer = answer;
  return last.answer;
}

/** A record as it will be. */
export interface ExpectedRecord<T> {
  /** Of a refused create: as it was wished. */
  readonly record: T;
  /** Whether a command about it is still on its way. */
  readonly pending: boolean;
  /** The refused command that was to create it: until that is put right it exists on this computer alone. */
  readonly refused: QueuedCommand | null;
}

/** What open commands make of one record; null where there is none and none is expected. Pure. */
export function expectedRecord<T extends { readonly id: string }>(
  seen: T | null,
  id: string,
  open: readonly QueuedCommand[],
  collection: string,
): ExpectedRecord<T> | null {
  const about = open.filter(({ expected }) =>
    (expected as { effects?: readonly Effect[] } | null)?.effects?.some(
      (effect) => effect.collection === collection && effect.id === id,
    ),
  );
  const own = (commands: readonly QueuedCommand[]) =>
    effectsOn(commands, collection).filter((effect) => effect.id === id);
  const pending = about.some(isExpected);
  const record = layOver(seen, own(about));
  if (record) return { record, pending, refused: null };
  if (seen) return null;
  const refused = about.findLast(({ status }) => status === "REJECTED") ?? null;
  const wished = refused && layOver<T>(null, own([{ ...refused, status: "PENDING" }]));
  return wished && { record: wished, pending, refused };
}

/** One live record as it will be: undefined while unknown, null when there is none. */
export function useExpectedRecord<R extends Resource>(
  resource: R,
  id: string | null | undefined,
): ExpectedRecord<RecordOf<R>> | null | undefined {
  const replica = useReplica();
  const { collection } = resource;
  const open = useObservable(replica.open$);
  const rows = useObservable(
    useMemo(
      () => (id ? replica.observe(collection, { selector: { id }, limit: 1 }) : NOTHING),
      [replica, collection, id],
    ),
  );
  return useMemo(() => {
    if (!id) return null;
    if (rows === undefined) return undefined;
    return expectedRecord((rows[0] ?? null) as RecordOf<R> | null, id, open, collection);
  }, [id, rows, open, collection]);
}
