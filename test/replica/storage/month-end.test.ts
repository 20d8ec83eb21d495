// Every tab of a customer open while a month end comes: all of them are right at its end, and each is told of its own alone.
import "../../../shared/resources.ts";
import { OPEN_COLLECTIONS } from "rxdb/plugins/core";
import { expect, test } from "vitest";
import { until } from "../../../renderer/kernel/replica/observable.ts";
import { allResources } from "../../../shared/kernel/registry.ts";
import type { ReplicaDocument } from "../../../shared/kernel/sync/wire.ts";
import { memoryWithDisk } from "../helpers/memory-with-disk.ts";

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** Ten collections of which a customer's records are found by an index. */
const tabs = allResources()
  .filter(({ indexes }) => indexes.some(([first]) => first === "customer"))
  .map(({ collection }) => collection)
  .slice(0, 10);

const record = (n: number): ReplicaDocument => ({
  ...{ id: id(n), _deleted: false, customer: `c${n % 40}`, status: "OPEN" },
  ...{ issue_date: "2026-02-01", due_date: "2026-02-10", billing_month: "2026-02" },
  ...{ occurred_at: "2026-02-01T00:00:00Z", posted_at: "2026-02-01T00:00:00Z" },
});

test("With every tab of a customer open a month end leaves each of them right, and no more collections open than RxDB allows", async () => {
  expect(tabs).toHaveLength(10);
  const { memory, add } = memoryWithDisk();
  const lives = tabs.map((name) => memory.observe(name, { selector: { customer: "c7" } }));
  const told = tabs.map(() => 0);
  const undo = lives.map((live, n) =>
    live.subscribe(() => {
      told[n]!++;
    }),
  );
  for (let at = 0; at < 2000; at += 250) {
    const page = Array.from({ length: 250 }, (_, n) => record(at + n));
    await Promise.all(tabs.map((name) => add(name, page)));
    expect(OPEN_COLLECTIONS.size).toBeLessThanOrEqual(10);
  }
  for (const live of lives) await until(live, (rows) => rows?.length === 50);
  for (const live of lives)
    expect(new Set(live.getSnapshot()?.map(({ customer }) => customer))).toEqual(new Set(["c7"]));
  // What is another customer's is told to nobody here.
  const before = [...told];
  await Promise.all(tabs.map((name) => add(name, [record(2001)])));
  await Promise.all(tabs.map((name) => add(name, [{ ...record(7), status: "DONE" }])));
  for (const live of lives)
    await until(live, (rows) => rows?.some(({ status }) => status === "DONE") ?? false);
  expect(told).toEqual(before.map((count) => count + 1));
  for (const end of undo) end();
  await memory.close();
});
