// A database that refuses: a full disk, one that takes no changes, one that lets nobody in; and one that says nothing at all.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { makeTenant, type TestTenant } from "../../billing/helpers/tenant.ts";
import { endSessions, onCluster, sendEach } from "../../helpers/database/cluster.ts";
import { callProcedure, openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { freshDatabase } from "../../helpers/postgres.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { startTcpProxy } from "../../replica/helpers/tcp-proxy.ts";

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
  await beside.unsafe(endSessions(name));
}

async function expectItToGoOn(): Promise<void> {
  await expect.poll(async () => (await recharge()).status).toBe(201);
  await expect.poll(async () => (await ready()).status).toBe(200);
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
  await sendEach(
    sql,
    `
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on payment_transactions for each statement execute function no_room();
    create trigger no_room before insert on recharges for each statement execute function no_room()`,
  );
  expect(await ready()).toMatchObject({ status: 200 });
  const refused = await recharge();
  expect(refused).toMatchObject(REFUSED);
  expect(refused.body.detail).toMatch(/no room left on its disk/);
  expect(await push()).toMatchObject({
    status: 200,
    data: { results: [{ status: "RETRY", problem: { code: "UNAVAILABLE" } }] },
  });
  expect(await ready()).toMatchObject({ status: 503, detail: "The database has no room left on its disk" });
  await sendEach(
    sql,
    "drop trigger no_room on recharges; drop trigger no_room on payment_transactions; drop function no_room()",
  );
  await expectItToGoOn();
});

it("A silent database is heard of in time at every door, while the streams go on", async () => {
  const database = await freshDatabase("served");
  const address = new URL(database.url);
  const line = await startTcpProxy(Number(address.port));
  address.port = String(line.port);
  address.searchParams.delete("host");
  const silenced = await startTestServer({ database_url: address.href });
  try {
    const { url, metrics_url } = silenced;
    const { token } = (await makeTenant(silenced)).admin;
    const desk = await openDesktop(url, token);
    const stream = await fetch(`${url}/trpc/sync.changes`, {
      headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
    });
    let is_open = true;
    const reader = stream.text().finally(() => {
      is_open = false;
    });
    reader.catch(() => "cut at the end");
    line.set("swallow");
    const begun = performance.now();
    const procedures = [
      callProcedure(url, token, "sync.collections", {}),
      callProcedure(url, token, "sync.pull", { collection: "customers", checkpoint: null, limit: 1 }),
      desk.pushAs(token, [desk.command("customer.create", { name: "A" })]),
    ];
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    const figures = await (await fetch(metrics_url)).text();
    expect(figures).toMatch(/^lastmile_connections_used/m);
    expect(figures).not.toMatch(/^lastmile_backup_oldest_seconds \d/m);
    expect(performance.now() - begun).toBeLessThan(30_000);
    for (const answer of await Promise.all(procedures))
      expect(answer).toMatchObject({ status: 503, problem: { code: "UNAVAILABLE" } });
    expect(is_open).toBe(true);
  } finally {
    line.set("pass");
    // What was open while nothing came through stays dead: it is reset.
    line.lead(Number(new URL(database.url).port));
    await silenced.stop();
    await line.close();
    await database.drop();
  }
});
