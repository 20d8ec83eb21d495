// Resellers' balances through random lives, one after the other and eight at once: never below the limit, always the sum of
// their ledger, and what the company's books owe them.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

const books = () => checkBooks(server.services.db.platform);

/** Somebody who sells, with a customer of their own and what was sold so far. */
interface Seller {
  id: string;
  client: Client;
  customer: string;
  rate: string;
  sales: string[];
}

async function newSeller(credit_limit: string): Promise<Seller> {
  made += 1;
  const account = { username: `lives-${made}`, password: `lives-secret-${made}` };
  const body = { company_name: `Sub-ISP ${made}`, credit_limit, ...account };
  const id = String((await ok(isp.admin.post("/resellers/", body))).id);
  const client = await server.signIn(account.username, account.password, isp.subdomain);
  const customer = await isp.customer({ reseller: id });
  const priced = { reseller: id, package: isp.package, custom_rate: "400.00" };
  const rate = String((await ok(isp.admin.post("/reseller-pricing/", priced))).id);
  return { id, client, customer, rate, sales: [] };
}

const cents = fc.integer({ min: 1, max: 250_000 });
const STEPS = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("sell" as const), cents, days: fc.nat({ max: 70 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("top_up" as const), cents }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reverse" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rate" as const), cents, is_active: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("invoice" as const) }) },
  // The company's own clerk takes this customer's money, too: that costs the reseller nothing.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clerk" as const), cents }) },
);
type Step = typeof STEPS extends fc.Arbitrary<infer S> ? S : never;

const money = (amount: number) => (amount / 100).toFixed(2);

/** Plays a step; answers its status. */
async function play({ id, client, customer, rate, sales }: Seller, step: Step): Promise<number> {
  const { admin } = isp;
  switch (step.kind) {
    case "sell": {
      const body = { customer_id: customer, amount: money(step.cents), validity_days: step.days };
      const sold = await client.post("/recharges/", body);
      if (sold.status === 201) sales.push(sold.body.id);
      return sold.status;
    }
    case "top_up":
      return (await admin.post(`/resellers/${id}/top-up/`, { amount: money(step.cents) })).status;
    case "reverse": {
      const sale = sales[step.which % Math.max(1, sales.length)];
      return sale ? (await admin.post(`/recharges/${sale}/reverse/`, { reason: "A life" })).status : 200;
    }
    case "rate": {
      const changed = { custom_rate: money(step.cents), is_active: step.is_active };
      return (await admin.patch(`/reseller-pricing/${rate}/`, changed)).status;
    }
    case "invoice":
      return (await admin.post("/invoices/", { customer })).status;
    case "clerk": {
      const body = { customer_id: customer, amount: money(step.cents), validity_days: 1 };
      return (await admin.post("/recharges/", body)).status;
    }
  }
}

/** What the ledger of a reseller adds up to, read as they read it. */
async function walletOf({ id, client }: Seller) {
  const { results } = await ok<{ results: { entry_type: string; amount: string; balance_after: string }[] }>(
    client.get("/reseller-ledger/?ordering=entry_no&page_size=500"),
  );
  let sum = 0;
  const chain = results.map(({ entry_type, amount, balance_after }) => {
    sum += Math.round(Number(amount) * 100) * (entry_type === "CHARGE" ? -1 : 1);
    return [money(sum), balance_after];
  });
  const { balance } = await ok<{ balance: string }>(isp.admin.get(`/resellers/${id}/`));
  return { balance, sum: money(sum), chain };
}

async function expectInOrder(seller: Seller, limit: number): Promise<void> {
  const { balance, sum, chain } = await walletOf(seller);
  expect(balance).toBe(sum);
  for (const [added, told] of chain) {
    expect(told).toBe(added);
    expect(Number(told)).toBeGreaterThanOrEqual(-limit);
  }
}

it("A reseller's balance is the sum of their ledger and within the limit after every step of any life", async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(STEPS, { minLength: 8, maxLength: 20 }), async (steps) => {
      const seller = await newSeller("900.00");
      for (const step of steps) seen.add(await play(seller, step));
      await expectInOrder(seller, 900);
      expect(await books()).toEqual([]);
    }),
    { numRuns: 12, seed: 11 },
  );
  // Sales beyond the limit were among them, and nothing else went wrong.
  expect([...seen].sort()).toEqual([200, 201, 422]);
});

it("A storm of sales, top-ups and undone sales of two resellers, eight at once, leaves their books in order", async () => {
  const sellers = [await newSeller("500.00"), await newSeller("0.00")] as const;
  const steps = fc.sample(STEPS, { numRuns: 160, seed: 5 });
  const seen = new Set<number>();
  const lane = async (at: number) => {
    for (let next = at; next < steps.length; next += 8) {
      const [seller, step] = [sellers[next % 2 === 0 ? 0 : 1], steps[next]];
      if (step) seen.add(await play(seller, step));
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, at) => lane(at)));
  expect([...seen].sort()).toEqual([200, 201, 422]);
  await expectInOrder(sellers[0], 500);
  await expectInOrder(sellers[1], 0);
  for (const seller of sellers) {
    expect(seller.sales.length).toBeGreaterThan(3);
    await Promise.all(seller.sales.map((sale) => isp.admin.post(`/recharges/${sale}/reverse/`, {})));
    await Promise.all(seller.sales.map((sale) => isp.admin.post(`/recharges/${sale}/reverse/`, {})));
    const { results } = await ok<{ results: { entry_type: string }[] }>(
      seller.client.get("/reseller-ledger/?page_size=500"),
    );
    const times = (type: string) => results.filter(({ entry_type }) => entry_type === type).length;
    expect(times("REFUND")).toBe(times("CHARGE"));
  }
  expect(await books()).toEqual([]);
});
