// Shifts: which money belongs to which drawer, and that a drawer is counted once.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openPool, type Row, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { longKnown, openDesktop, ownMoment } from "../../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { postedBy } from "../helpers/posted.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
let customer: string;
let count = 0;
let clerk: Client;

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 1);
  isp = await makeTenant(server);
  customer = await isp.customer();
});
beforeEach(async () => {
  count += 1;
  const username = `clerk-${count}`;
  const password = `${username}-secret`;
  const roles = await ok<{ results: Row[] }>(isp.admin.get("/roles/?name=Counter"));
  await ok(isp.admin.post("/staff/", { username, password, role: roles.results[0]?.id }));
  clerk = await server.signIn(username, password, isp.subdomain);
});
afterAll(async () => {
  expect(await checkBooks(sql)).toEqual([]);
  await sql.end();
  await server.stop();
});

const open = async () => String((await ok(clerk.post("/shifts/", { opening_float: "500.00" }))).id);
const take = (amount: string, more: Row = {}) =>
  clerk.post("/transactions/", { customer, amount, method: "CASH", ...more });
const close = (id: string, counted_cash: string, more: Row = {}) =>
  clerk.post(`/shifts/${id}/close/`, { counted_cash, ...more });

it("A drawer is counted against its float and what its cashier took in cash meanwhile, and nobody else", async () => {
  await ok(take("40.00"));
  const id = await open();
  await ok(take("100.00"));
  await ok(take("70.00", { method: "MOBILE" }));
  await ok(isp.admin.post("/transactions/", { customer, amount: "1000.00" }));
  const seen = await ok(clerk.get(`/shifts/${id}/totals/`));
  expect(seen).toMatchObject({ totals: { CASH: "100.00", MOBILE: "70.00" }, expected_cash: "600.00" });
  const closed = await ok(close(id, "590.00", { counts: { "500": 1, "50": 1, "20": 2 }, reason: "Change" }));
  expect(closed).toMatchObject({
    ...{ status: "CLOSED", expected_cash: "600.00", counted_cash: "590.00", difference: "-10.00" },
    ...{ totals: { CASH: "100.00", MOBILE: "70.00" }, reason: "Change" },
  });
});

it("Banknotes that do not sum up to the count are refused", async () => {
  const answer = await close(await open(), "590.00", { counts: { "500": 1 } });
  expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, "counts"]);
});

it("A cashier has one open drawer, also when it is opened twice at the same moment", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => clerk.post("/shifts/", { opening_float: "0.00" })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

it("A drawer is closed once, also when it is closed twice at the same moment", async () => {
  const id = await open();
  const answers = await Promise.all([close(id, "500.00"), close(id, "400.00")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await open();
});

it("Money that is taken while the drawer is closed belongs to one drawer, whichever comes first", async () => {
  const first = await open();
  const taken = Array.from({ length: 5 }, () => take("10.00"));
  const [answers] = await Promise.all([Promise.all(taken), close(first, "500.00")]);
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  const second = await open();
  await ok(close(second, "500.00"));
  const before = await ok<Row>(clerk.get(`/shifts/${first}/`));
  const between = await ok<{ results: Row[] }>(
    clerk.get(`/transactions/?received_at__gte=${before.closed_at}&received_by=clerk-${count}`),
  );
  const { totals } = await ok<{ totals: Row }>(clerk.get(`/shifts/${first}/totals/`));
  expect(Number(totals.CASH ?? 0) + 10 * between.results.length).toBe(50);
});

it("Money that was taken offline during a shift and comes in after it was closed is shown as such", async () => {
  const desktop = await longKnown(server, await openDesktop(server.url, clerk.token));
  const id = await open();
  const occurred_at = ownMoment();
  await ok(close(id, "500.00"));
  const payload = { id: newId(), customer, amount: "30.00", receipt_number: desktop.receipt() };
  const [outcome] = await desktop.push([desktop.command("transaction.create", payload, { occurred_at })]);
  expect(outcome).toMatchObject({ status: "APPLIED" });
  const seen = await ok(clerk.get(`/shifts/${id}/totals/`));
  expect(seen).toMatchObject({ totals: { CASH: "30.00" }, arrived_after_close: { CASH: "30.00" } });
});

it("Cash that is told after its drawer was counted is booked, and on the review list with the drawer, in the company's language", async () => {
  const desktop = await longKnown(server, await openDesktop(server.url, clerk.token));
  const at = (minutes: number) => ({ occurred_at: new Date(Date.now() - minutes * 60_000).toISOString() });
  const id = newId();
  // Another till of the same clerk had it all the while.
  const other = await longKnown(server, await openDesktop(server.url, clerk.token));
  await other.push([other.command("shift.create", { id, opening_float: "500.00" }, at(60))]);
  await other.push([other.command("shift.close", { id, counted_cash: "500.00" }, at(10))]);
  const paid = (amount: string, more: Row = {}) => ({ id: newId(), customer, amount, ...more });
  const outcomes = await desktop.push([
    desktop.command("transaction.create", paid("6.00"), at(90)),
    desktop.command("transaction.create", paid("30.00"), at(30)),
    desktop.command("transaction.create", paid("25.00", { method: "MOBILE" }), at(30)),
    desktop.command("transaction.create", paid("40.00", { customer: newId() }), at(30)),
    desktop.command(
      "recharge.create",
      { ...paid("1200.00"), customer: undefined, customer_id: customer, validity_days: 30 },
      at(20),
    ),
    desktop.command("transaction.create", paid("5.00"), at(5)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill("APPLIED"));
  await ok(isp.admin.patch("/settings/", { language: "bn" }));
  const sent = { id: newId(), from: desktop.code, to: "OFFICE", amount: "12.00" };
  const third = await longKnown(server, await openDesktop(server.url, clerk.token));
  await third.push([third.command("cash_transfer.create", sent, at(15))]);
  await ok(isp.admin.patch("/settings/", { language: "en" }));
  const { results } = await ok<{ results: Row[] }>(
    isp.admin.get(`/review-items/?kind=DRAWER&ordering=created_at`),
  );
  const mine = results.filter(({ author }) => author === `clerk-${count}`);
  expect(mine.map(({ amount, payload }) => [amount, (payload as Row).shift])).toEqual([
    ...[
      ["30.00", id],
      ["40.00", id],
      ["1200.00", id],
      ["12.00", id],
    ],
  ]);
  expect(mine[0]?.detail).toMatch(new RegExp(`30\\.00.* in cash that clerk-${count} took into the drawer`));
  expect(mine[3]?.detail).toMatch(/গোনা ঠিক করুন$/);
  expect(await ok(isp.admin.get(`/shifts/${id}/totals/`))).toMatchObject({
    arrived_after_close: { CASH: "1270.00", MOBILE: "25.00" },
  });
  const counted = { counted_cash: "500.00", reason: "The cash was there when it was counted" };
  expect(await ok(isp.admin.post(`/shifts/${id}/recount/`, counted))).toMatchObject({
    ...{ expected_cash: "1758.00", difference: "-1258.00" },
  });
});

it("A drawer that was counted offline is closed as it was counted; one that is closed already is reviewed", async () => {
  const desktop = await longKnown(server, await openDesktop(server.url, clerk.token));
  const id = newId();
  const outcomes = await desktop.push([
    desktop.command("shift.create", { id, opening_float: "100.00" }),
    desktop.command("shift.close", { id, counted_cash: "100.00" }),
    desktop.command("shift.close", { id, counted_cash: "90.00" }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED", "APPLIED"]);
  expect(await ok(clerk.get(`/shifts/${id}/`))).toMatchObject({ counted_cash: "100.00", difference: "0.00" });
  const review = await ok<{ results: Row[] }>(
    isp.admin.get(`/review-items/?kind=CONFLICT&author=clerk-${count}`),
  );
  expect(review.results).toHaveLength(1);
});

it("A cashier's drawer is theirs: another cashier neither sees nor closes it", async () => {
  const id = await open();
  const mine = clerk;
  await ok(
    isp.admin.post("/staff/", {
      ...{ username: `other-${count}`, password: "other-clerk-secret" },
      role: (await ok<{ results: Row[] }>(isp.admin.get("/roles/?name=Counter"))).results[0]?.id,
    }),
  );
  clerk = await server.signIn(`other-${count}`, "other-clerk-secret", isp.subdomain);
  expect((await clerk.get(`/shifts/${id}/`)).status).toBe(404);
  expect((await close(id, "0.00")).status).toBe(404);
  clerk = mine;
  expect((await ok<{ count: number }>(clerk.get("/shifts/"))).count).toBe(1);
});

const overShort = (id: string) => postedBy(sql, id);

it("What a count differs by is posted once on the drawer's holder: over and short, however often it is closed", async () => {
  const me = `clerk-${count}`;
  const short = await open();
  await ok(take("100.00"));
  const answers = await Promise.all(Array.from({ length: 8 }, () => close(short, "590.00")));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await overShort(short)).toEqual([`CASH:CASH ${me} -10.00`, `CASH_OVER_SHORT ${me} 10.00`]);
  const over = await open();
  await ok(close(over, "507.00"));
  expect(await overShort(over)).toEqual([`CASH:CASH ${me} 7.00`, `CASH_OVER_SHORT ${me} -7.00`]);
  const exact = await open();
  await ok(close(exact, "500.00"));
  expect(await overShort(exact)).toEqual([]);
});

it("A wrong count is put right by who answers for it: the difference alone is posted, once, and money that came late counts", async () => {
  const desktop = await longKnown(server, await openDesktop(server.url, clerk.token));
  const id = await open();
  const occurred_at = ownMoment();
  await ok(close(id, "540.00"));
  const payload = { id: newId(), customer, amount: "30.00", receipt_number: desktop.receipt() };
  await desktop.push([desktop.command("transaction.create", payload, { occurred_at })]);
  const recount = (counted_cash: string) =>
    isp.admin.post(`/shifts/${id}/recount/`, { counted_cash, reason: "Counted again" });
  expect((await clerk.post(`/shifts/${id}/recount/`, { counted_cash: "1.00", reason: "x" })).status).toBe(
    403,
  );
  expect((await isp.admin.post(`/shifts/${id}/recount/`, { counted_cash: "530.00" })).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 8 }, () => recount("530.00")));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(answers[0]?.body).toMatchObject({
    expected_cash: "530.00",
    counted_cash: "530.00",
    difference: "0.00",
  });
  expect((await overShort(id)).map((line) => line.split(" ")[2])).toEqual([
    "40.00",
    "-40.00",
    "-40.00",
    "40.00",
  ]);
  const later = await open();
  expect(
    (await isp.admin.post(`/shifts/${later}/recount/`, { counted_cash: "1.00", reason: "x" })).status,
  ).toBe(409);
});

it("A drawer that was counted offline short is posted on its till", async () => {
  const desktop = await longKnown(server, await openDesktop(server.url, clerk.token));
  const id = newId();
  await desktop.push([
    desktop.command("shift.create", { id, opening_float: "100.00" }),
    desktop.command("shift.close", { id, counted_cash: "98.00" }),
  ]);
  expect(await overShort(id)).toEqual([
    `CASH:CASH ${desktop.code} -2.00`,
    `CASH_OVER_SHORT ${desktop.code} 2.00`,
  ]);
});

it("Cash that is paid out of a till is less in the drawer that is open there", async () => {
  const me = `clerk-${count}`;
  const roles = await ok<{ results: Row[] }>(isp.admin.get("/roles/?name=Counter"));
  const permissions = [...((roles.results[0]?.permissions as string[]) ?? []), "finance.refund.create"];
  const role = await ok(isp.admin.post("/roles/", { name: `Paying ${count}`, permissions }));
  const staff = await ok<{ results: Row[] }>(isp.admin.get(`/staff/?username=${me}`));
  await ok(isp.admin.patch(`/staff/${staff.results[0]?.id}/`, { role: role.id }));
  clerk = await server.signIn(me, `${me}-secret`, isp.subdomain);
  const leaving = await isp.customer();
  const id = await open();
  await ok(clerk.post("/transactions/", { customer: leaving, amount: "90.00" }));
  const paid = { amount: "60.00", method: "CASH", reason: "Moves away" };
  expect((await clerk.post(`/customers/${leaving}/refund/`, paid)).status).toBe(201);
  expect(await ok(clerk.get(`/shifts/${id}/totals/`))).toMatchObject({
    ...{ totals: { CASH: "30.00" }, expected_cash: "530.00" },
  });
});
