// What a month's bills cost in statements and waits is a chunk's, not a customer's: a batch of thousands is asked for at once.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { openMissingAccounts } from "../../helpers/database/accounts.ts";
import { openWire, type Wire } from "../../helpers/database/wire.ts";
import { isOfFeed } from "../../helpers/feed.ts";
import { freshDatabase } from "../../helpers/postgres.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, ok } from "../helpers/tenant.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let wire: Wire;
let sql: Sql;
let server: TestServer;
/** That the server sent so far, but for its feed's. */
let statements = 0;

beforeAll(async () => {
  database = await freshDatabase("served");
  wire = await openWire(database.url);
  sql = openPool(database.url, null, 1);
  server = await startTestServer({
    database_url: wire.url,
    database: {
      onStatement: (text) => {
        if (!isOfFeed(text)) statements += 1;
      },
    },
  });
  await server.stopClock();
});
afterAll(async () => {
  await server.stop();
  await sql.end();
  await wire.stop();
  await database.drop();
});

/** The first is the one that prepares its statements on each connection. */
const MONTHS = 5;
/** A chunk is drafted (twelve with its BEGIN and COMMIT), and written (fifteen: one holds the tax rates that it was drafted with). */
const OF_A_CHUNK = 27;
/** The request's own transactions, and the tenant's lock. */
const OF_A_BATCH = 6;
/** Eight are seen; how a draft and the chunk that is written beside it meet makes one or two of them. */
const TRIPS_OF_A_CHUNK = 12;

/** Statements and waits of a batch for so many customers: the fewest of a few months. */
async function costOf(customers: number): Promise<{ sent: number; trips: number }> {
  const isp = await makeTenant(server);
  await sql`
    insert into customers (id, tenant_id, customer_code, name, username, phone, package, expiry_date)
    select gen_random_uuid(), ${isp.id}, 'K' || n, 'Name ' || n, 'k' || n, '0' || n, ${isp.package}, '2099-01-01'
    from generate_series(1, ${customers}::int) n`;
  await openMissingAccounts(sql);
  const [sent, trips]: [number[], number[]] = [[], []];
  for (let month = 1; month <= MONTHS; month += 1) {
    const input = { billing_month: `2030-0${month}`, async: false };
    statements = 0;
    wire.trips("lastmile_app");
    const made = await ok<{ invoices_created: number }>(isp.admin.post("/invoices/generate-batch/", input));
    sent.push(statements);
    trips.push(wire.trips("lastmile_app"));
    expect(made.invoices_created).toBe(customers);
  }
  return { sent: Math.min(...sent), trips: Math.min(...trips) };
}

it("A chunk of a batch is twenty-seven statements, and a few waits, whether it bills twenty customers or ninety-five", async () => {
  const [few, most, two] = [await costOf(20), await costOf(95), await costOf(195)];
  expect(few.sent).toBe(OF_A_BATCH + OF_A_CHUNK);
  expect(most.sent).toBe(few.sent);
  expect(two.sent - most.sent).toBe(OF_A_CHUNK);
  expect(most.trips).toBeLessThanOrEqual(few.trips + 1);
  expect(two.trips - most.trips).toBeLessThanOrEqual(TRIPS_OF_A_CHUNK);
});
