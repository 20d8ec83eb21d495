// What a change of package is refused for, by name, and what is asked at its edges: nothing is written where it is refused.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let other: TestTenant;
let counter: Client;
/** Of 600.00, 300.00 and 900.00 for 30 days. */
let home: string;
let small: string;
let large: string;

async function sell({ admin }: TestTenant, price: string, validity_days = 30): Promise<string> {
  const plan = { name: `P ${newId().slice(-12)}`, price, bandwidth_mbps: 10, validity_days };
  return String((await ok(admin.post("/packages/", plan))).id);
}

beforeAll(async () => {
  server = await startTestServer();
  [isp, other] = [await makeTenant(server), await makeTenant(server)];
  [home, small, large] = [await sell(isp, "600.00"), await sell(isp, "300.00"), await sell(isp, "900.00")];
  const roles = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  const role = roles.results.find(({ name }) => name === "Counter")?.id;
  const account = { username: "refused", password: "a-long-password", full_name: "Refused", role };
  await ok(isp.admin.post("/staff/", account));
  counter = await server.signIn(account.username, account.password);
});
afterAll(() => server.stop());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const summary = (id: string) => ok(isp.admin.get(`/customers/${id}/financial-summary/`));

/** With 30 paid days of 600.00, today and 29 more. */
async function paid(): Promise<string> {
  const customer = await isp.customer({ package: home, joined_at: "2026-01-15T06:00:00Z" });
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "600.00", validity_days: 30 }));
  return customer;
}

const change = (customer: string, body: object, key?: string) =>
  counter.post(`/customers/${customer}/change-package/`, body, key ? { "Idempotency-Key": key } : undefined);
const codeOf = async (answer: ReturnType<Client["post"]>) => {
  const { status, body } = await answer;
  return [status, body.code, body.errors?.[0]?.field].filter((part) => part !== undefined);
};

it("Each bad input is refused by its field, and nothing is written", async () => {
  const customer = await paid();
  const before = await summary(customer);
  const refused: [object, string][] = [
    [{}, "package"],
    [{ package: large, speed: 10 }, "speed"],
    [{ package: "00000000-0000-0000-0000-000000000000" }, "package"],
    [{ package: other.package }, "package"],
    [{ package: newId() }, "package"],
    [{ package: large, when: "DATE" }, "effective_date"],
    [{ package: large, effective_date: day(3) }, "effective_date"],
    [{ package: large, when: "NOW", effective_date: day(3) }, "effective_date"],
    [{ package: large, when: "DATE", effective_date: day(-1) }, "effective_date"],
    [{ package: large, when: "DATE", effective_date: "2027-02-30" }, "effective_date"],
    [{ package: large, when: "DATE", effective_date: day(400) }, "effective_date"],
    [{ package: large, when: "SOON" }, "when"],
    [{ package: large, payment: { amount: "300.005" } }, "payment.amount"],
    [{ package: large, payment: { amount: "0.00" } }, "payment.amount"],
    [{ package: large, payment: { amount: "-5.00" } }, "payment.amount"],
    [{ package: large, payment: { amount: "300.00", method: "SHELLS" } }, "payment.method"],
    [{ package: large, payment: { amount: "300.00", receipt_number: "D9-1" } }, "receipt_number"],
    [{ package: large, offer: newId() }, "offer"],
    [{ package: large, expect: {} }, "expect.to_pay"],
  ];
  for (const [body, field] of refused)
    expect([body, await codeOf(change(customer, body))]).toEqual([body, [400, "VALIDATION", field]]);
  const far = { package: large, when: "DATE", effective_date: day(3_700) };
  expect(await codeOf(counter.post(`/customers/${customer}/change-package/preview/`, far))).toEqual([
    400,
    "VALIDATION",
    "effective_date",
  ]);
  for (const id of [newId(), await other.customer(), "00000000-0000-0000-0000-000000000000", "x"])
    expect((await change(id, { package: large })).status).toBe(404);
  expect(await summary(customer)).toEqual(before);
});

it("What does not fit the customer is refused by its code, and nothing is written", async () => {
  const customer = await paid();
  const before = await summary(customer);
  const off = await sell(isp, "700.00");
  await ok(isp.admin.patch(`/packages/${off}/`, { is_active: false }));
  const refused: [object, number, string][] = [
    [{ package: home }, 409, "SAME_PACKAGE"],
    [{ package: off }, 422, "PACKAGE_INACTIVE"],
    [{ package: large }, 422, "UNDERPAID"],
    [{ package: large, payment: { amount: "299.99" } }, 422, "UNDERPAID"],
    [{ package: large, payment: { amount: "300.00" }, expect: { to_pay: "1.00" } }, 409, "PREVIEW_CHANGED"],
    [
      {
        package: large,
        payment: { amount: "300.00" },
        expect: { to_pay: "300.00", new_expiry_date: day(1) },
      },
      409,
      "PREVIEW_CHANGED",
    ],
  ];
  for (const [body, status, code] of refused)
    expect([body, await codeOf(change(customer, body))]).toEqual([body, [status, code]]);
  expect(await summary(customer)).toEqual(before);
  const key = newId();
  const order = await change(customer, { package: small }, key);
  expect(order.status).toBe(201);
  expect((await change(customer, { package: small }, key)).body).toEqual(order.body);
  expect(await codeOf(change(customer, { package: large }, key))).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  expect(await codeOf(change(customer, { package: large }))).toEqual([409, "CHANGE_SCHEDULED"]);
  // What waits holds its package: it can't be deleted.
  expect((await isp.admin.delete(`/packages/${small}/`)).status).toBe(409);
  const undo = (id: unknown, body: object = { reason: "x" }) =>
    isp.admin.post(`/service-changes/${id}/undo/`, body);
  expect(await codeOf(undo(order.body.id))).toEqual([409, "ILLEGAL_TRANSITION"]);
  await ok(isp.admin.post(`/service-changes/${order.body.id}/cancel/`, {}));
  expect(await codeOf(isp.admin.post(`/service-changes/${order.body.id}/cancel/`, {}))).toEqual([
    409,
    "ILLEGAL_TRANSITION",
  ]);
  await ok(isp.admin.patch(`/customers/${customer}/`, { status: "TERMINATED" }));
  expect(await codeOf(change(customer, { package: large }))).toEqual([409, "ILLEGAL_TRANSITION"]);
});

it("A change is taken back once, only as the latest, and not where its money is spent or its charge billed", async () => {
  const undo = (id: unknown, body: object = { reason: "x" }) =>
    isp.admin.post(`/service-changes/${id}/undo/`, body);
  const first = await paid();
  const up = await ok(change(first, { package: large, payment: { amount: "300.00" } }));
  expect(await codeOf(undo(up.id, {}))).toEqual([400, "VALIDATION", "reason"]);
  const wait = await ok(change(first, { package: small }));
  expect(await codeOf(undo(up.id))).toEqual([409, "LATER_CHANGE"]);
  await ok(isp.admin.post(`/service-changes/${wait.id}/cancel/`, {}));
  expect(await ok(undo(up.id))).toMatchObject({ state: "UNDONE" });
  expect(await ok(undo(up.id))).toMatchObject({ state: "UNDONE" });
  const second = await paid();
  const down = await ok(change(second, { package: small, when: "NOW" }));
  await ok(isp.admin.post(`/customers/${second}/refund/`, { amount: "100.00", method: "CASH", reason: "x" }));
  expect(await codeOf(undo(down.id))).toEqual([422, "ADVANCE_SPENT"]);
  await booksAreRight();
});

type Figure = "rest_value" | "cost" | "to_pay" | "freed" | "priced_from";

it.each([
  { currency: "JPY", timezone: "Pacific/Kiritimati", digits: 0 },
  { currency: "KWD", timezone: "Pacific/Pago_Pago", digits: 3 },
])(
  "In $currency and $timezone what is shown sums up, and the days are the tenant's",
  async ({ currency, timezone, digits }) => {
    const tenant = await makeTenant(server, { currency, timezone });
    const money = (text: string) => parseMoney(text, digits);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(new Date());
    const one = digits === 0 ? "1" : "0.001";
    const packs = [
      await sell(tenant, "0", 30),
      await sell(tenant, "7", 1),
      await sell(tenant, "5000", 3_650),
      await sell(tenant, one, 365),
    ];
    const customer = await tenant.customer({ package: tenant.package });
    await ok(tenant.admin.post("/recharges/", { customer_id: customer, amount: "1200", validity_days: 45 }));
    for (const pack of packs)
      for (const settle of ["KEEP_DAYS", "CONVERT"]) {
        const asked = { package: pack, settle, when: "NOW" };
        const shown = await ok<Record<Figure, string> & { lines: { amount: string }[] }>(
          tenant.admin.post(`/customers/${customer}/change-package/preview/`, asked),
        );
        const sum = shown.lines.reduce<bigint>((all, { amount }) => all + money(amount), 0n);
        expect(sum).toBe(money(shown.to_pay) - money(shown.freed));
        expect(money(shown.rest_value) + money(shown.to_pay)).toBe(money(shown.cost) + money(shown.freed));
        expect(Date.parse(shown.priced_from) - Date.parse(today)).toBe(86_400_000);
      }
  },
);

it("Eight at once change once; recharge, reversal, pause, batch and refund beside it leave the books right", async () => {
  const customer = await paid();
  const asked = { package: large, payment: { amount: "300.00" } };
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(customer, asked)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === "SAME_PACKAGE")).toHaveLength(7);
  const done = answers.find(({ status }) => status === 201)?.body.id;
  const undone = await Promise.all(
    Array.from({ length: 8 }, () => isp.admin.post(`/service-changes/${done}/undo/`, { reason: "x" })),
  );
  expect(undone.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const paused = await Promise.all(
    Array.from({ length: 8 }, () =>
      counter.post(`/customers/${customer}/pause/`, { from: day(1), to: day(10) }),
    ),
  );
  expect(paused.filter(({ status }) => status === 201)).toHaveLength(1);
  const resumed = await Promise.all(
    Array.from({ length: 8 }, () => counter.post(`/customers/${customer}/resume/`, {})),
  );
  expect(resumed.filter(({ status }) => status === 200)).toHaveLength(1);
  const tv = await ok(
    isp.admin.post("/addons/", { name: "TV", kind: "RECURRING", price: "30.00", source: "ADDON" }),
  );
  // Enough for its days until the customer is paid, which are more than a month.
  const sale = { customer, addon: tv.id, payment: { amount: "90.00" } };
  const key = { "Idempotency-Key": newId() };
  const sold = await Promise.all(
    Array.from({ length: 8 }, () => counter.post("/customer-addons/", sale, key)),
  );
  expect(new Set(sold.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1);
  const recharge = { customer_id: customer, amount: "600.00", validity_days: 30 };
  const more = await ok(isp.admin.post("/recharges/", recharge));
  const beside = await Promise.all([
    change(customer, { package: small, when: "NOW" }),
    isp.admin.post("/recharges/", recharge),
    isp.admin.post(`/recharges/${more.id}/reverse/`, { reason: "x" }),
    counter.post(`/customers/${customer}/pause/`, { from: day(1), to: day(10) }),
    isp.admin.post("/invoices/generate-batch/", {}),
    isp.admin.post(`/customers/${customer}/refund/`, { amount: "1.00", method: "CASH", reason: "x" }),
    isp.admin.post(`/customers/${customer}/end-service/`, { settle: "ADVANCE", reason: "x" }),
  ]);
  for (const { status, body } of beside) expect([status < 500, body.code]).toEqual([true, body.code]);
  await booksAreRight();
});
