// Changes of package from outside: what they settle, cost and free, that nothing is counted twice, and that do-then-undo is nothing.
import { afterAll, beforeAll, expect, it } from "vitest";
import { beginServicesDue } from "../../../server/billing/service/due-services.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let counter: Client;
/** Of 600.00, 300.00 and 900.00 for 30 days. */
let home: string;
let small: string;
let large: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const sell = async (name: string, price: string) => {
    const plan = { name, price, bandwidth_mbps: 10, validity_days: 30 };
    return (await ok<{ id: string }>(isp.admin.post("/packages/", plan))).id;
  };
  [home, small, large] = [
    await sell("Home", "600.00"),
    await sell("Small", "300.00"),
    await sell("Large", "900.00"),
  ];
  const roles = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  const role = roles.results.find(({ name }) => name === "Counter")?.id;
  const account = { username: "changes", password: "a-long-password", full_name: "Changes", role };
  await ok(isp.admin.post("/staff/", account));
  counter = await server.signIn(account.username, account.password);
});
afterAll(() => server.stop());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const summary = (id: string) => ok(isp.admin.get(`/customers/${id}/financial-summary/`));
const show = (id: string) => ok(isp.admin.get(`/customers/${id}/`));
const states = async (customer: string) =>
  (
    await ok<{ results: { package: string; state: string; from_date: string; to_date: string | null }[] }>(
      isp.admin.get(`/services/?customer=${customer}&ordering=from_date`),
    )
  ).results.map(({ package: sold, state, from_date, to_date }) => [sold, state, from_date, to_date]);

/** With 30 paid days of 600.00, today and 29 more; joined long ago. */
async function paid(): Promise<string> {
  const customer = await isp.customer({ package: home, joined_at: "2026-01-15T06:00:00Z" });
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "600.00", validity_days: 30 }));
  return customer;
}
const change = (who: Client, customer: string, body: object) =>
  who.post(`/customers/${customer}/change-package/`, body);

it("A dearer package is paid for the days that are left, holds from tomorrow on, and taken back leaves nothing of itself", async () => {
  const customer = await paid();
  const [had, was] = [await show(customer), await summary(customer)];
  const shown = await ok(counter.post(`/customers/${customer}/change-package/preview/`, { package: large }));
  expect(shown).toMatchObject({
    ...{ when: "NOW", mode: "PREPAID", direction: "UPGRADE", priced_from: day(1), effective_date: day(0) },
    ...{ rest_days: 30, rest_value: "600.00", cost: "900.00", to_pay: "300.00", freed: "0.00" },
    previous_expiry_date: had.expiry_date,
    new_expiry_date: had.expiry_date,
    lines: [
      { days: 30, amount: "-600.00" },
      { days: 30, amount: "900.00" },
    ],
    options: {
      KEEP_DAYS: { to_pay: "300.00", freed: "0.00", new_expiry_date: had.expiry_date },
      CONVERT: { to_pay: "0.00", freed: "0.00", new_expiry_date: day(20) },
    },
  });
  // Money that bought days does not pay it, and nothing was written.
  expect(await change(counter, customer, { package: large })).toMatchObject({
    status: 422,
    body: { code: "UNDERPAID", to_pay: "300.00" },
  });
  const stale = { package: large, expect: { to_pay: "299.99" }, payment: { amount: "300.00" } };
  expect(await change(counter, customer, stale)).toMatchObject({
    status: 409,
    body: { code: "PREVIEW_CHANGED", preview: { to_pay: "300.00" } },
  });
  expect(await summary(customer)).toEqual(was);
  const asked = {
    package: large,
    payment: { amount: "310.00" },
    expect: { to_pay: "300.00", new_expiry_date: had.expiry_date },
  };
  const done = await ok<{ id: string; invoice: string }>(change(counter, customer, asked));
  expect(done).toMatchObject({ state: "DONE", to_pay: "300.00", from_package: home, to_package: large });
  expect(await ok(isp.admin.get(`/invoices/${done.invoice}/`))).toMatchObject({
    ...{ total_payable: "300.00", paid_amount: "300.00", previous_due: "0.00", status: "PAID" },
    lines: [{ source: "PACKAGE" }],
  });
  expect(await show(customer)).toMatchObject({ package: large, expiry_date: had.expiry_date });
  expect(await summary(customer)).toMatchObject({ advance_amount: "610.00", free_advance_amount: "10.00" });
  expect(await states(customer)).toEqual([
    [home, "ENDED", "2026-01-15", day(0)],
    [large, "ACTIVE", day(1), null],
  ]);
  await booksAreRight();
  const undo = `/service-changes/${done.id}/undo/`;
  expect(await ok(isp.admin.get(`/service-changes/${done.id}/undo-preview/`))).toMatchObject({
    ...{ is_undone: false, package: { before: large, after: home }, invoice: done.invoice, freed: "0.00" },
    expiry_date: { before: had.expiry_date, after: had.expiry_date },
  });
  const undone = await ok(isp.admin.post(undo, { reason: "Wrong customer" }));
  expect(undone).toMatchObject({ state: "UNDONE" });
  expect(await ok(isp.admin.post(undo, { reason: "Again" }))).toEqual(undone);
  expect(await show(customer)).toMatchObject({ package: home, expiry_date: had.expiry_date });
  expect(await summary(customer)).toMatchObject({
    due_amount: was.due_amount,
    advance_amount: was.advance_amount,
    free_advance_amount: was.free_advance_amount,
  });
  expect(await states(customer)).toEqual([
    [home, "ACTIVE", "2026-01-15", null],
    [large, "CANCELLED", day(1), null],
  ]);
  await booksAreRight();
});

it("A cheaper package frees what the days are worth more, and is not taken back once that is spent", async () => {
  const customer = await paid();
  const done = await ok<{ id: string }>(change(counter, customer, { package: small, when: "NOW" }));
  expect(done).toMatchObject({ direction: "DOWNGRADE", freed: "300.00", to_pay: "0.00", invoice: null });
  expect(await summary(customer)).toMatchObject({ advance_amount: "600.00", free_advance_amount: "300.00" });
  const refund = await ok<{ id: string }>(
    isp.admin.post(`/customers/${customer}/refund/`, { amount: "100.00", reason: "Leaves" }),
  );
  const undo = `/service-changes/${done.id}/undo/`;
  expect(await isp.admin.post(undo, { reason: "Back" })).toMatchObject({ body: { code: "ADVANCE_SPENT" } });
  await ok(isp.admin.post(`/refunds/${refund.id}/reverse/`, { reason: "Stayed" }));
  await ok(isp.admin.post(undo, { reason: "Back" }));
  expect(await summary(customer)).toMatchObject({ advance_amount: "600.00", free_advance_amount: "0.00" });
  await booksAreRight();
});

it("Converted days are as many as the paid ones are worth, whatever is changed and taken back, the last one first", async () => {
  const customer = await paid();
  const { expiry_date } = await show(customer);
  const first = await ok<{ id: string }>(
    change(counter, customer, { package: large, settle: "CONVERT", when: "NOW" }),
  );
  expect(first).toMatchObject({ rest_days: 30, cost: "600.00", new_expiry_date: day(20), to_pay: "0.00" });
  expect(await show(customer)).toMatchObject({ expiry_date: day(20) });
  const second = await ok<{ id: string }>(
    change(counter, customer, { package: small, settle: "CONVERT", when: "NOW" }),
  );
  expect(second).toMatchObject({
    rest_days: 20,
    rest_value: "600.00",
    cost: "600.00",
    new_expiry_date: day(60),
  });
  const undo = (id: string) => isp.admin.post(`/service-changes/${id}/undo/`, { reason: "Back" });
  expect(await undo(first.id)).toMatchObject({ status: 409, body: { code: "LATER_CHANGE" } });
  await ok(undo(second.id));
  expect(await show(customer)).toMatchObject({ expiry_date: day(20), package: large });
  await ok(undo(first.id));
  expect(await show(customer)).toMatchObject({ expiry_date, package: home });
  const again = await ok(
    counter.post(`/customers/${customer}/change-package/preview/`, { package: small, when: "NOW" }),
  );
  expect(again).toMatchObject({ rest_days: 30, rest_value: "600.00", cost: "300.00", freed: "300.00" });
  await booksAreRight();
});

it("A change after the paid days waits, prices the next recharge, begins once on its day, and can be called off before", async () => {
  const customer = await paid();
  const { expiry_date } = await show(customer);
  const begins = day(31);
  const order = { package: small };
  const done = await ok<{ id: string }>(change(counter, customer, order));
  expect(done).toMatchObject({
    when: "AT_EXPIRY",
    state: "SCHEDULED",
    mode: "NONE",
    effective_date: begins,
    to_pay: "0.00",
  });
  expect(await change(counter, customer, { package: large })).toMatchObject({
    body: { code: "CHANGE_SCHEDULED" },
  });
  await ok(counter.post(`/service-changes/${done.id}/cancel/`, {}));
  expect(await counter.post(`/service-changes/${done.id}/cancel/`, {})).toMatchObject({ status: 409 });
  expect(await states(customer)).toEqual([
    [home, "ACTIVE", "2026-01-15", null],
    [small, "CANCELLED", begins, null],
  ]);
  const waits = await ok<{ id: string }>(change(counter, customer, order));
  // At the new price, of the new package.
  const recharge = { customer_id: customer, amount: "300.00", validity_days: 30 };
  expect(await ok(counter.post("/recharges/", recharge))).toMatchObject({ package: small });
  expect(await show(customer)).toMatchObject({ package: home });
  const then = new Date(`${begins}T12:00:00Z`);
  await Promise.all([beginServicesDue(server.services, then), beginServicesDue(server.services, then)]);
  expect(await ok(isp.admin.get(`/service-changes/${waits.id}/`))).toMatchObject({ state: "DONE" });
  expect(await show(customer)).toMatchObject({ package: small });
  expect((await states(customer)).map(([sold, state]) => [sold, state])).toEqual(
    expect.arrayContaining([
      [home, "ENDED"],
      [small, "ACTIVE"],
    ]),
  );
  expect(String(expiry_date) < begins).toBe(true);
  await booksAreRight();
});

it("A counter takes a change of their own back on its day, while no money came after it, and nobody else's", async () => {
  const undo = (id: string) => counter.post(`/service-changes/${id}/undo/`, { reason: "Wrong package" });
  const refused = { status: 403, body: { code: "PERMISSION_DENIED" } };
  const asked = { package: large, payment: { amount: "300.00" } };
  const [first, second, third] = [await paid(), await paid(), await paid()];
  const own = await ok<{ id: string }>(change(counter, first, asked));
  const [preview, other] = [`/service-changes/${own.id}/undo-preview/`, change(isp.admin, second, asked)];
  await ok(counter.get(preview));
  expect(await ok(undo(own.id))).toMatchObject({ state: "UNDONE" });
  expect(await undo((await ok<{ id: string }>(other)).id)).toMatchObject(refused);
  const followed = await ok<{ id: string }>(change(counter, third, asked));
  await ok(isp.admin.post("/transactions/", { customer: third, amount: "1.00" }));
  expect(await undo(followed.id)).toMatchObject(refused);
  await booksAreRight();
});

it("What makes no sense is refused by name, and changes nothing", async () => {
  const customer = await paid();
  const inactive = (
    await ok<{ id: string }>(
      isp.admin.post("/packages/", { name: "Gone", price: "1.00", bandwidth_mbps: 1, is_active: false }),
    )
  ).id;
  const field = (code: string) => ({ status: 400, body: { errors: [{ field: "effective_date", code }] } });
  const refused: [object, object][] = [
    [{}, { status: 400, body: { errors: [{ field: "package", code: "REQUIRED" }] } }],
    [
      { package: large, colour: "red" },
      { status: 400, body: { errors: [{ code: "UNKNOWN_FIELD" }] } },
    ],
    [
      { package: customer },
      { status: 400, body: { errors: [{ field: "package", code: "DOES_NOT_EXIST" }] } },
    ],
    [{ package: home }, { status: 409, body: { code: "SAME_PACKAGE" } }],
    [{ package: inactive }, { status: 422, body: { code: "PACKAGE_INACTIVE" } }],
    [{ package: large, when: "DATE" }, field("REQUIRED")],
    [{ package: large, effective_date: day(3) }, field("CONFLICTING")],
    [{ package: large, when: "DATE", effective_date: day(-1) }, field("PAST")],
    [{ package: large, when: "DATE", effective_date: day(400) }, field("TOO_LARGE")],
    [{ package: large, when: "DATE", effective_date: "2026-02-30" }, { status: 400 }],
    [{ package: large, payment: { amount: "0.001" } }, { status: 400 }],
  ];
  for (const [body, answer] of refused)
    expect(await change(isp.admin, customer, body), JSON.stringify(body)).toMatchObject(answer);
  const far = { package: large, when: "DATE", effective_date: day(400) };
  await ok(isp.admin.post(`/customers/${customer}/change-package/preview/`, far));
  expect(await states(customer)).toEqual([[home, "ACTIVE", "2026-01-15", null]]);
  const left = await isp.customer();
  await ok(isp.admin.patch(`/customers/${left}/`, { status: "TERMINATED" }));
  expect(await change(isp.admin, left, { package: large })).toMatchObject({
    status: 409,
    body: { code: "ILLEGAL_TRANSITION" },
  });
});

it("One of eight who change a customer's package at once does it, and a recharge of which a change was made is not taken back", async () => {
  const customer = await paid();
  const asked = { package: large, when: "NOW", payment: { amount: "300.00" } };
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => change(isp.admin, customer, asked)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  const { results } = await ok<{ results: { id: string }[] }>(
    isp.admin.get(`/recharges/?customer=${customer}`),
  );
  expect(await isp.admin.post(`/recharges/${results[0]?.id}/reverse/`, { reason: "No" })).toMatchObject({
    body: { code: "NOT_REVERSIBLE" },
  });
  await booksAreRight();
});

it("Without paid days a change waits for the next month; who pays ahead is not billed, who pays by the bill buys no days", async () => {
  const customer = await isp.customer({ package: home, joined_at: "2026-01-15T06:00:00Z" });
  const ahead = await isp.customer({ package: home, billing_mode: "PREPAID" });
  const later = await isp.customer({ package: home, billing_mode: "POSTPAID" });
  const billing_month = day(0).slice(0, 7);
  await ok(isp.admin.post("/invoices/generate-batch/", { billing_month, async: false }));
  expect(await summary(ahead)).toMatchObject({ due_amount: "0.00", open_invoices: [] });
  const recharge = { customer_id: later, amount: "600.00", validity_days: 30 };
  expect(await ok(isp.admin.post("/recharges/", recharge))).toMatchObject({
    validity_days: 0,
    new_expiry_date: null,
  });
  expect(await summary(later)).toMatchObject({ due_amount: "0.00" });
  const waits = await ok<{ priced_from: string }>(
    change(isp.admin, customer, { package: large, when: "AT_EXPIRY" }),
  );
  expect(waits).toMatchObject({ state: "SCHEDULED", mode: "NONE", to_pay: "0.00" });
  expect(waits.priced_from.slice(0, 7) > billing_month).toBe(true);
  await booksAreRight();
});

it("A change that waits and was paid for is called off, never written over: by another package, nor by who leaves", async () => {
  const customer = await paid();
  const asked = { package: large, when: "DATE", effective_date: day(10), payment: { amount: "300.00" } };
  const waits = await ok<{ id: string }>(change(isp.admin, customer, asked));
  expect(waits).toMatchObject({ state: "SCHEDULED", mode: "PREPAID" });
  const refused = { status: 409, body: { code: "CHANGE_SCHEDULED", service_change: waits.id } };
  for (const written of [{ package: small, reason: "Agreed" }, { status: "TERMINATED" }])
    expect(await isp.admin.patch(`/customers/${customer}/`, written)).toMatchObject(refused);
  await ok(isp.admin.post(`/service-changes/${waits.id}/cancel/`, {}));
  await ok(isp.admin.patch(`/customers/${customer}/`, { status: "TERMINATED" }));
  await booksAreRight();
});
