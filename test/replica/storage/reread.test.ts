// What is read again after each write opens no RxCollection, whatever number of collections a screen shows.
import { OPEN_COLLECTIONS } from "rxdb/plugins/core";
import { expect, test, vi } from "vitest";
import { isLarge } from "../../../renderer/kernel/replica/memory/tables.ts";
import { CUSTOMER_TOLD } from "../../../renderer/timeline/customer-told.tsx";
import { memoryWithDisk } from "../helpers/memory-with-disk.ts";

const aRecord = (id: string) => ({ id, _deleted: false, customer: "c1" });

test("All collections of a customer's timeline are shown at once with none of them open, and each write arrives", async () => {
  const { memory, add } = memoryWithDisk();
  const names = [...new Set(CUSTOMER_TOLD.map(({ resource }) => resource).filter(({ replica }) => replica))]
    .map(({ collection }) => collection)
    .filter(isLarge);
  expect(names.length).toBeGreaterThan(10);
  const shown = names.map((name) => memory.observe(name, { selector: { customer: "c1" } }, "read"));
  const leave = shown.map((rows) => rows.subscribe(() => {}));
  for (const rows of shown) await vi.waitUntil(() => rows.getSnapshot() !== undefined);
  for (const name of names) await add(name, [aRecord("r1")]);
  for (const rows of shown) await vi.waitUntil(() => rows.getSnapshot()?.length === 1);
  expect(OPEN_COLLECTIONS.size).toBe(0);
  for (const go of leave) go();
  await memory.close();
});

test("Writes that come while it reads cost one more read together, and those after it was left none", async () => {
  const { memory, read, add } = memoryWithDisk();
  await add("invoices", [aRecord("r0")]);
  const rows = memory.observe("invoices", { selector: { customer: "c1" } }, "read");
  const find = vi.spyOn(memory, "find");
  const leave = rows.subscribe(() => {});
  await Promise.all(["r1", "r2", "r3", "r4", "r5", "r6"].map((id) => add("invoices", [aRecord(id)])));
  await vi.waitUntil(() => rows.getSnapshot()?.length === 7);
  expect(find.mock.calls.length).toBeLessThanOrEqual(4);
  leave();
  const before = { finds: find.mock.calls.length, read: read.length };
  await add("invoices", [aRecord("r7")]);
  expect({ finds: find.mock.calls.length, read: read.length }).toEqual(before);
  await memory.close();
});
