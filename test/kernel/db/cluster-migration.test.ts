// A migration that adds tables where others are distributed: on one PostgreSQL and on a cluster the same text, and the same
// keys afterwards.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { statementsOf } from "../../../server/kernel/db/cluster/migration.ts";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { migrate, migrationNames } from "../../../server/kernel/db/migrate.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { makeTenant, type TestTenant } from "../../billing/helpers/tenant.ts";
import { onCluster } from "../../helpers/database/cluster.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";

const MIGRATIONS = {
  "9000-zones.sql": `
create table zones (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  customer uuid,
  made_by uuid references users (id),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer) references customers (tenant_id, id) on delete set null (customer)
);
create index on zones (tenant_id, customer);
select secure_resource('zones');
`,
  "9001-zones-of-customers.sql": `
alter table zones add column size int not null default 1;
alter table customers add column zone uuid;
alter table customers add foreign key (tenant_id, zone) references zones (tenant_id, id);
`,
};

let server: TestServer;
let isp: TestTenant;
let sql: Sql;
let directory: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  sql = openPool(server.database_url, null, 1);
  directory = `${await mkdtemp(join(tmpdir(), "lastmile-migrations-"))}/`;
  for (const [name, text] of Object.entries(MIGRATIONS)) await writeFile(`${directory}${name}`, text);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
  await rm(directory, { recursive: true });
});

it("New tables lie beside the others, and their keys hold in both directions", async () => {
  const customer = await isp.customer();
  expect(await migrate(server.database_url, { directory })).toEqual(Object.keys(MIGRATIONS));
  expect(await migrate(server.database_url, { directory })).toEqual([]);
  const zone = newId();
  const add = (id: string, of: string) =>
    sql`insert into zones (tenant_id, id, customer) values (${isp.id}, ${id}, ${of})`;
  await add(zone, customer);
  await expect(add(newId(), newId())).rejects.toMatchObject({ code: "23503" });
  const move = (to: string) =>
    sql`update customers set zone = ${to} where tenant_id = ${isp.id} and id = ${customer}`;
  await move(zone);
  await expect(move(newId())).rejects.toMatchObject({ code: "23503" });
  const [read] = await sql`
    select z.size, z.version, z.created_at = z.updated_at as by_one_clock from zones z join customers c on c.tenant_id = z.tenant_id and c.id = z.customer
    where z.tenant_id = ${isp.id}`;
  expect(read).toEqual({ size: 1, version: 1, by_one_clock: true });
  if (!onCluster) return;
  const groups = await sql`
    select from pg_dist_partition where logicalrelid in ('zones'::regclass, 'customers'::regclass)
    group by colocationid having count(*) = 2`;
  expect(groups).toHaveLength(1);
  expect(
    await sql`select from pg_dist_partition where logicalrelid = 'zones'::regclass and partmethod = 'h'`,
  ).toHaveLength(1);
});

it("A migration is cut into its statements, none within a text, a comment or the body of a function", async () => {
  const folder = new URL("../../../server/migrations/", import.meta.url);
  for (const name of await migrationNames()) {
    const text = await readFile(new URL(name, folder), "utf8");
    const statements = statementsOf(text);
    expect(
      statements
        .map((one) => one.text)
        .join("")
        .trim(),
      name,
    ).toBe(text.trim());
    const made = text.match(/^create (unlogged )?table /gm) ?? [];
    expect(
      statements.filter(({ makes_table }) => makes_table),
      name,
    ).toHaveLength(made.length);
    // With its comments a statement begins with a word of SQL.
    for (const one of statements)
      expect(one.text.replace(/^(\s|--.*)+/, ""), name).toMatch(
        /^(create|alter|drop|grant|revoke|select|do|insert|update|delete)\b/,
      );
  }
});
