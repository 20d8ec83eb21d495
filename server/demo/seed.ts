// LASTMILE_DEMO=1: two providers with lifelike data in an empty database, made by the real operations. May be interrupted:
// every act carries a key, so the next start goes on where this one was.
import { tenant as tenantResource } from "../../shared/identity/tenant.ts";
import { addDays, dayOf } from "../../shared/kernel/day.ts";
import { markOverdue } from "../billing/index.ts";
import { createTenant, ensureSuperuser, loadTenant } from "../identity/index.ts";
import { transaction } from "../kernel/db/db.ts";
import { writeAudit } from "../kernel/operation/audit.ts";
import { systemPrincipal, type Tenant } from "../kernel/operation/principal.ts";
import { systemCall } from "../kernel/operation/run-as-system.ts";
import type { Services } from "../kernel/services.ts";
import { expireCustomers } from "../subscribers/index.ts";
import { type Act, actorOf } from "./act.ts";
import { keepTheBooks } from "./books.ts";
import { planTheDay } from "./dispatch-day.ts";
import { workInTheField } from "./helpdesk.ts";
import { liveThroughTheYear, type Seeded } from "./history.ts";
import { PLATFORM, passwordOf } from "./known-passwords.ts";
import { fillTheBags } from "./own-stock.ts";
import { DEMO, type DemoTenant, makeCustomers, OTHER } from "./people.ts";
import { workThroughMonths } from "./people-at-work.ts";
import { seedPlatform } from "./platform.ts";
import { type Random, random } from "./random.ts";
import { letResellersSell, workAtTheCounter } from "./resellers-and-shifts.ts";
import { moveRevenueMonths } from "./revenue-months.ts";
import { keepStoreAndCall } from "./store-and-calls.ts";

/** The demo's own note in the audit log: which part of it is done. */
async function noted(services: Services, tenant: Tenant, action: string): Promise<boolean> {
  const [row] = await services.db
    .platform`select 1 from audit_logs where tenant_id = ${tenant.id} and action = ${action} limit 1`;
  return row !== undefined;
}

async function note(services: Services, tenant: Tenant, action: string): Promise<void> {
  const entry = { act: { on: tenantResource, name: action }, id: tenant.id };
  await transaction(services.db.platform_transactions, (tx) =>
    writeAudit(tx, tenant.id, systemCall(tenant), [entry]),
  );
}

async function makeProvider(services: Services, demo: DemoTenant): Promise<Tenant> {
  const known = await loadTenant(services.db.platform, demo.subdomain);
  if (known) return known;
  const { username, full_name } = demo.admin;
  const admin = { username, full_name, password: passwordOf(username) };
  const nobody = {
    principal: systemPrincipal(null, "demo"),
    address: null,
    device: null,
    request_id: null,
    occurred_at: new Date(),
  };
  const { name, subdomain, settings } = demo;
  await createTenant(services, { name, subdomain, admin, settings }, nobody);
  const made = await loadTenant(services.db.platform, subdomain);
  if (!made) throw new Error(`The demo's tenant ${subdomain} was not made`);
  return made;
}

type Owner = (
  name: string,
  key: string,
  input: Act["input"],
  id?: string,
) => Promise<Record<string, unknown>>;

async function equip(services: Services, tenant: Tenant, demo: DemoTenant, owner: Owner) {
  const roles = await services.db.platform<
    { id: string; name: string }[]
  >`select id, name from roles where tenant_id = ${tenant.id}`;
  for (const { role, ...member } of demo.staff) {
    const input = {
      ...member,
      password: passwordOf(member.username),
      role: roles.find(({ name }) => name === role)?.id,
    };
    await owner("staff.create", `staff:${member.username}`, input);
  }
  const routers: string[] = [];
  for (const router of demo.routers) {
    const access = { username: "lastmile", password: "lastmile-simulator" };
    const record = await owner("router.create", `router:${router.name}`, { ...router, ...access });
    routers.push(String(record.id));
  }
  for (const { customers: _customers, ...olt } of demo.olts) {
    const access = { community: "public", write_community: "private" };
    await owner("olt.create", `olt:${olt.name}`, { ...olt, ...access });
  }
  const packages = new Map<string, { id: string; price: number }>();
  const tax_code = demo.tax ? String((await owner("tax_code.create", "tax", demo.tax)).id) : null;
  for (const { share: _share, ...pack } of demo.packages) {
    const plan = { ...pack, tax_code, validity_days: 30 };
    const record = await owner("package.create", `package:${pack.name}`, plan);
    packages.set(pack.name, { id: String(record.id), price: Number(pack.price) });
  }
  return { routers, packages };
}

/** What makes a day at the office: a mistaken recharge taken back, goodwill, a promise to pay, a customer who moved away. */
async function officeLife(
  owner: Owner,
  customers: readonly Seeded[],
  chance: Random,
  { today, lapsed }: { today: string; lapsed: ReadonlySet<string> },
): Promise<void> {
  const some = (count: number) => Array.from({ length: count }, () => chance.pick(customers));
  for (const { id, customer, price } of some(5)) {
    const key = customer.username;
    const mistaken = await owner("recharge.create", `mistake:${key}`, {
      customer_id: id,
      amount: String(price),
      validity_days: 30,
    });
    await owner(
      "recharge.reverse",
      `undo:${key}`,
      { reason: "Booked to the wrong customer" },
      String(mistaken.id),
    );
  }
  for (const { id, customer } of some(6)) {
    const input = { customer: id, amount: "100", adjustment_type: "CREDIT", reason: "Outage on the 12th" };
    await owner("adjustment.create", `goodwill:${customer.username}`, input);
  }
  const pausing = customers.filter(({ id }) => !lapsed.has(id));
  for (const { id, customer } of pausing.length > 0
    ? Array.from({ length: 4 }, () => chance.pick(pausing))
    : []) {
    await owner(
      "customer.toggle_status",
      `suspend:${customer.username}`,
      { reason: "On holiday, asked for a pause" },
      id,
    );
  }
  for (const { id, customer } of some(4)) {
    await owner(
      "customer.grant_grace_period",
      `grace:${customer.username}`,
      { promise_date: addDays(today, 4) },
      id,
    );
  }
}

/** How much of a life the demo's providers have had. */
export interface DemoSize {
  /** Months before this one. */
  months: number;
  /** Customers of each provider at most. */
  customers: number;
}

const WHOLE: DemoSize = { months: 11, customers: 350 };

async function seedTenant(
  services: Services,
  demo: DemoTenant,
  { months, customers: most }: DemoSize,
  say: (line: string) => void,
): Promise<void> {
  const tenant = await makeProvider(services, demo);
  const done = `demo.${demo.subdomain}.ready`;
  if (await noted(services, tenant, done)) return;
  const now = new Date();
  const today = dayOf(now, tenant.settings.timezone);
  const act = await actorOf(services, tenant, demo.admin.username);
  const owner: Owner = (name, key, input, id) => act({ name, key, input, at: now, ...(id ? { id } : {}) });
  const { routers, packages } = await equip(services, tenant, demo, owner);
  const customers = makeCustomers(demo, random(demo.seed)).slice(0, most);
  const seeded = await liveThroughTheYear({
    services,
    tenant,
    demo,
    customers,
    packages,
    routers,
    say,
    now,
    months,
  });
  await Promise.all([expireCustomers(services, now, { is_sure: true }), markOverdue(services, now)]);
  // None of these needs a pause: their service has ended.
  const expired = await services.db.platform<{ id: string }[]>`
    select id from customers where tenant_id = ${tenant.id} and status = 'EXPIRED'`;
  const lapsed = new Set(expired.map(({ id }) => id));
  await officeLife(owner, seeded, random(demo.seed + 1), { today, lapsed });
  await workInTheField(services, tenant, demo, seeded);
  if (demo === DEMO) await planTheDay(services, tenant, demo, seeded);
  await keepStoreAndCall(services, tenant, demo, seeded);
  if (demo === DEMO) await fillTheBags(services, tenant, demo);
  if (demo === DEMO) await letResellersSell(services, tenant, demo, packages);
  await workAtTheCounter(services, tenant, demo);
  // The routers take over the whole state with their first sync; a job for each act of the past year would only be in its way.
  await services.db
    .platform`update network_sync_jobs set status = 'CANCELLED', finished_at = now(), error_code = 'SUPERSEDED', last_error = 'The first full sync does this'
    where tenant_id = ${tenant.id} and status = 'QUEUED'`;
  if (demo.staff.length > 0) await workThroughMonths(services, tenant, demo, today);
  if (demo === DEMO) await keepTheBooks(services, tenant, demo, today);
  await moveRevenueMonths(services, tenant);
  await note(services, tenant, done);
}

/** Fills an empty database; leaves one that holds real tenants alone. */
export async function seedDemo(
  services: Services,
  say: (line: string) => void,
  size: DemoSize = WHOLE,
): Promise<void> {
  const tenants = await services.db.platform<{ subdomain: string }[]>`select subdomain from tenants`;
  const ours = new Set([DEMO.subdomain, OTHER.subdomain]);
  if (tenants.some(({ subdomain }) => !ours.has(subdomain))) return;
  await ensureSuperuser(services, { username: PLATFORM, password: passwordOf(PLATFORM) });
  for (const demo of [DEMO, OTHER]) await seedTenant(services, demo, size, say);
  await seedPlatform(services, { unlimited: DEMO.subdomain, other: OTHER.subdomain });
}
