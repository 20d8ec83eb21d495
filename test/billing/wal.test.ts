// How much a till's operations write to the database's log: each byte of it is written to the disk before the answer, and sent
// to every standby. In a PostgreSQL of their own, where nobody else writes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { startEmbeddedPostgres } from "../../server/kernel/postgres/embedded-postgres.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

/** Until blocks of numbers, new pages of indexes and first times are a small part of all. */
const MANY = 40;

let directory: string;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let sql: Sql;
let server: TestServer;
let isp: TestTenant;
let customer: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "lastmile-wal-"));
  postgres = await startEmbeddedPostgres(directory, { onRevived: () => {}, onGone: console.error });
  sql = openPool(postgres.url, null, 1);
  // Whole pages behind a checkpoint, and cleaning, come when they come.
  for (const setting of ["full_page_writes", "autovacuum"])
    await sql.unsafe(`alter system set ${setting} = off`);
  await sql`select pg_reload_conf()`;
  server = await startTestServer({ database_url: postgres.url });
  isp = await makeTenant(server);
  customer = await isp.customer({ expiry_date: "2098-01-01" });
  await server.stopClock();
});
afterAll(async () => {
  await server.stop();
  await sql.end();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Bytes of the log that one of many writes. */
async function logOf(act: () => Promise<unknown>): Promise<number> {
  await act();
  const [before] = await sql<{ at: string }[]>`select pg_current_wal_insert_lsn()::text as at`;
  for (let run = 0; run < MANY; run += 1) await act();
  const [written] = await sql<{ bytes: number }[]>`
    select (pg_current_wal_insert_lsn() - ${before?.at ?? ""}::text::pg_lsn)::bigint as bytes`;
  return (written?.bytes ?? 0) / MANY;
}

const recharge = () =>
  ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 1 }));
const payment = () => ok(isp.admin.post("/transactions/", { customer, amount: "1.00" }));
const lines = [{ description: "Line", unit_price: "10.00" }];
const invoice = () => ok(isp.admin.post("/invoices/", { customer, lines }));

describe("the database's log", () => {
  // As it was measured (9,754, 8,695 and 15,631 bytes, what the feed tells of it included), and a third more.
  it.each([
    ["recharge", recharge, 13_000],
    ["payment", payment, 11_500],
    ["invoice", invoice, 21_000],
  ] as const)("A %s writes no more to the log than it did", async (_what, act, most) => {
    const bytes = await logOf(act);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(most);
  });
});
