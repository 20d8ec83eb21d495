// A start on a coordinator: the program lays its tables over the nodes by itself, rows that lie in them included. On one
// PostgreSQL the same starts change nothing.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ConfigError } from "../../../server/config-error.ts";
import { openPool } from "../../../server/kernel/db/db.ts";
import { migrate, migrationNames } from "../../../server/kernel/db/migrate.ts";
import { startServer } from "../../../server/server.ts";
import { makeTenant, ok } from "../../billing/helpers/tenant.ts";
import { testConfig } from "../../helpers/config.ts";
import { allRows } from "../../helpers/database/all-rows.ts";
import { onCluster } from "../../helpers/database/cluster.ts";
import { type EmptyDatabase, emptyDatabase } from "../../helpers/postgres.ts";
import { signingIn } from "../../helpers/server.ts";

let data_dir: string;
const databases: EmptyDatabase[] = [];

beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), "lastmile-start-"));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(data_dir, { recursive: true });
});

async function empty(): Promise<EmptyDatabase> {
  const database = await emptyDatabase();
  databases.push(database);
  return database;
}

/** How many tables lie over the nodes, and how many transactions put them there. */
async function distributed(url: string): Promise<number> {
  if (!onCluster) return 0;
  const sql = openPool(url, null, 1);
  const rows = await sql`select from pg_dist_partition where partmethod = 'h'`;
  await sql.end();
  return rows.length;
}

it("Two servers that start at once on an empty coordinator distribute its tables once, and tell of it", async () => {
  const { url, join: joinNodes } = await empty();
  await joinNodes();
  const lines: string[] = [];
  const tell = (line: string) => lines.push(line);
  const applied = await Promise.all([migrate(url, { tell }), migrate(url, { tell })]);
  expect(applied.flat().sort()).toEqual(await migrationNames());
  expect(lines.filter((line) => line.startsWith("Distributes "))).toHaveLength(onCluster ? 1 : 0);
  const tables = await distributed(url);
  if (onCluster) expect(tables).toBeGreaterThan(80);
  expect(await migrate(url, { tell })).toEqual([]);
  expect(lines.filter((line) => line.startsWith("Distributes "))).toHaveLength(onCluster ? 1 : 0);
});

it("A plain database that nodes join later is distributed at its next start, with its rows as they were", async () => {
  const { url, join: joinNodes } = await empty();
  const config = testConfig({ database_url: url, data_dir });
  const first = await startServer(config);
  const isp = await makeTenant({ ...first, ...signingIn(first.url) });
  const customer = await isp.customer();
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 0 }));
  await ok(isp.admin.post("/invoices/", { customer }));
  await ok(isp.admin.patch(`/customers/${customer}/`, { name: "Karima" }));
  const read = async (admin: typeof isp.admin) => [
    await ok(admin.get("/reports/trial-balance/")),
    await ok(admin.get(`/customers/${customer}/`)),
    await ok(admin.get("/transactions/")),
  ];
  const told = await read(isp.admin);
  await first.stop();
  const before = await allRows(url);
  await joinNodes();
  await migrate(url);
  expect((await distributed(url)) > 0).toBe(onCluster);
  // Those whose stamps lie ahead of their node's count are stamped anew by the first server that runs there.
  // And what restores need of the nodes has come to be (cluster/restores.ts).
  const made = onCluster ? { unread_on_nodes: expect.any(String) } : {};
  expect(await allRows(url)).toEqual({ ...before, ...made });
  const second = await startServer(config);
  try {
    const admin = await signingIn(second.url).signIn(`owner-${isp.subdomain}`, "owner-password");
    expect(await read(admin)).toEqual(told);
    await ok(admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 0 }));
    expect((await read(admin))[0]).not.toEqual(told[0]);
  } finally {
    await second.stop();
  }
});

it.skipIf(!onCluster)(
  "Nodes that are set otherwise are named to the operator, and nothing is distributed",
  async () => {
    const { url, join: joinNodes, name } = await empty();
    await joinNodes();
    const sql = openPool(url, null, 1);
    await sql.unsafe(`alter database ${name} set citus.enable_unsafe_triggers = off`);
    await sql.end();
    const started = startServer(testConfig({ database_url: url, data_dir }));
    await expect(started).rejects.toThrow(ConfigError);
    await expect(started).rejects.toThrow(
      "LASTMILE_DATABASE_URL: in postgresql.conf set citus.enable_unsafe_triggers = on on the coordinator",
    );
    expect(await distributed(url)).toBe(0);
  },
);
