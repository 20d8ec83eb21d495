// The audit log's chain: writers don't wait for it, and whatever the owner of the database does to old entries is seen.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { sealJob } from "../../server/platform/audit-logs.ts";
import { dayOf } from "../../shared/kernel/day.ts";
import { newId } from "../../shared/kernel/id.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let t: TestTenant;
/** The database's owner, who may do anything. */
let database: Sql;
const today = dayOf(new Date(), "UTC");

beforeAll(async () => {
  server = await startTestServer();
  database = openPool(server.database_url, null, 1);
});
afterAll(async () => {
  await database.end();
  await server.stop();
});
beforeEach(async () => {
  t = await makeTenant(server);
  for (const name of ["One", "Two", "Three"]) await t.owner.post("/roles/", { name, permissions: [] });
});

const verify = async (date = today) => {
  const answer = await t.owner.get(`/audit-logs/verify/?date=${date}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as { entries: number; head: string | null; intact: boolean };
};

/** What the owner of the database does with the triggers that hold everybody else off. */
async function asOwner(work: () => Promise<unknown>): Promise<void> {
  const turn = async (how: "disable" | "enable") => {
    for (const table of ["audit_logs", "audit_chain"])
      await database.unsafe(`alter table ${table} ${how} trigger user`);
  };
  await turn("disable");
  await work();
  await turn("enable");
}

const third = async () =>
  (
    await database<{ entry: string; number: number }[]>`
      select entry, number from audit_chain where tenant_id = ${t.tenant.id} order by number offset 2 limit 1`
  )[0] as { entry: string; number: number };

describe("the chain", () => {
  it("The chain holds every entry of the day; its head moves with each, and asking twice changes nothing", async () => {
    const first = await verify();
    const { count } = (await t.owner.get("/audit-logs/?page_size=1")).body;
    expect(first).toEqual({ entries: count, head: expect.stringMatching(/^[0-9a-f]{64}$/), intact: true });
    expect(await verify()).toEqual(first);
    await t.owner.post("/roles/", { name: "Four", permissions: [] });
    const second = await verify();
    expect(second).toMatchObject({ entries: count + 1, intact: true });
    expect(second.head).not.toBe(first.head);
    expect(await verify("2001-01-01")).toEqual({ entries: 0, head: null, intact: true });
    expect((await t.owner.get("/audit-logs/verify/?date=2026-02-30")).status).toBe(400);
  });

  it("The chain stays whole while many write, several verify and the job seals", async () => {
    const writers = Array.from({ length: 20 }, (_, index) =>
      t.owner.post("/roles/", { name: `Role ${index}`, permissions: [] }),
    );
    const readers = Array.from({ length: 6 }, () => verify());
    const [verified] = await Promise.all([
      Promise.all(readers),
      Promise.all(writers),
      sealJob.run(server.services, {}),
    ]);
    for (const { intact } of verified) expect(intact).toBe(true);
    const { count } = (await t.owner.get("/audit-logs/?page_size=1")).body;
    expect(await verify()).toMatchObject({ entries: count, intact: true });
  });

  it("The chain is for those who may read the log", async () => {
    const counter = await t.staff(`${t.tenant.subdomain}-counter`, "Counter");
    expect((await counter.get("/audit-logs/verify/")).status).toBe(403);
  });
});

describe("a change by the database's owner", () => {
  it("A change by the database's owner of an entry is seen, and the old head comes no more", async () => {
    const { head } = await verify();
    const { entry } = await third();
    await asOwner(() => database`update audit_logs set actor_username = 'somebody-else' where id = ${entry}`);
    expect((await verify()).intact).toBe(false);
    await asOwner(
      () => database`update audit_logs set details = details || '{"note": "x"}' where id = ${entry}`,
    );
    expect((await verify()).intact).toBe(false);
    expect(head).toMatch(/^[0-9a-f]{64}$/);
  });

  it("A change by the database's owner that takes an entry away is seen, also when its link goes with it", async () => {
    await verify();
    const { entry, number } = await third();
    await asOwner(() => database`delete from audit_logs where id = ${entry}`);
    expect((await verify()).intact).toBe(false);
    await asOwner(
      () => database`delete from audit_chain where tenant_id = ${t.tenant.id} and number = ${number}`,
    );
    expect((await verify()).intact).toBe(false);
  });

  it("A change by the database's owner that puts an entry into an earlier day is seen", async () => {
    await verify();
    const day = "2026-01-15";
    await database`insert into audit_logs ${database({
      id: newId(),
      tenant_id: t.tenant.id,
      timestamp: `${day}T12:00:00Z`,
      actor_username: "somebody-else",
      action: "recharge.create",
      module: "billing",
      details: database.json({}),
    })}`;
    expect(await verify(day)).toEqual({ entries: 0, head: null, intact: false });
  });

  it("A change by the database's owner is no more possible for the program's own roles than before", async () => {
    await verify();
    const { entry } = await third();
    await expect(
      server.services.db.platform`update /* every tenant */ audit_chain set hash = '' where entry = ${entry}`,
    ).rejects.toThrow();
    await expect(
      server.services.db.platform`delete /* every tenant */ from audit_chain where entry = ${entry}`,
    ).rejects.toThrow();
  });
});
