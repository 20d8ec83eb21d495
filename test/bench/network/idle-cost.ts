// What a subscriber who is merely on-line costs an hour, and an ONU that is merely polled: bytes of PostgreSQL's log, rows
// written, rows the router prints. What the server writes with no device at all is measured first and told apart.
import { type Agent, createAgent } from "../../../main/agent.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import startPostgres from "../../helpers/postgres.ts";
import { type Client, startTestServer } from "../../helpers/server.ts";
import { until } from "../../network/helpers/fixtures.ts";
import type { Finding } from "../harness/row.ts";
import { type Running, startSimulators } from "../simulators.ts";

const ROUTERS = 2;
const PER_ROUTER = 1_000;
const SUBSCRIBERS = ROUTERS * PER_ROUTER;
const ONUS = 1_024;
const MEASURED_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A twentieth of 721 bytes at each look of five seconds, as it was when every session was written each time. */
const WAL_AN_HOUR = (721 * 720) / 20;
/** Sixty polls of an ONU's five values of two bytes and a letter of its status, and as much again for PostgreSQL. */
const ONU_WAL_AN_HOUR = 60 * (5 * 2 + 1) * 2;
/** An OLT is polled once a minute; here more often, so that a minute's measure holds some polls. */
const OLT_LOOK_MS = 6_000;
const OLT_POLLS_AN_HOUR = 60;
/** A connection tells its statistics once it has been idle for ten seconds. */
const STATISTICS_MS = 11_000;

interface Bench {
  sql: Sql;
  owner: Client;
  simulators: Running;
  startAgent(): Agent;
}

interface Cost {
  wal: number;
  rows: number;
  printed: number;
  polls: number;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function create(owner: Client, path: string, body: object): Promise<{ id: string; token: string }> {
  const answer = await owner.post(path, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** A tenant with its subscribers, whom no router was given: whoever is on-line is found by the name. */
async function furnish(owner: Client): Promise<void> {
  await create(owner, "/packages/", { name: "Home", price: "1", bandwidth_mbps: 10 });
  const lines = Array.from({ length: PER_ROUTER }, (_, number) => {
    const username = `user${String(number + 1).padStart(5, "0")}`;
    return `${username},${username},1,Home,pppoe-pw`;
  });
  const csv = ["name,username,phone,package,password", ...lines].join("\n");
  const answer = await owner.post("/customers/import/", { csv, dry_run: false });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** What was made is tidied up and sealed, so that none of it is measured. */
async function settle({ sql, owner }: Bench): Promise<void> {
  const idle = async () =>
    (await owner.get("/network-sync-jobs/?status__in=QUEUED,LEASED&page_size=1")).body.count === 0;
  await until("no job left", idle);
  await owner.get("/audit-logs/verify/");
  await sql`vacuum analyze`;
  await sql`checkpoint`;
  await sleep(STATISTICS_MS);
}

async function costNow({ sql, simulators }: Bench): Promise<Cost> {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql<Omit<Cost, "printed">[]>`
    select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as wal,
      (select (tup_inserted + tup_updated + tup_deleted)::float8 from pg_stat_database
        where datname = current_database()) as rows,
      (select count(*)::int from onu_readings where resolution = 'raw') as polls`;
  return {
    wal: row?.wal ?? 0,
    rows: row?.rows ?? 0,
    polls: row?.polls ?? 0,
    printed: await simulators.printed(),
  };
}

/** What a minute costs, by the hour. */
async function anHour(bench: Bench): Promise<Cost> {
  const before = await costNow(bench);
  await sleep(MEASURED_MS);
  const after = await costNow(bench);
  const hourly = (what: keyof Cost) => (after[what] - before[what]) * (HOUR_MS / MEASURED_MS);
  return { wal: hourly("wal"), rows: hourly("rows"), printed: hourly("printed"), polls: hourly("polls") };
}

async function measureSubscribers(bench: Bench, alone: Cost): Promise<Finding[]> {
  const { owner, simulators } = bench;
  for (const [number, place] of simulators.routers.entries())
    await create(owner, "/routers/", {
      name: `Idle ${number}`,
      ...{ host: place.host, api_port: place.port, username: "lastmile", password: "lastmile-simulator" },
    });
  const agent = bench.startAgent();
  try {
    const online = async () => (await owner.get("/user-sessions/?page_size=1")).body.count === SUBSCRIBERS;
    await until("everybody on-line", online);
    await settle(bench);
    const cost = await anHour(bench);
    const whose = `an idle subscriber's hour, of ${SUBSCRIBERS} on ${ROUTERS} routers`;
    const each = (what: keyof Cost) => cost[what] / SUBSCRIBERS;
    const server = `${Math.round(alone.wal / SUBSCRIBERS)} of them the server's own without a router`;
    return [
      {
        what: `${whose}: PostgreSQL's log, ${server}`,
        value: each("wal"),
        unit: " bytes",
        goal: { at_most: WAL_AN_HOUR },
      },
      { what: `${whose}: rows written`, value: each("rows"), unit: "", goal: null },
      { what: `${whose}: rows printed by the router`, value: each("printed"), unit: "", goal: null },
    ];
  } finally {
    await agent.stop();
  }
}

async function measureOnus(bench: Bench, alone: Cost): Promise<Finding[]> {
  const { owner, simulators, sql } = bench;
  const { olt } = simulators;
  if (!olt) throw new Error("an OLT is needed");
  await sql`update routers set is_active = false`;
  const access = { snmp_version: "2c", community: "public", vendor: "HUAWEI" };
  await create(owner, "/olts/", { name: "Idle", host: olt.host, snmp_port: olt.port, ...access });
  const agent = bench.startAgent();
  try {
    const known = async () => (await owner.get("/onus/?page_size=1")).body.count === ONUS;
    await until("every ONU known", known);
    await settle(bench);
    const cost = await anHour(bench);
    const value = ((cost.wal - alone.wal) / cost.polls / ONUS) * OLT_POLLS_AN_HOUR;
    const what = `an idle ONU's hour, of ${ONUS} on one OLT polled each minute: PostgreSQL's log`;
    return [{ what, value, unit: " bytes", goal: { at_most: ONU_WAL_AN_HOUR } }];
  } finally {
    await agent.stop();
  }
}

export async function benchIdleCost(): Promise<Finding[]> {
  const stopPostgres = await startPostgres();
  const server = await startTestServer();
  const simulators = await startSimulators({ routers: ROUTERS, subscribers: PER_ROUTER, onus: ONUS });
  const sql = openPool(server.database_url, null, 1);
  try {
    await sql`alter system set autovacuum = off`;
    await sql`select pg_reload_conf()`;
    const admin = { username: "idle-admin", password: "idle-admin-password", full_name: "Admin" };
    await create(await server.superuser(), "/tenants/", { name: "Idle", subdomain: "idle", admin });
    const owner = await server.signIn(admin.username, admin.password, "idle");
    await furnish(owner);
    const roles = await owner.get("/roles/?name=Technician");
    const { token } = await create(owner, "/api-tokens/", { name: "agent", role: roles.body.results[0].id });
    const startAgent = (): Agent => {
      const agent = createAgent({
        link: createServerLink({ url: server.url, token }),
        ...{ agent_id: newId(), name: "bench", allowLoopback: true },
        timings: { olt_look_ms: OLT_LOOK_MS },
        log: () => undefined,
      });
      agent.start();
      return agent;
    };
    const bench: Bench = { sql, owner, simulators, startAgent };
    await settle(bench);
    const alone = await anHour(bench);
    return [...(await measureSubscribers(bench, alone)), ...(await measureOnus(bench, alone))];
  } finally {
    await sql.end();
    await simulators.stop();
    await server.stop();
    await stopPostgres();
  }
}
