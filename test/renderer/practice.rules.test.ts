// The replica of practice: it reads the office and changes nothing of it, does everything at once, and has no way out.
import { beforeEach, expect, test } from "vitest";
import "../../shared/resources.ts";
import type { Expected } from "../../renderer/billing/expected.ts";
import { changed, created, deleted } from "../../renderer/kernel/expected/drafts.ts";
import { type Office, PracticeReplica } from "../../renderer/kernel/practice/practice-replica.ts";
import type { Memory } from "../../renderer/kernel/replica/memory/memory.ts";
import { OutboxCommands } from "../../renderer/kernel/replica/outbox/outbox-commands.ts";
import { practiceServer } from "../../renderer/practice/server.ts";
import {
  closeShift,
  invoice,
  openShift,
  rechargeCreate,
  rechargeReverse,
  transactionCreate,
} from "../../shared/billing/index.ts";
import { customer, customerVerbs } from "../../shared/subscribers/index.ts";
import { memoryWithDisk } from "../replica/helpers/memory-with-disk.ts";
import { aCustomer, anInvoice, NOW } from "./helpers.ts";

/** All that practice may ask the office for. */
const DOORS = ["observe", "get", "find", "arrangement", "records", "count", "projection"];
const LIVE = ["progress$", "open$", "outbox$", "pendingFor"];

const who = { user_id: "u1", username: "clerk", holder: "PRACTICE", digits: 2, timezone: "Asia/Dhaka" };
const moment = { now: NOW, timezone: who.timezone };

let memory: Memory;
let practice: PracticeReplica;

function officeOf(here: Memory): Office {
  const shelf = new OutboxCommands();
  const doors = {
    observe: (collection, query = {}) => here.observe(collection, query),
    get: here.get.bind(here),
    find: (collection, selector, sort, limit) =>
      here.find(collection, {
        ...(selector ? { selector } : {}),
        ...(sort ? { sort } : {}),
        ...(limit === undefined ? {} : { limit }),
      }),
    arrangement: here.arrangement.bind(here),
    records: { peek: here.peek.bind(here), some: here.some.bind(here) },
    count: here.count.bind(here),
    projection: () => {
      throw new Error("No screen asks for one here");
    },
    progress$: { getSnapshot: () => ({}) as never, subscribe: () => () => {} },
    open$: shelf.open,
    outbox$: shelf.state,
    pendingFor: (collection, id) => shelf.pendingFor({ collection, id }),
  } satisfies Office;
  return new Proxy(doors, {
    get(target, door) {
      if (![...DOORS, ...LIVE].includes(String(door)))
        throw new Error(`Practice asked the office for ${String(door)}`);
      return Reflect.get(target, door);
    },
  });
}

beforeEach(async () => {
  const disk = memoryWithDisk();
  memory = disk.memory;
  const records = [1, 2, 3, 4].map((n) =>
    aCustomer({ id: `c${n}`, name: `Name ${n}`, due_amount: "800.00" }),
  );
  await memory.write(
    "customers",
    records.map((one) => ({ ...one, _deleted: false })),
  );
  await disk.add("invoices", [{ ...anInvoice(), _deleted: false }]);
  practice = new PracticeReplica(officeOf(memory), who, practiceServer);
});

const all = (collection: string) => practice.find(collection, {});

/** What the counter sends of 900 for an invoice of 800, in the shape of its own expectations. */
const expected: Expected = {
  effects: [
    changed(invoice, "i1", { paid_amount: "800.00", due_amount: "0.00", status: "PAID" }),
    changed(customer, "c1", { due_amount: "0.00", advance_amount: "100.00" }),
  ],
  payment: {
    id: "r1",
    receipt_number: "PRACTICE-1",
    recharge: { package: "p1", validity_days: 30 },
    amount: "900.00",
    method: "CASH",
    by: "clerk",
    at: "",
    receipt: {
      amount: "900.00",
      due_after: "0.00",
      advance_after: "100.00",
      expiry_before: "2026-11-25",
      expiry_after: "2026-12-25",
      clerk: "clerk",
      till: "PRACTICE",
    },
  },
};
const recharge = () => {
  const at = new Date().toISOString();
  const payment = expected.payment && { ...expected.payment, at };
  return practice.send(
    rechargeCreate,
    { id: "r1", customer_id: "c1", amount: "900.00", validity_days: 30, receipt_number: "PRACTICE-1" },
    { expected: { ...expected, payment } },
  );
};

test("A practised recharge leaves what the server would leave, and the office's records are as they were", async () => {
  const before = await memory.find("customers", {});
  expect(await practice.nextReceiptNumber()).toBe("PRACTICE-1");
  const command = await recharge();
  expect(command).toMatchObject({ status: "APPLIED", author: "u1", device_id: "practice" });
  expect(await practice.get("customers", "c1")).toMatchObject({
    due_amount: "0.00",
    advance_amount: "100.00",
  });
  expect(await all("transactions")).toMatchObject([
    { customer: "c1", recharge: "r1", status: "COMPLETED", unallocated_amount: "100.00", holder: "PRACTICE" },
  ]);
  expect(await all("recharges")).toMatchObject([{ id: "r1", new_expiry_date: "2026-12-25", version: 1 }]);
  expect(await all("payment_allocations")).toMatchObject([{ invoice: "i1", allocated_amount: "800.00" }]);
  expect(await memory.find("customers", {})).toEqual(before);
  expect(["transactions", "recharges", "payment_allocations"].map((name) => memory.count(name))).toEqual([
    0, 0, 0,
  ]);
});

test("A practised recharge that is taken back is marked so, and settles nothing any more", async () => {
  await recharge();
  await practice.send(rechargeReverse, { id: "r1", reason: "Taken twice" });
  expect(await all("transactions")).toMatchObject([{ status: "REFUNDED", reversed_by: "clerk" }]);
  expect(await all("recharges")).toMatchObject([{ is_reversed: true, reversal_reason: "Taken twice" }]);
  expect(await all("payment_allocations")).toEqual([]);
});

test("A practised drawer is the practiser's own, and is found to hold what was taken into it", async () => {
  const effects = [created(openShift.on, { id: "s1", opening_float: "500.00" }, moment)];
  await practice.send(openShift, { id: "s1", opening_float: "500.00" }, { expected: { effects } });
  await recharge();
  expect(await practice.get("shifts", "s1")).toMatchObject({
    cashier: "clerk",
    holder: "PRACTICE",
    status: "OPEN",
  });
  // What is taken in the very moment of the close belongs to the next drawer.
  const taken = Date.now();
  while (Date.now() === taken) await Promise.resolve();
  await practice.send(closeShift, { id: "s1", counted_cash: "1390.00" });
  expect(await practice.get("shifts", "s1")).toMatchObject({
    totals: { CASH: "900.00" },
    expected_cash: "1400.00",
    difference: "-10.00",
  });
});

test("The practiser's open drawer stays at the office, and others' are seen", async () => {
  const open = { status: "OPEN", opened_at: NOW, closed_at: null, _deleted: false };
  await memory.write("shifts", [
    { ...open, id: "mine", cashier: "clerk" },
    { ...open, id: "theirs", cashier: "other" },
  ]);
  practice = new PracticeReplica(officeOf(memory), who, practiceServer);
  expect((await all("shifts")).map(({ id }) => id)).toEqual(["theirs"]);
  expect(memory.count("shifts")).toBe(2);
});

test("A live question with a limit stays full where practice takes records out of its answer and puts others in", async () => {
  const query = { sort: [{ name: "asc" as const }], limit: 2 };
  const live = practice.observe("customers", query);
  const names: unknown[] = [];
  const undo = live.subscribe((rows) => names.push(rows?.map(({ name }) => name)));
  const shown = () => live.getSnapshot()?.map(({ name }) => name);
  expect(shown()).toEqual(["Name 1", "Name 2"]);
  const send = (effects: Expected["effects"]) =>
    practice.send(customerVerbs.update, { id: "c1" }, { expected: { effects: effects ?? [] } });
  await send([deleted(customer, "c1")]);
  expect(shown()).toEqual(["Name 2", "Name 3"]);
  await send([changed(customer, "c2", { name: "Z" })]);
  expect(shown()).toEqual(["Name 3", "Name 4"]);
  await send([created(customer, { id: "n1", name: "Another" }, moment)]);
  expect(shown()).toEqual(["Another", "Name 3"]);
  // What arrives at the office meanwhile is seen, but where practice has its own.
  await memory.write("customers", [
    { ...aCustomer({ id: "c3", name: "Before all" }), _deleted: false },
    { ...aCustomer({ id: "c2", name: "A" }), _deleted: false },
  ]);
  // A dear question rests for a moment before it is asked again.
  await expect.poll(shown).toEqual(["Another", "Before all"]);
  expect(names.at(-1)).toEqual(shown());
  expect(practice.count("customers")).toBe(4);
  expect(practice.records.some("customers", ({ name }) => name === "Name 2", 9)).toEqual([]);
  undo();
});

test("Practice has no server, hands nothing in, and solves nothing of what waits in earnest", async () => {
  const { client } = practice;
  const refused = [
    () => client.rest("GET", "/api/v1/customers/"),
    () => client.file("/api/v1/customers/"),
    () => client.upload("/api/v1/customers/", new Uint8Array(), "text/plain"),
    () => practice.retry("k1"),
    () => practice.dismiss("k1"),
    () => practice.dismissDamaged(1),
    () => practice.retryAttachments(),
  ];
  for (const attempt of refused) await expect(attempt()).rejects.toMatchObject({ code: "PRACTICE" });
  // By its type, too: what practice is given of the office has no door that writes.
  const office = officeOf(memory);
  // @ts-expect-error
  expect(() => office.send(transactionCreate, {})).toThrow("Practice asked the office for send");
  // @ts-expect-error
  expect(() => office.client).toThrow("Practice asked the office for client");
});
