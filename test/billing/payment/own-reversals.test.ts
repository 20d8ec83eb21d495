// Reversals at the counter: a clerk's own within minutes, and the asking for any other (contract §4.16).
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openPool, type Row, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { longKnown, openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { ok } from "../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
let manager: Client;
let other: Client;
let customer: string;
let clerk: Client & { username: string };
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 1);
  isp = await makeTenant(server);
  manager = await isp.staff("manager", "Manager");
  other = await isp.staff("accountant", "Accountant");
  const pack = await ok(
    isp.owner.post("/packages/", { name: "Home", price: "900.00", bandwidth_mbps: 20, validity_days: 30 }),
  );
  const person = { name: "Nasrin Ahmed", username: "nasrin", phone: "01700000001", package: pack.id };
  customer = String((await ok(isp.owner.post("/customers/", person))).id);
});
beforeEach(async () => {
  count += 1;
  clerk = await isp.staff(`clerk-${count}`, "Counter");
});
afterAll(async () => {
  expect(await checkBooks(sql)).toEqual([]);
  await sql.end();
  await server.stop();
});

const openDrawer = async () => String((await ok(clerk.post("/shifts/", { opening_float: "100.00" }))).id);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const pay = async (by: Client = clerk, more: Row = {}) =>
  String((await ok(by.post("/transactions/", { customer, amount: "50.00", ...more }))).id);
const recharge = async (by: Client = clerk) =>
  String(
    (await ok(by.post("/recharges/", { customer_id: customer, amount: "900.00", validity_days: 30 }))).id,
  );
const WRONG = { reason: "Wrong customer" };
const ask = (transaction: string, by: Client = clerk) =>
  by.post("/reversal-requests/", { transaction, ...WRONG });
const statusOf = async (id: string) => (await ok(manager.get(`/transactions/${id}/`))).status;

it("A clerk reverses their own receipts of the open drawer, and the close counts them", async () => {
  const drawer = await openDrawer();
  const [paid, recharged] = [await pay(), await recharge()];
  expect((await clerk.get(`/recharges/${recharged}/reversal/`)).status).toBe(200);
  expect(await ok(clerk.post(`/transactions/${paid}/reverse/`, WRONG))).toMatchObject({ status: "REFUNDED" });
  expect(await ok(clerk.post(`/recharges/${recharged}/reverse/`, WRONG))).toMatchObject({
    reversed_by: clerk.username,
  });
  expect((await clerk.post(`/transactions/${paid}/reverse/`, WRONG)).status, "a repeat").toBe(200);
  await pay();
  expect(await ok(clerk.post(`/shifts/${drawer}/close/`, { counted_cash: "150.00" }))).toMatchObject({
    ...{ difference: "0.00", own_reversals: 2, own_reversed: "950.00" },
  });
});

it("What is not theirs, of another drawer, or too long ago, a clerk is refused, and nothing is booked", async () => {
  const before = await pay();
  const first = await openDrawer();
  const early = await pay();
  await ok(clerk.post(`/shifts/${first}/close/`, { counted_cash: "150.00" }));
  await openDrawer();
  const old = await pay(clerk, { occurred_at: minutesAgo(11) });
  const others = [await pay(manager), before, early, old];
  for (const id of others) {
    expect(await clerk.post(`/transactions/${id}/reverse/`, WRONG)).toMatchObject({
      ...{ status: 403, body: { code: "PERMISSION_DENIED", permission: "finance.transaction.reverse" } },
    });
    expect(await statusOf(id)).toBe("COMPLETED");
  }
  expect((await clerk.post(`/transactions/${newId()}/reverse/`, WRONG)).status).toBe(404);
  const support = await isp.staff(`support-${count}`, "Support");
  expect((await support.post(`/transactions/${newId()}/reverse/`, WRONG)).status).toBe(403);
});

it("The company says within how many minutes; 0 is never", async () => {
  await openDrawer();
  const paid = await pay();
  await ok(isp.owner.patch("/settings/", { own_reversal_minutes: 0 }));
  expect((await clerk.post(`/transactions/${paid}/reverse/`, WRONG)).status).toBe(403);
  await ok(isp.owner.patch("/settings/", { own_reversal_minutes: 10 }));
  expect((await clerk.post(`/transactions/${paid}/reverse/`, WRONG)).status).toBe(200);
});

it("A desktop's own reversal counts from when it was made, however late it comes in, and exactly once", async () => {
  const desktop = await longKnown(server, await openDesktop(server.url, clerk.token));
  const at = (minutes: number) => ({ occurred_at: minutesAgo(minutes) });
  const [drawer, soon, late] = [newId(), newId(), newId()];
  const taken = (id: string) => ({ id, customer, amount: "50.00" });
  const commands = [
    desktop.command("shift.create", { id: drawer, opening_float: "0.00" }, at(60)),
    desktop.command("transaction.create", taken(soon), at(50)),
    desktop.command("transaction.reverse", { id: soon, ...WRONG }, at(45)),
    desktop.command("transaction.create", taken(late), at(40)),
    desktop.command("transaction.reverse", { id: late, ...WRONG }, at(20)),
    desktop.command("review_item.request_reversal", { id: newId(), transaction: late, ...WRONG }, at(19)),
    desktop.command("shift.close", { id: drawer, counted_cash: "50.00" }, at(10)),
  ];
  const outcomes = await desktop.push(commands);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...["APPLIED", "APPLIED", "APPLIED", "APPLIED", "REJECTED", "APPLIED", "APPLIED"],
  ]);
  expect(outcomes[4].problem).toMatchObject({ code: "PERMISSION_DENIED" });
  expect([await statusOf(soon), await statusOf(late)]).toEqual(["REFUNDED", "COMPLETED"]);
  const again = await desktop.push(commands);
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set(["DUPLICATE"]));
  expect(await ok(clerk.get(`/shifts/${drawer}/`))).toMatchObject({ own_reversals: 1, difference: "0.00" });
  const items = await ok<{ count: number }>(
    manager.get(`/review-items/?kind=REVERSAL_REQUESTED&status=OPEN&author=${clerk.username}`),
  );
  expect(items.count).toBe(1);
});

it("What a clerk asks for is an item of the review list, once however often they ask, and only with a reason", async () => {
  const paid = await recharge(manager);
  const wish = { recharge: paid, ...WRONG };
  const answers = await Promise.all([1, 2, 3].map(() => clerk.post("/reversal-requests/", wish)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  const [first] = answers;
  expect(first?.body).toMatchObject({
    ...{ kind: "REVERSAL_REQUESTED", status: "OPEN", author: clerk.username, amount: "900.00", customer },
    payload: { recharge: paid, reason: "Wrong customer" },
    outcome: null,
  });
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const refused = async (body: Row) => (await clerk.post("/reversal-requests/", body)).body.errors?.[0]?.code;
  expect(await refused({ recharge: paid })).toBe("REQUIRED");
  expect(await refused(WRONG)).toBe("REQUIRED");
  expect(await refused({ ...wish, transaction: newId() })).toBe("EXACTLY_ONE");
  expect(await refused({ recharge: newId(), ...WRONG })).toBe("DOES_NOT_EXIST");
  const { payment_transaction } = await ok(manager.get(`/recharges/${paid}/`));
  expect((await ask(String(payment_transaction))).body.code).toBe("REVERSE_THE_RECHARGE");
  for (const act of ["dismiss", "resolve"])
    expect((await manager.post(`/review-items/${first?.body.id}/${act}/`, {})).status).toBe(409);
});

it("Asking is for the counter, answering for who may reverse, and reading the answer for who asked", async () => {
  const item = String((await ok(ask(await pay(manager)))).id);
  for (const role of ["Support", "Technician", "HR", "Reseller"])
    expect((await ask(newId(), await isp.staff(`${role}-${count}`.toLowerCase(), role))).status, role).toBe(
      403,
    );
  for (const act of ["accept", "decline"])
    expect((await clerk.post(`/review-items/${item}/${act}/`, act === "accept" ? {} : WRONG)).status).toBe(
      403,
    );
  const read = (by: Client) => by.post(`/review-items/${item}/acknowledge/`, {});
  expect((await read(clerk)).status).toBe(409);
  expect((await manager.post(`/review-items/${item}/decline/`, {})).body.errors).toMatchObject([
    { field: "reason", code: "REQUIRED" },
  ]);
  expect(await ok(manager.post(`/review-items/${item}/decline/`, { reason: "It is right" }))).toMatchObject({
    ...{ status: "RESOLVED", outcome: "DECLINED", resolution: "It is right", resolved_by: "manager" },
  });
  expect((await read(manager)).status).toBe(404);
  expect((await ok(read(clerk))).answer_seen_at).not.toBeNull();
  expect((await read(clerk)).status).toBe(200);
});

it("An accepted wish is a reversal in the name of who accepts, for the asker's reason", async () => {
  const paid = await recharge(manager);
  const item = await ok(clerk.post("/reversal-requests/", { recharge: paid, ...WRONG }));
  expect(await ok(manager.post(`/review-items/${item.id}/accept/`, {}))).toMatchObject({
    ...{ status: "RESOLVED", outcome: "ACCEPTED", resolved_by: "manager" },
  });
  expect(await ok(manager.get(`/recharges/${paid}/`))).toMatchObject({
    ...{ is_reversed: true, reversed_by: "manager", reversal_reason: "Wrong customer" },
  });
  expect((await manager.post(`/review-items/${item.id}/decline/`, WRONG)).status).toBe(409);
});

it("One of two who answer at once decides, and the money moves once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const paid = await pay(manager);
    const { id } = await ok(ask(paid));
    const accept = (by: Client) => by.post(`/review-items/${id}/accept/`, {});
    const rivals = [
      accept(manager),
      round % 2 === 0 ? accept(other) : other.post(`/review-items/${id}/decline/`, WRONG),
    ];
    const answers = await Promise.all(rivals);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { outcome } = await ok(manager.get(`/review-items/${id}/`));
    expect(await statusOf(paid)).toBe(outcome === "ACCEPTED" ? "REFUNDED" : "COMPLETED");
  }
});

it("A reversal by any way answers who asked; what is asked at the same moment leaves nothing open", async () => {
  const paid = await pay(manager);
  const { id } = await ok(ask(paid));
  await ok(manager.post(`/transactions/${paid}/reverse/`, WRONG));
  expect(await ok(clerk.get(`/review-items/${id}/`))).toMatchObject({
    outcome: "ACCEPTED",
    resolved_by: "manager",
  });
  expect((await ask(paid)).body.code).toBe("ILLEGAL_TRANSITION");
  for (let round = 0; round < 8; round += 1) {
    const raced = await pay(manager);
    const [asked, reversed] = await Promise.all([
      ask(raced),
      manager.post(`/transactions/${raced}/reverse/`, WRONG),
    ]);
    expect([201, 409]).toContain(asked.status);
    expect(reversed.status).toBe(200);
  }
  const [left] = await sql`select count(*)::int as n from review_items r join payment_transactions p
    on p.tenant_id = r.tenant_id and p.id = r.payment_transaction
    where r.kind = 'REVERSAL_REQUESTED' and r.status = 'OPEN' and p.status = 'REFUNDED'`;
  expect(left?.n).toBe(0);
});

it("Two desktops that answer alike offline are both taken; the one that answers otherwise learns who was before", async () => {
  const desks: WireDesktop[] = [
    await longKnown(server, await openDesktop(server.url, manager.token)),
    await longKnown(server, await openDesktop(server.url, other.token)),
  ];
  const [paid, kept] = [await pay(manager), await pay(manager)];
  const [yes, no] = [(await ok(ask(paid))).id, (await ok(ask(kept))).id];
  const outcomes = [];
  for (const desk of desks) {
    const accept = desk.command("review_item.accept", { id: yes });
    const declined = desk.command("review_item.decline", { id: no, ...WRONG });
    outcomes.push(...(await desk.push([accept, declined])));
  }
  const [otherwise] = await desks[1]!.push([desks[1]!.command("review_item.accept", { id: no })]);
  expect(outcomes.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED", "APPLIED", "APPLIED"]);
  expect(otherwise).toMatchObject({ status: "REJECTED", problem: { code: "ILLEGAL_TRANSITION" } });
  expect([await statusOf(paid), await statusOf(kept)]).toEqual(["REFUNDED", "COMPLETED"]);
});
