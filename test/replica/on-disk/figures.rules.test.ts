// Records that stay on disk: which of them a query finds, what it reads for them, and what memory holds of each.
import { expect, test } from "vitest";
import { columnsOf } from "../../../renderer/kernel/replica/on-disk/columns.ts";
import "../../../shared/resources.ts";
import type { ReplicaDocument } from "../../../shared/kernel/sync/wire.ts";
import { memoryWithDisk } from "../helpers/memory-with-disk.ts";

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const day = (n: number) => `2026-${String((n % 12) + 1).padStart(2, "0")}-15`;

function invoice(n: number, more: Record<string, unknown> = {}): ReplicaDocument {
  const customer = `c${n % 50}`;
  const issued = { issue_date: day(n), due_date: day(n), billing_month: day(n).slice(0, 7) };
  return {
    ...{ id: id(n), _deleted: false, customer, status: "PAID", version: 1 },
    ...issued,
    invoice_number: `INV-${n}`,
    ...more,
  };
}

function aLog() {
  const { memory, read, add } = memoryWithDisk();
  return { memory, read, add: (documents: readonly ReplicaDocument[]) => add("invoices", documents) };
}

async function filled() {
  const log = aLog();
  for (let start = 0; start < 2000; start += 100)
    await log.add(Array.from({ length: 100 }, (_, n) => invoice(start + n)));
  return log;
}

const settled = async (check: () => boolean) => {
  for (let n = 0; n < 200 && !check(); n++) await new Promise((resolve) => setTimeout(resolve, 5));
};

test("A customer's bills are found on disk by the customer, in the asked order, the newest version of each alone", async () => {
  const { memory, add } = await filled();
  await add([invoice(7, { status: "VOID", version: 2 }), { id: id(57), _deleted: true }]);
  const query = { selector: { customer: "c7" }, sort: [{ issue_date: "desc" as const }] };
  const found = await memory.find("invoices", query);
  expect(found).toHaveLength(39);
  expect(found.filter((one) => one.id === id(7))).toMatchObject([{ status: "VOID", version: 2 }]);
  expect(found.map((one) => one.issue_date)).toEqual(
    found
      .map((one) => String(one.issue_date))
      .sort()
      .reverse(),
  );
  expect(memory.count("invoices")).toBe(1999);
});

test("One record is read from one batch, and a record that moved to another customer is no longer the first one's", async () => {
  const { memory, read, add } = await filled();
  read.length = 0;
  expect(await memory.get("invoices", id(1234))).toMatchObject({ invoice_number: "INV-1234" });
  expect(read).toEqual([12]);
  await add([invoice(1234, { customer: "c1", version: 2 })]);
  const first = await memory.find("invoices", { selector: { customer: "c34" } });
  expect(first.map((one) => one.id)).not.toContain(id(1234));
  expect((await memory.find("invoices", { selector: { customer: "c1" } })).map((one) => one.id)).toContain(
    id(1234),
  );
});

test("The newest few of a status are read from the batches that hold them, not from all", async () => {
  const { memory, read, add } = aLog();
  for (let month = 1; month <= 12; month++)
    await add(
      Array.from({ length: 100 }, (_, n) =>
        invoice(month * 100 + n, {
          status: "OVERDUE",
          due_date: `2026-${String(month).padStart(2, "0")}-10`,
        }),
      ),
    );
  read.length = 0;
  const found = await memory.find("invoices", {
    selector: { status: "OVERDUE" },
    sort: [{ status: "desc" }, { due_date: "desc" }],
    limit: 5,
  });
  expect(found.map((one) => one.due_date)).toEqual(Array(5).fill("2026-12-10"));
  expect(read).toEqual([11]);
});

test("Days are found by their bounds, also where a time is compared with a day", async () => {
  const { memory } = await filled();
  const found = await memory.find("invoices", {
    selector: { due_date: { $gte: "2026-03-01", $lt: "2026-05-01" } },
  });
  expect(new Set(found.map((one) => one.due_date))).toEqual(new Set(["2026-03-15", "2026-04-15"]));
  expect(found).toHaveLength(334);
});

test("A live query of a customer's bills hears of theirs alone, reads nothing for it, and keeps what did not change", async () => {
  const { memory, read, add } = await filled();
  const live = memory.observe("invoices", { selector: { customer: "c7" } });
  let told = 0;
  const stop = live.subscribe(() => {
    told++;
  });
  await settled(() => live.getSnapshot() !== undefined);
  const before = live.getSnapshot()!;
  expect(before).toHaveLength(40);
  read.length = 0;
  await add([invoice(2001)]);
  expect(told).toBe(1);
  await add([invoice(2007), invoice(57, { status: "VOID" }), { id: id(107), _deleted: true }]);
  await settled(() => told > 1);
  const after = live.getSnapshot()!;
  expect(after).toHaveLength(40);
  expect(after.filter((one) => before.includes(one))).toHaveLength(38);
  expect(read).toEqual([]);
  stop();
});

test("A bill is found by the whole number on its paper", async () => {
  const { memory, read } = await filled();
  read.length = 0;
  const found = await memory.find("invoices", { selector: { invoice_number: "INV-555" } });
  expect(found).toMatchObject([{ id: id(555) }]);
  expect(read).toEqual([5]);
});

test("Memory holds some numbers of a record on disk, none of its texts", () => {
  const documents = Array.from({ length: 1000 }, (_, n) => invoice(n));
  expect(columnsOf("invoices", documents).byteLength / documents.length).toBeLessThanOrEqual(48);
});
