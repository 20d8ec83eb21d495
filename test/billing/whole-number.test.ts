// Who types the whole number of a bill or a receipt wants that one: its key finds it, however many a company has that end alike.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { onOnePostgres } from "../helpers/database/cluster.ts";
import { searchBlocks } from "../helpers/database/search-blocks.ts";
import { writtenOf } from "../helpers/database/written-of.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

/** Bills, and payments, of one company. */
const MANY = 20_000;
/** Blocks that a whole number may read: 6 of a bill, 19 to 25 of a payment; 11 more when those that end alike are compared. */
const FEW = 28;

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
let other: TestTenant;

async function bill({ admin, customer }: TestTenant, invoice_number: string): Promise<void> {
  const lines = [{ description: "A cable", quantity: 1, unit_price: "50.00" }];
  await ok(admin.post("/invoices/", { customer: await customer(), invoice_number, lines }));
}

async function recharge({ admin, customer }: TestTenant, more: object): Promise<void> {
  await ok(
    admin.post("/recharges/", {
      customer_id: await customer(),
      amount: "10.00",
      validity_days: 1,
      method: "CASH",
      ...more,
    }),
  );
}

/** Copies the one record that the company has, so often. @param changed of the n-th copy, as SQL. */
async function copy(table: string, changed: string): Promise<void> {
  const columns = await sql<{ name: string }[]>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into ${tx(table)} (${tx(columns.map(({ name }) => name))})
      select ${tx.unsafe(columns.map(({ name }) => writtenOf("made", name)).join(", "))}
      from ${tx(table)} own, generate_series(10001, ${10_000 + MANY}::int) n, jsonb_populate_record(null::${tx(table)},
        to_jsonb(own) || jsonb_build_object('id', gen_random_uuid()) || ${tx.unsafe(changed)}) made
      where own.tenant_id = ${isp.id}`;
  });
  await sql`vacuum analyze ${sql(table)}`;
}

beforeAll(async () => {
  server = await startTestServer();
  [isp, other] = [await makeTenant(server), await makeTenant(server)];
  sql = openPool(server.database_url, null, 1);
  await bill(isp, "INV-202611-1234");
  await copy("invoices", "jsonb_build_object('invoice_number', 'INV-202611-' || n)");
  await bill(other, "INV-202611-1234");
  await bill(other, "INV-202611-777");
  await recharge(isp, {});
  await copy(
    "payment_transactions",
    "jsonb_build_object('trx_id', 'T7-' || n, 'receipt_number', 'T7-' || n)",
  );
  await recharge(isp, { reference: "Instead of t7-12345, which was torn" });
  await recharge(isp, { reference: "Instead of T7-123456" });
  await recharge(other, { reference: "Instead of T7-12345" });
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

async function found({ admin }: TestTenant, list: string, text: string): Promise<string[]> {
  const { results } = await ok<{ results: Record<string, string | null>[] }>(
    admin.get(`/${list}/?search=${encodeURIComponent(text)}&page_size=500`),
  );
  return results.map((one) => String(one.invoice_number ?? one.reference ?? one.receipt_number)).sort();
}

it("The whole number of a bill finds that bill alone, in small letters, too, and of no other company", async () => {
  expect(await found(isp, "invoices", "INV-202611-1234")).toEqual(["INV-202611-1234"]);
  expect(await found(isp, "invoices", "inv-202611-1234")).toEqual(["INV-202611-1234"]);
  expect(await found(isp, "invoices", "INV-202611-777")).toEqual([]);
  expect(await found(other, "invoices", "INV-202611-777")).toEqual(["INV-202611-777"]);
});

it("A part of a number finds all bills that hold it, and so does what is no bill's whole number", async () => {
  const ten = (start: string) => [...Array(10).keys()].map((n) => `${start}${n}`);
  expect(await found(isp, "invoices", "12345")).toEqual(["INV-202611-12345"]);
  expect(await found(isp, "invoices", "NV-202611-1234")).toHaveLength(11);
  expect(await found(isp, "invoices", "INV-202611-1500")).toEqual(ten("INV-202611-1500"));
  expect(await found(isp, "invoices", "INV-202611-%")).toEqual([]);
  expect(await found(isp, "transactions", "T7-1500")).toEqual(ten("T7-1500"));
});

it("The whole number of a receipt finds its payment, and those whose reference tells of it", async () => {
  const referring = ["Instead of T7-123456", "Instead of t7-12345, which was torn"];
  expect(await found(isp, "transactions", "T7-12345")).toEqual([...referring, "T7-12345"]);
  expect(await found(isp, "transactions", "t7-12345")).toEqual([...referring, "T7-12345"]);
  expect(await found(isp, "transactions", "T7-123456")).toEqual(referring.slice(0, 1));
  expect(await found(isp, "transactions", "T7-20001")).toEqual(["T7-20001"]);
  expect(await found(other, "transactions", "T7-12345")).toEqual(["Instead of T7-12345"]);
});

onOnePostgres(it, "counts blocks of one database").each([
  ["invoices", "INV-202611-12345"],
  ["payment_transactions", "T7-12345"],
])(
  "One of many %s is found by its whole number without comparing those that end alike",
  async (table, number) => {
    await sql`select set_config('app.tenant_id', ${isp.id}, false)`;
    expect(await searchBlocks(sql, table, number)).toBeLessThan(FEW);
  },
);
