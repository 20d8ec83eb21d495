// Charges that wait for the next recurring bill: each on one bill, whoever makes it, and waiting again when that is voided.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addPendingCharge, cancelPendingCharge } from "../../../server/billing/addon/pending-charge.ts";
import { loadTenant } from "../../../server/identity/index.ts";
import { runAsSystem, systemCall } from "../../../server/kernel/operation/run-as-system.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

const MONTH = new Date().toISOString().slice(0, 7);
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const bills = () => ok(isp.admin.post("/invoices/generate-batch/", { billing_month: MONTH, async: false }));

/** Does something as the program itself, in one transaction of the tenant. */
async function does<T>(work: Parameters<typeof runAsSystem<T>>[3]): Promise<T> {
  const { services } = server;
  const tenant = await loadTenant(services.db.platform, isp.id);
  if (!tenant) throw new Error("There is no such tenant");
  return runAsSystem(services, tenant, systemCall(tenant), work);
}

const wait = (customer: string, amount: string, description: string) =>
  does((ctx) =>
    addPendingCharge(ctx, {
      ...{ customer, description, source: "ADDON", tax_code: null },
      amount: parseMoney(amount, ctx.tenant.digits),
      period: { from: `${MONTH}-01`, to: `${MONTH}-10` },
    }),
  );
const chargesOf = async (customer: string) =>
  (await ok<{ results: Record<string, unknown>[] }>(isp.admin.get(`/pending-charges/?customer=${customer}`)))
    .results;
const billOf = async (customer: string) => {
  const { results } = await ok<{ results: { id: string }[] }>(
    isp.admin.get(`/invoices/?customer=${customer}&status=UNPAID`),
  );
  return ok<Record<string, unknown>>(isp.admin.get(`/invoices/${results[0]?.id}/`));
};

it("A waiting charge is a line of its own on the month's bill, which posts it by its source, and on no other bill", async () => {
  const customer = await isp.customer();
  const other = await isp.customer();
  const first = await wait(customer, "120.00", "Fixed address");
  await wait(customer, "30.50", "A part of a month");
  const gone = await wait(customer, "999.00", "Called off");
  await does((ctx) => cancelPendingCharge(ctx, gone.id));
  const preview = await ok(isp.admin.get(`/invoices/batch-preview/?billing_month=${MONTH}`));
  expect(preview).toMatchObject({ count: 2, amount: "2550.50" });
  await bills();
  const bill = await billOf(customer);
  expect(bill).toMatchObject({
    total_payable: "1350.50",
    lines: [
      { source: "PACKAGE", total: "1200.00" },
      { source: "ADDON", description: "Fixed address", total: "120.00" },
      { source: "ADDON", description: "A part of a month", total: "30.50" },
    ],
  });
  expect(await billOf(other)).toMatchObject({ total_payable: "1200.00" });
  const states = (await chargesOf(customer)).map(({ state, invoice }) => [state, invoice]);
  expect(states.sort()).toEqual([
    ["BILLED", bill.id],
    ["BILLED", bill.id],
    ["CANCELLED", null],
  ]);
  await expect(does((ctx) => cancelPendingCharge(ctx, first.id))).rejects.toMatchObject({
    code: "ALREADY_BILLED",
  });
  const { accounts } = await ok<{ accounts: Record<string, string>[] }>(
    isp.admin.get("/reports/trial-balance/?group_by=source"),
  );
  expect(accounts).toContainEqual(
    expect.objectContaining({ account: "REVENUE", source: "ADDON", balance: "-150.50" }),
  );
  await booksAreRight();
});

it("What a bill charged beside the package waits again once that bill is void, and the next one takes it", async () => {
  const customer = await isp.customer();
  await wait(customer, "75.00", "Second device");
  await bills();
  const bill = await billOf(customer);
  await ok(isp.admin.post(`/invoices/${bill.id}/void/`, { reason: "Wrong month" }));
  expect(await chargesOf(customer)).toMatchObject([{ state: "PENDING", invoice: null, amount: "75.00" }]);
  await booksAreRight();
});

it("A charge that is added after a bill was drafted is not lost: it is on that bill or waits for the next", async () => {
  const customers = await Promise.all([1, 2, 3, 4].map(() => isp.customer()));
  const added = Promise.all(customers.map((customer) => wait(customer, "10.00", "Meanwhile")));
  await Promise.all([bills(), added]);
  for (const customer of customers) {
    const [charge] = await chargesOf(customer);
    const bill = await billOf(customer);
    const lines = (bill.lines as { source: string }[]).filter(({ source }) => source === "ADDON");
    expect(lines).toHaveLength(charge?.state === "BILLED" ? 1 : 0);
  }
  await booksAreRight();
});
