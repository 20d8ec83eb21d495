// Live queries through RxDB: whatever is written, taken, emptied, compacted or begun anew, they show what a plain filter finds.
import "../../../shared/resources.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Memory } from "../../../renderer/kernel/replica/memory/memory.ts";
import { columnsOf, isOnDisk } from "../../../renderer/kernel/replica/on-disk/columns.ts";
import type { ReplicaDocument } from "../../../shared/kernel/sync/wire.ts";
import {
  anyDocument,
  COLLECTIONS,
  type Collection,
  type Live,
  livesOf,
  plain,
  shown,
} from "../helpers/live-queries.ts";

const collection = fc.constantFrom(...COLLECTIONS, "invoices" as const, "invoices" as const);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      collection,
      records: fc.array(anyDocument, { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clear" as const), collection }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("compact" as const), collection }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("epoch" as const),
      collection,
      records: fc.array(anyDocument, { maxLength: 12 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("look" as const), collection }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("leave" as const), collection }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A replica over a log that is kept here, as it is pulled, compacted, and begun anew. */
class Office {
  readonly #logs = new Map<string, (readonly ReplicaDocument[])[]>();
  #generation = 0;
  readonly #generations = new Map<string, string>();
  readonly all = new Map<string, Map<string, ReplicaDocument>>();
  readonly memory = new Memory({
    batch: async (name, generation, n) => {
      // Reading takes its time: what is written meanwhile comes in between.
      for (let turn = n % 3; turn >= 0; turn--) await new Promise((resolve) => setTimeout(resolve));
      const batch = this.#logs.get(`${name}|${generation}`)?.[n];
      if (!batch) throw new Error("compacted");
      return structuredClone(batch);
    },
    failed: async () => "again",
  });

  there(name: string): Map<string, ReplicaDocument> {
    const known = this.all.get(name) ?? new Map<string, ReplicaDocument>();
    this.all.set(name, known);
    return known;
  }

  #begin(name: string): string {
    const generation = `g${++this.#generation}`;
    this.#generations.set(name, generation);
    this.#logs.set(`${name}|${generation}`, []);
    return generation;
  }

  async write(name: Collection, documents: readonly ReplicaDocument[]): Promise<void> {
    const there = this.there(name);
    for (const document of documents) {
      if (document._deleted) there.delete(document.id);
      else there.set(document.id, document);
    }
    if (!isOnDisk(name)) return this.memory.write(name, documents);
    const generation = this.#generations.get(name) ?? this.#begin(name);
    const n = this.#logs.get(`${name}|${generation}`)!.push(documents) - 1;
    await this.memory.take(name, { generation, n, cells: columnsOf(name, documents) }, documents);
  }

  async clear(name: Collection): Promise<void> {
    this.there(name).clear();
    this.#generations.delete(name);
    await this.memory.clear(name);
  }

  /** The log is written anew; `isSame` says that it holds what it held. */
  async compact(name: Collection, isSame: boolean): Promise<void> {
    if (!isOnDisk(name)) return;
    const before = this.#generations.get(name);
    const generation = this.#begin(name);
    const documents = [...this.there(name).values()];
    const batches = documents.length > 0 ? [documents.slice(0, 4), documents.slice(4)] : [];
    this.#logs.set(`${name}|${generation}`, batches);
    await this.memory.shelve(
      name,
      generation,
      batches.map((batch) => columnsOf(name, batch)),
      isSame,
    );
    this.#logs.delete(`${name}|${before}`);
  }
}

async function run(office: Office, lives: readonly Live[], step: Step): Promise<void> {
  switch (step.kind) {
    case "write":
      return office.write(step.collection, step.records);
    case "clear":
      return office.clear(step.collection);
    case "compact":
      return office.compact(step.collection, true);
    case "epoch": {
      await office.clear(step.collection);
      return office.write(step.collection, step.records);
    }
    case "look":
      for (const one of lives) if (one.name === step.collection) one.stop ??= one.rows.subscribe(() => {});
      return;
    case "leave":
      for (const one of lives.filter(({ name }, n) => name === step.collection && n % 2 === 0)) {
        one.stop?.();
        one.stop = null;
      }
      return;
  }
}

test("After any writes, deletions, compactions, epochs and emptyings every live query shows what a plain filter over all records finds", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 4, maxLength: 14 }),
      async (rounds) => {
        const office = new Office();
        const lives = livesOf(office.memory);
        const wanted = ({ name, query }: Live) =>
          plain(office.memory, office.there(name).values(), name, query);
        try {
          for (const round of rounds) {
            // What comes together is not waited for one by one.
            await Promise.all(round.map((one) => run(office, lives, one)));
            for (const one of lives) {
              if (!one.stop) continue;
              const isIt = () => JSON.stringify(shown(one)) === JSON.stringify(wanted(one));
              for (let n = 0; n < 400 && !isIt(); n++) await new Promise((resolve) => setTimeout(resolve, 5));
              expect(shown(one), `${one.name} ${JSON.stringify(one.query)}`).toEqual(wanted(one));
            }
          }
          // Once it is right it stays right.
          await new Promise((resolve) => setTimeout(resolve, 150));
          for (const one of lives)
            if (one.stop) expect(shown(one), `${one.name} ${JSON.stringify(one.query)}`).toEqual(wanted(one));
        } finally {
          for (const one of lives) one.stop?.();
          await office.memory.close();
        }
      },
    ),
    { numRuns: 25 },
  );
});
