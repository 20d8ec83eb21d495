// A reader who follows the cursors of GET /changes/ misses nothing, however transactions interleave, whichever process answers,
// and hears when what it read holds no longer.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatCursor, LAST_ID } from "../../../server/kernel/changes/cursor.ts";
import { inTenant, openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { readBound } from "../../../server/kernel/sync/feed-bound.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { makeTenant, ok, type TestTenant } from "../../billing/helpers/tenant.ts";
import { SUPERUSER } from "../../helpers/config.ts";
import { openDesktop } from "../../helpers/desktop.ts";
import { feedSettled } from "../../helpers/feed.ts";
import { freshDatabase } from "../../helpers/postgres.ts";
import { startProgram } from "../../helpers/process/program.ts";
import { type Client, client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { ChangesReader } from "./helpers/reader.ts";

const WRITERS = 12;
const EACH = 12;
const CLERKS = 3;
const DAY_MS = 86_400_000;

let server: TestServer;
let isp: TestTenant;
let sql: Sql;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  sql = openPool(server.database_url, null, WRITERS + 2);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

/** Says how often the reader has asked, and lets others wait until it has asked so often again. */
class Turns {
  #count = 0;
  #waiting: { until: number; go(): void }[] = [];
  #over = false;

  next(): void {
    this.#count += 1;
    const due = this.#waiting.filter(({ until }) => this.#over || until <= this.#count);
    this.#waiting = this.#waiting.filter((one) => !due.includes(one));
    for (const { go } of due) go();
  }

  wait(more: number): Promise<void> {
    if (this.#over || more === 0) return Promise.resolve();
    return new Promise((go) => this.#waiting.push({ until: this.#count + more, go }));
  }

  end(): void {
    this.#over = true;
    this.next();
  }
}

/** Writes customers in transactions that end while others, which began later, have ended before. */
async function writeSlowly(turns: Turns, writer: number): Promise<string[]> {
  const written: string[] = [];
  for (let turn = 0; turn < EACH; turn++) {
    const id = newId();
    await sql.begin(async (tx) => {
      await tx`insert into customers (id, tenant_id, customer_code, name, username, phone)
        values (${id}, ${isp.id}, ${id}, ${id}, ${id}, '1')`;
      await turns.wait((writer + turn) % 4);
    });
    written.push(id);
  }
  return written;
}

async function takePayments(customer: string): Promise<string[]> {
  const taken: string[] = [];
  for (let turn = 0; turn < EACH; turn++) {
    const paid = { customer, amount: "5.00", method: "CASH" };
    taken.push(String((await ok(isp.admin.post("/transactions/", paid))).id));
  }
  return taken;
}

/** A till that was offline: its payments are of weeks ago, and come in now. */
async function handInLate(customer: string): Promise<string[]> {
  const till = await openDesktop(server.url, isp.admin.token);
  const taken: string[] = [];
  for (let turn = 0; turn < EACH; turn++) {
    const occurred_at = new Date(Date.now() - (44 - turn) * DAY_MS).toISOString();
    const id = newId();
    const command = till.command("transaction.create", { id, customer, amount: "7.00" }, { occurred_at });
    const [outcome] = await till.push(command);
    expect(outcome?.status).toBe("APPLIED");
    taken.push(id);
  }
  return taken;
}

async function comeAndGo(by: Client): Promise<string[]> {
  const gone: string[] = [];
  for (let turn = 0; turn < EACH; turn++) {
    const { id } = await ok(by.post("/customers/", { name: "A", username: newId(), phone: "1" }));
    expect((await by.delete(`/customers/${id}/`)).status).toBe(204);
    gone.push(String(id));
  }
  return gone;
}

describe("a strict reader", () => {
  it(`Beside ${WRITERS} writers whose transactions end in another order than they began nothing is missed: no record, no payment of a late till, no deletion`, async () => {
    const reader = new ChangesReader(isp.admin, "customers,transactions", "now");
    await reader.follow();
    const turns = new Turns();
    const customer = await isp.customer();
    const writers = Promise.all([
      ...Array.from({ length: WRITERS }, (_none, writer) => writeSlowly(turns, writer)),
      ...Array.from({ length: CLERKS }, () => takePayments(customer)),
      handInLate(customer),
      comeAndGo(isp.admin),
    ]);
    let is_over = false;
    const done = writers.finally(() => {
      is_over = true;
      turns.end();
    });
    while (!is_over) {
      await reader.ask(7);
      turns.next();
    }
    const lists = await done;
    await feedSettled(sql);
    await reader.follow(7);
    const customers = lists.slice(0, WRITERS).flat();
    const payments = lists.slice(WRITERS, -1).flat();
    const gone = lists.at(-1) ?? [];
    const told = new Set(reader.told.map(({ id }) => id));
    expect([...customers, ...payments, ...gone].filter((id) => !told.has(id))).toEqual([]);
    expect(customers).toHaveLength(WRITERS * EACH);
    expect(payments).toHaveLength((CLERKS + 1) * EACH);
    const last = new Map(reader.told.map((one) => [one.id, one]));
    expect(gone.filter((id) => !last.get(id)?.deleted)).toEqual([]);
    const kept = [...last.values()].filter(
      ({ collection, deleted }) => collection === "customers" && !deleted,
    );
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int as count from customers where tenant_id = ${isp.id}`;
    expect(kept).toHaveLength(row.count);
    // And of what was told nothing is older than it is now.
    const { body } = await isp.admin.get(`/customers/${customer}/`);
    expect(last.get(customer)?.record).toEqual(body);
  });

  it("What is under way holds back what came after it, and is told once it has ended, in its own place", async () => {
    const reader = new ChangesReader(isp.admin, "customers", "now");
    await feedSettled(sql);
    await reader.follow();
    reader.told.length = 0;
    const [early, late] = [newId(), newId()];
    const insert = (tx: Sql, id: string) => tx`
      insert into customers (id, tenant_id, customer_code, name, username, phone)
      values (${id}, ${isp.id}, ${id}, ${id}, ${id}, '1')`;
    let end = () => {};
    const written = Promise.withResolvers<void>();
    const slow = sql.begin(async (tx) => {
      await insert(tx as unknown as Sql, early);
      written.resolve();
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    await written.promise;
    await insert(sql, late);
    expect(await reader.follow()).toEqual([]);
    end();
    await slow;
    await feedSettled(sql);
    await reader.follow();
    expect(reader.idsOf("customers")).toEqual([early, late]);
  });

  it("A record that was changed between two pages is told as it now is, and no record of a page is lost by it", async () => {
    const other = await makeTenant(server);
    const ids: string[] = [];
    for (let turn = 0; turn < 9; turn++) ids.push(await other.customer());
    await feedSettled(sql);
    const reader = new ChangesReader(other.admin, "customers");
    for (let turn = 0; turn < 9; turn++) {
      await reader.ask(2);
      await ok(other.admin.patch(`/customers/${ids[turn]}/`, { area: `Area ${turn}` }));
      await feedSettled(sql);
    }
    await reader.follow(2);
    const last = new Map(reader.told.map(({ id, record }) => [id, record?.area]));
    expect(ids.map((id) => last.get(id))).toEqual(ids.map((_id, turn) => `Area ${turn}`));
  });
});

describe("a cursor of before a restore", () => {
  it("A cursor that lies ahead of the database shows that it was set back: it has expired, and so has every one of before", async () => {
    const of = await startTestServer();
    try {
      const company = await makeTenant(of);
      await company.customer();
      const { incarnation, db } = of.services;
      const query = "/changes/?collections=customers&cursor=";
      const before = (await company.admin.get(`${query}now`)).body.cursor;
      expect((await company.admin.get(`${query}${before}`)).status).toBe(200);
      const bound = await inTenant(db, { id: company.id }, (tx) => readBound(tx, incarnation));
      const reach = {
        tenant_id: company.id,
        collections: ["customers"],
        rowScope: "all",
      };
      // As the server itself gave it, before it was set back.
      const place = { xid: String(10n ** 12n), rank: 0, id: LAST_ID };
      const ahead = formatCursor(place, reach, bound, incarnation);
      const expired = { status: 410, body: { code: "CURSOR_EXPIRED" } };
      expect(await company.admin.get(`${query}${ahead}`)).toMatchObject(expired);
      // The database is looked at meanwhile: from then on what it gave before is nobody's.
      await expect.poll(() => company.admin.get(`${query}${before}`)).toMatchObject(expired);
      expect((await company.admin.get("/changes/?collections=customers")).status).toBe(200);
    } finally {
      await of.stop();
    }
  });
});

describe("several processes", () => {
  it("Two processes with one port answer one reader, and nothing that either of them wrote is missed", async () => {
    const database = await freshDatabase();
    const data_dir = await mkdtemp(join(tmpdir(), "lastmile-changes-"));
    const program = startProgram("server/start.js", {
      LASTMILE_WORKERS: "2",
      LASTMILE_PORT: "0",
      LASTMILE_DATABASE_URL: database.url,
      LASTMILE_DATA_DIR: data_dir,
      LASTMILE_SUPERUSER: `${SUPERUSER.username}:${SUPERUSER.password}`,
      LASTMILE_REQUESTS_PER_MINUTE: "100000",
    });
    try {
      const url = (await program.says(/listening on (http:\/\/\S+)/))[1] ?? "";
      const signed = async (path: string, body: object) =>
        String((await ok(client(url).post(path, body))).token);
      const superuser = client(url, await signed("/saas/auth/login/", SUPERUSER));
      const admin = { username: "owner", password: "owner-password" };
      await ok(superuser.post("/tenants/", { name: "ISP", subdomain: "isp", admin }));
      // A connection of its own each time, so that the processes take turns.
      const owner = client(url, await signed("/auth/login/", admin), {
        connection: "close",
      });
      const { id: customer } = await ok(owner.post("/customers/", { name: "A", username: "a", phone: "1" }));
      const reader = new ChangesReader(owner, "transactions,ledger_entries", "now");
      // "Now" is when it first asks: before anybody writes.
      await reader.ask();
      const paid = { customer, amount: "5.00", method: "CASH" };
      let is_over = false;
      const writers = Promise.all(
        Array.from({ length: WRITERS }, async () => {
          const taken: string[] = [];
          for (let turn = 0; turn < 4; turn++)
            taken.push(String((await ok(owner.post("/transactions/", paid))).id));
          return taken;
        }),
      ).finally(() => {
        is_over = true;
      });
      while (!is_over) await reader.ask(5);
      const payments = (await writers).flat();
      await expect
        .poll(async () => {
          await reader.follow(5);
          const told = new Set(reader.idsOf("transactions"));
          return payments.filter((id) => !told.has(id));
        })
        .toEqual([]);
    } finally {
      await program.stop();
      await database.drop();
      await rm(data_dir, { recursive: true, force: true });
    }
  });
});
