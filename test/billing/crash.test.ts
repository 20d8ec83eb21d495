// The server is killed in the middle of its work: after the next start nothing is half done and nothing done twice.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { newId } from "../../shared/kernel/id.ts";
import { SUPERUSER } from "../helpers/config.ts";
import { openMissingAccounts } from "../helpers/database/accounts.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { freshDatabase } from "../helpers/postgres.ts";
import { type ServerProcess, startServerProcess } from "../helpers/process/server-process.ts";
import { type Client, client } from "../helpers/server.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { ok } from "./helpers/tenant.ts";

const OWNER = { username: "owner", password: "owner-password" };
/** Six chunks of the batch. */
const CUSTOMERS = 3_000;

let database: { url: string; drop(): Promise<void> };
let data_dir: string;
let sql: Sql;
let server: ServerProcess;
let token: string;
let admin: Client;
let tenant: string;

const numberOf = async (table: string) => {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from ${sql(table)}`;
  return row?.count ?? 0;
};

async function restart(): Promise<void> {
  await server.kill();
  server = await startServerProcess(database.url, data_dir);
  admin = client(server.url, token);
}

beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), "lastmile-crash-"));
  sql = openPool(database.url, null, 2);
  server = await startServerProcess(database.url, data_dir);
  const signIn = async (path: string, body: object) =>
    String((await ok(client(server.url).post(path, body))).token);
  const superuser = client(server.url, await signIn("/saas/auth/login/", SUPERUSER));
  tenant = String(
    (await ok(superuser.post("/tenants/", { name: "ISP", subdomain: "isp", admin: OWNER }))).id,
  );
  token = await signIn("/auth/login/", OWNER);
  admin = client(server.url, token);
}, 60_000);

afterAll(async () => {
  await server.kill();
  await sql.end();
  await database.drop();
  await rm(data_dir, { recursive: true, force: true });
});

describe("a server that is killed", () => {
  it("A server that is killed in the middle of a push has taken whole commands, and takes each other one when it is sent again", async () => {
    const customer = String(
      (await ok(admin.post("/customers/", { name: "A", username: "a", phone: "1" }))).id,
    );
    const device = await openDesktop(server.url, token);
    const commands = Array.from({ length: 300 }, () =>
      device.command("recharge.create", {
        id: newId(),
        customer_id: customer,
        amount: "10.00",
        validity_days: 1,
        receipt_number: device.receipt(),
      }),
    );
    const lost = device.push(commands).catch(() => "lost");
    await expect.poll(() => numberOf("recharges"), { interval: 5, timeout: 30_000 }).toBeGreaterThan(20);
    await restart();
    expect(await lost).toBe("lost");
    expect(await checkBooks(sql)).toEqual([]);
    const done = await numberOf("recharges");
    expect(done).toBeLessThan(300);
    expect(await numberOf("commands")).toBe(done);
    const outcomes = await (await openDesktop(server.url, token, { device_id: device.id })).push(commands);
    expect(outcomes.filter(({ status }) => status === "DUPLICATE")).toHaveLength(done);
    expect(outcomes.filter(({ status }) => status === "APPLIED")).toHaveLength(300 - done);
    expect(await numberOf("recharges")).toBe(300);
    expect(await ok(admin.get(`/customers/${customer}/`))).toMatchObject({ advance_amount: "3000.00" });
    expect(await checkBooks(sql)).toEqual([]);
  });

  it("A server that is killed in the middle of a batch goes on by itself, and bills everybody once", async () => {
    const plan = { name: "Home", price: "1200.00", bandwidth_mbps: 20, validity_days: 30 };
    const pack = String((await ok(admin.post("/packages/", plan))).id);
    await sql`insert into customers (id, tenant_id, customer_code, name, username, phone, package)
      select gen_random_uuid(), ${tenant}, 'B' || n, 'B' || n, 'b' || n, n::text, ${pack} from generate_series(1, ${CUSTOMERS}) n`;
    await openMissingAccounts(sql);
    const { task_id } = await ok(admin.post("/invoices/generate-batch/", {}));
    await expect.poll(() => numberOf("invoices"), { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
    await restart();
    expect(await checkBooks(sql)).toEqual([]);
    expect(await numberOf("invoices")).toBeLessThan(CUSTOMERS);
    await expect
      .poll(async () => (await ok(admin.get(`/background-tasks/${task_id}/`))).status, { timeout: 40_000 })
      .toBe("SUCCEEDED");
    expect(await numberOf("invoices")).toBe(CUSTOMERS);
    // All of them, those of the run that was killed among them.
    expect(await ok(admin.get(`/background-tasks/${task_id}/`))).toMatchObject({
      result: { invoices_created: CUSTOMERS },
      progress: { done: CUSTOMERS, total: CUSTOMERS },
    });
    expect(await checkBooks(sql)).toEqual([]);
  });
});

describe("a server that has just started", () => {
  it("A server that has just started lives on when the first that a tenant asks of it is to undo something", async () => {
    const body = { name: "One", username: "first-one", phone: "1" };
    const customer = String((await ok(admin.post("/customers/", body))).id);
    const adjusting = { "Idempotency-Key": newId() };
    const documents = [
      await ok(admin.post("/transactions/", { customer, amount: "10.00" })),
      await ok(admin.post("/recharges/", { customer_id: customer, amount: "10.00", validity_days: 1 })),
      await ok(
        admin.post(
          "/adjustments/",
          { customer, adjustment_type: "CREDIT", amount: "10.00", reason: "Sorry" },
          adjusting,
        ),
      ),
    ];
    for (const [at, resource] of ["transactions", "recharges", "adjustments"].entries()) {
      await restart();
      await ok(admin.post(`/${resource}/${documents[at]?.id}/reverse/`, { reason: "Wrong customer" }));
      await ok(admin.get("/customers/"));
    }
    await ok(admin.patch(`/customers/${customer}/`, { status: "TERMINATED" }));
  });
});
