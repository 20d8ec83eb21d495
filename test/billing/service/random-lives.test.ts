// Random lives of customers whose service is sold, changed, paused and taken back in any order that is allowed: after each step the
// books are right, a preview's lines are its sum, and what is done and taken back at once is as if it had not been, to the cent.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lot } from "../../helpers/lot.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let packages: string[];
let addon: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  packages = [];
  for (const [price, validity_days, billing_months] of [
    ["600.00", 30, 1],
    ["333.33", 7, 1],
    ["0", 30, 1],
    ["0.01", 365, 1],
    ["2000.00", 90, 3],
  ] as const) {
    const plan = { name: `P ${price}`, price, bandwidth_mbps: 10, validity_days, billing_months };
    packages.push(String((await ok(isp.admin.post("/packages/", plan))).id));
  }
  const tv = { name: "TV", kind: "RECURRING", price: "50.00", source: "ADDON" };
  addon = String((await ok(isp.admin.post("/addons/", tv))).id);
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = { status: number; body: any };

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const reason = "A life";
const post = (path: string, body: object): Promise<Answer> => isp.admin.post(path, body);

/** What is to be as it was once something is taken back. */
async function stateOf(id: string) {
  const [customer, money, services, recharges] = await Promise.all([
    ok<Answer["body"]>(isp.admin.get(`/customers/${id}/`)),
    ok<Answer["body"]>(isp.admin.get(`/customers/${id}/financial-summary/`)),
    ok<Answer["body"]>(isp.admin.get(`/services/?customer=${id}&page_size=100`)),
    ok<Answer["body"]>(isp.admin.get(`/recharges/?customer=${id}&page_size=100`)),
  ]);
  const { package: pack, expiry_date, price, status, due_amount, advance_amount } = customer;
  return {
    ...{ pack, expiry_date, price, status, due_amount, advance_amount },
    free: money.free_advance_amount,
    pending: money.pending_charges,
    services: services.results
      .filter((one: Answer["body"]) => one.state !== "CANCELLED")
      .map((one: Answer["body"]) => [one.id, one.state, one.from_date, one.to_date]),
    covers: recharges.results.map((one: Answer["body"]) => [one.id, one.covers_from, one.covers_to]),
  };
}

const latest = async (collection: string, customer: string, more = "") =>
  (await ok<Answer["body"]>(isp.admin.get(`/${collection}/?customer=${customer}${more}&page_size=1`))).results[0];

async function reversed(collection: string, customer: string): Promise<Answer | null> {
  const found = await latest(collection, customer);
  return found ? post(`/${collection}/${found.id}/reverse/`, { reason }) : null;
}

interface Dice {
  kind: string;
  pack: number;
  days: number;
  cents: number;
  back: boolean;
}

const text = (cents: number) => (cents / 100).toFixed(2);

async function changed(customer: string, { pack, days, back }: Dice): Promise<Answer> {
  const asked = {
    package: packages[pack % packages.length],
    ...(days % 3 === 0 ? {} : { when: days % 3 === 1 ? "NOW" : "AT_EXPIRY" }),
    settle: days % 2 === 0 ? "KEEP_DAYS" : "CONVERT",
    charge: days % 5 === 0 ? "NOW" : "NEXT",
  };
  const shown = await post(`/customers/${customer}/change-package/preview/`, asked);
  if (shown.status !== 200) return shown;
  const { lines, to_pay, freed, charge_amount, credit_amount, mode, rest_value, cost } = shown.body;
  const sum = lines.reduce((all: number, one: { amount: string }) => all + Math.round(Number(one.amount) * 100), 0);
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  if (mode === "PREPAID") {
    expect(sum).toBe(cents(to_pay) - cents(freed));
    expect(cents(rest_value) + cents(to_pay)).toBe(cents(cost) + cents(freed));
  } else expect(sum).toBe(cents(charge_amount) - cents(credit_amount));
  const before = await stateOf(customer);
  const payment = cents(to_pay) > 0 && days % 4 !== 0 ? { payment: { amount: to_pay } } : {};
  const done = await post(`/customers/${customer}/change-package/`, { ...asked, ...payment, expect: { to_pay } });
  if (done.status !== 201 || !back) return done;
  const verb = done.body.state === "DONE" ? "undo" : "cancel";
  const undone = await post(`/service-changes/${done.body.id}/${verb}/`, { reason });
  expect(undone).toMatchObject({ status: 200 });
  expect(await stateOf(customer)).toEqual(before);
  return undone;
}

const STEPS: Readonly<Record<string, (customer: string, dice: Dice) => Promise<Answer | null>>> = {
  recharge: (customer_id, { days, cents }) =>
    post("/recharges/", { customer_id, amount: text(cents), validity_days: days }),
  change: changed,
  undo: async (customer) => {
    const found = await latest("service-changes", customer, "&state=DONE");
    return found ? post(`/service-changes/${found.id}/undo/`, { reason }) : null;
  },
  cancel: async (customer) => {
    const found = await latest("service-changes", customer, "&state=SCHEDULED");
    return found ? post(`/service-changes/${found.id}/cancel/`, { reason }) : null;
  },
  pause: (customer, { days }) =>
    post(`/customers/${customer}/pause/`, { from: day(days % 3), to: day((days % 3) + 7 + (days % 20)) }),
  resume: (customer) => post(`/customers/${customer}/resume/`, {}),
  "add-on": (customer, { days }) =>
    post("/customer-addons/", { customer, addon, quantity: 1 + (days % 2), payment: { amount: "100.00" } }),
  "end add-on": async (customer) => {
    const found = await latest("customer-addons", customer, "&state=ACTIVE");
    return found ? post(`/customer-addons/${found.id}/end/`, {}) : null;
  },
  deposit: (customer, { cents }) =>
    post("/deposits/", { customer, amount: text(cents), method: "CASH", reason }),
  "apply deposit": async (customer, { cents }) => {
    const found = await latest("deposits", customer, "&status=HELD");
    return found ? post(`/deposits/${found.id}/apply/`, { amount: text(cents) }) : null;
  },
  batch: () => post("/invoices/generate-batch/?async=false", {}),
  "credit note": async (customer) => {
    const found = await latest("invoices", customer);
    return found ? post("/credit-notes/", { invoice: found.id, reason }) : null;
  },
  "reverse credit note": (customer) => reversed("credit-notes", customer),
  "reverse recharge": (customer) => reversed("recharges", customer),
  "reverse deposit": (customer) => reversed("deposits", customer),
};

const dice: fc.Arbitrary<Dice> = fc.record({
  kind: fc.constantFrom(...Object.keys(STEPS), "change", "change", "recharge"),
  pack: fc.nat(100),
  days: fc.integer({ min: 1, max: 45 }),
  cents: fc.integer({ min: 1, max: 90_000 }),
  back: fc.boolean(),
});

it("A service that is sold, changed, paused, billed and taken back in any order keeps its books right, and what is taken back has not been", async () => {
  const lives = fc.array(dice, { minLength: 8, maxLength: lot(20, 40) });
  const life = fc.asyncProperty(lives, fc.nat(2), async (steps, mode) => {
    const customer = await isp.customer({
      package: packages[0],
      billing_mode: ["AUTO", "PREPAID", "POSTPAID"][mode],
    });
    for (const one of steps) {
      const answer = await STEPS[one.kind]?.(customer, one);
      expect([one.kind, answer?.body?.code, (answer?.status ?? 200) < 500]).toEqual([
        one.kind,
        answer?.body?.code,
        true,
      ]);
      expect(await checkBooks(server.services.db.platform)).toEqual([]);
    }
  });
  await fc.assert(life, { numRuns: lot(3, 200), endOnFailure: true });
});
