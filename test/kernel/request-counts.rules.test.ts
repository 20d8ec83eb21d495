// Limits a minute: exact in one process, and one limit for all processes of a database.
import fc from "fast-check";
import { expect, test } from "vitest";
import { RequestCounts, type TakeShared } from "../../server/kernel/http/door/request-counts.ts";

const MINUTE = 60_000;

/** A database's table of counts, as shared-counts.ts keeps it. */
function sharedTable(now: () => number): { take: TakeShared; asked(): number } {
  const rows = new Map<string, { taken: number; ends: number }>();
  let asked = 0;
  return {
    asked: () => asked,
    take: async (key, amount, ends_in) => {
      asked += 1;
      const known = rows.get(key);
      const row =
        known && known.ends > now()
          ? { taken: known.taken + amount, ends: known.ends }
          : { taken: amount, ends: now() + ends_in };
      rows.set(key, row);
      return { taken: row.taken, ends_in: row.ends - now() };
    },
  };
}

/** So many requests through processes in the given order. @returns how many were let through. */
async function send(processes: readonly RequestCounts[], order: readonly number[], max: number) {
  let through = 0;
  for (const at of order) {
    const process = processes[at % processes.length];
    if (process && (await process.take("token", max)).ok) through += 1;
  }
  return through;
}

test("One process lets through exactly as many as it may in a minute, and as many in the next", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.nat(59), async (max, pause) => {
      let now = 0;
      const counts = new RequestCounts(sharedTable(() => now).take, () => now);
      for (let minute = 0; minute < 2; minute++) {
        const begun = now;
        let through = 0;
        for (let sent = 0; sent < max + 5; sent++) {
          now = begun + Math.floor((pause * 1_000 * sent) / (max + 5));
          const { ok, left } = await counts.take("token", max);
          if (ok) through += 1;
          expect(left).toBe(Math.max(0, max - sent - 1));
        }
        expect(through).toBe(max);
        now = begun + MINUTE;
      }
    }),
  );
});

test("Several processes together let through hardly more than one does, whichever of them is asked", async () => {
  const orders = fc.array(fc.nat(7), { minLength: 900, maxLength: 900 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 8 }), orders, async (count, order) => {
      const table = sharedTable(() => 0);
      const processes = Array.from({ length: count }, () => new RequestCounts(table.take, () => 0));
      const max = 400;
      const through = await send(processes, order, max);
      expect(through).toBeLessThanOrEqual(max + (count - 1) * (max / 20));
      expect(through).toBeGreaterThanOrEqual(max - (count - 1) * (max / 20));
      // And costs the database a question for each twentieth, not for each request.
      expect(table.asked()).toBeLessThanOrEqual(20 + 2 * count);
    }),
    { numRuns: 30 },
  );
});

test("Who sends little costs the database nothing", async () => {
  const table = sharedTable(() => 0);
  const counts = new RequestCounts(table.take, () => 0);
  for (let key = 0; key < 100; key++)
    for (let sent = 0; sent < 5; sent++) await counts.take(`address ${key}`, 100);
  expect(table.asked()).toBe(0);
});

test("What comes while the database is asked waits for the one answer, and is counted", async () => {
  const table = sharedTable(() => 0);
  const counts = new RequestCounts(table.take, () => 0);
  const answers = await Promise.all(Array.from({ length: 150 }, () => counts.take("token", 100)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(100);
  expect(table.asked()).toBeLessThanOrEqual(2);
});

test("A database that does not answer fails the request, and the next one asks again", async () => {
  let answers = false;
  const counts = new RequestCounts(
    async (_key, amount, ends_in) => {
      if (!answers) throw new Error("no database");
      return { taken: amount, ends_in };
    },
    () => 0,
  );
  expect((await counts.take("token", 20)).ok).toBe(true);
  await expect(counts.take("token", 20)).rejects.toThrow("no database");
  answers = true;
  expect((await counts.take("token", 20)).ok).toBe(true);
});
