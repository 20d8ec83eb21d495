// Whose cash is whose (contract §4.12): a drawer is counted against what its cashier's money changed by, at whichever till, whoever
// took back or handed over; the difference is posted where the cash lies.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Row, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { longKnown, openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { postedBy } from "../helpers/posted.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
let customer: string;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 1);
  isp = await makeTenant(server);
  customer = await isp.customer();
});
afterAll(async () => {
  expect(await checkBooks(sql)).toEqual([]);
  await sql.end();
  await server.stop();
});

interface Seat {
  client: Client;
  till: WireDesktop;
}

interface Clerk {
  username: string;
  /** Signs in at another computer. */
  sit(): Promise<Seat>;
  /** Without a computer: by the API. */
  client: Client;
}

/** Somebody else at the same till. */
const beside = (client: Client, { id, secret }: WireDesktop) =>
  openDesktop(server.url, client.token, { device_id: id, device_secret: secret });

async function hire(role = "Counter"): Promise<Clerk> {
  count += 1;
  const username = `${role.toLowerCase()}-${count}`;
  const password = `${username}-secret`;
  const roles = await ok<{ results: Row[] }>(isp.admin.get(`/roles/?name=${role}`));
  await ok(isp.admin.post("/staff/", { username, password, role: roles.results[0]?.id }));
  const signIn = () => server.signIn(username, password, isp.subdomain);
  return {
    ...{ username, client: await signIn() },
    async sit() {
      const client = await signIn();
      return { client, till: await longKnown(server, await openDesktop(server.url, client.token)) };
    },
  };
}

const done = async (seat: Seat, kind: string, payload: Row, more: Row = {}): Promise<string> => {
  const id = String(payload.id ?? newId());
  const [outcome] = await seat.till.push([seat.till.command(kind, { id, ...payload }, more)]);
  expect(outcome).toMatchObject({ status: "APPLIED" });
  return id;
};
const take = (seat: Seat, amount: string, more: Row = {}) =>
  done(seat, "transaction.create", { customer, amount, ...more });
const opened = (seat: Seat, opening_float = "0.00") => done(seat, "shift.create", { opening_float });
const reversed = (id: string) =>
  ok(isp.admin.post(`/transactions/${id}/reverse/`, { reason: "Typed twice" }));
const totals = (id: string, by = isp.admin) => ok<Row>(by.get(`/shifts/${id}/totals/`));
const handOver = (by: Client, from: string, amount: string) =>
  ok(by.post("/cash-transfers/", { from, to: "OFFICE", amount }));
const confirmed = (id: unknown) => ok(isp.admin.post(`/cash-transfers/${id}/confirm/`, {}));

it("What was taken at another till than the drawer's and given back by the owner is not asked of the cashier", async () => {
  const clerk = await hire();
  const [a, b] = [await clerk.sit(), await clerk.sit()];
  const shift = await opened(b);
  const id = await take(a, "500.00");
  expect(await totals(shift)).toMatchObject({ expected_cash: "500.00", cash_holder: a.till.code });
  await reversed(id);
  expect(await totals(shift)).toMatchObject({ totals: { CASH: "0.00" }, expected_cash: "0.00" });
  const closed = await ok(b.client.post(`/shifts/${shift}/close/`, { counted_cash: "0.00" }));
  expect(closed).toMatchObject({ expected_cash: "0.00", difference: "0.00" });
  expect(await postedBy(sql, shift)).toEqual([]);
});

it("What was taken at another till and handed over from there is not asked of the cashier, whoever hands it over", async () => {
  const clerk = await hire();
  const [a, b] = [await clerk.sit(), await clerk.sit()];
  const shift = await opened(b);
  await take(a, "800.00");
  await confirmed((await handOver(a.client, a.till.code, "300.00")).id);
  // The owner fetches what is there; the clerk may not even see that handover.
  await handOver(isp.admin, a.till.code, "200.00");
  expect(await totals(shift, b.client)).toMatchObject({ handed_over: "500.00", expected_cash: "300.00" });
  const closed = await ok(
    b.client.post(`/shifts/${shift}/close/`, { counted_cash: "290.00", reason: "Change" }),
  );
  expect(closed).toMatchObject({ expected_cash: "300.00", difference: "-10.00", cash_holder: a.till.code });
  expect(await postedBy(sql, shift)).toEqual([
    `CASH:CASH ${a.till.code} -10.00`,
    `CASH_OVER_SHORT ${a.till.code} 10.00`,
  ]);
});

it("A drawer that was opened by the API: ten recharges at a till, one given back by the owner, and the count agrees", async () => {
  const clerk = await hire();
  const shift = String((await ok(clerk.client.post("/shifts/", { opening_float: "1000.00" }))).id);
  const till = await clerk.sit();
  const taken: string[] = [];
  for (let n = 0; n < 10; n += 1) taken.push(await take(till, n === 9 ? "1200.00" : "600.00"));
  await reversed(taken[9] ?? "");
  await take(till, "700.00");
  const closed = await ok(
    clerk.client.post(`/shifts/${shift}/close/`, { counted_cash: "7050.00", reason: "Change" }),
  );
  expect(closed).toMatchObject({ expected_cash: "7100.00", difference: "-50.00" });
  expect(await postedBy(sql, shift)).toEqual([
    `CASH:CASH ${till.till.code} -50.00`,
    `CASH_OVER_SHORT ${till.till.code} 50.00`,
  ]);
});

it("At a till that two clerks use in turn the second answers for what is given back of the first's money", async () => {
  const [first, second] = [await hire(), await hire()];
  const till = await first.sit();
  const morning = await opened(till);
  const id = await take(till, "400.00");
  await ok(till.client.post(`/shifts/${morning}/close/`, { counted_cash: "400.00" }));
  const client = await server.signIn(second.username, `${second.username}-secret`, isp.subdomain);
  const again = { client, till: await beside(client, till.till) };
  const evening = await opened(again, "400.00");
  await take(again, "50.00");
  await reversed(id);
  expect(await totals(evening)).toMatchObject({ totals: { CASH: "-350.00" }, expected_cash: "50.00" });
  expect(await totals(morning)).toMatchObject({ totals: { CASH: "400.00" }, expected_cash: "400.00" });
});

it("What two clerks take at one till at once is each one's own, and is given back of their own", async () => {
  const [one, other] = [await hire(), await hire()];
  const till = await one.sit();
  const elsewhere = await other.sit();
  const [ones, others] = [await opened(till), await opened(elsewhere)];
  const client = await server.signIn(other.username, `${other.username}-secret`, isp.subdomain);
  const third = { client, till: await beside(client, till.till) };
  await take(till, "100.00");
  const id = await take(third, "30.00");
  await take(third, "7.00");
  expect([(await totals(ones)).expected_cash, (await totals(others)).expected_cash]).toEqual([
    "100.00",
    "37.00",
  ]);
  await reversed(id);
  expect([(await totals(ones)).expected_cash, (await totals(others)).expected_cash]).toEqual([
    "100.00",
    "7.00",
  ]);
  // Each hands over what is theirs.
  await handOver(third.client, till.till.code, "7.00");
  await handOver(isp.admin, till.till.code, "60.00");
  expect([(await totals(ones)).expected_cash, (await totals(others)).expected_cash]).toEqual([
    "40.00",
    "0.00",
  ]);
});

it("What is no cash is told of who took it, whoever takes it back", async () => {
  const clerk = await hire();
  const seat = await clerk.sit();
  const shift = await opened(seat);
  const id = await take(seat, "70.00", { method: "MOBILE" });
  await take(seat, "20.00", { method: "MOBILE" });
  await reversed(id);
  expect(await totals(shift)).toMatchObject({ totals: { MOBILE: "20.00" }, expected_cash: "0.00" });
});

it("What a reseller paid in is the taker's, and taken back of them, whoever takes it back", async () => {
  const manager = await hire("Manager");
  const seat = await manager.sit();
  const shift = await opened(seat);
  const body = { company_name: "Turag Net", credit_limit: "100.00" };
  const user = { username: `reseller-${count}`, password: "a-reseller-secret", full_name: "Masud" };
  const { id } = await ok(isp.admin.post("/resellers/", { ...body, ...user }));
  await ok(seat.client.post(`/resellers/${id}/top-up/`, { amount: "90.00", method: "CASH" }));
  expect(await totals(shift)).toMatchObject({ expected_cash: "90.00" });
  const ledger = await ok<{ results: Row[] }>(isp.admin.get(`/reseller-ledger/?reseller=${id}`));
  await ok(isp.admin.post(`/reseller-ledger/${ledger.results[0]?.id}/reverse/`, { reason: "Typed twice" }));
  expect(await totals(shift)).toMatchObject({ expected_cash: "0.00" });
});

it("A clerk sees their money at every till from any computer, and hands it over from there; nobody else's", async () => {
  const [clerk, other] = [await hire(), await hire()];
  const [a, b] = [await clerk.sit(), await clerk.sit()];
  const theirs = await other.sit();
  await take(theirs, "55.00");
  await take(a, "500.00");
  const report = await ok<{ holders: Row[] }>(b.client.get("/reports/cash/"));
  expect(report.holders.map(({ holder, held }) => [holder, held])).toEqual([[a.till.code, "500.00"]]);
  expect((await b.client.get(`/reports/cash/day-sheet/?holder=${a.till.code}`)).status).toBe(200);
  const sent = await b.client.post("/cash-transfers/", { from: a.till.code, to: "OFFICE", amount: "500.00" });
  expect(sent.status).toBe(201);
  const not = await b.client.post("/cash-transfers/", {
    from: theirs.till.code,
    to: "OFFICE",
    amount: "1.00",
  });
  expect(not.status).toBe(403);
  expect((await b.client.get(`/reports/cash/day-sheet/?holder=${theirs.till.code}`)).status).toBe(403);
});

it("What left a drawer at another till and is told after its count is on the review list", async () => {
  const clerk = await hire();
  const [a, b] = [await clerk.sit(), await clerk.sit()];
  const at = (minutes: number) => ({ occurred_at: new Date(Date.now() - minutes * 60_000).toISOString() });
  const shift = newId();
  await done(b, "shift.create", { id: shift, opening_float: "0.00" }, at(60));
  await done(a, "transaction.create", { customer, amount: "500.00" }, at(50));
  await done(b, "shift.close", { id: shift, counted_cash: "0.00" }, at(10));
  await done(a, "cash_transfer.create", { from: a.till.code, to: "OFFICE", amount: "500.00" }, at(40));
  const { results } = await ok<{ results: Row[] }>(isp.admin.get("/review-items/?kind=DRAWER"));
  const mine = results.filter(({ payload }) => (payload as Row).shift === shift);
  expect(mine.map(({ amount }) => amount)).toEqual(["500.00"]);
  const counted = { counted_cash: "0.00", reason: "It was handed over" };
  expect(await ok(isp.admin.post(`/shifts/${shift}/recount/`, counted))).toMatchObject({
    ...{ expected_cash: "0.00", difference: "0.00" },
  });
});
