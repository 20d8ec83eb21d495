// What runs by the clock may not grow with the square of a company: its transactions hold back everybody's news meanwhile.
import { afterAll, beforeAll, expect, it } from "vitest";
import { AREAS } from "../../server/areas.ts";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { skewTenants } from "../billing/helpers/skewed-tenants.ts";
import { makeTenant } from "../billing/helpers/tenant.ts";
import { ofPlans, PlanLog } from "../helpers/database/plans.ts";
import { lot } from "../helpers/lot.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const CUSTOMERS = lot(1_000, 3_000);
const SMALL = 100;
/** More than all rows of the tables that a job may go through once; far less than each of them with each. */
const ROWS = 400_000;
/** After five runs PostgreSQL may keep one plan for every value. */
const RUNS = 8;

let server: TestServer;
let plans: PlanLog;
let sql: Sql;

beforeAll(async () => {
  // One connection of each kind meets the kept plans soon.
  server = await startTestServer({
    database: { sizes: { app: 1, platform: 1, platform_transactions: 1 } },
  });
  const isp = await makeTenant(server);
  await server.stopClock();
  sql = openPool(server.database_url, null, 1);
  await skewTenants(sql, isp.id, isp.package, CUSTOMERS, SMALL);
  // Each of another record, as they are: of one alone any of the table's orders would be as good as its time.
  await sql`insert into audit_logs (tenant_id, id, actor_username, action, module, object_type, object_id)
    select tenant_id, gen_random_uuid(), 'x', 'UPDATE', 'subscribers', 'Customer', id from customers where customer_code like 'K%'`;
  await sql`analyze`;
  plans = await PlanLog.start(server.database_url, { nested: true });
});
afterAll(async () => {
  await plans.end();
  await sql.end();
  await server.stop();
});

/** Reads a whole company back from its backup, into a schema of its own: that is what it is for. */
const DRILL = "backup-drill";

const definitions = AREAS.flatMap((area) => area.jobs ?? []);
const byClock = definitions.filter(({ name, cron }) => cron !== undefined && name !== DRILL);

ofPlans(it).each(byClock)("$name compares no record of a company with each other one", async ({ run }) => {
  const most: { rows: number; statement: string }[] = [];
  for (let turn = 0; turn < RUNS; turn += 1) {
    await plans.read();
    await run(server.services, {});
    const [worst] = (await plans.read()).sort((a, b) => b.rows - a.rows);
    if (worst) most.push({ rows: worst.rows, statement: worst.statement });
    // As PostgreSQL does by itself within a minute: until then it takes what the first run filled for empty.
    if (turn === 0) await sql`analyze`;
  }
  expect(most.filter(({ rows }) => rows > ROWS)).toEqual([]);
});
