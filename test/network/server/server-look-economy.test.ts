// What a subscriber who is merely on-line costs the server: counted in rows and in bytes of PostgreSQL's journal.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ObservedSession } from "../../../shared/network/agent-wire.ts";
import { agentAt, type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterAll(() => fixture.server.stop());

const SESSIONS = 1_000;
/** Bytes of journal that a session cost at each look when its row was rewritten. */
const BEFORE = 721;

/** What the nth look at a router with a thousand sessions finds. */
const look = (nth: number, more: (index: number) => Partial<ObservedSession> = () => ({})) =>
  Array.from(
    { length: SESSIONS },
    (_, index): ObservedSession => ({
      ros_id: `*${index.toString(16)}`,
      session_id: "",
      connection: "PPPOE",
      username: `line-${index}`,
      ip_address: `10.0.${index >> 8}.${index & 255}`,
      mac_address: null,
      uptime_seconds: 10_000,
      bytes_in: index * 1_000_000 + nth,
      bytes_out: nth === 3 && index === 7 ? null : nth,
      rate_in_bps: 8 * nth,
      rate_out_bps: null,
      ...more(index),
    }),
  );

/** Each row with the transaction that wrote it last. */
async function rowsOf(router: string): Promise<string[]> {
  const rows = await fixture.server.services.db.platform<{ row: string }[]>`
    select /* every tenant */ id || ' ' || ctid || ' ' || xmin as row from user_sessions where router = ${router} order by id`;
  return rows.map(({ row }) => row);
}

async function journal(): Promise<number> {
  const [row] = await fixture.server.services.db.platform<{ at: number }[]>`
    select (pg_current_wal_insert_lsn() - '0/0')::bigint as at`;
  return row?.at ?? 0;
}

it("A look at a thousand sessions rewrites none of their rows and writes a fiftieth of the journal it did", async () => {
  const router = await fixture.router();
  const agent = agentAt(fixture);
  await agent.observe(router, { sessions: look(0) });
  const rows = await rowsOf(router);
  expect(rows).toHaveLength(SESSIONS);
  // Other tests write into the same journal: a look beside which they are silent is waited for.
  const cost = async () => {
    let least = Number.POSITIVE_INFINITY;
    for (let nth = 1; nth <= 8; nth += 1) {
      const before = await journal();
      await agent.observe(router, { sessions: look(nth) });
      least = Math.min(least, (await journal()) - before);
    }
    return least / SESSIONS;
  };
  await expect.poll(cost).toBeLessThan(BEFORE / 50);
  expect((await rowsOf(router)).filter((row) => !rows.includes(row))).toEqual([]);
  const page = await fixture.tenant.owner.get(
    `/user-sessions/?router=${router}&ordering=-bytes_in&page_size=2`,
  );
  expect(page.body).toMatchObject({
    count: SESSIONS,
    results: [
      { username: "line-999", bytes_in: 999_000_008, bytes_out: 8, rate_in_bps: 64, rate_out_bps: null },
      { username: "line-998" },
    ],
  });
  const [first] = page.body.results;
  expect((await fixture.tenant.owner.get(`/user-sessions/${first.id}/`)).body.bytes_in).toBe(999_000_008);
  const busy = await fixture.tenant.owner.get(`/user-sessions/?router=${router}&bytes_in__gte=998000000`);
  expect(busy.body.count).toBe(2);
});

it("Only the rows of sessions that come, go or become another are written, and each keeps its counters", async () => {
  const router = await fixture.router();
  const agent = agentAt(fixture);
  await agent.observe(router, { sessions: look(0) });
  const before = new Set(await rowsOf(router));
  const later = look(1, (index) => (index === 5 ? { ip_address: "10.9.9.9" } : {}))
    .filter((_, index) => index !== 3)
    .concat({ ...(look(1)[0] as ObservedSession), ros_id: "*FFFF", username: "newcomer", bytes_in: 42 });
  await agent.observe(router, { sessions: later });
  const written = (await rowsOf(router)).filter((row) => !before.has(row));
  expect(written).toHaveLength(2);
  const named = async (name: string) =>
    (await fixture.tenant.owner.get(`/user-sessions/?router=${router}&username=${name}`)).body.results;
  expect(await named("newcomer")).toMatchObject([{ bytes_in: 42 }]);
  expect(await named("line-5")).toMatchObject([{ ip_address: "10.9.9.9", bytes_in: 5_000_001 }]);
  expect(await named("line-999")).toMatchObject([{ bytes_in: 999_000_001 }]);
  expect(await named("line-3")).toEqual([]);
});

it("A session gets its customer when there is one by its name, and is seen again when its row was dropped", async () => {
  const router = await fixture.router();
  const agent = agentAt(fixture);
  const seen = look(0).slice(0, 2);
  await agent.observe(router, { sessions: seen });
  const customer = await fixture.customer(router, { username: "line-1" });
  await agent.observe(router, { sessions: seen });
  const list = async () =>
    (await fixture.tenant.owner.get(`/user-sessions/?router=${router}`)).body.results.map(
      (row: { customer: string | null }) => row.customer,
    );
  expect(await list()).toEqual([null, customer]);
  // Another process of the server, or a restored database: the rows are not what this one remembers.
  await fixture.server.services.db
    .platform`delete from router_looks where tenant_id = ${fixture.tenant.tenant.id}`;
  const { body } = await fixture.tenant.owner.get(`/user-sessions/?router=${router}`);
  expect(body.results[0]).toMatchObject({ bytes_in: null, observed_at: expect.any(String) });
  await agent.observe(router, { sessions: seen });
  expect(await list()).toEqual([null, customer]);
});
