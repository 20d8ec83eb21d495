// What is read again after each write opens no RxCollection, whatever number of collections a screen shows.
import "../../../shared/resources.ts";
import { OPEN_COLLECTIONS } from "rxdb/plugins/core";
import { expect, test, vi } from "vitest";
import type { ReplicaRecord } from "../../../renderer/kernel/replica/memory/replica-record.ts";
import { Reread } from "../../../renderer/kernel/replica/memory/reread.ts";
import { isLarge } from "../../../renderer/kernel/replica/memory/tables.ts";
import { CUSTOMER_TOLD } from "../../../renderer/timeline/customer-told.tsx";
import { eventually } from "../../helpers/process/wait.ts";
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
  for (const rows of shown) await eventually(() => rows.getSnapshot() !== undefined);
  for (const name of names) await add(name, [aRecord("r1")]);
  for (const rows of shown) await eventually(() => rows.getSnapshot()?.length === 1);
  expect(OPEN_COLLECTIONS.size).toBe(0);
  for (const go of leave) go();
  await memory.close();
});

test("Writes that come while it reads cost one more read together", async () => {
  const reads: ((rows: readonly ReplicaRecord[]) => void)[] = [];
  let changed = () => {};
  const reread = new Reread({
    find: () => new Promise((resolve) => reads.push(resolve)),
    onChange: (tell) => {
      changed = tell;
      return () => {
        changed = () => {};
      };
    },
  });
  reread.ask();
  for (let write = 0; write < 5; write++) changed();
  expect(reads.length).toBe(1);
  reads[0]?.([]);
  await eventually(() => reads.length === 2);
  reads[1]?.([{ id: "r1" }]);
  await eventually(() => reread.value.getSnapshot()?.length === 1);
  expect(reads.length).toBe(2);
  reread.stop();
});

test("What nobody looks at any more is not read for a write", async () => {
  const { memory, add } = memoryWithDisk();
  await add("invoices", [aRecord("r0")]);
  const rows = memory.observe("invoices", { selector: { customer: "c1" } }, "read");
  const leave = rows.subscribe(() => {});
  await eventually(() => rows.getSnapshot()?.length === 1);
  leave();
  const find = vi.spyOn(memory, "find");
  await add("invoices", [aRecord("r1")]);
  expect(find).not.toHaveBeenCalled();
  await memory.close();
});
