// How much a till's operations write to the database's log: each byte of it is written to the disk before the answer, and sent
// to every standby. In a PostgreSQL of their own, where nobody else writes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { startEmbeddedPostgres } from "../../server/kernel/postgres/embedded-postgres.ts";
import { newId } from "../../shared/kernel/id.ts";
import { openDesktop, type WireDesktop } from "../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

/** Until blocks of numbers, new pages of indexes and first times are a small part of all. */
const MANY = 40;
/** One chunk of a batch. */
const BILLED = 100;
const PUSHED = 25;

let directory: string;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let sql: Sql;
let server: TestServer;
let isp: TestTenant;
let customer: string;
/** Each with a package, as many as a chunk of a batch has. */
let billed: string[];
let desk: WireDesktop;

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
  billed = [customer];
  while (billed.length < BILLED) billed.push(await isp.customer({ expiry_date: "2098-01-01" }));
  desk = await openDesktop(server.url, isp.admin.token ?? "");
  await server.stopClock();
});
afterAll(async () => {
  await server.stop();
  await sql.end();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Bytes of the log that one of many writes. @param at_once how many of them one `act` does. */
async function logOf(act: () => Promise<unknown>, at_once: number): Promise<number> {
  await act();
  const acts = Math.max(MANY / at_once, 3);
  const [before] = await sql<{ at: string }[]>`select pg_current_wal_insert_lsn()::text as at`;
  for (let run = 0; run < acts; run += 1) await act();
  const [written] = await sql<{ bytes: number }[]>`
    select (pg_current_wal_insert_lsn() - ${before?.at ?? ""}::text::pg_lsn)::bigint as bytes`;
  return (written?.bytes ?? 0) / acts / at_once;
}

const recharge = () =>
  ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 1 }));
const payment = () => ok(isp.admin.post("/transactions/", { customer, amount: "1.00" }));
const lines = [{ description: "Line", unit_price: "10.00" }];
const invoice = () => ok(isp.admin.post("/invoices/", { customer, lines }));

let month = 0;
async function batch(): Promise<void> {
  month += 1;
  const input = { billing_month: `2030-0${month}`, async: false };
  const made = await ok<{ invoices_created: number }>(isp.admin.post("/invoices/generate-batch/", input));
  expect(made.invoices_created).toBe(BILLED);
}

async function push(): Promise<void> {
  const commands = billed.slice(0, PUSHED).map((customer_id) => {
    const payload = { id: newId(), customer_id, amount: "7.00", validity_days: 1 };
    return desk.command("recharge.create", { ...payload, receipt_number: desk.receipt() });
  });
  expect((await desk.push(commands)).map(({ status }) => status)).toEqual(commands.map(() => "APPLIED"));
}

describe("the database's log", () => {
  // Ten bytes more or less are seen from run to run: what is allowed is a tenth more than what was measured, the feed's part
  // included.
  it.each([
    ["A recharge", recharge, 1, 9_615],
    ["A payment", payment, 1, 8_530],
    ["An invoice", invoice, 1, 15_340],
    ["A recharge of a push of twenty-five", push, PUSHED, 11_880],
    ["A bill of a batch", batch, BILLED, 12_465],
  ] as const)("%s writes no more to the log than it did", async (_what, act, at_once, seen) => {
    const bytes = await logOf(act, at_once);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(1.1 * seen);
  });
});
