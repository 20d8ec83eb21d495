// A company that a random life is lived in over REST: its people, its customers, and a seeded chance that decides for them.

import { type Random, random } from "../../../server/demo/random.ts";
import type { Database, Sql } from "../../../server/kernel/db/db.ts";
import { addDays, type Day, dayOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Body } from "../../acceptance/helpers/money.ts";
import { longKnown, openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import type { Client, TestServer } from "../../helpers/server.ts";
import { makeTenant } from "../../helpers/tenant.ts";
import { ok } from "../helpers/tenant.ts";

export interface Answer {
  status: number;
  body: Body;
}

/** What a life is begun with. */
export interface Birth {
  currency: string;
  digits: number;
  timezone: string;
  seed: number;
}

export interface Life {
  sql: Sql;
  db: Database;
  tenant: string;
  digits: number;
  owner: Client;
  manager: Client;
  /** At the till, with a desktop. */
  clerk: Client;
  desktop: WireDesktop;
  /** Another desktop of theirs, known for long, that has told nothing yet: what it tells may lie before anything told. */
  otherTill(): Promise<WireDesktop>;
  /** A reseller's user. */
  seller: Client;
  customers: readonly string[];
  /** The reseller's. */
  sold: string;
  reseller: string;
  employees: readonly string[];
  /** Inclusive and exclusive, each with a later rate. */
  taxes: readonly string[];
  /** Decides what is done. */
  dice: Random;
  /** Decides what is looked at: however often that is, the same is done. */
  eyes: Random;
  today: Day;
  /** How many days ago an act may lie that is told late or dated back. */
  furthest: number;
  /** So many of the currency's smallest parts. */
  money(minor: number): string;
  /** A chance amount, up to so many whole units. */
  some(units: number): string;
  /** The ids of a tenant's rows in order of id: `which` stands behind "from". */
  ids(which: string): Promise<string[]>;
  /** One of them by chance; null: there is none. */
  one(which: string): Promise<string | null>;
  /** A day of the last so many, and a moment of it. */
  daysAgo(most: number): { day: Day; at: string };
  post(path: string, body: object, client?: Client): Promise<Answer>;
}

export const reason = "A life";
/** So many days are looked back on. */
export const FURTHEST = 40;
const keyed = () => ({ "Idempotency-Key": newId() });

const idOf = async (answer: Promise<Answer>) => String((await ok<Body>(answer)).id);

/** Two codes whose rates change in the middle of what lives look back on, and packages that bear them. */
async function foundOffer(owner: Client, life: Pick<Life, "money" | "today">): Promise<string[]> {
  const taxes: string[] = [];
  for (const [code, rate, is_inclusive] of [
    ["VAT", "15", true],
    ["GST", "7.5", false],
  ] as const) {
    const first = { name: code, code, rate, is_inclusive, valid_from: "2020-01-01" };
    taxes.push(await idOf(owner.post("/tax-codes/", first)));
    const later = { ...first, rate: String(Number(rate) + 2), valid_from: addDays(life.today, -12) };
    await idOf(owner.post("/tax-codes/", later));
  }
  return taxes;
}

async function foundCustomers(owner: Client, life: Pick<Life, "money">, taxes: readonly string[]) {
  const plan = (name: string, price: number, tax_code: string | null) =>
    idOf(
      owner.post("/packages/", {
        ...{ name, price: life.money(price), bandwidth_mbps: 10, validity_days: 30, tax_code },
      }),
    );
  const packages = [await plan("Home", 99_901, taxes[0] ?? null), await plan("Fast", 150_055, null)];
  const customers: string[] = [];
  for (const [n, discount] of [0, 3_333, 0, 0].entries()) {
    const username = `c${n}`;
    const who = { name: username, username, phone: `017${n}`, discount: life.money(discount) };
    // The last one has no package: nobody bills them, and what they use is earned by closings.
    const body = n < 3 ? { ...who, package: packages[n % 2] } : who;
    customers.push(await idOf(owner.post("/customers/", body)));
  }
  return { customers, packages };
}

async function foundReseller(
  server: TestServer,
  owner: Client,
  life: Pick<Life, "money">,
  { subdomain, pack }: { subdomain: string; pack: string },
) {
  const account = { username: `seller-${subdomain}`, password: `seller-${subdomain}-secret` };
  const reseller = await idOf(
    owner.post("/resellers/", { company_name: "Turag Net", credit_limit: life.money(5_000_000), ...account }),
  );
  const rate = { reseller, package: pack, custom_rate: life.money(80_005) };
  await ok(owner.post("/reseller-pricing/", rate));
  const customer = { name: "Sold", username: "sold", phone: "0188", reseller, package: pack };
  const sold = await idOf(owner.post("/customers/", customer));
  const seller = await server.signIn(account.username, account.password, subdomain);
  return { reseller, sold, seller };
}

const CURRENCIES = [
  ["JPY", 0],
  ["BDT", 2],
  ["KWD", 3],
  ["EUR", 2],
] as const;
const ZONES = ["UTC", "Asia/Dhaka", "America/St_Johns", "Pacific/Auckland", "Africa/Nairobi"] as const;

/** A life of a seed: twenty one after the other have every currency in every zone. */
export function birthOf(seed: number): Birth {
  const [currency, digits] = CURRENCIES[seed % CURRENCIES.length] ?? CURRENCIES[0];
  return { currency, digits, timezone: ZONES[seed % ZONES.length] ?? ZONES[0], seed };
}

/** Founds a company of a currency in which chance decides by a seed. */
export async function beginLife(
  server: TestServer,
  { currency, digits, timezone, seed }: Birth,
): Promise<Life> {
  const isp = await makeTenant(server, { settings: { currency, timezone, earn_prepaid: true } });
  const { owner, tenant } = isp;
  const sql = server.services.db.platform;
  const [dice, eyes] = [random(seed * 10 + digits), random(seed * 10 + 9)];
  const today = dayOf(new Date(), timezone);
  const scale = 10 ** digits;
  // What is 1,200.00 with two digits is 1,200 without and 1,200.000 with three.
  const money = (cents: number) => (Math.round((cents * scale) / 100) / scale).toFixed(digits);
  const some = (units: number) => (dice.between(1, units * scale) / scale).toFixed(digits);
  const ids = async (which: string) =>
    (
      await sql.unsafe(
        `select /* a test's own */ t.id from ${which} order by t.id`.replaceAll("$T", `'${tenant.id}'`),
      )
    ).map((row) => String(row.id));
  const taxes = await foundOffer(owner, { money, today });
  const { customers, packages } = await foundCustomers(owner, { money }, taxes);
  const [pack = ""] = packages;
  const people = await foundReseller(server, owner, { money }, { subdomain: tenant.subdomain, pack });
  const employees: string[] = [];
  for (const name of ["Salma Akter", "Babul Mia"])
    employees.push(
      await idOf(owner.post("/employees/", { name, salary: money(900_003), join_date: "2024-01-01" })),
    );
  const clerk = await isp.staff(`clerk-${tenant.subdomain}`, "Counter");
  return {
    ...{ sql, db: server.services.db, tenant: tenant.id, digits, owner, clerk, customers, employees, taxes },
    ...{ dice, eyes, today, furthest: FURTHEST, money, some, ids, ...people },
    manager: await isp.staff(`manager-${tenant.subdomain}`, "Manager"),
    desktop: await openDesktop(server.url, clerk.token),
    otherTill: async () => longKnown(server, await openDesktop(server.url, clerk.token)),
    async one(which) {
      const found = await ids(which);
      return found.length === 0 ? null : dice.pick(found);
    },
    daysAgo(most) {
      const day = addDays(today, -dice.between(1, Math.min(most, this.furthest)));
      return { day, at: `${day}T${String(dice.between(10, 20))}:00:00Z` };
    },
    post: (path, body, client = owner) => client.post(path, body, keyed()),
  };
}
