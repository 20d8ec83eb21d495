// The outbox in memory: what a command that is added, handed in or settled costs, however many wait.
import { expect, test } from "vitest";
import { settledSince } from "../../../renderer/kernel/replica/outbox/is-waiting.ts";
import { OutboxCommands } from "../../../renderer/kernel/replica/outbox/outbox-commands.ts";
import type { QueuedCommand } from "../../../renderer/kernel/replica/outbox/outbox-store.ts";

const CUSTOMER = { collection: "customers", id: "c" };

/** How often a place or the state of any of these commands was read. */
let reads = 0;

function command(device_seq: number, status: QueuedCommand["status"] = "PENDING"): QueuedCommand {
  const rest = {
    id: `command ${device_seq}`,
    kind: "recharge.create",
    payload: {},
    occurred_at: "2026-11-01T08:00:00.000Z",
    device_id: "d",
    expected: null,
    targets: [CUSTOMER],
  };
  return {
    ...rest,
    get device_seq() {
      reads += 1;
      return device_seq;
    },
    get status() {
      reads += 1;
      return status;
    },
  };
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

/** A shelf on which so many wait for one customer, whose screen is open beside the header. */
function shelfWith(waiting: number): OutboxCommands {
  const shelf = new OutboxCommands();
  shelf.put(range(1, waiting).map((seq) => command(seq)));
  shelf.onChange(() => shelf.waiting.length + shelf.needing);
  shelf.pendingFor(CUSTOMER).subscribe(() => undefined);
  return shelf;
}

function readsOf(work: () => void): number {
  reads = 0;
  work();
  return reads;
}

test("A command costs as many reads with 1,000 waiting as with ten, but for finding its place", () => {
  const costOf = (waiting: number) => {
    const shelf = shelfWith(waiting);
    const adding = readsOf(() => shelf.put([command(waiting + 1)]));
    const marking = readsOf(() => shelf.put([command(1, "SENDING")]));
    const settling = readsOf(() => shelf.put([command(1, "APPLIED")]));
    return { adding, marking, settling };
  };
  const few = costOf(10);
  const many = costOf(1000);
  // Finding a place among a hundred times as many takes seven more looks, in each of six lists at most twice.
  for (const step of ["adding", "marking", "settling"] as const) {
    expect(few[step]).toBeGreaterThan(0);
    expect(many[step]).toBeLessThanOrEqual(few[step] + 7 * 6 * 2);
  }
});

test("A record shows its open commands in order, and the same list until one of them changes", () => {
  const shelf = new OutboxCommands();
  const pending = shelf.pendingFor(CUSTOMER);
  shelf.put([command(3), command(1), command(2)]);
  const seqs = () => pending.getSnapshot().map(({ device_seq }) => device_seq);
  expect(seqs()).toEqual([1, 2, 3]);
  const before = pending.getSnapshot();
  shelf.put([{ ...command(4), device_seq: 4, status: "PENDING", targets: [] }]);
  expect(pending.getSnapshot()).toBe(before);
  shelf.put([command(2, "SENDING")]);
  expect(pending.getSnapshot()).not.toBe(before);
  expect(before.map(({ status }) => status)).toEqual(["PENDING", "PENDING", "PENDING"]);
  expect(pending.getSnapshot().map(({ status }) => status)).toEqual(["PENDING", "SENDING", "PENDING"]);
});

test("A command leaves every list that it no longer belongs to", () => {
  const shelf = shelfWith(3);
  shelf.put([{ ...command(2), device_seq: 2, status: "REJECTED" }]);
  const state = () => ({
    waiting: shelf.waiting.map(({ device_seq }) => device_seq),
    needing: shelf.needing,
    unconfirmed: shelf.unconfirmed.length,
    open: shelf.open.getSnapshot().map(({ device_seq }) => device_seq),
    here: shelf.pendingFor(CUSTOMER).getSnapshot().length,
  });
  expect(state()).toEqual({ waiting: [1, 3], needing: 1, unconfirmed: 0, open: [1, 2, 3], here: 3 });
  shelf.put([{ ...command(2), device_seq: 2, status: "REJECTED", dismissed_at: "2026-11-02T00:00:00.000Z" }]);
  expect(state()).toEqual({ waiting: [1, 3], needing: 0, unconfirmed: 0, open: [1, 3], here: 2 });
  shelf.put([command(1, "APPLIED")]);
  expect(state()).toEqual({ waiting: [3], needing: 0, unconfirmed: 1, open: [1, 3], here: 2 });
  shelf.remove([1, 3]);
  expect(state()).toEqual({ waiting: [], needing: 0, unconfirmed: 0, open: [], here: 0 });
  expect(shelf.find("command 3")).toBeUndefined();
  expect(shelf.find("command 2")?.status).toBe("REJECTED");
});

test("What is read again about other records, or as another command, stands at those alone", () => {
  const shelf = shelfWith(2);
  const other = { collection: "customers", id: "other" };
  shelf.put([{ ...command(1), device_seq: 1, status: "PENDING", targets: [other] }]);
  expect(
    shelf
      .pendingFor(CUSTOMER)
      .getSnapshot()
      .map(({ device_seq }) => device_seq),
  ).toEqual([2]);
  expect(
    shelf
      .pendingFor(other)
      .getSnapshot()
      .map(({ device_seq }) => device_seq),
  ).toEqual([1]);
  shelf.put([{ ...command(2), id: "another", device_seq: 2, status: "PENDING" }]);
  expect(shelf.find("command 2")).toBeUndefined();
  expect(shelf.find("another")?.device_seq).toBe(2);
});

test("A command that is answered is told once, whatever the answer; what begins to wait, or is being handed in, is not", () => {
  const shelf = new OutboxCommands();
  const told: boolean[] = [];
  let before = shelf.open.getSnapshot();
  shelf.open.subscribe(() => {
    const now = shelf.open.getSnapshot();
    told.push(settledSince(before, now));
    before = now;
  });
  const steps = [
    [command(1), command(2)],
    [command(1, "SENDING"), command(2, "SENDING")],
    [command(1, "APPLIED"), command(2)],
    [command(1, "APPLIED"), command(2, "REJECTED")],
    [{ ...command(1, "APPLIED"), confirmed_at: "2026-11-01T08:00:01.000Z" } as QueuedCommand],
  ];
  for (const step of steps) shelf.put(step);
  expect(told).toEqual([false, false, true, true, false]);
});
