// Pieces of work that come while others are under way: whatever comes when, each is done once and hears what came of itself.
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type Batched,
  type CollectedBatch,
  RequestBatcher,
} from "../../../server/kernel/operation/request-batcher.ts";

interface Work {
  id: number;
  about: string;
  /** Refuses, by itself and among others. */
  refuses: boolean;
}

const SIZES = { at_once: 2, few: 3, most: 5, patience_ms: 60_000, moment_ms: 1 };

/** A gatherer whose work ends when it is told to, and what was seen of it. */
function watched(sizes: typeof SIZES = SIZES) {
  const open: (() => void)[] = [];
  const done: number[] = [];
  const lots: number[][] = [];
  let [under_way, most_under_way, idle] = [0, 0, 0];
  const until = async () => {
    under_way += 1;
    most_under_way = Math.max(most_under_way, under_way);
    await new Promise<void>((resolve) => open.push(resolve));
    under_way -= 1;
  };
  const how: CollectedBatch<Work, number> = {
    records: ({ about }) => [about],
    alone: async ({ id, refuses }) => {
      await until();
      if (refuses) throw new Error(`no ${id}`);
      done.push(id);
      return id;
    },
    together: async (several): Promise<Batched<number>> => {
      lots.push(several.map(({ id }) => id));
      expect(new Set(several.map(({ about }) => about)).size).toBe(several.length);
      await until();
      const at = several.findIndex(({ refuses }) => refuses);
      if (at >= 0) return { apart: at };
      done.push(...several.map(({ id }) => id));
      return { done: several.map(({ id }) => id) };
    },
  };
  const onIdle = () => {
    idle += 1;
  };
  const gatherer = new RequestBatcher(how, onIdle, sizes);
  const endOne = async () => {
    open.shift()?.();
    // What follows from it happens in promises alone.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    ...{ gatherer, done, lots, open, endOne },
    seen: () => ({ under_way, most_under_way, idle }),
  };
}

const work = (id: number, about = `record ${id}`, refuses = false): Work => ({ id, about, refuses });

describe("work that is gathered", () => {
  afterEach(() => vi.useRealTimers());

  it("What comes alone is begun at once, and what comes meanwhile is done together once that is over", async () => {
    const { gatherer, lots, open, endOne, seen } = watched();
    const results = [1, 2, 3].map((id) => gatherer.run(work(id)));
    expect(open.length).toBe(1);
    await endOne();
    expect(lots).toEqual([[2, 3]]);
    await endOne();
    expect(await Promise.all(results)).toEqual([1, 2, 3]);
    await expect.poll(seen).toEqual({ under_way: 0, most_under_way: 1, idle: 1 });
  });

  it("Who comes again right behind several is done with them again; who stays away is waited for a moment and no longer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { gatherer, lots, open, endOne, seen } = watched({ ...SIZES, moment_ms: 10 });
    for (const id of [1, 2, 3]) void gatherer.run(work(id));
    await endOne();
    await endOne();
    expect(lots).toEqual([[2, 3]]);
    void gatherer.run(work(4));
    expect(open.length).toBe(0);
    void gatherer.run(work(5));
    expect(lots).toEqual([
      [2, 3],
      [4, 5],
    ]);
    await endOne();
    void gatherer.run(work(6));
    vi.advanceTimersByTime(9);
    expect(open.length).toBe(0);
    vi.advanceTimersByTime(1);
    expect(open.length).toBe(1);
    // Behind one that was alone nobody is waited for.
    await endOne();
    void gatherer.run(work(7));
    expect(open.length).toBe(1);
    expect(seen().idle).toBe(1);
  });

  it("A second one is begun for a few and not for fewer, and many are shared by two", async () => {
    const { gatherer, lots, endOne } = watched();
    for (let id = 0; id < 3; id += 1) void gatherer.run(work(id));
    expect(lots).toEqual([]);
    void gatherer.run(work(3));
    expect(lots).toEqual([[1, 2, 3]]);
    for (let id = 4; id < 12; id += 1) void gatherer.run(work(id));
    await endOne();
    expect(lots.at(-1)).toEqual([4, 5, 6, 7]);
  });

  it("Work about what waits or is under way is done by itself, whatever else waits", async () => {
    const { gatherer, open, lots, done, endOne } = watched();
    const results = [work(1, "a"), work(2, "b"), work(3, "a"), work(4, "b")].map((one) => gatherer.run(one));
    expect(open.length).toBe(3);
    while (open.length > 0) await endOne();
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
    expect(lots).toEqual([]);
    expect(done.length).toBe(4);
  });

  it("Who refuses hears it by itself, and the others are done together without it", async () => {
    const { gatherer, lots, open, endOne } = watched();
    const results = [work(1), work(2), work(3, "record 3", true), work(4)].map((one) => gatherer.run(one));
    const all = Promise.allSettled(results);
    while (open.length > 0) await endOne();
    expect((await all).map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(lots).toEqual([
      [2, 3, 4],
      [2, 4],
    ]);
  });

  it("What waits behind work that takes for ever is begun all the same, together", async () => {
    const { gatherer, lots, open, endOne } = watched({ ...SIZES, patience_ms: 20 });
    const stuck = gatherer.run(work(1));
    const results = [2, 3].map((id) => gatherer.run(work(id)));
    expect(lots).toEqual([]);
    await expect.poll(() => lots).toEqual([[2, 3]]);
    open.push(open.shift()!);
    await endOne();
    expect(await Promise.all(results)).toEqual([2, 3]);
    await endOne();
    expect(await stuck).toBe(1);
  });

  it("Who waits behind work that takes for ever is begun in their time, however many come behind them", () => {
    vi.useFakeTimers();
    const { gatherer, lots } = watched({ ...SIZES, few: 10, patience_ms: 20 });
    void gatherer.run(work(0));
    for (let id = 1; id <= 3; id += 1) {
      void gatherer.run(work(id));
      vi.advanceTimersByTime(9);
    }
    expect(lots).toEqual([[1, 2, 3]]);
  });

  it("Whatever comes when, each is done once, hears of itself, and no more are under way than may be", async () => {
    const arrival = fc.record({
      about: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
      refuses: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
      /** So many ends before the next one comes. */
      ends: fc.integer({ min: 0, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 40 }), async (arrivals) => {
        const { gatherer, done, lots, endOne, seen } = watched();
        const results: Promise<number>[] = [];
        for (const [id, { about, refuses, ends }] of arrivals.entries()) {
          const result = gatherer.run({ id, about, refuses });
          result.catch(() => undefined);
          results.push(result);
          for (let end = 0; end < ends; end += 1) await endOne();
        }
        let isOver = false;
        const all = Promise.allSettled(results).finally(() => {
          isOver = true;
        });
        while (!isOver) await endOne();
        const settled = await all;
        const expected = arrivals.map(({ refuses }) => (refuses ? "rejected" : "fulfilled"));
        expect(settled.map(({ status }) => status)).toEqual(expected);
        const ids = arrivals.flatMap(({ refuses }, id) => (refuses ? [] : [id]));
        expect([...done].sort((a, b) => a - b)).toEqual(ids);
        expect(lots.every((lot) => lot.length > 1 && lot.length <= SIZES.most)).toBe(true);
        expect(seen().under_way).toBe(0);
      }),
    );
  });
});
