// Who types the whole number of a bill wants that bill: its key finds it, however many bills a company has whose numbers are alike.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { onOnePostgres } from "../../helpers/database/cluster.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

const BILLS = 20_000;
/** Blocks that a whole number may read: 3 of a key and the bill's own; 29 when those that end alike were compared. */
const FEW = 15;

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
let other: TestTenant;

async function bill({ admin, customer }: TestTenant, invoice_number: string): Promise<void> {
  const lines = [{ description: "A cable", quantity: 1, unit_price: "50.00" }];
  await ok(admin.post("/invoices/", { customer: await customer(), invoice_number, lines }));
}

beforeAll(async () => {
  server = await startTestServer();
  [isp, other] = [await makeTenant(server), await makeTenant(server)];
  await bill(isp, "INV-202611-1234");
  await bill(other, "INV-202611-1234");
  await bill(other, "INV-202611-777");
  sql = openPool(server.database_url, null, 1);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const columns = await tx<{ name: string }[]>`select attname as name from pg_attribute
      where attrelid = 'invoices'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
    const names = tx(columns.map(({ name }) => name));
    await tx`insert into invoices (${names}) select ${tx(columns.map(({ name }) => `made.${name}`))}
      from invoices i, generate_series(10001, ${10_000 + BILLS}::int) n, jsonb_populate_record(null::invoices,
        to_jsonb(i) || jsonb_build_object('id', gen_random_uuid(), 'invoice_number', 'INV-202611-' || n)) made
      where i.tenant_id = ${isp.id}`;
  });
  await sql`vacuum analyze invoices`;
}, 120_000);
afterAll(async () => {
  await sql.end();
  await server.stop();
});

async function found({ admin }: TestTenant, text: string): Promise<string[]> {
  const { results } = await ok<{ results: { invoice_number: string }[] }>(
    admin.get(`/invoices/?search=${encodeURIComponent(text)}&page_size=500`),
  );
  return results.map(({ invoice_number }) => invoice_number).sort();
}

it("The whole number of a bill finds that bill alone, in small letters, too, and of no other company", async () => {
  expect(await found(isp, "INV-202611-1234")).toEqual(["INV-202611-1234"]);
  expect(await found(isp, "inv-202611-1234")).toEqual(["INV-202611-1234"]);
  expect(await found(isp, "INV-202611-777")).toEqual([]);
  expect(await found(other, "INV-202611-777")).toEqual(["INV-202611-777"]);
});

it("A part of a number finds all bills that hold it, and so does what is no bill's whole number", async () => {
  expect(await found(isp, "12345")).toEqual(["INV-202611-12345"]);
  expect(await found(isp, "NV-202611-1234")).toHaveLength(11);
  expect(await found(isp, "INV-202611-1500")).toEqual(
    [...Array(10).keys()].map((n) => `INV-202611-1500${n}`),
  );
  expect(await found(isp, "INV-202611-%")).toEqual([]);
});

onOnePostgres(it, "counts blocks of one database")(
  "A bill among many is found by its whole number without comparing those that end alike",
  async () => {
    await sql`select set_config('app.tenant_id', ${isp.id}, false)`;
    const search = () =>
      sql`explain (analyze, buffers, format json) select * from search_invoices('INV-202611-12345', 12000)`;
    await search();
    const [row] = await search();
    const [{ Plan: plan }] = row!["QUERY PLAN"];
    expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(FEW);
  },
);
