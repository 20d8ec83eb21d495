// News that a server process could not tell, or could not hear: whoever waits for it at any process learns of the change all the same.
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { ChangeNotices } from "../../../server/kernel/db/change-notices.ts";
import { type Database, openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { onOnePostgres } from "../../helpers/database/cluster.ts";
import { openPersistentDesktop } from "../../helpers/process/persistent-desktop.ts";
import { client, startBeside, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

let server: TestServer;
let other: TestServer;
let sql: Sql;
let isp: TestTenant;
/** The first server's sessions that hear what is told. */
let hearing: number[];

const hearers = async () =>
  (
    await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and query ilike 'listen "lastmile%'`
  ).map(({ pid }) => pid);

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 1);
  isp = await makeTenant(server);
  await server.stopClock();
  hearing = await hearers();
  other = await startBeside(server);
  await other.stopClock();
});
afterAll(async () => {
  await other.stop();
  await sql.end();
  await server.stop();
});

const plan = (name: string) => ({ name, price: "500.00", bandwidth_mbps: 10, router_profile: "home" });

onOnePostgres(it, "Whether a database lets anybody in is said on each node.")(
  "A server that was cut off from what others tell has its streams ask for what they missed",
  async () => {
    const token = isp.owner.token ?? "";
    const desktops = [server, other].map(({ url }) => openPersistentDesktop(url, token, "packages"));
    const [here, there] = await Promise.all(desktops);
    onTestFinished(() => Promise.all([here?.stop(), there?.stop()]).then(() => {}));
    const at = client(other.url, token);
    const make = async (name: string) => String((await at.post("/packages/", plan(name))).body.id);
    const before = await make("Before");
    for (const desktop of [here, there]) await expect.poll(() => desktop?.held.has(before)).toBe(true);
    expect(hearing).toHaveLength(1);
    const name = new URL(server.database_url).pathname.slice(1);
    // Nobody may say so of the database that they are in.
    const outside = openPool(process.env.LASTMILE_TEST_DATABASE_URL ?? "", null, 1);
    onTestFinished(() => outside.end());
    const letIn = (is_open: boolean) => outside.unsafe(`alter database ${name} allow_connections ${is_open}`);
    await letIn(false);
    await sql`select pg_terminate_backend(pid) from unnest(${hearing}::int[]) as pid`;
    await expect.poll(async () => (await hearers()).filter((pid) => hearing.includes(pid))).toEqual([]);
    const meanwhile = await make("Meanwhile");
    await expect.poll(() => there?.held.has(meanwhile)).toBe(true);
    expect(here?.held.has(meanwhile)).toBe(false);
    await letIn(true);
    await expect.poll(() => here?.held.has(meanwhile)).toBe(true);
  },
);

it("What a process committed and died before it told of it comes to the desktops of all others, once they hear of its death", async () => {
  const token = isp.owner.token ?? "";
  const [here, there] = await Promise.all(
    [server, other].map(({ url }) => openPersistentDesktop(url, token, "packages")),
  );
  onTestFinished(() => Promise.all([here?.stop(), there?.stop()]).then(() => {}));
  const { body } = await isp.owner.post("/packages/", plan("Known"));
  for (const desktop of [here, there]) await expect.poll(() => desktop?.held.has(String(body.id))).toBe(true);
  const untold = newId();
  await sql`insert into packages (tenant_id, id, name, price, bandwidth_mbps, router_profile, validity_days)
    select tenant_id, ${untold}, 'Untold', price, bandwidth_mbps, router_profile, validity_days from packages where id = ${String(body.id)}`;
  other.services.notices.lookAnew();
  for (const desktop of [here, there]) await expect.poll(() => desktop?.held.has(untold)).toBe(true);
  expect([here?.breaks(), there?.breaks()]).toEqual([0, 0]);
});

/** A database that fails at one statement as if its connection had ended, and what the feed's readers were told. */
function failingAt(statement: number) {
  const told: string[] = [];
  let statements = 0;
  const platform = async (text: TemplateStringsArray, ...values: unknown[]) => {
    statements += 1;
    if (statements === statement) throw new Error("CONNECTION_ENDED");
    const names_both = text.join("").includes("materialized");
    if (names_both) return [{ upto: "1", told: false }];
    told.push(...values.flatMap((value) => (Array.isArray(value) ? value : [])));
    return [{ bound: "1" }];
  };
  return { told, db: { platform, is_cluster: false } as unknown as Database };
}

it.each([
  [1, "of the commit"],
  [2, "that asks what the feed shows"],
  [3, "of what the feed shows"],
])(
  "News is told with the next try where statement %i fails, the one %s, and nobody has to make another change",
  async (statement) => {
    const { told, db } = failingAt(statement);
    const failed: unknown[] = [];
    const notices = new ChangeNotices(db, (error) => failed.push(error));
    notices.committed("a-company", new Set(["packages"]));
    await expect.poll(() => told).toEqual(["a-company packages"]);
    expect(failed).toHaveLength(1);
    await notices.close();
  },
);
