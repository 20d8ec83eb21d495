// Two windows, one compacting: what the other one has not heard of yet is neither kept too long nor taken for damage.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Store } from "../../../renderer/kernel/replica/disk/disk.ts";
import { until } from "../../../renderer/kernel/replica/observable.ts";
import { idOf } from "../helpers/live-queries.ts";
import { openComputer } from "../helpers/windows.ts";

let computer: Awaited<ReturnType<typeof openComputer>>;

beforeEach(async () => {
  computer = await openComputer();
});
afterEach(() => computer.close());

const records = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ id: idOf(n), _deleted: false, status: "ACTIVE", customer: `c${n % 2}` },
    ...{ issue_date: "2026-02-01", due_date: "2026-02-10", billing_month: "2026-02" },
  }));

/** What comes in between as a window reads or writes its disk. */
class Meanwhile {
  #times = 0;
  #work: () => Promise<void> = () => Promise.resolve();

  /** Before the n-th time from now on. */
  before(n: number, work: () => Promise<void>): void {
    this.#times = n;
    this.#work = work;
  }

  readonly over = (disk: Store): Store => ({
    transaction: (...asked) => disk.transaction(...asked),
    close: () => disk.close(),
    reopened: () => (--this.#times === 0 ? this.#work() : null),
  });
}

/** One that leads, and another one that has read what is there. */
async function twoWindows(collection: string, meanwhile = new Meanwhile()) {
  const leader = await computer.open(meanwhile.over);
  await leader.lead();
  computer.pulled.put(collection, records(8));
  await leader.pull(collection);
  const other = await computer.open();
  await other.fill();
  return { leader, other };
}

test.each(["customers", "areas", "invoices"])(
  "What was deleted of %s before a compaction is gone in a window that hears of both at once",
  async (collection) => {
    const { leader, other } = await twoWindows(collection);
    const live = other.memory.observe(collection, { selector: { customer: "c1" } });
    const stop = live.subscribe(() => {});
    await until(live, (rows) => rows?.length === 4);
    computer.pulled.put(collection, [{ id: idOf(3), _deleted: true }]);
    await leader.pull(collection);
    await leader.storm(collection);
    await other.hear();
    await until(live, (rows) => rows?.length === 3);
    expect(other.memory.count(collection)).toBe(7);
    expect(await other.memory.get(collection, idOf(3))).toBeNull();
    stop();
  },
);

test("A customer's bills are found in a window that had heard of all when another one compacted their log", async () => {
  const meanwhile = new Meanwhile();
  const { leader, other } = await twoWindows("invoices", meanwhile);
  let heard = 0;
  // Three pages of many come, and three of their ends; then the log is read to be compacted.
  meanwhile.before(7, async () => {
    await other.hear();
    heard = other.memory.count("invoices");
  });
  await leader.storm("invoices");
  expect(heard).toBe(8);
  await other.hear();
  expect(await other.memory.find("invoices", { selector: { customer: "c1" } })).toHaveLength(4);
});

test("A log that is compacted while another window opens is read anew there, and dropped by nobody", async () => {
  const { leader } = await twoWindows("customers");
  const meanwhile = new Meanwhile();
  const late = await computer.open(meanwhile.over);
  // Which logs there are, the head of this one, and then what is in it.
  meanwhile.before(3, () => leader.storm("customers"));
  await late.fill();
  expect(late.memory.count("customers")).toBe(8);
  await leader.hear();
  expect(leader.memory.count("customers")).toBe(8);
  const again = await computer.open();
  await again.fill();
  expect(again.memory.count("customers")).toBe(8);
});

test("A log that is compacted while another window catches up with it is read anew there, and dropped by nobody", async () => {
  const { leader } = await twoWindows("customers");
  const meanwhile = new Meanwhile();
  const late = await computer.open(meanwhile.over);
  await late.fill();
  computer.pulled.put("customers", [{ id: idOf(9), _deleted: false, status: "ACTIVE" }]);
  await leader.pull("customers");
  // Its head, and then what is in it.
  meanwhile.before(2, () => leader.storm("customers"));
  await late.hear();
  expect(late.memory.count("customers")).toBe(9);
  await leader.hear();
  expect(leader.memory.count("customers")).toBe(9);
});

test("A window that opens while another one pulls reads what it found there, then what came, and drops nothing", async () => {
  const { leader } = await twoWindows("invoices");
  const meanwhile = new Meanwhile();
  const late = await computer.open(meanwhile.over);
  computer.pulled.put("invoices", [{ id: idOf(9), _deleted: false, customer: "c1" }]);
  // Which logs there are, the head of this one, and then what memory holds of it.
  meanwhile.before(3, async () => {
    expect(await leader.pull("invoices")).toBe(1);
  });
  await late.fill();
  expect(late.memory.count("invoices")).toBe(8);
  await late.hear();
  expect(await late.memory.find("invoices", { selector: { customer: "c1" } })).toHaveLength(5);
  await leader.hear();
  expect(leader.memory.count("invoices")).toBe(9);
});
