// The feed shows nothing that is younger than the oldest transaction under way, of whichever company: what runs by the clock
// changes many records in transactions of a few.
import { afterAll, beforeAll, expect, it } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { skewTenants } from "../../billing/helpers/skewed-tenants.ts";
import { makeTenant } from "../../billing/helpers/tenant.ts";
import { onOnePostgres } from "../../helpers/database/cluster.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";

const CUSTOMERS = 1_200;
/** Records of one table that one transaction may change. */
const MOST = 500;

let server: TestServer;
let sql: Sql;
let tenant: string;

beforeAll(async () => {
  server = await startTestServer();
  const isp = await makeTenant(server);
  await server.stopClock();
  tenant = isp.id;
  sql = openPool(server.database_url, null, 1);
  await skewTenants(sql, tenant, isp.package, CUSTOMERS, 1);
  await sql`update customers set expiry_date = '2026-01-31' where tenant_id = ${tenant}`;
  // So many in an hour are usual here: nobody has to look first.
  await sql`insert into expiry_hours (tenant_id, hour, customers)
    values (${tenant}, date_trunc('hour', now() - interval '1 day'), ${CUSTOMERS})`;
  await sql`update invoices set status = 'UNPAID', paid_amount = 0, due_amount = 1 where tenant_id = ${tenant}`;
  await sql`insert into audit_logs (tenant_id, id, actor_username, action, module)
    select tenant_id, gen_random_uuid(), 'x', 'UPDATE', 'subscribers' from customers where tenant_id = ${tenant}`;
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

/** The tables that have a tenant's rows, with how many of them at most one transaction since `xid` has left. */
async function mostSince(xid: string): Promise<Map<string, { all: number; most: number }>> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`;
  const found = new Map<string, { all: number; most: number }>();
  for (const { name } of tables) {
    const counts = await sql<{ count: number }[]>`
      select count(*)::int as count from ${sql(name)}
      where tenant_id = ${tenant} and xmin::text::bigint > ${xid}::bigint group by xmin::text`;
    const each = counts.map(({ count }) => count);
    if (each.length > 0) found.set(name, { all: each.reduce((a, b) => a + b), most: Math.max(...each) });
  }
  return found;
}

onOnePostgres(it, "Which transaction wrote a row is known where it lies, on the nodes.")(
  "What runs by the clock changes the records of a company a few at a time, as every desktop's news waits for each transaction",
  async () => {
    const [begun] = await sql<{ xid: string }[]>`select pg_current_xact_id()::text as xid`;
    // A drill reads a company back into a schema of its own.
    const byClock = AREAS.flatMap((area) => area.jobs ?? []).filter(
      ({ name, cron }) => cron && name !== "backup-drill",
    );
    for (const { run } of byClock) await run(server.services, {});
    const written = await mostSince(begun!.xid);
    const changed = (table: string) => written.get(table)?.all ?? 0;
    // All had something to do.
    expect(changed("customers"), "customers whose access ended").toBeGreaterThanOrEqual(CUSTOMERS);
    expect(changed("invoices"), "bills past their day").toBeGreaterThanOrEqual(CUSTOMERS);
    expect(changed("audit_chain"), "sealed entries").toBeGreaterThanOrEqual(CUSTOMERS);
    expect([...written].filter(([, { most }]) => most > MOST)).toEqual([]);
  },
);
