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
import { lot } from "../helpers/lot.ts";
import { freshDatabase } from "../helpers/postgres.ts";
import { type ServerProcess, startServerProcess } from "../helpers/process/server-process.ts";
import { type Client, client } from "../helpers/server.ts";
import { checkBooks } from "./helpers/check-books.ts";
import type { Company } from "./helpers/money-acts.ts";
import { type Sent, sendAgain, storm } from "./helpers/storm.ts";
import { ok } from "./helpers/tenant.ts";

const OWNER = { username: "owner", password: "owner-password" };
/** Many chunks of the batch. */
const CUSTOMERS = lot(1_500, 3_000);

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
});

afterAll(async () => {
  await server.kill();
  await sql.end();
  await database.drop();
  await rm(data_dir, { recursive: true, force: true });
});

describe("a server that is killed", () => {
  it("A server that is killed in the middle of a push has taken whole commands, and takes each other one when it is sent again", async () => {
    // As many as share transactions, in turn.
    const customers: string[] = [];
    for (let at = 0; at < 50; at += 1) {
      const made = await ok(admin.post("/customers/", { name: "A", username: `a${at}`, phone: "1" }));
      customers.push(String(made.id));
    }
    const device = await openDesktop(server.url, token);
    const commands = Array.from({ length: 300 }, (_none, at) =>
      device.command("recharge.create", {
        id: newId(),
        customer_id: customers[at % customers.length],
        amount: "10.00",
        validity_days: 1,
        receipt_number: device.receipt(),
      }),
    );
    const lost = device.push(commands).catch(() => "lost");
    await expect.poll(() => numberOf("recharges"), { interval: 5 }).toBeGreaterThan(20);
    await restart();
    expect(await lost).toBe("lost");
    expect(await checkBooks(sql)).toEqual([]);
    const done = await numberOf("recharges");
    expect(done).toBeLessThan(300);
    expect(await numberOf("commands")).toBe(done);
    const outcomes = await (
      await openDesktop(server.url, token, { device_id: device.id, device_secret: device.secret })
    ).push(commands);
    expect(outcomes.filter(({ status }) => status === "DUPLICATE")).toHaveLength(done);
    expect(outcomes.filter(({ status }) => status === "APPLIED")).toHaveLength(300 - done);
    expect(await numberOf("recharges")).toBe(300);
    for (const customer of customers)
      expect(await ok(admin.get(`/customers/${customer}/`))).toMatchObject({ advance_amount: "60.00" });
    expect(await checkBooks(sql)).toEqual([]);
  });

  it("A server that is killed in the middle of a batch goes on by itself, and bills everybody once", async () => {
    const plan = { name: "Home", price: "1200.00", bandwidth_mbps: 20, validity_days: 30 };
    const pack = String((await ok(admin.post("/packages/", plan))).id);
    await sql`insert into customers (id, tenant_id, customer_code, name, username, phone, package)
      select gen_random_uuid(), ${tenant}, 'B' || n, 'B' || n, 'b' || n, n::text, ${pack} from generate_series(1, ${CUSTOMERS}) n`;
    await openMissingAccounts(sql);
    const { task_id } = await ok(admin.post("/invoices/generate-batch/", {}));
    await expect.poll(() => numberOf("invoices"), { interval: 5 }).toBeGreaterThan(0);
    await restart();
    expect(await checkBooks(sql)).toEqual([]);
    expect(await numberOf("invoices")).toBeLessThan(CUSTOMERS);
    await expect
      .poll(async () => (await ok(admin.get(`/background-tasks/${task_id}/`))).status)
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

describe("a server that is killed in a storm of everything that moves money", () => {
  it("What was acknowledged is there after each kill, what was not is done once when it is sent again, and the books are right", async () => {
    await ok(admin.patch("/settings/", { earn_prepaid: true }));
    const roles = await ok<{ results: { id: string }[] }>(admin.get("/roles/?name=Manager"));
    const staff = { username: "manager", password: "manager-password", full_name: "M" };
    await ok(admin.post("/staff/", { ...staff, role: roles.results[0]?.id }));
    const signedIn = await ok<{ token: string }>(
      client(server.url).post("/auth/login/", { username: "manager", password: "manager-password" }),
    );
    let device = await openDesktop(server.url, token);
    let customers = 0;
    const found = async (): Promise<Company> => {
      device = await openDesktop(server.url, token, { device_id: device.id, device_secret: device.secret });
      const owner = admin;
      return {
        ...{ owner, manager: client(server.url, signedIn.token), desktop: device },
        money: (units) => `${units}.03`,
        async customer() {
          customers += 1;
          const body = { name: "S", username: `storm-${customers}`, phone: "1" };
          return String((await ok(owner.post("/customers/", body))).id);
        },
      };
    };
    const done = new Set<string>();
    for (const acts of [25, 20]) {
      const was = await found();
      const sent: Sent[] = [];
      let killed = false;
      const raging = storm(
        () => was,
        4,
        () => killed,
        sent,
      );
      await expect
        .poll(() => sent.filter(({ answer }) => answer).length, { interval: 5 })
        .toBeGreaterThan(acts);
      killed = true;
      await restart();
      await raging;
      expect(await checkBooks(sql)).toEqual([]);
      const now = await found();
      for (const one of sent) {
        const again = await sendAgain(one, was, now);
        const acknowledged = one.answer !== null && one.answer.status < 300;
        if (acknowledged) {
          done.add(one.name);
          expect([one.name, again.status, again.body]).toEqual([
            one.name,
            one.answer?.status,
            one.answer?.body,
          ]);
          expect([one.name, again.headers.get("idempotent-replayed")]).toEqual([one.name, "true"]);
        } else
          expect([one.name, again.status < 300 || again.status === 409], JSON.stringify(again.body)).toEqual([
            one.name,
            true,
          ]);
        const once = await sendAgain(one, was, now);
        if (again.status < 300)
          expect([one.name, once.status, once.body]).toEqual([one.name, again.status, again.body]);
      }
      expect(await checkBooks(sql)).toEqual([]);
    }
    expect(done.size).toBeGreaterThan(20);
  });
});
