// A database that answers and refuses: a full disk, one that takes no changes, one that lets nobody in. It is its fault, not ours.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { makeTenant, type TestTenant } from "../../billing/helpers/tenant.ts";
import { onCluster } from "../../helpers/database/cluster.ts";
import { openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";

let server: TestServer;
let isp: TestTenant;
let till: WireDesktop;
let customer: string;
let sql: Sql;
/** Connected to another database: none shuts itself. */
let beside: Sql;
let name: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  customer = await isp.customer();
  till = await openDesktop(server.url, isp.admin.token);
  sql = openPool(server.database_url, null, 1);
  beside = openPool(process.env.LASTMILE_TEST_DATABASE_URL ?? "", null, 1);
  name = new URL(server.database_url).pathname.slice(1);
});
afterAll(async () => {
  await Promise.all([sql.end(), beside.end()]);
  await server.stop();
});

const recharge = () =>
  isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 30 });
const signIn = () =>
  server.anonymous.post("/auth/login/", { username: "nobody", password: "none", tenant: "none" });
const push = () =>
  till.pushAs(isp.admin.token, [till.command("transaction.create", { customer, amount: "1.00" })]);
const ready = async () => {
  const answer = await fetch(`${server.url}/readyz`);
  return { ...((await answer.json()) as { detail?: string }), status: answer.status };
};

/** As from now on, for who connects: so nobody stays connected. */
async function change(how: string): Promise<void> {
  await beside.unsafe(`alter database ${name} ${how}`);
  await beside`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
}

const AGAIN = { timeout: 60_000 };
async function expectItToGoOn(): Promise<void> {
  await expect.poll(async () => (await recharge()).status, AGAIN).toBe(201);
  await expect.poll(async () => (await ready()).status, AGAIN).toBe(200);
}

const REFUSED = { status: 503, body: { code: "UNAVAILABLE", retry_after: 5 } };

it.skipIf(onCluster).each([
  ["takes no changes", "set default_transaction_read_only = on", "reset default_transaction_read_only"],
  ["has no connection left", "connection limit 0", "connection limit -1"],
  ["accepts no connections", "allow_connections false", "allow_connections true"],
])(
  "A database that %s is answered 503 at every door, and all goes on by itself afterwards",
  async (_what, begin, end) => {
    expect(await recharge()).toMatchObject({ status: 201 });
    await change(begin);
    try {
      for (const ask of [recharge, signIn]) {
        const refused = await ask();
        expect(refused).toMatchObject(REFUSED);
        expect(refused.headers.get("retry-after")).toBe("5");
      }
      expect(await push()).toMatchObject({
        status: 503,
        error: { data: { problem: { code: "UNAVAILABLE" } } },
      });
      expect((await ready()).status).toBe(503);
    } finally {
      await change(end);
    }
    await expectItToGoOn();
  },
);

it("A full disk is answered 503, a till's command is kept for another try, and the server says that it is not ready", async () => {
  // What PostgreSQL says when a file can't grow, said by a trigger: a disk of a test's own takes a machine of its own.
  await sql.unsafe(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on payment_transactions for each statement execute function no_room();
    create trigger no_room before insert on recharges for each statement execute function no_room()`);
  expect(await ready()).toMatchObject({ status: 200 });
  const refused = await recharge();
  expect(refused).toMatchObject(REFUSED);
  expect(refused.body.detail).toMatch(/no room left on its disk/);
  expect(await push()).toMatchObject({
    status: 200,
    data: { results: [{ status: "RETRY", problem: { code: "UNAVAILABLE" } }] },
  });
  expect(await ready()).toMatchObject({ status: 503, detail: "The database has no room left on its disk" });
  await sql.unsafe(
    "drop trigger no_room on recharges; drop trigger no_room on payment_transactions; drop function no_room()",
  );
  await expectItToGoOn();
});
