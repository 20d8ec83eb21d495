// Few connections and many who want one: nobody waits for ever, and the server says so when nothing moves any more.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beforehand } from "../../../server/kernel/db/client-pool.ts";
import { inTenant, openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { makeTenant, ok, type TestTenant } from "../../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";

const TENANTS = 12;
const SIZES = { app: 3, platform: 2, platform_transactions: 2 };

describe("more tenants at once than there are connections", () => {
  let server: TestServer;
  let tenants: TestTenant[];

  beforeAll(async () => {
    server = await startTestServer({ database: { sizes: SIZES } });
    tenants = await Promise.all(
      Array.from({ length: TENANTS }, async () => {
        const made = await makeTenant(server);
        await made.customer();
        return made;
      }),
    );
  });
  afterAll(() => server.stop());

  it("All bill synchronously at the same moment, and the other doors answer meanwhile", async () => {
    const batches = tenants.map(({ admin }) => admin.post("/invoices/generate-batch/", { async: false }));
    const others = tenants.map(({ admin }) => admin.get("/customers/"));
    const signIn = server.superuser();
    for (const { status } of await Promise.all(others)) expect(status).toBe(200);
    await signIn;
    for (const { status, body } of await Promise.all(batches)) {
      expect(status).toBe(200);
      expect(body.invoices_created).toBe(1);
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it("All use up their receipt numbers at the same moment, and no number is given twice", async () => {
    const customers = await Promise.all(tenants.map(({ customer }) => customer()));
    const pay = async (tenant: TestTenant, index: number) => {
      const body = { customer: customers[index], amount: "1.00" };
      const paid = await Promise.all(
        Array.from({ length: 9 }, () =>
          ok<{ receipt_number: string }>(tenant.admin.post("/transactions/", body)),
        ),
      );
      expect(new Set(paid.map((payment) => payment.receipt_number)).size).toBe(9);
    };
    await Promise.all(tenants.map(pay));
  });
});

describe("connections that never come free", () => {
  let server: TestServer;
  let isp: TestTenant;

  beforeAll(async () => {
    server = await startTestServer({ database: { sizes: SIZES, wait_ms: 500, stuck_ms: 1_000 } });
    isp = await makeTenant(server);
  });
  afterAll(() => server.stop());

  const ready = async () => (await fetch(`${server.url}/readyz`)).status;

  it("A request is answered 503 after the limit and counted; the server says that it is not ready", async () => {
    expect(await ready()).toBe(200);
    let release = () => {};
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = Array.from({ length: SIZES.app }, () => server.services.db.app.use(() => stuck));
    const refused = await isp.admin.get("/customers/");
    expect(refused).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await (await fetch(server.metrics_url)).text()).toMatch(
      /^lastmile_connection_timeouts_total\{pool="app"\} 1$/m,
    );
    await expect.poll(ready).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    release();
    await Promise.all(held);
    expect(await ready()).toBe(200);
    expect((await isp.admin.get("/customers/")).status).toBe(200);
  });

  it("A task that asks for a second connection is found out, whatever it asks for", async () => {
    const { db } = server.services;
    const nested = inTenant(db, isp, () => inTenant(db, isp, async (tx) => tx`select 1`));
    await expect(nested).rejects.toThrow("A task that holds a connection of app asked for one of app");
    const statement = inTenant(db, isp, async () => db.platform`select 1`);
    await expect(statement).rejects.toThrow("asked for one of platform");
    const lock = inTenant(db, isp, () => db.locks.run(isp.id, "test", async () => 1));
    await expect(lock).rejects.toThrow("asked for one of locks");
  });

  it("What needs connections of its own is done before the transaction begins anew, once", async () => {
    const { db } = server.services;
    const runs: string[] = [];
    const answer = await inTenant(db, isp, async (tx) => {
      runs.push("transaction");
      const made = await beforehand("this", async () => {
        runs.push("beforehand");
        return inTenant(db, isp, async (own) => (await own<{ one: number }[]>`select 1 as one`)[0]?.one);
      });
      const [row] = await tx<{ two: number }[]>`select 2 as two`;
      return [made, row?.two];
    });
    expect(answer).toEqual([1, 2]);
    expect(runs).toEqual(["transaction", "beforehand", "transaction"]);
  });

  it("A branch that goes on after its transaction ended is refused where it waits, never in between", async () => {
    const { db } = server.services;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let late: Promise<unknown> = Promise.resolve();
    const failed = inTenant(db, isp, async (tx) => {
      late = ended.then(() => {
        // A throw here would leave the branch that was begun before it without anybody who hears of its failure.
        const begun = (async () => tx`select 1`)();
        return Promise.allSettled([begun, tx`select 2 ${tx`where true`}`, tx`select 3`.execute()]);
      });
      throw new Error("Over");
    });
    await expect(failed).rejects.toThrow("Over");
    end();
    const refused = { status: "rejected", reason: new Error("The transaction is over") };
    expect(await late).toEqual([refused, refused, refused]);
  });
});

describe("a tenant's lock", () => {
  let server: TestServer;
  let isp: TestTenant;
  let sql: Sql;

  beforeAll(async () => {
    server = await startTestServer();
    isp = await makeTenant(server);
    sql = openPool(server.database_url, null, 1);
  });
  afterAll(async () => {
    await sql.end();
    await server.stop();
  });

  it("A tenant's lock keeps no transaction open, and ends with its connection: the work hears of it", async () => {
    const { db } = server.services;
    let heard: AbortSignal | null = null;
    const lost = db.locks.run(isp.id, "test", async (held) => {
      heard = held;
      const [row] = await sql<{ open: number; locks: number }[]>`
        select count(*) filter (where a.state like 'idle in transaction%') as open, count(*) as locks
        from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and a.datname = current_database() and a.application_name = 'lastmile'`;
      expect(row).toEqual({ open: 0, locks: 1 });
      expect(await db.locks.run(isp.id, "test", async () => 1)).toBe(null);
      expect(await db.locks.run(isp.id, "other", async () => 1)).toEqual({ result: 1 });
      await sql`select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and a.datname = current_database() and a.application_name = 'lastmile'`;
      return new Promise(() => {});
    });
    await expect(lost).rejects.toThrow("The connection to the database was lost");
    expect((heard as AbortSignal | null)?.aborted).toBe(true);
    expect(await db.locks.run(isp.id, "test", async () => 1)).toEqual({ result: 1 });
  });
});
