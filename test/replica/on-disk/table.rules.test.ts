// The tables of the replica: whatever is inserted, changed and removed, queries answer as a plain filter and sort would.
import fc from "fast-check";
import { fillWithDefaultSettings } from "rxdb/plugins/core";
import { expect, test } from "vitest";
import { Memory } from "../../../renderer/kernel/replica/memory/memory.ts";
import type { MarkedRow, Row } from "../../../renderer/kernel/replica/memory/replica-record.ts";
import { schemaWith } from "../../../renderer/kernel/replica/memory/tables.ts";
import { until } from "../../../renderer/kernel/replica/observable.ts";
import { nextMarks } from "../../../renderer/kernel/replica/storage/marks.ts";
import { BlockTable } from "../../../renderer/kernel/replica/storage/table/block-table.ts";
import { customers } from "../helpers/people.ts";

const STATES = ["ACTIVE", "EXPIRED", "LEFT"];
const change = fc.record({
  id: fc.integer({ min: 0, max: 1500 }),
  status: fc.constantFrom(...STATES),
  due: fc.integer({ min: 0, max: 9 }),
  gone: fc.boolean(),
});

const tableWith = (indexes: readonly (readonly string[])[]) =>
  new BlockTable(fillWithDefaultSettings<Row>(schemaWith("id", indexes)));

const plain = (rows: Iterable<Row>, keep: (row: Row) => boolean, by: readonly string[]) =>
  [...rows].filter(keep).sort((a, b) => {
    for (const field of [...by, "id"]) {
      if (String(a[field]) < String(b[field])) return -1;
      if (String(a[field]) > String(b[field])) return 1;
    }
    return 0;
  });

test("After any changes every query answers as a filter and a sort over all rows", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 2500, minLength: 800 }), (changes) => {
      const table = tableWith([["status"], ["status", "due"]]);
      const all = new Map<string, MarkedRow>();
      for (const { id, status, due, gone } of changes) {
        const key = `c${String(id).padStart(5, "0")}`;
        const row: MarkedRow | null = gone
          ? null
          : { id: key, status, due: String(due), _deleted: false, ...nextMarks() };
        const before = table.put(key, row);
        expect(before).toBe(all.get(key) ?? null);
        if (row) all.set(key, row);
        else all.delete(key);
      }
      const ask = (query: object) => table.run(table.plan(query));
      for (const status of STATES) {
        expect(ask({ selector: { status }, sort: [{ status: "asc" }, { due: "asc" }] })).toEqual(
          plain(all.values(), (row) => row.status === status, ["due"]),
        );
        expect(ask({ selector: { status, due: { $gte: "3", $lt: "7" } } })).toHaveLength(
          plain(all.values(), ({ status: at, due }) => at === status && due! >= "3" && due! < "7", []).length,
        );
      }
      expect(ask({ sort: [{ id: "asc" }], limit: 7 })).toEqual(
        plain(all.values(), () => true, []).slice(0, 7),
      );
      const some = ["c00001", "c00700", "c09999", "c00001"];
      expect(ask({ selector: { id: { $in: some } }, sort: [{ id: "asc" }] })).toEqual(
        plain(all.values(), ({ id }) => some.includes(String(id)), []),
      );
    }),
    { numRuns: 15 },
  );
});

test("A query walks the part of an index that it names, however many rows there are", () => {
  const table = tableWith([["customer"], ["status", "due"]]);
  const startsAt = (query: object) => {
    const { index, startKeys } = table.plan(query).prepared.queryPlan;
    return Object.fromEntries(index.map((field, at) => [field, startKeys[at]]));
  };
  expect(startsAt({ selector: { status: "DONE", due: { $gte: "5" } } })).toMatchObject({
    status: "DONE",
    due: "5",
  });
  expect(startsAt({ selector: { status: "OPEN" } })).toMatchObject({ status: "OPEN" });
  expect(startsAt({ selector: { customer: "c1" } })).toMatchObject({ customer: "c1" });
});

test("A large write lets other things in between, and live queries that it does not touch are not asked again", async () => {
  const memory = new Memory();
  await memory.write(
    "customers",
    customers(5).map((one) => ({ ...one, _deleted: false })),
  );
  const one = memory.observe("customers", { selector: { username: "user3" } });
  let told = 0;
  one.subscribe(() => {
    told++;
  });
  expect(one.getSnapshot()).toHaveLength(1);
  const before = told;
  let between = 0;
  const beat = setInterval(() => between++);
  await memory.write(
    "customers",
    customers(20_000, 10).map((more) => ({ ...more, _deleted: false })),
  );
  clearInterval(beat);
  expect(between).toBeGreaterThan(10);
  expect(told).toBe(before);
  expect(memory.count("customers")).toBe(20_005);
  await memory.write("customers", [{ ...customers(1, 3)[0]!, name: "Other", _deleted: false }]);
  await until(one, (rows) => rows?.[0]?.name === "Other");
  await memory.close();
});
