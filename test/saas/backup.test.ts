// A tenant's backup: what the file holds, what a restore makes of it, and what becomes of files that are not whole.
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AREAS } from "../../server/areas.ts";
import { openPool, type Row, type Sql } from "../../server/kernel/db/db.ts";
import { sealedColumns } from "../../server/kernel/secrets/reseal.ts";
import { draftOf } from "../../server/saas/backup/file.ts";
import { proveBackup } from "../../server/saas/backup/prove.ts";
import { restoreBackup } from "../../server/saas/backup/restore.ts";
import { backedTables, LEFT_OUT } from "../../server/saas/backup/tables.ts";
import { takeBackup } from "../../server/saas/backup/take.ts";
import { newId } from "../../shared/kernel/id.ts";
import { idBeside } from "../helpers/database/cluster.ts";
import { callProcedure, openDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { putOneRowEach, tenantRelations } from "../identity/helpers/one-row-each.ts";

let server: TestServer;
let sql: Sql;
let folder: string;
let file: string;
let demo: { id: string };
let restored: { id: string };
/** The last link of the audit log's chain as the backup was taken. */
let head: { number: number; day: string; hash: Buffer };
let owner: Client;
let again: Client;

beforeAll(async () => {
  server = await startTestServer({ demo: true, demo_size: { months: 1, customers: 25 } });
  await server.stopClock();
  sql = openPool(server.database_url, null, 1);
  folder = await mkdtemp(join(tmpdir(), "lastmile-backup-"));
  const [tenant] = await sql<{ id: string }[]>`select id from tenants where subdomain = 'demo'`;
  demo = tenant!;
  owner = await server.signIn("admin", "admin-demo", "demo");
  await owner.patch("/settings/", { payment_provider_secrets: { paygate: "a-secret-of-paygate" } });
  await owner.get("/audit-logs/verify/?date=2026-11-01");
  // What the demo has nothing of, too; work that is done.
  await putOneRowEach(sql, demo.id);
  // What routers last showed is in no backup, and seen anew by the next look.
  await sql`delete from router_looks where tenant_id = ${demo.id}`;
  await sql`update background_tasks set status = 'SUCCEEDED' where tenant_id = ${demo.id}`;
  await sql`update mails set status = 'SENT' where tenant_id = ${demo.id}`;
  const [last] = await sql<{ number: number; day: string; hash: Buffer }[]>`
    select number, day::text as day, hash from audit_chain where tenant_id = ${demo.id} order by number desc limit 1`;
  head = last!;
  file = join(folder, "demo.lastmile");
  await takeBackup(server.services, demo.id, file);
  restored = { id: await idBeside(server.database_url, demo.id) };
  await restoreBackup(server.services, file, { id: restored.id, name: "Again", subdomain: "again" });
  again = await server.signIn("admin", "admin-demo", "again");
});

afterAll(async () => {
  await sql.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const tenants = async () =>
  (await sql<{ subdomain: string }[]>`select subdomain from tenants order by 1`).map((row) => row.subdomain);

/** All that a list answers, page by page. */
async function all(client: Client, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next = `${path}?page_size=500`; ; ) {
    const { status, body } = await client.get(next);
    expect(status, next).toBe(200);
    rows.push(...body.results);
    if (!body.next) return rows;
    next = String(body.next).slice(String(body.next).indexOf("/api/v1") + "/api/v1".length);
  }
}

describe("the tables of a backup", () => {
  it("A table of tenants is in every backup, or it is said why not", async () => {
    const tables = (await tenantRelations(sql)).filter(({ is_table }) => is_table).map(({ name }) => name);
    const backed = (await backedTables(sql)).map(({ name }) => name);
    expect([...backed, ...Object.keys(LEFT_OUT)].sort()).toEqual(tables.sort());
    expect(backed.length).toBeGreaterThan(25);
  });

  it("A table without the tenant at the head of its key, and tables that only refer to each other, are refused by name", async () => {
    const undo = new Error("undo");
    const tried = async (statement: string) => {
      let told = "";
      await sql
        .begin(async (tx) => {
          await tx.unsafe(statement);
          await backedTables(tx as never).catch((error: Error) => {
            told = error.message;
          });
          throw undo;
        })
        .catch((error: unknown) => expect(error).toBe(undo));
      return told;
    };
    expect(await tried("create table strays (id uuid primary key, tenant_id uuid)")).toMatch(
      /strays has a tenant/,
    );
    const loop = `create table loops (tenant_id uuid, id uuid, next uuid, primary key (tenant_id, id),
      foreign key (tenant_id, next) references loops (tenant_id, id))`;
    expect(await tried(loop)).toMatch(/no order restores them: loops/);
  });
});

describe("a restored tenant", () => {
  it("Every record of every resource is there, the same to the last field, and so is the trial balance", async () => {
    const listed = AREAS.flatMap((area) => area.resources)
      .map(({ resource }) => resource)
      .filter(
        ({ verbs, table, of_platform }) =>
          verbs.includes("list") && !of_platform && !Object.hasOwn(LEFT_OUT, table),
      );
    expect(listed.length).toBeGreaterThan(15);
    const { tenant } = (await again.get("/settings/")).body;
    // What names its company names the new one.
    const inNew = (row: Row) => ("tenant" in row ? { ...row, tenant } : row);
    for (const { path } of listed) {
      const before = await all(owner, `/${path}/`);
      // Of the demo, what began after the moment of the backup (sign-ins of this test) is not in it.
      const ids = new Set((await all(again, `/${path}/`)).map(({ id }) => id));
      const after = await all(again, `/${path}/`);
      const same = before.filter(({ id }) => ids.has(id));
      expect(
        after.filter(({ id }) => same.some((row) => row.id === id)),
        path,
      ).toEqual(same.map((row) => inNew(row)));
      const lost = before.filter(({ id }) => !ids.has(id)).map(({ id, action }) => action ?? id);
      expect(
        lost.filter((name) => !/sign_in|login/.test(String(name))),
        path,
      ).toEqual([]);
      expect(same.length, path).toBeGreaterThan(0);
    }
    const balance = (client: Client) => client.get("/reports/trial-balance/").then(({ body }) => body);
    expect(await balance(again)).toEqual(await balance(owner));
    expect((await balance(again)).balanced).toBe(true);
    expect((await again.get("/settings/")).body).toEqual(inNew((await owner.get("/settings/")).body));
  });

  it("The audit log's chain is the same chain: it is intact, and a head that was noted before the backup still fits", async () => {
    const verify = (client: Client) =>
      client.get(`/audit-logs/verify/?date=${head.day}`).then(({ body }) => body);
    expect(await verify(owner)).toMatchObject({ intact: true });
    const there = await verify(again);
    expect(there.intact).toBe(true);
    expect(there.entries).toBeGreaterThan(0);
    const [same] = await sql<{ hash: Buffer }[]>`
      select hash from audit_chain where tenant_id = ${restored.id} and number = ${head.number}`;
    expect(same?.hash.toString("hex")).toBe(head.hash.toString("hex"));
  });

  it("Every sealed secret opens there as it does in the tenant that was backed up", async () => {
    const { secrets } = server.services;
    const opened: string[] = [];
    for (const { table, column, key, of_tenants } of sealedColumns(AREAS)) {
      if (!of_tenants || Object.hasOwn(LEFT_OUT, table)) continue;
      const read = async (tenant: string) => {
        const rows = await sql<
          Row[]
        >`select ${sql([...key, column] as never)} from ${sql(table)} where tenant_id = ${tenant}
          and ${sql(column)} is not null order by ${sql([...key] as never)}`;
        return rows.map((row) => {
          const place = { table, column, id: key.map((name) => String(row[name])).join(" ") };
          try {
            return secrets.open(row[column] as Buffer, place);
          } catch {
            return null;
          }
        });
      };
      const [there, here] = [await read(restored.id), await read(demo.id)];
      expect(there, table).toEqual(here);
      opened.push(...here.flatMap((text) => (text === null ? [] : [`${table} ${text}`])));
    }
    expect(opened).toContain("payment_providers a-secret-of-paygate");
    expect(opened.length).toBeGreaterThan(1);
  });

  it("A desktop that syncs from it holds what one of the other tenant holds", async () => {
    const [there, here] = [
      await openDesktop(server.url, again.token),
      await openDesktop(server.url, owner.token),
    ];
    const { data } = await callProcedure(server.url, again.token, "sync.collections", {});
    const names: string[] = data.map(({ name }: { name: string }) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const [restoredRecords, records] = [await there.pullAll(name), await here.pullAll(name)];
      const since = [...records.values()].filter(({ id }) => !restoredRecords.has(id));
      // What this test did itself since the backup: its sign-ins, its desktops.
      expect(since.length, name).toBeLessThan(["devices", "audit_logs"].includes(name) ? 60 : 1);
      for (const [id, record] of records)
        if (restoredRecords.has(id) && name !== "devices")
          expect(restoredRecords.get(id), name).toEqual(record);
    }
    // Each collection is waited for until nothing older is under way: a hundred times, on a cluster on each of its nodes.
  });

  it("Work goes on in it: money is taken, the next numbers are new ones, the books are in order, and the other tenant hears nothing", async () => {
    const count = (id: string) =>
      sql`select count(*) as count from ledger_entries where tenant_id = ${id}`.then(([row]) => row?.count);
    const before = await count(demo.id);
    const customers = await all(again, "/customers/");
    const codes = new Set(customers.map(({ customer_code }) => customer_code));
    const made = await again.post("/customers/", {
      name: "New",
      username: newId(),
      phone: "1",
      package: customers.find((one) => one.package)?.package,
    });
    expect([made.status, codes.has(made.body.customer_code)]).toEqual([201, false]);
    const recharged = await again.post("/recharges/", {
      customer_id: made.body.id,
      amount: "5000.00",
      validity_days: 30,
    });
    expect(recharged.status).toBe(201);
    const old = customers.find((one) => one.status === "ACTIVE" && one.package)!;
    expect((await again.post("/invoices/", { customer: old.id })).status).toBe(201);
    expect(
      (await again.post("/recharges/", { customer_id: old.id, amount: "5000.00", validity_days: 30 })).status,
    ).toBe(201);
    const receipts = (await all(again, "/recharges/")).map(({ receipt_number }) => receipt_number);
    expect(new Set(receipts).size).toBe(receipts.length);
    expect((await again.get("/reports/trial-balance/")).body.balanced).toBe(true);
    const balance = await again.post(`/customers/${old.id}/recalculate-balance/`);
    expect([balance.status, balance.body.before]).toEqual([200, balance.body.after]);
    expect(await count(demo.id)).toBe(before);
  });
});

describe("a proof", () => {
  it("A backup is proven in a database of its own, of which nothing is left", async () => {
    const before = await tenants();
    await proveBackup(server.services, file);
    const left = await sql`select datname from pg_database
      where datname = 'lastmile_scratch_' || left(encode(sha256(current_database()::text::bytea), 'hex'), 12)`;
    expect([...left]).toEqual([]);
    expect(await tenants()).toEqual(before);
  });
});

describe("a restore that can't be", () => {
  const into = (path: string, subdomain = "third") =>
    restoreBackup(server.services, path, { id: newId(), name: "Third", subdomain });
  /** The lines of the good file, changed, as a file of its own. */
  async function changed(name: string, change: (lines: string[]) => string[]): Promise<string> {
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split("\n");
    const path = join(folder, name);
    await writeFile(path, gzipSync(change(lines).join("\n")));
    return path;
  }
  const withHeader = (change: Row) => (lines: string[]) => {
    const [first = "", ...rest] = lines;
    return [JSON.stringify({ ...JSON.parse(first), ...change }), ...rest];
  };
  const bytes = async (name: string, change: (whole: Buffer) => Buffer) => {
    const path = join(folder, name);
    await writeFile(path, change(await readFile(file)));
    return path;
  };
  const fileRow = (lines: string[]) => lines.findIndex((line) => line.startsWith('["'));

  const FILES: Readonly<Record<string, [() => Promise<string>, RegExp]>> = {
    "one that is not there": [async () => join(folder, "nothing"), /not in this server's folder/],
    "one that is no backup": [() => bytes("text", () => Buffer.from("hello")), /damaged|no backup/],
    "an empty one": [() => bytes("empty", () => Buffer.alloc(0)), /damaged|no backup/],
    "one that was cut off": [
      () => bytes("cut", (whole) => whole.subarray(0, whole.length / 2)),
      /damaged or cut off/,
    ],
    "one with a byte turned over": [
      () =>
        bytes("turned", (whole) => {
          const at = Math.floor(whole.length / 2);
          whole.writeUInt8(whole.readUInt8(at) ^ 0xff, at);
          return whole;
        }),
      /damaged|cut off/,
    ],
    "one whose end is missing": [
      () => changed("endless", (lines) => lines.slice(0, -2).concat("")),
      /last line is missing/,
    ],
    "one with a row less": [
      () => changed("less", (lines) => lines.toSpliced(fileRow(lines) + 30, 1)),
      /not those that were written/,
    ],
    "one of a newer format": [() => changed("format", withHeader({ version: 2 })), /newer one wrote it/],
    "one of a newer version": [
      () => changed("newer", withHeader({ migrations: ["0001-roles-and-functions.sql", "9999-future.sql"] })),
      /9999-future\.sql/,
    ],
    "one whose secrets another key sealed": [
      () => changed("key", withHeader({ key_id: "00000000" })),
      /LASTMILE_SECRET_KEY_OLD/,
    ],
    "one with a table that nobody knows": [
      () =>
        changed("table", (lines) => [
          ...lines.slice(0, 1),
          '{"table":"futures","columns":["id"]}',
          '["x"]',
          ...lines.slice(1),
        ]),
      /futures/,
    ],
    "one with a column that nobody knows": [
      () =>
        changed("column", (lines) =>
          lines.map((line) =>
            line.replace(
              '{"table":"customers","columns":["id"',
              '{"table":"customers","columns":["id); drop table customers"',
            ),
          ),
        ),
      /columns of customers that this version does not know/,
    ],
  };
  it.each(Object.keys(FILES))(
    "A file is refused with its reason, and nothing is left of it: %s",
    async (name) => {
      const [make, reason] = FILES[name]!;
      const before = await tenants();
      await expect(into(await make())).rejects.toMatchObject({
        code: "BACKUP_UNREADABLE",
        message: expect.stringMatching(reason),
      });
      expect(await tenants()).toEqual(before);
    },
  );

  it("A subdomain that is taken is refused, and nothing is left", async () => {
    const before = await tenants();
    await expect(into(file, "demo")).rejects.toMatchObject({ code: "DUPLICATE" });
    expect(await tenants()).toEqual(before);
  });

  it("A restore that is cut off in the middle, or does not come out equal, leaves nothing of the tenant", async () => {
    const before = await tenants();
    const rows = () =>
      sql<{ count: number }[]>`select count(*) as count from customers`.then(([row]) => row?.count);
    const customers = await rows();
    const tx = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like 'insert into "%'`;
    let cut = false;
    const progress = async () => {
      if (cut) return;
      cut = true;
      await tx;
    };
    const target = { id: newId(), name: "Cut", subdomain: "cut" };
    const cutOff = restoreBackup(server.services, file, target, { progress });
    await expect(cutOff).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(cut).toBe(true);
    await sql.unsafe(
      `create function forge() returns trigger language plpgsql as $$ begin new.name := new.name || '!'; return new; end $$`,
    );
    await sql.unsafe("create trigger forge before insert on customers for each row execute function forge()");
    const forged = into(file, "forged");
    await expect(forged).rejects.toMatchObject({
      message: expect.stringContaining("rows of customers are not those"),
    });
    await sql.unsafe("drop function forge cascade");
    expect([await tenants(), await rows()]).toEqual([before, customers]);
  });

  it("A disk that is full leaves no file, and the reason", async () => {
    const path = join(folder, "full");
    await symlink("/dev/full", draftOf(path));
    await expect(takeBackup(server.services, demo.id, path)).rejects.toMatchObject({ code: "ENOSPC" });
    await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(stat(draftOf(path))).rejects.toMatchObject({ code: "ENOENT" });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});
