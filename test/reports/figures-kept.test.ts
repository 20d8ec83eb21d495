// The owner's figures from sums that are kept: whatever happens to a company, while it happens, they are what its records
// add up to.
import { afterAll, beforeAll, expect, it } from "vitest";
import { cashSums } from "../../server/billing/cash/cash-sums.ts";
import { readChanged } from "../../server/billing/figures/changed.ts";
import { sumUpKept } from "../../server/billing/figures/kept-sums.ts";
import { figures } from "../../server/billing/figures/sum-up.ts";
import { readAgeing, readKept, readUntil } from "../../server/billing/index.ts";
import { loadTenant } from "../../server/identity/index.ts";
import { inTenant, inTenantSnapshot, openPool } from "../../server/kernel/db/db.ts";
import type { Tenant } from "../../server/kernel/operation/principal.ts";
import { readGroups } from "../../server/reports/collections.ts";
import { readDashboard } from "../../server/reports/dashboard.ts";
import { collectedKept, collectedSums } from "../../server/reports/receipts-rollup.ts";
import { addDays } from "../../shared/kernel/day.ts";
import { COLLECTION_GROUPS } from "../../shared/reports/index.ts";
import { ok } from "../billing/helpers/tenant.ts";
import { beginLife, type Life } from "../billing/lives/life.ts";
import { STEPS } from "../billing/lives/steps.ts";
import { ofPlans, PlanLog } from "../helpers/database/plans.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const LENGTH = 60;
/** Compared beside what goes on: the records and the sums of one moment. */
const COMPARED = 12;

let server: TestServer;
let life: Life;
let tenant: Tenant;

beforeAll(async () => {
  server = await startTestServer();
  life = await beginLife(server, { currency: "BDT", digits: 2, timezone: "UTC", seed: 11 });
  const loaded = await loadTenant(server.services.db.platform, life.tenant);
  if (!loaded) throw new Error("The company is gone");
  tenant = loaded;
});
afterAll(() => server.stop());

/**
 * What the sums say and what the records say, both of one moment. Sums are made for a time zone by its name: of the same
 * zone in other letters there are none.
 */
function bothWays() {
  const { settings } = tenant;
  const other = { ...tenant, settings: { ...settings, timezone: settings.timezone.toLowerCase() } };
  expect(other.settings.timezone).not.toBe(settings.timezone);
  return inTenantSnapshot(server.services.db, tenant, async (tx) => {
    const isKept = async (of: Tenant) => [
      (await readKept(tx, of, ["dues"])) !== null,
      (await collectedKept(tx, of, life.today, life.today)) !== null,
    ];
    expect([await isKept(tenant), await isKept(other)]).toEqual([
      [true, true],
      [false, false],
    ]);
    const said = async (of: Tenant) => ({
      dashboard: await readDashboard(tx, of),
      collected: await Promise.all(
        COLLECTION_GROUPS.map((group_by) =>
          readGroups(tx, of, { from: addDays(life.today, -90), to: life.today, group_by }),
        ),
      ),
      later: await readAgeing(tx, of, { as_of: addDays(life.today, 33) }),
    });
    const [kept, read] = [await said(tenant), await said(other)];
    // Cash is no matter of hours: both dashboards say what is kept of it.
    const held = await tx<{ holder: string; amount: string }[]>`
      select e.holder, sum(e.debit - e.credit)::numeric(18, 2)::text as amount
      from ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
      where e.tenant_id = ${tenant.id} and a.code like 'CASH:%' and e.holder is not null
      group by 1 having sum(e.debit - e.credit) <> 0 order by sum(e.debit - e.credit) desc, 1`;
    expect(kept.dashboard.cash.holders.map(({ holder, amount }) => ({ holder, amount }))).toEqual([...held]);
    return { kept, read };
  });
}

async function sumUp(): Promise<void> {
  for (const sums of [figures, collectedSums, cashSums]) await sumUpKept(server.services, sums, tenant.id);
}

async function liveOn(life: Life): Promise<number> {
  let done = 0;
  for (let at = 0; at < LENGTH; at += 1) {
    const answer = await life.dice.pick(STEPS).play(life);
    expect(answer?.status ?? 200, JSON.stringify(answer?.body)).toBeLessThan(500);
    if (answer && answer.status < 300) done += 1;
  }
  return done;
}

async function changeCustomers({ owner, customers }: Life): Promise<void> {
  const [first, second] = customers;
  const { id } = await ok<{ id: string }>(
    owner.post("/customers/", { name: "Passing", username: "passing", phone: "1" }),
  );
  await ok(owner.patch(`/customers/${first}/`, { package: null, reason: "Leaves" }));
  await ok(owner.post(`/customers/${second}/toggle_status/`, { force: true }));
  await server.services.db.platform`update customers set status = 'EXPIRED', expiry_date = current_date - 40
    where tenant_id = ${tenant.id} and id = ${String(customers[2])}`;
  await sumUp();
  expect((await owner.delete(`/customers/${id}/`)).status).toBeLessThan(300);
}

it("The dashboard and ageing say at every moment what the records add up to, whatever happens while they are summed up", async () => {
  await sumUp();
  const living = liveOn(life);
  let isOver = false;
  const summing = (async () => {
    while (!isOver) await sumUp();
  })();
  for (let round = 0; round < COMPARED; round += 1) {
    const { kept, read } = await bothWays();
    expect(kept).toEqual(read);
  }
  expect(await living).toBeGreaterThan(LENGTH / 3);
  isOver = true;
  await summing;
  await changeCustomers(life);
  const { kept, read } = await bothWays();
  expect(kept).toEqual(read);
});

ofPlans(it)(
  "Once everything is summed up the dashboard and ageing read no customer and no bill but those that change",
  async () => {
    // What is under way in other databases of the same PostgreSQL holds the bound back, between the sums and the look as well.
    const nothingChanged = async () => {
      await sumUp();
      return inTenant(server.services.db, tenant, async (tx) => {
        const until = await readUntil(tx, tenant, figures);
        return (await readChanged(tx, tenant.id, until ?? "0", 1)).length === 0;
      });
    };
    const scansOfALook = async (path: string) => {
      await expect.poll(nothingChanged).toBe(true);
      const log = await PlanLog.start(server.database_url);
      await ok(life.owner.get(path));
      // Who moved within the month is told apart by who they are: figures-rows.test.ts counts that they are no more.
      const read = await log.read((statement) => !statement.includes("from mrr_months"));
      const scans = read.flatMap(({ scans }) => scans);
      await log.end();
      return scans.filter((scan) => /(customers|invoices)/.test(scan) && !scan.endsWith(": 0"));
    };
    // So few rows as this company's are as soon read one and all, and to a planner that knows no figures any index is as good.
    const sql = openPool(server.database_url, null, 1);
    await sql`analyze`;
    await sql`alter database ${sql(new URL(server.database_url).pathname.slice(1))} set enable_seqscan = off`;
    await sql.end();
    for (const path of ["/reports/dashboard/", "/reports/ageing/"])
      await expect.poll(() => scansOfALook(path)).toEqual([]);
  },
);
