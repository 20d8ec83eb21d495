// A reseller with customers of their own, rates, a balance that is used; and days at the counter, each a drawer.
import { addDays, dayOf, momentOf } from "../../shared/kernel/day.ts";
import { formatMoney, ZERO } from "../../shared/kernel/money.ts";
import { readSums } from "../billing/index.ts";
import { transaction } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";
import { type Actor, actorOf } from "./act.ts";
import { passwordOf, RESELLER } from "./known-passwords.ts";
import type { DemoTenant } from "./people.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const CUSTOMERS = ["Shahana Stores", "Mitu Akter", "Babul Hossain", "Green View School", "Jalal Uddin"];

/** Makes a reseller and lets them sell. */
export async function letResellersSell(
  services: Services,
  tenant: Tenant,
  demo: DemoTenant,
  packages: ReadonlyMap<string, { id: string; price: number }>,
): Promise<void> {
  const now = Date.now();
  const owner = await actorOf(services, tenant, demo.admin.username);
  const username = RESELLER;
  const made = await owner({
    ...{ name: "reseller.create", key: "reseller", at: new Date(now - 40 * DAY_MS) },
    input: {
      ...{ company_name: "Turag Net", credit_limit: "2000", phone: "+880 1711 223344" },
      ...{ username, password: passwordOf(username), full_name: "Masud Rana" },
    },
  });
  const id = String(made.id);
  for (const [name, { id: pack, price }] of packages) {
    const input = { reseller: id, package: pack, custom_rate: String(Math.round(price * 0.8)) };
    await owner({
      name: "reseller_pricing.create",
      key: `rate:${name}`,
      input,
      at: new Date(now - 39 * DAY_MS),
    });
  }
  const topUp = { amount: "5000", method: "BANK", reference: "DBBL 4471" };
  await owner({ name: "reseller.top_up", key: "top-up", id, input: topUp, at: new Date(now - 38 * DAY_MS) });
  const seller = await actorOf(services, tenant, username);
  const [first] = [...packages.values()];
  for (const [index, name] of CUSTOMERS.entries()) {
    const at = new Date(now - (35 - index) * DAY_MS);
    const input = {
      name,
      username: `turag.${index + 1}`,
      phone: `+880 1811 00000${index}`,
      package: first?.id,
    };
    const customer = await seller({ name: "customer.create", key: `own:${index}`, input, at });
    const paid = { customer_id: String(customer.id), amount: String(first?.price ?? 500), validity_days: 30 };
    await seller({ name: "recharge.create", key: `sold:${index}`, input: paid, at });
  }
}

/** The evening's cash goes to the office; yesterday's has not been counted there yet. */
async function handOver(
  clerk: Actor,
  owner: Actor,
  { from, days, amount, at }: { from: string; days: number; amount: number; at: Date },
): Promise<void> {
  const later = (minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);
  const input = { from, to: "OFFICE", amount: String(amount), note: "Evening" };
  const sent = await clerk({ name: "cash_transfer.create", key: `evening:${days}`, input, at: later(10) });
  if (days === 1) return;
  const id = String(sent.id);
  await owner({ name: "cash_transfer.confirm", key: `counted:${days}`, id, input: {}, at: later(30) });
}

/** Drawers of the last days: counted in the evening, not always to the last note; today's is open. */
export async function workAtTheCounter(services: Services, tenant: Tenant, demo: DemoTenant): Promise<void> {
  const person = demo.staff.find(({ role }) => role === "Counter");
  if (!person) return;
  const clerk = await actorOf(services, tenant, person.username);
  const owner = await actorOf(services, tenant, demo.admin.username);
  const now = Date.now();
  const { timezone } = tenant.settings;
  const today = dayOf(new Date(now), timezone);
  for (const [index, short] of [0, 20, 0].entries()) {
    const days = 3 - index;
    const opened = momentOf(addDays(today, -days), timezone, "09:00");
    const drawer = await clerk({
      ...{ name: "shift.create", key: `shift:${days}`, input: { opening_float: "1000" }, at: opened },
    });
    const reason = short > 0 ? "Gave too much change" : null;
    const closed = new Date(opened.getTime() + 9 * HOUR_MS);
    const span = { opened_at: opened.toISOString(), closed_at: closed.toISOString() };
    const place = { id: String(drawer.id), cashier: person.username, holder: person.username, ...span };
    const { totals } = await transaction(services.db.platform_transactions, (tx) =>
      readSums(tx, tenant, place),
    );
    const { CASH = ZERO } = totals;
    const expected = Number(formatMoney(CASH, tenant.digits));
    await clerk({
      ...{ name: "shift.close", key: `count:${days}`, id: String(drawer.id) },
      input: { counted_cash: String(1000 + expected - short), reason },
      at: closed,
    });
    if (expected > short)
      await handOver(clerk, owner, { from: person.username, days, amount: expected - short, at: closed });
  }
  const input = { opening_float: "1000" };
  await clerk({ name: "shift.create", key: "shift:0", input, at: new Date(now - HOUR_MS) });
}
