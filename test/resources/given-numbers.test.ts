// A company that brings its customers and bills along with numbers such as the server's own: the next ones come behind them.
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { ofPlans, PlanLog } from "../helpers/database/plans.ts";
import { writtenOf } from "../helpers/database/written-of.ts";
import { HANGS_MS } from "../helpers/process/wait.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const GIVEN = 2_500;
/** One by one they were 5,000. */
const STATEMENTS = 12;

let server: TestServer;
let isp: TestTenant;
let sql: Sql;
let plans: PlanLog;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  await server.stopClock();
  sql = openPool(server.database_url, null, 1);
});
afterAll(async () => {
  await plans.end();
  await sql.end();
  await server.stop();
});

/** Copies a record so often, with the numbers that come next; whatever else would be made with it is not. */
async function bringAlong(table: string, id: string, numberedBy: string): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`;
  const names = columns.map(({ name }) => name);
  const [one] = await sql<{ number: string }[]>`
    select ${sql(numberedBy)} as number from ${sql(table)} where id = ${id}`;
  const [digits = ""] = /\d+$/.exec(one?.number ?? "") ?? [];
  const prefix = one?.number.slice(0, -digits.length) ?? "";
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into ${tx(table)} (${tx(names)})
      select ${tx.unsafe(names.map((name) => writtenOf("copy", name)).join(", "))}
      from ${tx(table)} r, generate_series(1, ${GIVEN}) n, jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
        'username', 'brought-' || n, ${numberedBy}::text,
        ${prefix}::text || lpad((${Number(digits)}::int + n)::text, ${digits.length}, '0'))) copy
      where r.id = ${id}`;
  });
}

const sequence = (number: string) => Number(/\d+$/.exec(number)?.[0]);

ofPlans(it)(
  "The next number behind thousands that were given by hand is found with a few statements, not one by one",
  async () => {
    const person = (n: number) => ({ name: `P${n}`, username: `p${n}`, phone: String(n) });
    const first = await ok<{ id: string; customer_code: string }>(isp.admin.post("/customers/", person(1)));
    const lines = [{ description: "A cable", quantity: 1, unit_price: "50.00" }];
    const bill = { customer: first.id, lines };
    const billed = await ok<{ id: string; invoice_number: string }>(isp.admin.post("/invoices/", bill));
    await bringAlong("customers", first.id, "customer_code");
    await bringAlong("invoices", billed.id, "invoice_number");
    plans = await PlanLog.start(server.database_url);
    await vi.waitFor(async () => expect((await isp.admin.get("/settings/")).status).toBe(200), HANGS_MS);
    await plans.read();
    const next = await ok<{ customer_code: string }>(isp.admin.post("/customers/", person(2)));
    const nextBill = await ok<{ invoice_number: string }>(isp.admin.post("/invoices/", bill));
    const asked = (await plans.read()).filter(
      ({ statement }) =>
        statement.includes("counters") || /select (customer_code|invoice_number)/.test(statement),
    );
    expect(sequence(next.customer_code)).toBe(sequence(first.customer_code) + GIVEN + 1);
    expect(sequence(nextBill.invoice_number)).toBe(sequence(billed.invoice_number) + GIVEN + 1);
    expect(asked.length).toBeLessThanOrEqual(2 * STATEMENTS);
  },
);
