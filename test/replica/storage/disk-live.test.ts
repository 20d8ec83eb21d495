// Live queries of records on disk: what is written while they read is neither missed nor shown twice.
import "../../../shared/resources.ts";
import { expect, test } from "vitest";
import { Memory } from "../../../renderer/kernel/replica/memory/memory.ts";
import { until } from "../../../renderer/kernel/replica/observable.ts";
import { columnsOf } from "../../../renderer/kernel/replica/on-disk/columns.ts";
import type { ReplicaDocument } from "../../../shared/kernel/sync/wire.ts";

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const bill = (n: number, status: string): ReplicaDocument => ({
  ...{ id: id(n), _deleted: false, customer: `c${n % 2}`, status },
  ...{ issue_date: "2026-02-01", due_date: "2026-02-10", billing_month: "2026-02" },
});

/** A replica whose disk answers when it is told to. */
function slowDisk() {
  const log: (readonly ReplicaDocument[])[] = [];
  const waiting: (() => void)[] = [];
  let begun = () => {};
  const memory = new Memory({
    batch: async (_collection, _generation, n) => {
      begun();
      await new Promise<void>((go) => waiting.push(go));
      return structuredClone(log[n] ?? []);
    },
    failed: async () => "nothing",
  });
  return {
    memory,
    add: async (documents: readonly ReplicaDocument[]) => {
      const n = log.push(documents) - 1;
      const cells = columnsOf("invoices", documents);
      await memory.take("invoices", { generation: "g", n, cells }, documents);
    },
    /** Resolves when somebody begins to read. */
    reading: () =>
      new Promise<void>((resolve) => {
        begun = resolve;
      }),
    answer: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
}

test("A bill that comes while one query reads and another begins is shown by both, once", async () => {
  const { memory, add, reading, answer } = slowDisk();
  await add([bill(1, "UNPAID"), bill(2, "PAID")]);
  const unpaid = memory.observe("invoices", { selector: { status: "UNPAID" } });
  const first = reading();
  const undo = [unpaid.subscribe(() => {})];
  await first;
  await add([bill(3, "UNPAID"), bill(2, "UNPAID")]);
  const mine = memory.observe("invoices", { selector: { customer: "c0", status: "UNPAID" } });
  const second = reading();
  undo.push(mine.subscribe(() => {}));
  await second;
  // Whoever reads again is answered, too.
  const beat = setInterval(answer);
  const ids = (rows: readonly { id: string }[] | undefined) => (rows ?? []).map((row) => row.id).sort();
  await until(unpaid, (rows) => rows?.length === 3);
  await until(mine, (rows) => rows?.length === 1);
  expect(ids(unpaid.getSnapshot())).toEqual([id(1), id(2), id(3)]);
  expect(ids(mine.getSnapshot())).toEqual([id(2)]);
  await add([bill(2, "PAID"), bill(4, "UNPAID")]);
  await until(mine, (rows) => rows?.[0]?.id === id(4));
  await until(unpaid, (rows) => rows?.some((row) => row.id === id(4)) ?? false);
  expect(ids(unpaid.getSnapshot())).toEqual([id(1), id(3), id(4)]);
  expect(ids(mine.getSnapshot())).toEqual([id(4)]);
  clearInterval(beat);
  for (const end of undo) end();
  await memory.close();
});

test("A query that reads for long is not asked anew for every batch, and is told of all that came at its end", async () => {
  const { memory, add, reading, answer } = slowDisk();
  await add([bill(1, "UNPAID")]);
  const unpaid = memory.observe("invoices", { selector: { status: "UNPAID" } });
  const first = reading();
  const undo = unpaid.subscribe(() => {});
  await first;
  for (let n = 2; n < 12; n++) await add([bill(n, "UNPAID")]);
  const again = reading();
  let reads = 0;
  void again.then(() => reads++);
  answer();
  await until(unpaid, (rows) => rows?.length === 11);
  expect(reads).toBe(0);
  undo();
  await memory.close();
});

test("A replica that is wiped while its queries read ends, and what they bring is shown to nobody", async () => {
  const { memory, add, reading, answer } = slowDisk();
  await add([bill(1, "UNPAID")]);
  const unpaid = memory.observe("invoices", { selector: { status: "UNPAID" } });
  const first = reading();
  unpaid.subscribe(() => {});
  await first;
  await memory.clear("invoices");
  const ending = memory.close();
  answer();
  await ending;
  expect(unpaid.getSnapshot() ?? []).toEqual([]);
});
