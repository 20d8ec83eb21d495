// The change feed is complete: a reader that follows checkpoints sees every committed change, however commits interleave.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "../../../server/kernel/db/db.ts";
import { openPool } from "../../../server/kernel/db/db.ts";
import { deleteRows } from "../../../server/kernel/resource/deletions.ts";
import { runQueue } from "../../../server/saas/backup/queue.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { makeTenant, type TestTenant } from "../../billing/helpers/tenant.ts";
import { onCluster, onWorkers } from "../../helpers/database/cluster.ts";
import { callProcedure } from "../../helpers/desktop.ts";
import { feedSettled } from "../../helpers/feed.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";

let server: TestServer;
let isp: TestTenant;
let sql: Sql;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  sql = openPool(server.database_url, null, 12);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

interface Seen {
  id: string;
  version: number;
  deleted: boolean;
}

/** Follows the collection's checkpoints in small pages and remembers each document in the order of its coming. */
class Reader {
  readonly seen: Seen[] = [];
  #checkpoint: string | null = null;

  /** Reads until there is no more for now. */
  async follow(limit: number): Promise<void> {
    for (;;) {
      const input = { collection: "customers", checkpoint: this.#checkpoint, limit };
      const { data: page } = await callProcedure(server.url, isp.admin.token, "sync.pull", input);
      for (const document of page.documents) {
        this.seen.push({
          id: document.id,
          version: Number(document.version ?? 0),
          deleted: document._deleted,
        });
      }
      this.#checkpoint = page.checkpoint;
      if (page.done) return;
    }
  }
}

const insert = (tx: Sql, id: string) => tx`
  insert into customers (id, tenant_id, customer_code, name, username, phone)
  values (${id}, ${isp.id}, ${id}, ${id}, ${id}, '1')`;

/** A transaction that has done its writing and commits when it is told to. */
async function held(work: (tx: Sql) => Promise<unknown>, at = sql): Promise<{ commit(): Promise<void> }> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let written = () => {};
  const ready = new Promise<void>((resolve) => {
    written = resolve;
  });
  const done = at.begin(async (tx) => {
    await work(tx as unknown as Sql);
    written();
    await gate;
  });
  await Promise.race([ready, done]);
  return {
    async commit() {
      release();
      await done;
    },
  };
}

describe("the change feed", () => {
  it("The change feed brings what commits late, after what began later and committed first", async () => {
    const reader = new Reader();
    await feedSettled(sql);
    await reader.follow(100);
    const [early, late] = [newId(), newId()];
    const slow = await held((tx) => insert(tx, early));
    await insert(sql, late);
    await reader.follow(100);
    expect(reader.seen.map(({ id }) => id)).not.toContain(early);
    await slow.commit();
    await feedSettled(sql);
    await reader.follow(100);
    const ids = reader.seen.map(({ id }) => id);
    expect(ids.filter((id) => id === early)).toHaveLength(1);
    expect(ids.filter((id) => id === late)).toHaveLength(1);
  });

  it("The change feed's news that waited for an older transaction is told before what was changed after it", async () => {
    const { notices } = server.services;
    for (let turn = 0; turn < 20; turn += 1) {
      const [told, heard]: [string[], string[]] = [[], []];
      const stops = [
        notices.subscribe(isp.id, "COMMITTED", (names) => told.push(...names)),
        notices.subscribe(isp.id, "IN_FEED", (names) => heard.push(...names)),
      ];
      const older = await held((tx) => insert(tx, newId()));
      await insert(sql, newId());
      notices.committed(isp.id, new Set(["packages"]));
      await expect.poll(() => told, { interval: 1 }).toContain("packages");
      const over = older.commit();
      notices.committed(isp.id, new Set(["areas"]));
      await over;
      await expect.poll(() => heard, { interval: 1 }).toContain("areas");
      expect(heard.indexOf("packages")).toBe(0);
      for (const stop of stops) stop();
    }
  });

  it.skipIf(onCluster)(
    "The change feed does not wait for another database's transaction, and goes on waiting for one of its own",
    async () => {
      const { notices } = server.services;
      const heard: string[] = [];
      const stop = notices.subscribe(isp.id, "IN_FEED", (names) => heard.push(...names));
      const elsewhere = openPool(process.env.LASTMILE_TEST_DATABASE_URL ?? "", null, 1);
      let foreign = "";
      const theirs = await held(async (tx) => {
        [{ xid: foreign }] = await tx<[{ xid: string }]>`select pg_current_xact_id()::text as xid`;
      }, elsewhere);
      const reader = new Reader();
      const [early, late] = [newId(), newId()];
      const own = await held((tx) => insert(tx, early));
      await insert(sql, late);
      notices.committed(isp.id, new Set(["packages"]));
      const passed = async () => {
        const [row] = await sql<[{ is_passed: boolean }]>`
          select feed_bound() > ${foreign}::xid8 as is_passed`;
        return row.is_passed;
      };
      await expect.poll(passed).toBe(true);
      expect(heard).not.toContain("packages");
      await reader.follow(100);
      expect(reader.seen.map(({ id }) => id)).not.toContain(late);
      await own.commit();
      await expect.poll(() => heard).toContain("packages");
      await reader.follow(100);
      expect(reader.seen.map(({ id }) => id)).toEqual(expect.arrayContaining([early, late]));
      await theirs.commit();
      await runQueue(server.services);
      const known = await sql`select xid from foreign_transactions where xid = ${foreign}::xid8`;
      expect(known).toEqual([]);
      await elsewhere.end();
      stop();
    },
  );

  it("The change feed's readers are woken once the node where their rows lie shows what changed, and not before", async () => {
    const { notices } = server.services;
    const reader = new Reader();
    await feedSettled(sql);
    await reader.follow(1_000);
    // What is under way there is nobody's of this database on a cluster: another one's, an analysis of a table.
    const nodes = [server.database_url, ...onWorkers(server.database_url)].map((url) =>
      openPool(url, null, 1),
    );
    const older = await Promise.all(
      nodes.map((node) => held((tx) => tx`select pg_current_xact_id()`.execute(), node)),
    );
    let is_over = false;
    const [told, heard]: [string[], { name: string; is_over: boolean }[]] = [[], []];
    const stops = [
      notices.subscribe(isp.id, "COMMITTED", (names) => told.push(...names)),
      notices.subscribe(isp.id, "IN_FEED", (names) =>
        heard.push(...[...names].map((name) => ({ name, is_over }))),
      ),
    ];
    const id = await isp.customer();
    await expect.poll(() => told).toContain("customers");
    await reader.follow(1_000);
    expect(reader.seen.map((one) => one.id)).not.toContain(id);
    is_over = true;
    for (const one of older) await one.commit();
    await expect.poll(() => heard.map(({ name }) => name)).toContain("customers");
    expect(heard.filter((one) => !one.is_over)).toEqual([]);
    await feedSettled(sql);
    await reader.follow(1_000);
    expect(reader.seen.map((one) => one.id)).toContain(id);
    for (const stop of stops) stop();
    for (const node of nodes) await node.end();
  });

  it("The change feed never misses a change while transactions overlap at random, read in pages of three", async () => {
    const reader = new Reader();
    const expected = new Map<string, { version: number; deleted: boolean }>();
    const open: { commit(): Promise<void>; ids: string[] }[] = [];
    let random = 7;
    const pick = (below: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return random % below;
    };
    const free = () =>
      [...expected].filter(([id, state]) => !state.deleted && !open.some(({ ids }) => ids.includes(id)));
    for (let step = 0; step < 150; step += 1) {
      const choice = pick(5);
      const [target] = free()[pick(Math.max(free().length, 1))] ?? [];
      if (choice === 0 && open.length < 8) {
        const ids = [newId(), newId()];
        const transaction = await held(async (tx) => {
          for (const id of ids) await insert(tx, id);
        });
        open.push({ ...transaction, ids });
        for (const id of ids) expected.set(id, { version: 1, deleted: false });
      } else if (choice === 1 && open.length > 0) {
        const [transaction] = open.splice(pick(open.length), 1);
        await transaction?.commit();
      } else if (choice === 2 && target) {
        await sql`update customers set notes = ${String(step)} where id = ${target}`;
        expected.set(target, { version: (expected.get(target)?.version ?? 0) + 1, deleted: false });
      } else if (choice === 3 && target) {
        await deleteRows(sql, customer, isp.id, sql`t.id = ${target}`);
        expected.set(target, { version: 0, deleted: true });
      } else {
        await reader.follow(3);
      }
    }
    for (const { commit } of open.splice(0)) await commit();
    await feedSettled(sql);
    await reader.follow(3);
    const last = new Map(reader.seen.map((document) => [document.id, document]));
    for (const [id, state] of expected) expect(last.get(id)).toMatchObject({ id, ...state });
    const changes = reader.seen.map(({ id, version, deleted }) => `${id} ${deleted ? "gone" : version}`);
    expect(new Set(changes).size).toBe(changes.length);
  });

  it("The change feed follows writers on many connections with nothing seen twice and nothing missed", async () => {
    const reader = new Reader();
    await feedSettled(sql);
    await reader.follow(1_000);
    const before = reader.seen.length;
    const ids = Array.from({ length: 400 }, () => newId());
    let writing = 8;
    const writer = async (index: number) => {
      for (const id of ids.filter((_, place) => place % 8 === index)) {
        await sql.begin(async (tx) => {
          await insert(tx as unknown as Sql, id);
          await tx`select pg_sleep(${(index % 4) / 1_000})`;
        });
      }
      writing -= 1;
    };
    const follow = async () => {
      while (writing > 0) await reader.follow(7);
    };
    await Promise.all([...Array.from({ length: 8 }, (_, index) => writer(index)), follow()]);
    await feedSettled(sql);
    await reader.follow(7);
    const fresh = reader.seen.slice(before).map(({ id }) => id);
    expect(fresh).toHaveLength(ids.length);
    expect(new Set(fresh)).toEqual(new Set(ids));
  });
});
