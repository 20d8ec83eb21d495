// What is asked each minute whether something is due may not grow with what companies have: most minutes nothing is due at all.
import { afterAll, beforeAll, expect, it } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { cashSums } from "../../../server/billing/cash/cash-sums.ts";
import { sumUpKept } from "../../../server/billing/figures/kept-sums.ts";
import { figures } from "../../../server/billing/figures/sum-up.ts";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import type { JobDefinition } from "../../../server/kernel/jobs/jobs.ts";
import { compareNightly } from "../../../server/network/compare-nightly.ts";
import { collectedSums } from "../../../server/reports/receipts-rollup.ts";
import { makeTenant } from "../../billing/helpers/tenant.ts";
import { ofPlans, PlanLog } from "../../helpers/database/plans.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { growIdle, openIdleCompanies } from "./helpers/idle-companies.ts";

const SMALL = 100;
const COMPANIES = SMALL + 1;
/** Its settings, itself, and what could be due first; at night its router once more. */
const ROWS_EACH = 4;
/** Those of an index from its root down to an entry, and the row: twice at most. */
const BLOCKS_EACH = 7;
/** After five runs PostgreSQL may keep one plan for every value. */
const RUNS = 7;

const byMinute: Pick<JobDefinition, "name" | "run">[] = [
  ...AREAS.flatMap((area) => area.jobs ?? []).filter(({ cron = "" }) => /^\*(\/[1-5])? /.test(cron)),
  // Whatever the hour: in the night of all companies, before any of their routers was there.
  {
    name: "compare-routers at night",
    run: async (services) => {
      await compareNightly(services, new Date("2026-01-01T13:30:00Z"));
    },
  },
];

let server: TestServer;
let plans: PlanLog;
let sql: Sql;
let large: string;

beforeAll(async () => {
  server = await startTestServer({
    database: { sizes: { app: 1, platform: 1, platform_transactions: 1 } },
  });
  const isp = await makeTenant(server);
  large = isp.id;
  await server.stopClock();
  sql = openPool(server.database_url, null, 1);
  await sql`insert into tenants (id, name, subdomain)
    select gen_random_uuid(), 'Small ' || n, 'small-' || n from generate_series(1, ${SMALL}::int) n`;
  await sql`insert into company_settings (id, tenant_id, company_name)
    select gen_random_uuid(), id, name from tenants where subdomain like 'small-%'`;
  await openIdleCompanies(sql);
  plans = await PlanLog.start(server.database_url, { nested: true });
  // What fills the tables is of no matter.
  await sql`set auto_explain.log_min_duration = -1`;
});
afterAll(async () => {
  await plans.end();
  await sql.end();
  await server.stop();
});

interface Cost {
  rows: number;
  blocks: number;
  /** Indexes of all companies that were gone through. */
  whole: string[];
  /** What reads most. */
  by: string;
}

/** What each job reads of the database in a minute in which nothing is due. */
async function costs(): Promise<Map<string, Cost>> {
  // What is due is done first, and of no matter.
  await sql`vacuum analyze`;
  for (const { run } of byMinute) await run(server.services, {});
  for (const sums of [figures, collectedSums, cashSums]) await sumUpKept(server.services, sums, large);
  await sql`vacuum analyze`;
  await plans.read(() => false);
  const found = new Map<string, Cost>();
  for (const { name, run } of byMinute) {
    for (let turn = 1; turn < RUNS; turn += 1) await run(server.services, {});
    await plans.read();
    await run(server.services, {});
    const read = await plans.read();
    const sum = (of: "rows" | "blocks") => read.reduce((total, one) => total + one[of], 0);
    const [most] = [...read].sort((a, b) => b.blocks - a.blocks);
    const by = `${name}: ${most?.statement} ${most?.scans.join()}`;
    found.set(name, {
      ...{ rows: sum("rows"), blocks: sum("blocks") },
      ...{ whole: read.flatMap(({ whole }) => whole), by },
    });
  }
  return found;
}

ofPlans(it)(
  "A minute in which nothing is due reads a few rows of each company, however many customers, bills and entries it has",
  async () => {
    await growIdle(sql, { from: 1, to: 10, large, times: 30 });
    const few = await costs();
    await growIdle(sql, { from: 301, to: 350, large, times: 10 });
    const many = await costs();
    for (const [name, { rows, blocks, whole, by }] of many) {
      expect(whole, by).toEqual([]);
      expect(rows, by).toBeLessThanOrEqual(ROWS_EACH * COMPANIES + 50);
      expect(rows - (few.get(name)?.rows ?? 0), by).toBeLessThanOrEqual(10);
      expect(blocks, by).toBeLessThanOrEqual(BLOCKS_EACH * COMPANIES + 50);
    }
  },
);

ofPlans(it)(
  "A minute in which one bill and one customer's access end reads little more of them",
  async () => {
    const isDue = async () => {
      await sql`update invoices set due_date = '2026-01-08' where tenant_id = ${large} and id in (
      select id from invoices where tenant_id = ${large} and status = 'UNPAID' limit 1)`;
      await sql`update customers set expiry_date = '2026-01-08' where tenant_id = ${large} and id in (
      select id from customers where tenant_id = ${large} and status = 'ACTIVE' and expiry_date = '2099-01-01' limit 1)`;
    };
    for (const name of ["mark-overdue", "expire-customers"]) {
      const job = byMinute.find((one) => one.name === name);
      for (let turn = 0; turn < RUNS; turn += 1) {
        await isDue();
        if (turn === RUNS - 1) await plans.read(() => false);
        await job?.run(server.services, {});
      }
      const read = await plans.read();
      const by = [...read].sort((a, b) => b.rows - a.rows).slice(0, 3);
      const rows = read.reduce((total, one) => total + one.rows, 0);
      expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(ROWS_EACH * COMPANIES + 50);
    }
  },
);
