// A year in the life of the demo's customers: each month they are billed, and most of them pay, as people do.
import { addDays, type Day, dayOf, type Month } from "../../shared/kernel/day.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";
import { type Actor, actorOf, inParallel } from "./act.ts";
import type { DemoCustomer, DemoTenant } from "./people.ts";
import { type Random, random } from "./random.ts";

const LANES = 12;
const METHODS = ["CASH", "CASH", "CASH", "CASH", "MOBILE", "MOBILE", "BANK", "ONLINE"] as const;

export interface Seeded {
  id: string;
  customer: DemoCustomer;
  price: number;
}

type Habit = "punctual" | "late" | "irregular" | "leaving";

function habitOf(chance: Random): Habit {
  const roll = chance.next();
  if (roll < 0.7) return "punctual";
  if (roll < 0.88) return "late";
  return roll < 0.96 ? "irregular" : "leaving";
}

/** The months from `count` ago to this one, oldest first. */
function lastMonths(today: Day, count: number): Month[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return Array.from({ length: count + 1 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - (count - index), 1)).toISOString().slice(0, 7),
  );
}

/** Office hours of a day, as an instant; days are of the tenant's zone, and the offset does not matter for a demo. */
function during(day: Day, chance: Random): Date {
  const minute = chance.between(0, 479);
  return new Date(Date.parse(`${day}T04:00:00Z`) + minute * 60_000);
}

async function pay(
  act: Actor,
  seeded: Seeded,
  habit: Habit,
  month: Month,
  monthsLeft: number,
  today: Day,
  chance: Random,
): Promise<void> {
  const day = addDays(`${month}-01`, habit === "punctual" ? chance.between(0, 8) : chance.between(6, 26));
  const skipped = (habit === "irregular" && chance.chance(0.35)) || (habit === "leaving" && monthsLeft < 2);
  const at = during(day, chance);
  const method = chance.pick(METHODS);
  const partial = habit === "irregular" && chance.chance(0.3);
  if (skipped || day > today) return;
  const key = `${seeded.customer.username}:${month}`;
  if (partial) {
    const input = { customer: seeded.id, amount: String(Math.round(seeded.price / 2)), method };
    await act({ name: "transaction.create", key: `pay:${key}`, input, at });
    return;
  }
  const input = { customer_id: seeded.id, amount: String(seeded.price), validity_days: 30, method };
  await act({ name: "recharge.create", key: `recharge:${key}`, input, at });
}

export interface HistoryOptions {
  services: Services;
  tenant: Tenant;
  demo: DemoTenant;
  customers: readonly DemoCustomer[];
  /** Package name → its id and price. */
  packages: ReadonlyMap<string, { id: string; price: number }>;
  /** Customers are spread over these. */
  routers: readonly string[];
  say(line: string): void;
  now: Date;
  /** How many months before this one. */
  months: number;
}

async function join(
  options: HistoryOptions,
  act: Actor,
  customer: DemoCustomer,
  at: Date,
  index: number,
): Promise<Seeded> {
  const pack = options.packages.get(customer.package_name);
  const { package_name: _name, joined_months_ago: _months, ...fields } = customer;
  const input = {
    ...fields,
    package: pack?.id ?? null,
    router: options.routers[index % Math.max(1, options.routers.length)] ?? null,
    joined_at: at.toISOString(),
  };
  const record = await act({ name: "customer.create", key: `customer:${customer.username}`, input, at });
  return { id: String(record.id), customer, price: (pack?.price ?? 0) - Number(customer.discount) };
}

/** Lets customers join, bills and collects, month by month, up to today. Answers the customers in order of joining. */
export async function liveThroughTheYear(options: HistoryOptions): Promise<Seeded[]> {
  const { services, tenant, demo, customers, say, now } = options;
  const today = dayOf(now, tenant.settings.timezone);
  const months = lastMonths(today, options.months);
  const clerk = await actorOf(services, tenant, demo.staff[0]?.username ?? demo.admin.username);
  const owner = await actorOf(services, tenant, demo.admin.username);
  const present: Seeded[] = [];
  for (const [index, month] of months.entries()) {
    const monthsLeft = months.length - 1 - index;
    const joining = customers.filter(
      ({ joined_months_ago: ago }) => ago === monthsLeft || (index === 0 && ago > monthsLeft),
    );
    const firstDay = new Date(`${month}-01T02:00:00Z`);
    const joined: Seeded[] = new Array(joining.length);
    await inParallel(joining, LANES, async (customer, at) => {
      // With a discount, which a clerk may not give.
      joined[at] = await join(options, owner, customer, firstDay, at);
    });
    present.push(...joined);
    const input = { billing_month: month, async: false };
    const at = new Date(`${month}-01T03:00:00Z`);
    await owner({ name: "invoice.generate_batch", key: `batch:${month}`, input, at });
    await inParallel(present, LANES, async (seeded) => {
      const habit = habitOf(random(demo.seed + hash(seeded.customer.username)));
      const monthly = random(demo.seed + hash(`${seeded.customer.username} ${month}`));
      await pay(clerk, seeded, habit, month, monthsLeft, today, monthly);
    });
    say(`Demo data: ${demo.name}, ${month}: ${present.length} customers`);
  }
  return present;
}

function hash(text: string): number {
  let value = 0;
  for (const char of text) value = (Math.imul(value, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return value >>> 0;
}
