// Until when a subscription runs, whichever of its payments are taken back, and in whatever order they come and go.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { random } from "../../server/demo/random.ts";
import { openPool, type Row } from "../../server/kernel/db/db.ts";
import { addDays, dayOf } from "../../shared/kernel/day.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
let root: Client;
let made = 0;
const today = dayOf(new Date(), "UTC");

beforeAll(async () => {
  server = await startTestServer();
  root = await server.superuser();
});
afterAll(() => server.stop());

async function subscribed(end_date: string): Promise<string> {
  made += 1;
  const { tenant } = await makeTenant(server);
  const plan = await root.post("/saas/packages/", { name: `Paid ${made}`, price_monthly: "50.00" });
  const body = { tenant: tenant.id, package: plan.body.id, start_date: addDays(today, -90), end_date };
  return (await root.post("/saas/subscriptions/", body)).body.id;
}

async function pay(subscription: string, paid_until: string): Promise<string> {
  made += 1;
  const body = { subscription, amount: "50.00", trx_id: `PAID-${made}`, paid_until };
  const paid = await root.post("/saas/payments/", body);
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  return paid.body.id;
}

const undo = async (id: string) =>
  expect((await root.post(`/saas/payments/${id}/reverse/`, { reason: "Bounced" })).status).toBe(200);

async function standing(id: string) {
  const { status, end_date } = (await root.get(`/saas/subscriptions/${id}/`)).body;
  return { status, end_date };
}

it("Two payments that are taken back in the order in which they came leave no paid month", async () => {
  const subscription = await subscribed(addDays(today, 2));
  const a = await pay(subscription, addDays(today, 33));
  const b = await pay(subscription, addDays(today, 64));
  await undo(a);
  expect(await standing(subscription)).toEqual({ status: "ACTIVE", end_date: addDays(today, 64) });
  // Booked anew for whom it was; it counts once the other is gone.
  const again = await pay(subscription, addDays(today, 33));
  await undo(b);
  expect(await standing(subscription)).toEqual({ status: "ACTIVE", end_date: addDays(today, 33) });
  await undo(again);
  expect(await standing(subscription)).toEqual({ status: "ACTIVE", end_date: addDays(today, 2) });
});

it("Payments that revived a subscription that had ended, taken back in any order, end it again", async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const subscription = await subscribed(addDays(today, 20));
    await root.post(`/saas/subscriptions/${subscription}/cancel/`, {});
    const paid = [await pay(subscription, addDays(today, 40)), await pay(subscription, addDays(today, 60))];
    for (const index of order) await undo(paid[index] ?? "");
    expect(await standing(subscription)).toEqual({ status: "CANCELLED", end_date: addDays(today, 20) });
  }
});

it("A day that was moved by hand stays whatever is taken back of before, and is what later payments go back to", async () => {
  const subscription = await subscribed(addDays(today, 2));
  const a = await pay(subscription, addDays(today, 33));
  await root.patch(`/saas/subscriptions/${subscription}/`, { end_date: addDays(today, 15) });
  const b = await pay(subscription, addDays(today, 70));
  await undo(a);
  expect(await standing(subscription)).toEqual({ status: "ACTIVE", end_date: addDays(today, 70) });
  await undo(b);
  expect(await standing(subscription)).toEqual({ status: "ACTIVE", end_date: addDays(today, 15) });
});

it("In random lives of a subscription its day is the furthest that a standing payment has paid for, else what it was", async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const dice = random(seed);
    let base = addDays(today, dice.between(0, 40));
    const subscription = await subscribed(base);
    let paid = new Map<string, string>();
    for (let act = 0; act < 14; act += 1) {
      const chance = dice.next();
      if (chance < 0.5) {
        const until = addDays(today, dice.between(1, 200));
        paid.set(await pay(subscription, until), until);
      } else if (chance < 0.9) {
        if (paid.size === 0) continue;
        const id = dice.pick([...paid.keys()]);
        paid.delete(id);
        await undo(id);
      } else {
        base = addDays(today, dice.between(0, 200));
        await root.patch(`/saas/subscriptions/${subscription}/`, { end_date: base });
        const before = paid;
        paid = new Map();
        // What was paid before is taken back without a trace.
        for (const id of before.keys()) if (dice.chance(0.3)) await undo(id);
      }
      const end_date = [base, ...paid.values()].sort().at(-1);
      expect([seed, act, await standing(subscription)]).toEqual([seed, act, { status: "ACTIVE", end_date }]);
    }
  }
});

it("What payments of before kept is brought to how their subscription was without any of them, by the migration", async () => {
  const sql = openPool(server.database_url, null, 1);
  const on = (days: number) => addDays(today, days);
  const found = (days: number) => ({ status: "ACTIVE", end_date: on(days) });
  const kept = async (id: string, before: object | null) => {
    await sql`update saas_payments set subscription_before = ${before === null ? null : sql.json(before as Row)}
      where id = ${id}`;
  };
  const of = async (id: string) =>
    (
      await sql<{ before: object | null }[]>`
      select subscription_before as before from saas_payments where id = ${id}`
    )[0]?.before;
  // As each found it, another's day included.
  const chained = await subscribed(on(2));
  const [a, b] = [await pay(chained, on(33)), await pay(chained, on(64))];
  await kept(b, found(33));
  // Moved by hand between two, and after one.
  const between = await subscribed(on(2));
  const c = await pay(between, on(33));
  await root.patch(`/saas/subscriptions/${between}/`, { end_date: on(15) });
  const d = await pay(between, on(70));
  await kept(c, found(2));
  const since = await subscribed(on(2));
  const e = await pay(since, on(33));
  await root.patch(`/saas/subscriptions/${since}/`, { end_date: on(20) });
  await kept(e, found(2));
  const file = new URL("../../server/migrations/0051-paid-days.sql", import.meta.url);
  await sql.unsafe(await readFile(file, "utf8"));
  expect([await of(a), await of(b)]).toEqual([found(2), found(2)]);
  expect([await of(c), await of(d), await of(e)]).toEqual([null, found(15), null]);
  await sql.end();
  await undo(a);
  await undo(b);
  expect(await standing(chained)).toEqual(found(2));
});
