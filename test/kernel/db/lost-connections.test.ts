// The database's connections end again and again under load: the server lives on, and the books stay right.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { checkBooks } from "../../billing/helpers/check-books.ts";
import { ok } from "../../billing/helpers/tenant.ts";
import { SUPERUSER } from "../../helpers/config.ts";
import { freshDatabase } from "../../helpers/postgres.ts";
import { type ServerProcess, startServerProcess } from "../../helpers/process/server-process.ts";
import { type Client, client } from "../../helpers/server.ts";

let database: { url: string; drop(): Promise<void> };
let data_dir: string;
let sql: Sql;
let server: ServerProcess;
let admin: Client;

beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), "lastmile-lost-"));
  sql = openPool(database.url, null, 1);
  server = await startServerProcess(database.url, data_dir);
  const signIn = async (path: string, body: object) =>
    client(server.url, String((await ok(client(server.url).post(path, body))).token));
  const owner = { username: "owner", password: "owner-password" };
  const superuser = await signIn("/saas/auth/login/", SUPERUSER);
  await ok(superuser.post("/tenants/", { name: "ISP", subdomain: "isp", admin: owner }));
  admin = await signIn("/auth/login/", owner);
});
afterAll(async () => {
  await server.kill();
  await sql.end();
  await database.drop();
  await rm(data_dir, { recursive: true, force: true });
});

const ROUNDS = 20;
const PER_ROUND = 10;

it("The server answers 503 meanwhile, 201 afterwards, and never takes money by half", async () => {
  const customer = String((await ok(admin.post("/customers/", { name: "A", username: "a", phone: "1" }))).id);
  const statuses = new Map<number, number>();
  let running = true;
  const pay = async () => {
    while (running) {
      const { status } = await admin.post("/transactions/", { customer, amount: "1.00" });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const clients = Array.from({ length: 8 }, pay);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = statuses.get(201) ?? 0;
    await expect.poll(() => statuses.get(201) ?? 0).toBeGreaterThan(before + PER_ROUND);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'lastmile' and pid <> pg_backend_pid()
        and random() < 0.5`;
  }
  running = false;
  await Promise.all(clients);
  expect([...statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect((await admin.post("/transactions/", { customer, amount: "1.00" })).status).toBe(201);
  expect(await checkBooks(sql)).toEqual([]);
  const [row] = await sql<{ count: number }[]>`select count(*) as count from payment_transactions`;
  // An answer can be lost after the commit: then there is more than was heard of, never less.
  expect(row?.count ?? 0).toBeGreaterThan(statuses.get(201) ?? 0);
});
