// Eight at once of what else changes a customer's service or money, each beside a change of package: one after the other in some order,
// never an error of ours, and the books are right.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
/** Of 600.00 and 900.00 for 30 days. */
let home: string;
let large: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const sell = async (name: string, price: string) => {
    const plan = { name, price, bandwidth_mbps: 10, validity_days: 30 };
    return String((await ok(isp.admin.post("/packages/", plan))).id);
  };
  [home, large] = [await sell("Home", "600.00"), await sell("Large", "900.00")];
});
afterAll(() => server.stop());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const reason = "At once";
const sold = { package: "", joined_at: "2026-01-15T06:00:00Z" };

/** Somebody with what the race is about. */
interface Racer {
  customer: string;
  recharge: string;
}

/** With 60 days that two recharges paid; the later one is named. */
async function paid(): Promise<Racer> {
  const customer = await isp.customer({ ...sold, package: home });
  const buy = { customer_id: customer, amount: "600.00", validity_days: 30 };
  await ok(isp.admin.post("/recharges/", buy));
  const { id } = await ok<{ id: string }>(isp.admin.post("/recharges/", buy));
  return { customer, recharge: id };
}

const BESIDE: Readonly<Record<string, (who: Client, of: Racer) => ReturnType<Client["post"]>>> = {
  recharge: (who, { customer }) =>
    who.post("/recharges/", { customer_id: customer, amount: "600.00", validity_days: 30 }),
  reversal: (who, { recharge }) => who.post(`/recharges/${recharge}/reverse/`, { reason }),
  pause: (who, { customer }) => who.post(`/customers/${customer}/pause/`, { from: day(1), to: day(10) }),
  "end of service": (who, { customer }) =>
    who.post(`/customers/${customer}/end-service/`, { settle: "ADVANCE", reason }),
  refund: (who, { customer }) =>
    who.post(`/customers/${customer}/refund/`, { amount: "600.00", method: "CASH", reason }),
  batch: (who) => who.post("/invoices/generate-batch/?async=false", {}),
};

it.each(Object.keys(BESIDE))(
  "A change beside a %s is whole or refused, four of each at once",
  async (name) => {
    const other = BESIDE[name];
    if (!other) throw new Error(name);
    const racer = await paid();
    const asked = { package: large, when: "NOW", charge: "NEXT" };
    const change = () => isp.admin.post(`/customers/${racer.customer}/change-package/`, asked);
    const answers = await Promise.all([1, 2, 3, 4].flatMap(() => [change(), other(isp.admin, racer)]));
    for (const { status, body } of answers) expect([name, status < 500, body]).toEqual([name, true, body]);
    const changed = answers.filter((_answer, at) => at % 2 === 0).filter(({ status }) => status === 201);
    expect(changed.length).toBeLessThanOrEqual(1);
    const running = await ok<{ count: number }>(
      isp.admin.get(`/services/?customer=${racer.customer}&state=ACTIVE`),
    );
    expect(running.count).toBeLessThanOrEqual(1);
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  },
);

it("A bill is voided and its change taken back, eight at once: once, and nothing of it is left", async () => {
  const { customer } = await paid();
  const before = await ok(isp.admin.get(`/customers/${customer}/financial-summary/`));
  const done = await ok<{ id: string; invoice: string }>(
    isp.admin.post(`/customers/${customer}/change-package/`, { package: large, when: "NOW" }),
  );
  const answers = await Promise.all(
    [1, 2, 3, 4].flatMap(() => [
      isp.admin.post(`/service-changes/${done.id}/undo/`, { reason }),
      isp.admin.post(`/invoices/${done.invoice}/void/`, { reason }),
    ]),
  );
  for (const { status, body } of answers) expect([status < 500, body]).toEqual([true, body]);
  expect(await ok(isp.admin.get(`/service-changes/${done.id}/`))).toMatchObject({ state: "UNDONE" });
  const after = await ok(isp.admin.get(`/customers/${customer}/financial-summary/`));
  const { due_amount, advance_amount, free_advance_amount } = before;
  expect(after).toMatchObject({ due_amount, advance_amount, free_advance_amount });
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});

it("What a change charges on the next bill is billed or taken back, never both, however they meet", async () => {
  const customer = await isp.customer({ ...sold, package: home, billing_mode: "POSTPAID" });
  const month = day(0).slice(0, 7);
  const bill = (billing_month: string) =>
    isp.admin.post("/invoices/generate-batch/?async=false", { billing_month });
  await ok(bill(month));
  const done = await ok<{ id: string; mode: string }>(
    isp.admin.post(`/customers/${customer}/change-package/`, {
      package: large,
      when: "DATE",
      effective_date: day(0),
    }),
  );
  expect(done.mode).toBe("POSTPAID");
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1))
    .toISOString()
    .slice(0, 7);
  const undo = () => isp.admin.post(`/service-changes/${done.id}/undo/`, { reason });
  const answers = await Promise.all([undo(), bill(next), undo(), bill(next), undo(), bill(next)]);
  for (const { status, body } of answers) expect([status < 500, body]).toEqual([true, body]);
  const { state } = await ok<{ state: string }>(isp.admin.get(`/service-changes/${done.id}/`));
  const charges = await ok<{ results: { state: string }[] }>(
    isp.admin.get(`/pending-charges/?customer=${customer}`),
  );
  const wanted = state === "UNDONE" ? "CANCELLED" : "BILLED";
  expect(charges.results.map((one) => one.state)).toEqual(charges.results.map(() => wanted));
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});
