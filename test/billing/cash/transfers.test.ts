// Cash by holder: who may hand over what, that it is in transit until somebody else confirms it, and that reports and ledger agree.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Row, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { longKnown, openDesktop } from "../../helpers/desktop.ts";
import { type Client, client as clientOf, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { postedBy } from "../helpers/posted.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
let customer: string;
let manager: Client;
let count = 0;

async function staff(role: string): Promise<{ client: Client; username: string }> {
  count += 1;
  const username = `${role.toLowerCase()}-${count}`;
  const password = `${username}-secret`;
  const roles = await ok<{ results: Row[] }>(isp.admin.get(`/roles/?name=${role}`));
  await ok(isp.admin.post("/staff/", { username, password, role: roles.results[0]?.id }));
  return { username, client: await server.signIn(username, password, isp.subdomain) };
}

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 2);
  isp = await makeTenant(server);
  customer = await isp.customer();
  manager = (await staff("Manager")).client;
});
afterAll(async () => {
  expect(await checkBooks(sql)).toEqual([]);
  await sql.end();
  await server.stop();
});

const take = (client: Client, amount: string, more: Row = {}) =>
  ok(client.post("/transactions/", { customer, amount, method: "CASH", ...more }));
const send = (client: Client, from: string, to: string, amount: string, more: Row = {}) =>
  client.post("/cash-transfers/", { from, to, amount, method: "CASH", ...more });
const confirm = (client: Client, id: unknown) => client.post(`/cash-transfers/${id}/confirm/`, {});
const journalsOf = (id: unknown) => postedBy(sql, id);
const held = async (holder: string) => {
  const { accounts } = await ok<{ accounts: Row[] }>(
    isp.admin.get("/reports/trial-balance/?group_by=holder"),
  );
  return accounts.find((one) => one.account === "CASH:CASH" && one.holder === holder)?.balance ?? "0.00";
};
const rowOf = async (holder: string, client = isp.admin) =>
  (await ok<{ holders: Row[] }>(client.get("/reports/cash/"))).holders.find((one) => one.holder === holder);

it("Money handed over is in transit until somebody else says that it has arrived, and stands in the books at each step", async () => {
  const clerk = await staff("Counter");
  await take(clerk.client, "300.00");
  expect(await held(clerk.username)).toBe("300.00");
  const sent = await ok(send(clerk.client, clerk.username, "OFFICE", "200.00", { note: "Evening" }));
  expect(sent).toMatchObject({
    status: "IN_TRANSIT",
    sent_by: clerk.username,
    note: "Evening",
    method: "CASH",
  });
  expect(await journalsOf(sent.id)).toEqual([
    "IN_TRANSIT IN_TRANSIT 200.00",
    `CASH:CASH ${clerk.username} -200.00`,
  ]);
  expect(await rowOf(clerk.username)).toMatchObject({
    ...{ kind: "PERSON", method: "CASH", held: "100.00", in_transit_from: "200.00", in_transit_to: "0.00" },
    last_transfer_at: sent.sent_at,
  });
  expect(await rowOf("OFFICE")).toMatchObject({ held: "0.00", in_transit_to: "200.00" });
  const own = await confirm(clerk.client, sent.id);
  expect([own.status, own.body.code]).toEqual([403, "OWN_REQUEST"]);
  const done = await ok(confirm(manager, sent.id));
  expect(done).toMatchObject({ status: "CONFIRMED", confirmed_by: expect.stringContaining("manager") });
  expect(await held("OFFICE")).toBe("200.00");
  const again = await confirm(isp.admin, sent.id);
  expect([again.status, again.body]).toEqual([200, done]);
  expect(await journalsOf(sent.id)).toHaveLength(4);
});

it("What goes to the bank is booked there, and what is called off is its holder's again", async () => {
  const collector = await staff("Counter");
  await take(collector.client, "500.00");
  const banked = await ok(send(collector.client, collector.username, "BANK", "400.00"));
  await ok(confirm(isp.admin, banked.id));
  expect((await journalsOf(banked.id)).slice(2).sort()).toEqual([
    "CASH:BANK BANK 400.00",
    "IN_TRANSIT IN_TRANSIT -400.00",
  ]);
  const called = await ok(send(collector.client, collector.username, "BANK", "100.00"));
  const cancel = () =>
    collector.client.post(`/cash-transfers/${called.id}/cancel/`, { reason: "Bank closed" });
  const off = await ok(cancel());
  expect(off).toMatchObject({ status: "CANCELLED", cancellation_reason: "Bank closed" });
  expect((await cancel()).body).toEqual(off);
  expect([await held(collector.username), (await journalsOf(called.id)).length]).toEqual(["100.00", 4]);
  expect((await confirm(isp.admin, called.id)).body.code).toBe("ILLEGAL_TRANSITION");
  expect((await isp.admin.post(`/cash-transfers/${banked.id}/cancel/`, {})).body.code).toBe(
    "ILLEGAL_TRANSITION",
  );
});

it("What was handed over on a past day stays in that day's report when it is called off later", async () => {
  const clerk = await staff("Counter");
  await take(clerk.client, "50.00");
  const sent_at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const sent = await ok(send(isp.admin, clerk.username, "OFFICE", "20.00", { occurred_at: sent_at }));
  const thatDay = () => ok<{ holders: Row[] }>(isp.admin.get(`/reports/cash/?as_of=${sent_at.slice(0, 10)}`));
  const before = await thatDay();
  const its = before.holders.find(({ holder }) => holder === clerk.username);
  expect(its).toMatchObject({ in_transit_from: "20.00", last_transfer_at: sent.sent_at });
  await ok(isp.admin.post(`/cash-transfers/${sent.id}/cancel/`, {}));
  expect(await thatDay()).toEqual(before);
  expect(await rowOf(clerk.username)).toMatchObject({ held: "50.00", last_transfer_at: null });
});

it("Eight confirmations at the same moment are one journal, as are eight sendings under one key", async () => {
  const key = { "idempotency-key": newId() };
  const body = { from: "OFFICE", to: "BANK", amount: "10.00" };
  const sent = await Promise.all(
    Array.from({ length: 8 }, () => isp.admin.post("/cash-transfers/", body, key)),
  );
  const first = sent.find(({ status }) => status === 201);
  expect(sent.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const id = first?.body.id;
  const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(manager, id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await journalsOf(id)).toHaveLength(4);
});

it("A confirmation beside a calling off: one of them, and the books say which", async () => {
  const { id } = await ok(send(isp.admin, "OFFICE", "BANK", "20.00"));
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => confirm(manager, id)),
    ...Array.from({ length: 4 }, () => isp.admin.post(`/cash-transfers/${id}/cancel/`, {})),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409, 409, 409]);
  expect(await journalsOf(id)).toHaveLength(4);
});

it("A holder that there is not, oneself, and nothing are refused with the field", async () => {
  for (const [from, to, amount, field] of [
    ["nobody", "OFFICE", "1.00", "from"],
    ["OFFICE", "nowhere", "1.00", "to"],
    ["OFFICE", "OFFICE", "1.00", "to"],
    ["OFFICE", "BANK", "0.00", "amount"],
    ["OFFICE", "IN_TRANSIT", "1.00", "to"],
  ] as const) {
    const answer = await send(isp.admin, from, to, amount);
    expect([from, to, answer.status, answer.body.errors?.[0]?.field]).toEqual([from, to, 400, field]);
  }
});

it("A counter hands over what is their own alone, confirms what comes to them alone, and sees their own alone", async () => {
  const [one, other] = [await staff("Counter"), await staff("Counter")];
  expect((await send(one.client, other.username, "OFFICE", "1.00")).status).toBe(403);
  expect((await send(one.client, "OFFICE", one.username, "1.00")).status).toBe(403);
  const change = await ok(send(manager, "OFFICE", one.username, "50.00"));
  expect((await confirm(other.client, change.id)).status).toBe(404);
  expect((await ok(one.client.get("/cash-transfers/"))).count).toBe(1);
  expect(await ok(confirm(one.client, change.id))).toMatchObject({ status: "CONFIRMED" });
  const banked = await ok(send(manager, "OFFICE", "BANK", "1.00"));
  expect((await confirm(one.client, banked.id)).status).toBe(404);
  const out = await ok(send(manager, one.username, "OFFICE", "5.00"));
  expect((await confirm(one.client, out.id)).status, "what left them is not theirs to confirm").toBe(403);
  expect(
    (await ok<{ holders: Row[] }>(one.client.get("/reports/cash/"))).holders.map((row) => row.holder),
  ).toEqual([one.username]);
  expect((await one.client.get(`/reports/cash/day-sheet/?holder=${other.username}`)).status).toBe(403);
});

it("A till hands over offline: the money is its device's, and the command comes in once", async () => {
  const clerk = await staff("Counter");
  const desktop = await openDesktop(server.url, clerk.client.token);
  const payment = { id: newId(), customer, amount: "80.00", receipt_number: desktop.receipt() };
  const id = newId();
  const commands = [
    desktop.command("transaction.create", payment),
    desktop.command("cash_transfer.create", { id, from: desktop.code, to: "OFFICE", amount: "70.00" }),
    desktop.command("cash_transfer.create", { id: newId(), from: "OFFICE", to: "BANK", amount: "1.00" }),
  ];
  const outcomes = await desktop.push(commands);
  expect(outcomes.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED", "REJECTED"]);
  await desktop.push(commands);
  expect(await journalsOf(id)).toEqual(["IN_TRANSIT IN_TRANSIT 70.00", `CASH:CASH ${desktop.code} -70.00`]);
  expect(await rowOf(desktop.code)).toMatchObject({ kind: "TILL", held: "10.00", in_transit_from: "70.00" });
  const sheet = await ok<Row>(clerk.client.get(`/reports/cash/day-sheet/?holder=${desktop.code}`));
  expect(sheet).toMatchObject({
    ...{ opening: "0.00", taken: "80.00", reversed: "0.00", handed_over: "-70.00", closing: "10.00" },
    taken_by_method: [{ method: "CASH", receipts: 1, amount: "80.00" }],
    receipts: [{ receipt_number: payment.receipt_number, amount: "80.00", is_reversed: false }],
  });
});

it("A collector's day sheet goes from the morning to the night: taken, given back, handed over, over and short", async () => {
  const clerk = await staff("Counter");
  const shift = await ok(clerk.client.post("/shifts/", { opening_float: "100.00" }));
  expect(shift.holder).toBe(clerk.username);
  await take(clerk.client, "60.00");
  await take(clerk.client, "40.00", { method: "MOBILE" });
  const wrong = await take(clerk.client, "30.00");
  await ok(isp.admin.post(`/transactions/${wrong.id}/reverse/`, { reason: "Typed twice" }));
  await ok(send(clerk.client, clerk.username, "OFFICE", "50.00"));
  // What the owner takes back is less in the drawer of whoever holds it.
  const totals = await ok(clerk.client.get(`/shifts/${shift.id}/totals/`));
  expect(totals).toMatchObject({ handed_over: "50.00", expected_cash: "110.00" });
  await ok(clerk.client.post(`/shifts/${shift.id}/close/`, { counted_cash: "105.00", reason: "Change" }));
  const at = `/reports/cash/day-sheet/?holder=${clerk.username}`;
  const sheet = await ok<{ moves: Row[] } & Row>(isp.admin.get(at));
  expect(sheet).toMatchObject({
    ...{ kind: "PERSON", opening: "0.00", taken: "90.00", reversed: "-30.00", handed_over: "-50.00" },
    ...{ received: "0.00", over_short: "-5.00", other: "0.00", closing: "5.00" },
    taken_by_method: [
      { method: "CASH", receipts: 2, amount: "90.00" },
      { method: "MOBILE", receipts: 1, amount: "40.00" },
    ],
  });
  expect(sheet.moves.map(({ move }) => move)).toEqual([
    ...["TAKEN", "TAKEN", "REVERSED", "HANDED_OVER", "OVER_SHORT"],
  ]);
  expect(await held(clerk.username)).toBe("5.00");
  const csv = await isp.admin.get(`${at}&format=csv`);
  expect([csv.status, csv.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/csv")]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await ok(isp.admin.get(`${at}&date=${tomorrow}`))).toMatchObject({
    opening: "5.00",
    closing: "5.00",
  });
});

it("A day sheet goes by the time at which things were done, whenever they were told", async () => {
  const clerk = await staff("Counter");
  const desktop = await longKnown(server, await openDesktop(server.url, clerk.client.token));
  const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const done = (hour: number, amount: string) =>
    desktop.command(
      "transaction.create",
      { id: newId(), customer, amount },
      { occurred_at: `${date}T${hour}:00:00Z` },
    );
  await desktop.push([done(10, "1.00"), done(12, "2.00")]);
  await desktop.push([done(16, "3.00")]);
  const sheet = await ok<{ moves: Row[] }>(
    isp.admin.get(`/reports/cash/day-sheet/?holder=${desktop.code}&date=${date}`),
  );
  expect(sheet.moves.map(({ amount }) => amount)).toEqual(["1.00", "2.00", "3.00"]);
});

it("Who holds what is the trial balance by holder, to the cent, and the sum of cash in it", async () => {
  const { holders, total_in_transit } = await ok<{ holders: Row[] } & Row>(isp.admin.get("/reports/cash/"));
  const { accounts } = await ok<{ accounts: Row[] }>(
    isp.admin.get("/reports/trial-balance/?group_by=holder"),
  );
  const cash = accounts.filter(({ account }) => String(account).startsWith("CASH:"));
  const byReport = holders
    .filter(({ held }) => held !== "0.00")
    .map((row) => [row.holder, row.method, row.held]);
  const byLedger = cash
    .filter(({ balance }) => balance !== "0.00")
    .map((row) => [row.holder, String(row.account).slice(5), row.balance]);
  expect(byReport.sort()).toEqual(byLedger.sort());
  expect(accounts.find(({ account }) => account === "IN_TRANSIT")?.balance).toBe(total_in_transit);
  expect((await isp.admin.get("/reports/cash/?format=csv")).status).toBe(200);
});

it("The oldest money goes first: what is held since when is the day of the oldest that is still there", async () => {
  const collector = await staff("Counter");
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const day = (days: number) => at(days).slice(0, 10);
  await take(collector.client, "100.00", { occurred_at: at(3) });
  await take(collector.client, "100.00", { occurred_at: at(2) });
  await take(collector.client, "100.00", { occurred_at: at(1) });
  expect(await rowOf(collector.username)).toMatchObject({ held: "300.00", held_since: day(3) });
  await ok(send(collector.client, collector.username, "OFFICE", "150.00"));
  expect(await rowOf(collector.username)).toMatchObject({ held: "150.00", held_since: day(2) });
  await ok(send(collector.client, collector.username, "OFFICE", "150.00"));
  expect(await rowOf(collector.username)).toMatchObject({ held: "0.00", held_since: null });
  const then = await ok<{ holders: Row[] }>(isp.admin.get(`/reports/cash/?as_of=${day(2)}`));
  expect(then.holders.find(({ holder }) => holder === collector.username)).toMatchObject({ held: "200.00" });
});

it("Cash that a program took with an API token is handed over by who may confirm it, under the program's name", async () => {
  const roles = await ok<{ results: Row[] }>(isp.admin.get("/roles/?name=Counter"));
  const made = { name: "Kiosk", role: roles.results[0]?.id };
  const token = String((await ok(isp.admin.post("/api-tokens/", made))).token);
  await take(clientOf(server.url, token), "75.00");
  const { results } = await ok<{ results: Row[] }>(isp.admin.get("/cash-holders/"));
  expect(results).toContainEqual({ holder: "token:Kiosk", kind: "TOKEN", name: "Kiosk" });
  expect(await rowOf("token:Kiosk")).toMatchObject({ kind: "TOKEN", held: "75.00" });
  const sent = await ok(send(manager, "token:Kiosk", "OFFICE", "75.00"));
  await ok(confirm(isp.admin, sent.id));
  expect(await held("token:Kiosk")).toBe("0.00");
  const after = await ok<{ results: Row[] }>(isp.admin.get("/cash-holders/"));
  expect(after.results.map(({ holder }) => holder)).not.toContain("token:Kiosk");
  expect((await send(manager, "token:Nobody", "OFFICE", "1.00")).status).toBe(400);
});
