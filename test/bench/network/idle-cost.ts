// What a subscriber who is merely on-line costs an hour: bytes of PostgreSQL's log, rows written, rows the router prints.
import { type Agent, createAgent } from "../../../main/agent.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { openPool } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import startPostgres from "../../helpers/postgres.ts";
import { startTestServer } from "../../helpers/server.ts";
import { until } from "../../network/helpers/fixtures.ts";
import type { Verdict } from "./verdict.ts";

const SUBSCRIBERS = 300;
const MEASURED_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A twentieth of 721 bytes at each look of five seconds, as it was when every session was written each time. */
const WAL_AN_HOUR = (721 * 720) / 20;

interface Cost {
  wal: number;
  rows: number;
  printed: number;
}

export async function benchIdleCost(): Promise<Verdict[]> {
  const stopPostgres = await startPostgres();
  const server = await startTestServer();
  const simulator = await startRouterSimulator({ connect_delay_ms: 0 });
  const sql = openPool(server.database_url, null, 1);
  let agent: Agent | null = null;
  try {
    const admin = { username: "idle-admin", password: "idle-admin-password", full_name: "Admin" };
    const made = await (await server.superuser()).post("/tenants/", {
      name: "Idle",
      subdomain: "idle",
      admin,
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    const owner = await server.signIn(admin.username, admin.password, "idle");
    const create = async (path: string, body: object): Promise<{ id: string; token: string }> => {
      const answer = await owner.post(path, body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    };
    const [user] = simulator.users;
    const place = { host: simulator.host, api_port: simulator.port };
    const access = { username: user?.username, password: user?.password };
    const router = await create("/routers/", { name: "Idle", ...place, ...access });
    const plan = await create("/packages/", { name: "Home", price: "1", bandwidth_mbps: 10 });
    for (let number = 0; number < SUBSCRIBERS; number++) {
      const username = `user${number}`;
      const links = { router: router.id, package: plan.id };
      await create("/customers/", { name: username, username, phone: "1", password: "pppoe-pw", ...links });
    }
    const roles = await owner.get("/roles/?name=Technician");
    const { token } = await create("/api-tokens/", { name: "agent", role: roles.body.results[0].id });
    const link = createServerLink({ url: server.url, token });
    agent = createAgent({
      link,
      agent_id: newId(),
      name: "bench",
      allowLoopback: true,
      log: () => undefined,
    });
    agent.start();
    await until("the customers' secrets", () => simulator.secrets().length === SUBSCRIBERS, 300_000);
    for (const { name } of simulator.secrets()) simulator.setCpe(name, true);
    const online = async () => (await owner.get("/user-sessions/?page_size=1")).body.count === SUBSCRIBERS;
    await until("everybody on-line", online, 60_000);
    // What the customers' making left to do is done first.
    const idle = async () =>
      (await owner.get("/network-sync-jobs/?status__in=QUEUED,LEASED&page_size=1")).body.count === 0;
    await until("no job left", idle, 120_000);
    const now = async (): Promise<Cost> => {
      await sql`select pg_stat_force_next_flush()`;
      const [row] = await sql<{ wal: number; rows: number }[]>`
        select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as wal,
          (select (tup_inserted + tup_updated + tup_deleted)::float8 from pg_stat_database
            where datname = current_database()) as rows`;
      return { wal: row?.wal ?? 0, rows: row?.rows ?? 0, printed: simulator.printed };
    };
    // What the customers' making left to tidy up is done first, too.
    await sql`alter system set autovacuum = off`;
    await sql`select pg_reload_conf()`;
    await sql`vacuum analyze`;
    await sql`checkpoint`;
    const before = await now();
    await new Promise((resolve) => setTimeout(resolve, MEASURED_MS));
    const after = await now();
    const hourly = (what: keyof Cost) =>
      ((after[what] - before[what]) / SUBSCRIBERS) * (HOUR_MS / MEASURED_MS);
    const whose = `an idle subscriber's hour, of ${SUBSCRIBERS} on one router`;
    return [
      {
        what: `${whose}: PostgreSQL's log`,
        value: hourly("wal"),
        unit: " bytes",
        goal: { at_most: WAL_AN_HOUR },
      },
      { what: `${whose}: rows written`, value: hourly("rows"), unit: "", goal: null },
      { what: `${whose}: rows printed by the router`, value: hourly("printed"), unit: "", goal: null },
    ];
  } finally {
    await agent?.stop();
    await sql.end();
    await simulator.close();
    await server.stop();
    await stopPostgres();
  }
}
