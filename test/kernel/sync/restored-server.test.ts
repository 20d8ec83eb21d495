// A server that was set back to a copy, or moved to another cluster: it notices by itself, its replicas start afresh, and what
// the copy does not know comes in again from the desktops, once.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { inTenant, openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { migrate } from "../../../server/kernel/db/migrate.ts";
import { startEmbeddedPostgres } from "../../../server/kernel/postgres/embedded-postgres.ts";
import { readBound } from "../../../server/kernel/sync/feed-bound.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { countOn, onWorkers } from "../../helpers/database/cluster.ts";
import { callProcedure, openDesktop } from "../../helpers/desktop.ts";
import { client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant } from "../../helpers/tenant.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
});

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "lastmile-restored-"));
  closers.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** With owners and times, as somebody who keeps backups copies. */
const copy = (from: string, to: string) => promisify(execFile)("cp", ["-a", `${from}/.`, to]);

async function started(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };
  closers.push(stop);
  return { ...server, stop };
}

/** What a desktop sees of a collection: its epoch, everything in it, and where it then stands. */
async function replicaOf(url: string, token: string | null) {
  const collections = await callProcedure(url, token, "sync.collections", {});
  const epoch: string = collections.data[0].epoch;
  const input = { collection: "customers", checkpoint: null, limit: 5000 };
  const { data } = await callProcedure(url, token, "sync.pull", input);
  const there = data.documents.filter((document: { _deleted: boolean }) => !document._deleted);
  return { epoch, ids: there.map(({ id }: { id: string }) => id).sort(), checkpoint: data.checkpoint };
}

const pullFrom = (url: string, token: string | null, checkpoint: string) =>
  callProcedure(url, token, "sync.pull", { collection: "customers", checkpoint, limit: 10 });

const person = () => ({ name: "A B", username: newId(), phone: "1" });

/** Waits until the feed shows all of these customers. */
async function settled(url: string, token: string | null, count: number) {
  await expect.poll(async () => (await replicaOf(url, token)).ids.length).toBe(count);
  return replicaOf(url, token);
}

describe("a copy of the data directory that is put back", () => {
  it("A copy of the data directory that is put back is known as one: replicas start afresh, and the desktops' commands are applied again, each once", async () => {
    const [data_dir, backup] = [await directory(), await directory()];
    const start = () => started({ data_dir, database_url: null });
    let server = await start();
    const t = await makeTenant(server);
    const { token } = t.owner;
    const customer = (await t.owner.post("/customers/", person())).body.id;
    const desk = await openDesktop(server.url, token);
    const known = desk.command("transaction.create", { customer, amount: "1.00" });
    await desk.push([known]);
    const before = await replicaOf(server.url, token);
    // Put off and on again it is the same.
    await server.stop();
    server = await start();
    expect((await replicaOf(server.url, token)).epoch).toBe(before.epoch);
    await server.stop();
    await copy(data_dir, backup);
    server = await start();

    const lost = [
      desk.command("transaction.create", { customer, amount: "902.00" }),
      ...[1, 2, 3].map(() => desk.command("customer.create", { id: newId(), ...person() })),
    ];
    const push = (commands: object[]) =>
      callProcedure(server.url, token, "sync.push", { device_id: desk.id, commands }).then(
        ({ data }) => data.results.map(({ status }: { status: string }) => status) as string[],
      );
    expect(new Set(await push(lost))).toEqual(new Set(["APPLIED"]));
    const ahead = await settled(server.url, token, 4);
    await server.stop();
    await rm(data_dir, { recursive: true });
    await mkdir(data_dir);
    await copy(backup, data_dir);

    server = await start();
    const after = await replicaOf(server.url, token);
    expect(after.epoch).not.toBe(ahead.epoch);
    expect(after.ids).toEqual([customer]);
    expect(await pullFrom(server.url, token, ahead.checkpoint)).toMatchObject({
      status: 409,
      problem: { code: "STALE_CHECKPOINT" },
    });
    // The outbox keeps what was applied; sent again, what the copy knows is a repeat and the rest is made good.
    expect(await push([known, ...lost])).toEqual(["DUPLICATE", "APPLIED", "APPLIED", "APPLIED", "APPLIED"]);
    expect(new Set(await push([known, ...lost]))).toEqual(new Set(["DUPLICATE"]));
    const now = await settled(server.url, token, 4);
    expect(now.ids).toEqual(ahead.ids);
    const owner = client(server.url, token);
    expect((await owner.get(`/customers/${customer}/`)).body.advance_amount).toBe("903.00");
  });
});

describe("a copy that nothing outside it betrays", () => {
  it("A copy that nothing outside it betrays is known by the first reader who is ahead of it; one who invents a checkpoint betrays nothing", async () => {
    const server = await started();
    const t = await makeTenant(server);
    const { token } = t.owner;
    await t.owner.post("/customers/", person());
    const before = await settled(server.url, token, 1);
    const { incarnation, db } = server.services;
    const { name } = await inTenant(db, t.tenant, (tx) => readBound(tx, incarnation));
    const position = `${10n ** 12n}/${newId()}`;
    const stale = { status: 409, problem: { code: "STALE_CHECKPOINT" } };
    expect(await pullFrom(server.url, token, `${position}/${"x".repeat(22)}`)).toMatchObject(stale);
    expect((await replicaOf(server.url, token)).epoch).toBe(before.epoch);
    // As the server itself gave it, before it was set back.
    const given = `${position}/${incarnation.mark(name, position)}`;
    expect(await pullFrom(server.url, token, given)).toMatchObject(stale);
    await expect.poll(async () => (await replicaOf(server.url, token)).epoch).not.toBe(before.epoch);
    const renewed = (await replicaOf(server.url, token)).epoch;
    // The next who comes with one of the old incarnation is only sent to start afresh, and so is one that lies behind.
    expect(await pullFrom(server.url, token, given)).toMatchObject(stale);
    expect(await pullFrom(server.url, token, before.checkpoint)).toMatchObject(stale);
    expect((await replicaOf(server.url, token)).epoch).toBe(renewed);
  });

  it("A copy that nothing outside it betrays is noticed while the server runs, when the database counts less than is remembered outside of it", async () => {
    const data_dir = await directory();
    const server = await started({ data_dir, recheck_ms: 50 });
    const t = await makeTenant(server);
    const { epoch } = await replicaOf(server.url, t.owner.token);
    const path = join(data_dir, "incarnation.json");
    const memory = JSON.parse(await readFile(path, "utf8"));
    // Again and again, since the server writes it as well.
    const ahead = JSON.stringify({ ...memory, highest_xid: String(10n ** 12n) });
    const epochNow = async () => {
      await writeFile(path, ahead);
      return (await replicaOf(server.url, t.owner.token)).epoch;
    };
    await expect.poll(epochNow).not.toBe(epoch);
  });
});

/** The rows of one database in another, as a dump and its restore leave them: columns and all, by no trigger. */
async function copyRows(from: Sql, to: Sql): Promise<void> {
  // A cluster has one table more (`cluster/restores.ts`), which says what its nodes have not read yet.
  const tables = await to<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> 'migrations'`;
  await to.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const { name } of tables) {
      const [row] = await from<
        { rows: string | null }[]
      >`select json_agg(t)::text as rows from ${from(name)} t`;
      await tx`delete from ${tx(name)}`;
      const columns = await from<{ column_name: string }[]>`
        select column_name from information_schema.columns
        where table_name = ${name} and table_schema = 'public' and is_generated = 'NEVER'`;
      const names = tx(columns.map((column) => column.column_name));
      if (row?.rows)
        await tx`insert into ${tx(name)} (${names}) overriding system value
          select ${names} from json_populate_recordset(null::${tx(name)}, ${row.rows}::text::json)`;
    }
  });
}

describe("a server that is moved to another cluster by dump and restore", () => {
  it("A server that is moved to another cluster by dump and restore shows its desktops everything, though the new cluster has counted next to nothing yet", async () => {
    const old = await started({ secret_key: KEY });
    const t = await makeTenant(old);
    const { token } = t.owner;
    const source = openPool(old.database_url, null, 1);
    closers.push(() => source.end());
    // The old cluster has done a lot, on each of its nodes.
    for (const url of [old.database_url, ...onWorkers(old.database_url)]) await countOn(url, 20_000);
    for (let made = 0; made < 5; made++) await t.owner.post("/customers/", person());
    const pack = { name: "Home", price: "10.00", bandwidth_mbps: 5, validity_days: 30 };
    const customer = (
      await t.owner.post("/customers/", {
        ...person(),
        package: (await t.owner.post("/packages/", pack)).body.id,
      })
    ).body.id;
    const desk = await openDesktop(old.url, token);
    const paid = desk.command("recharge.create", { customer_id: customer, amount: "5.00", validity_days: 1 });
    await desk.push([paid]);
    await t.owner.delete(`/customers/${(await t.owner.post("/customers/", person())).body.id}/`);
    const before = await settled(old.url, token, 6);

    const cluster = await startEmbeddedPostgres(await directory(), {
      onRevived: () => {},
      onGone: () => {},
    });
    closers.push(() => cluster.stop());
    await migrate(cluster.url);
    const target = openPool(cluster.url, null, 1);
    closers.push(() => target.end());
    await copyRows(source, target);
    const [count] = await target<{ ahead: boolean }[]>`
      select bool_and(changed_xid > pg_current_xact_id()) as ahead from customers`;
    expect(count?.ahead, "the new cluster is behind, or this shows nothing").toBe(true);

    const moved = await started({ database_url: cluster.url, secret_key: KEY });
    const after = await settled(moved.url, token, 6);
    expect(after.epoch).not.toBe(before.epoch);
    expect(after.ids).toEqual(before.ids);
    expect(await pullFrom(moved.url, token, before.checkpoint)).toMatchObject({
      status: 409,
      problem: { code: "STALE_CHECKPOINT" },
    });
    const input = { collection: "ledger_entries", checkpoint: null, limit: 100 };
    expect((await callProcedure(moved.url, token, "sync.pull", input)).data.documents).toHaveLength(1);
    expect(
      (await callProcedure(moved.url, token, "sync.push", { device_id: desk.id, commands: [paid] })).data
        .results,
    ).toMatchObject([{ status: "DUPLICATE" }]);
    // What is written from now on comes as well, and the ledger is as unchangeable as it was.
    const { checkpoint } = after;
    await client(moved.url, token).patch(`/customers/${customer}/`, { notes: "moved" });
    await expect
      .poll(async () => (await pullFrom(moved.url, token, checkpoint)).data.documents.length)
      .toBe(1);
    await expect(target`update ledger_entries set debit = 0`).rejects.toThrow(/append-only/);
  });
});
