// What live queries are held to: records of any kind, queries of each sort, and what a plain filter over all records finds.
import fc from "fast-check";
import type { HowKept, Memory, Query } from "../../../renderer/kernel/replica/memory/memory.ts";
import type { ReplicaRecord } from "../../../renderer/kernel/replica/memory/replica-record.ts";
import type { Observable } from "../../../renderer/kernel/replica/observable.ts";
import type { ReplicaDocument } from "../../../shared/kernel/sync/wire.ts";

/** In memory by itself, in memory among others, on disk. */
export const COLLECTIONS = ["customers", "areas", "invoices"] as const;
export type Collection = (typeof COLLECTIONS)[number];

const STATES = ["ACTIVE", "EXPIRED", "LEFT"];
export const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** A version of one of ten records; some are deletions. */
export const anyDocument: fc.Arbitrary<ReplicaDocument> = fc
  .record({
    n: fc.integer({ min: 0, max: 9 }),
    status: fc.constantFrom(...STATES),
    customer: fc.integer({ min: 0, max: 3 }),
    day: fc.integer({ min: 1, max: 9 }),
    gone: fc.boolean(),
  })
  .map(({ n, status, customer, day, gone }) =>
    gone
      ? { id: idOf(n), _deleted: true }
      : {
          id: idOf(n),
          _deleted: false,
          status,
          customer: `c${customer}`,
          issue_date: `2026-02-0${day}`,
          due_date: `2026-01-0${day}`,
        },
  );

const QUERIES: readonly Query[] = [
  { selector: { status: "ACTIVE" } },
  { selector: { status: "ACTIVE" }, sort: [{ due_date: "desc" }], limit: 3 },
  { selector: { customer: "c1" }, sort: [{ issue_date: "asc" }] },
  {
    selector: { customer: "c1", status: { $in: ["ACTIVE", "LEFT"] } },
    sort: [{ issue_date: "desc" }],
    limit: 2,
  },
  { selector: { id: idOf(3) } },
  { selector: { id: { $in: [idOf(1), idOf(2), idOf(7)] }, status: "EXPIRED" } },
  { selector: { due_date: { $gte: "2026-01-04" } }, sort: [{ due_date: "asc" }, { id: "desc" }], limit: 5 },
  {},
];

/** What a plain filter and sort of all records find, as texts. */
export function plain(
  memory: Memory,
  all: Iterable<ReplicaDocument>,
  name: Collection,
  query: Query,
): readonly string[] {
  const { matches, compare, limit } = memory.arrangement(name, query);
  const found = [...all].map(({ _deleted, ...rest }) => rest as ReplicaRecord).filter(matches);
  const ordered = found.sort(compare).slice(0, limit);
  return ordered.map((one) => JSON.stringify(one));
}

/** A live query, and what ends it while somebody watches. */
export interface Live {
  readonly name: Collection;
  readonly query: Query;
  readonly rows: Observable<readonly ReplicaRecord[] | undefined>;
  stop: (() => void) | null;
}

const HOW: readonly HowKept[] = ["watched", "read"];

/** Each query of each collection, kept new in each way, subscribed to by nobody yet. */
export const livesOf = (memory: Memory): Live[] =>
  COLLECTIONS.flatMap((name) =>
    QUERIES.flatMap((query) =>
      HOW.map((how) => ({ name, query, rows: memory.observe(name, query, how), stop: null })),
    ),
  );

/** What it shows, as texts. */
export const shown = ({ rows }: Live) => rows.getSnapshot()?.map((one) => JSON.stringify(one));
