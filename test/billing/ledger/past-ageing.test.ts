// What was owed on a past day, by the age of the charge, is what was said on that day: random lives with a clock that moves,
// in which dues are carried on, paid, voided, credited, given up and taken back.

import { afterAll, beforeAll, expect, it } from "vitest";
import { type Actor, actorOf } from "../../../server/demo/act.ts";
import { type Random, random } from "../../../server/demo/random.ts";
import { loadTenant } from "../../../server/identity/sign-in/authenticate.ts";
import { addDays, type Day, dayOf } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Body } from "../../acceptance/helpers/money.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { ok } from "../helpers/tenant.ts";
import { type Aged, agedBills, readAgeing } from "../lives/ageing.ts";

/** Other lives, longer ones: `LASTMILE_LIVES_SEED=7 LASTMILE_LIFE_STEPS=300`. */
const SEED = Number(process.env.LASTMILE_LIVES_SEED ?? 3);
const STEPS = Number(process.env.LASTMILE_LIFE_STEPS ?? 90);
const today = dayOf(new Date(), "UTC");

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Life {
  isp: TestTenant;
  act: Actor;
  dice: Random;
  customers: string[];
  day: Day;
  acts: number;
}

async function begin(seed: number): Promise<Life> {
  const isp = await makeTenant(server);
  const tenant = await loadTenant(server.services.db.platform, isp.tenant.id);
  if (!tenant) throw new Error("There is no tenant");
  const act = await actorOf(server.services, tenant, `${isp.tenant.subdomain}-owner`);
  const customers: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const body = { name: `C${n}`, username: `c${n}`, phone: `017${n}` };
    customers.push(String((await ok<Body>(isp.owner.post("/customers/", body))).id));
  }
  return { isp, act, dice: random(seed), customers, day: addDays(today, -200), acts: 0 };
}

/** Does something on the life's day; what the rules refuse is not done. */
async function does(life: Life, name: string, input: Body, id?: string): Promise<void> {
  life.acts += 1;
  // Each a second after the one before, so that what is oldest is so by its time as well.
  const at = new Date(Date.parse(`${life.day}T08:00:00Z`) + life.acts * 1_000);
  try {
    await life.act({ name, key: `${life.acts}`, input, at, ...(id ? { id } : {}) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

async function one(life: Life, which: string): Promise<string | undefined> {
  const rows = await server.services.db.platform.unsafe(
    `select /* a test's own */ t.id from ${which.replaceAll("$T", `'${life.isp.tenant.id}'`)} order by t.id`,
  );
  return rows.length === 0 ? undefined : String(life.dice.pick([...rows]).id);
}

const reason = "A life";
const BILLS = "invoices t where tenant_id = $T and status <> 'VOID'";

/** What is done in a life, by how often it comes. */
const ACTS: readonly [
  weight: number,
  act: (life: Life, customer: string, some: (most: number) => string) => Promise<void>,
][] = [
  [
    8,
    async (life, customer, some) => {
      const { dice } = life;
      const previous_due = dice.chance(0.25) ? { previous_due: some(90) } : {};
      const total = dice.chance(0.08) ? { total_payable: some(300) } : {};
      const lines = [{ description: "Month", unit_price: some(200), quantity: dice.pick(["1", "2"]) }];
      const due_date = addDays(life.day, dice.pick([0, 7, 15]));
      const apply_advance = dice.chance(0.5);
      await does(life, "invoice.create", {
        customer,
        lines,
        due_date,
        apply_advance,
        ...previous_due,
        ...total,
      });
    },
  ],
  [4, (life, customer, some) => does(life, "transaction.create", { customer, amount: some(250) })],
  [
    2,
    (life, customer, some) =>
      does(life, "recharge.create", { customer_id: customer, amount: some(250), validity_days: 3 }),
  ],
  [2, async (life) => does(life, "invoice.void", { reason }, await one(life, BILLS))],
  [
    3,
    async (life, _customer, some) => {
      const invoice = await one(life, BILLS);
      if (invoice) await does(life, "credit_note.create", { invoice, amount: some(60), reason });
    },
  ],
  [2, (life, customer, some) => does(life, "customer.refund", { amount: some(60), reason }, customer)],
  [
    3,
    (life, customer, some) => {
      const adjustment_type = life.dice.pick(["CREDIT", "DEBIT", "WAIVER", "WAIVER"]);
      return does(life, "adjustment.create", { customer, adjustment_type, amount: some(60), reason });
    },
  ],
  [
    2,
    async (life) => {
      const id = await one(life, "invoices t where tenant_id = $T and due_amount > 0");
      if (id) await does(life, "invoice.apply_advance", {}, id);
    },
  ],
  [
    3,
    async (life) => {
      const id = await one(life, "payment_transactions t where tenant_id = $T and status = 'COMPLETED'");
      if (id) await does(life, "transaction.reverse", { reason }, id);
    },
  ],
  [
    2,
    async (life) => {
      const id = await one(life, "adjustments t where tenant_id = $T and not is_reversed");
      if (id) await does(life, "adjustment.reverse", { reason }, id);
    },
  ],
  [
    1,
    async (life) => {
      const id = await one(life, "recharges t where tenant_id = $T and not is_reversed");
      if (id) await does(life, "recharge.reverse", { reason }, id);
    },
  ],
];

async function step(life: Life): Promise<void> {
  const { dice } = life;
  let at = dice.between(
    1,
    ACTS.reduce((sum, [weight]) => sum + weight, 0),
  );
  for (const [weight, act] of ACTS) {
    at -= weight;
    if (at <= 0)
      return act(life, dice.pick(life.customers), (most) => (dice.between(100, most * 100) / 100).toFixed(2));
  }
}

const booksOf = (life: Life) => ({ sql: server.services.db.platform, tenant: life.isp.tenant.id, digits: 2 });

it.each([SEED, SEED + 1, SEED + 2])(
  "The dues by age as of every day of the life of seed %i are what they were on that day, and what the books say is owed",
  async (seed) => {
    const life = await begin(seed);
    const said = new Map<Day, Aged>();
    for (let n = 0; n < STEPS && life.day < today; n += 1) {
      await step(life);
      if (life.dice.chance(0.4)) continue;
      said.set(life.day, await agedBills(booksOf(life), life.day));
      life.day = addDays(life.day, life.dice.pick([1, 1, 4, 9]));
    }
    expect(said.size).toBeGreaterThan(20);
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
    for (const [day, then] of said) {
      expect([day, await readAgeing(life.isp.owner, 2, day)]).toEqual([day, then]);
      const { accounts } = await ok<Body>(life.isp.owner.get(`/reports/trial-balance/?as_of=${day}`));
      const owed =
        accounts.find(({ account }: Body) => account === "CUSTOMERS:RECEIVABLE")?.balance ?? "0.00";
      const sum = Object.values(then).reduce((all, amount) => all + amount, 0n);
      expect([day, sum]).toEqual([day, BigInt(owed.replace(".", ""))]);
    }
    const somebody = life.dice.pick(life.customers);
    const [day = today] = [...said.keys()].slice(-8);
    const then = await ok<Body>(
      life.isp.owner.get(`/customers/${somebody}/statement/?from=${day}&to=${day}`),
    );
    expect(then.ageing.total).toBe(then.due_amount);
  },
);

it("What is dated back is counted on the day that it is booked on, and a past day owes what the books say of it", async () => {
  const { isp, customers } = await begin(1);
  const { owner } = isp;
  const [customer = ""] = customers;
  const day = (ago: number) => addDays(today, -ago);
  const lines = [{ description: "Month", unit_price: "100.00" }];
  const bill = { customer, lines, apply_advance: false };
  await ok(owner.post("/invoices/", { ...bill, issue_date: day(40), due_date: day(40) }));
  await ok(
    owner.post("/invoices/", { ...bill, issue_date: day(10), due_date: day(10), previous_due: "0.00" }),
  );
  // Paid before the second bill was made, said so afterwards, and enough for both.
  const paid = { customer, amount: "150.00", occurred_at: `${day(20)}T10:00:00Z` };
  await ok(owner.post("/transactions/", paid));
  const as = (ago: number) => readAgeing(owner, 2, day(ago));
  expect(await as(41)).toEqual({});
  expect(await as(25)).toEqual({ "1-30": 10_000n });
  expect(await as(15)).toEqual({});
  expect(await as(5)).toEqual({ "1-30": 5_000n });
});
