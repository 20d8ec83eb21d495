// A replica for reports, with two real PostgreSQL: near, away, behind, promoted. Whatever it is, a report is answered and true.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { isSqlState, type Sql, type Tx } from "../../../server/kernel/db/db.ts";
import { openStandby, readReport, type Standby } from "../../../server/kernel/db/standby.ts";
import { type RunningServer, startServer } from "../../../server/server.ts";
import { AS_OF_HEADER } from "../../../shared/kernel/sync/protocol.ts";
import { makeTenant, type TestTenant } from "../../billing/helpers/tenant.ts";
import { testConfig } from "../../helpers/config.ts";
import { type Pair, startPair } from "../../helpers/database/standby.ts";
import { signingIn } from "../../helpers/server.ts";

const SOON = { interval: 50 };
const DASHBOARD = "/reports/dashboard/";
/** What a drawer is counted against, and a file that is read page by page. */
const ON_THE_DATABASE = ["/reports/cash/", "/reports/cash/day-sheet/", "/reports/general-ledger/"];

let pair: Pair;
let data_dir: string;
let server: RunningServer;
let isp: TestTenant;
let other: TestTenant;
let standby: Sql;

const countCustomers = async (tx: Tx) =>
  (await tx<{ count: number }[]>`select count(*) as count from customers`)[0]?.count;

/** A dashboard's customers, and as of when where it was read on the replica. */
async function ask(tenant = isp): Promise<{ customers: number; as_of: string | null }> {
  const { status, body, headers } = await tenant.admin.get(DASHBOARD);
  expect(status).toBe(200);
  return { customers: body.customers.total, as_of: headers.get(AS_OF_HEADER) };
}

/** How often reports were read on the database itself for this reason, as the metrics tell. */
async function fallbacks(why: string): Promise<number> {
  const text = await (await fetch(server.metrics_url)).text();
  return Number(new RegExp(`lastmile_replica_fallbacks_total\\{why="${why}"\\} (\\d+)`).exec(text)?.[1]);
}

/** The replica is read, and has so many customers. */
const hasCome = (customers: number) =>
  expect.poll(() => ask(), SOON).toEqual({ customers, as_of: expect.any(String) });

beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), "lastmile-replica-"));
  pair = await startPair("ON THE PRIMARY");
  server = await startServer({
    ...testConfig({ database_url: pair.primary.url(), data_dir }),
    replica: { url: pair.standby.url(), behind_seconds: 1 },
  });
  standby = pair.standby.open();
  const door = signingIn(server.url);
  isp = await makeTenant(door);
  other = await makeTenant(door);
  await isp.customer();
  await other.customer();
  await other.customer();
});

afterAll(async () => {
  await standby?.end();
  await server?.stop();
  await pair?.remove();
  await rm(data_dir, { recursive: true, force: true });
});

beforeEach(() => expect.poll(async () => (await ask()).as_of, SOON).not.toBeNull(), 90_000);

test("Every report is read on the replica and says as of when, but for those that a drawer is counted against", async () => {
  const paths = AREAS.flatMap((area) => area.routes ?? []).flatMap(({ method, path, produces }) =>
    method === "GET" && path.startsWith("/reports/") && produces === "text/csv" ? path : [],
  );
  expect(paths).toEqual(expect.arrayContaining([DASHBOARD, ...ON_THE_DATABASE]));
  const days = "?from=2026-01-01&to=2026-01-31";
  const queries: Readonly<Record<string, string>> = {
    "/reports/cash/day-sheet/": `?holder=owner-${isp.subdomain}`,
    "/reports/general-ledger/": days,
    "/reports/reseller-settlements/": days,
  };
  const asOf = async (path: string) => {
    const { status, headers } = await isp.admin.get(`${path}${queries[path] ?? ""}`);
    expect(status, path).toBe(200);
    return headers.get(AS_OF_HEADER);
  };
  for (const path of paths) {
    const begun = Date.now();
    if (ON_THE_DATABASE.includes(path)) expect(await asOf(path), path).toBeNull();
    else
      await expect
        .poll(async () => Date.parse((await asOf(path)) ?? ""), { ...SOON, message: path })
        .toBeGreaterThan(begun - 2_000);
  }
});

test("A report on the replica shows its own company alone, and writes nothing", async () => {
  await expect.poll(async () => (await ask(other)).customers, SOON).toBe(2);
  const { services } = server;
  await expect
    .poll(() => readReport(services, { id: isp.id }, countCustomers), SOON)
    .toEqual({ answer: 1, as_of: expect.any(String) });
  const write = (tx: Tx) => tx`update customers set name = 'x'`;
  const refused = await readReport(services, { id: isp.id }, write).catch((error: unknown) => error);
  expect(isSqlState(refused, "25006")).toBe(true);
});

test("A replica that stands still is read until it is too far behind, says so, and is read again when it went on", async () => {
  const before = (await ask()).customers;
  const patient: Standby = openStandby(
    pair.standby.url(),
    { url: pair.primary.url(), role: "lastmile_app" },
    server.services.db.platform,
    { behind_seconds: 3_600, log: server.services.log },
  );
  await standby`select pg_wal_replay_pause()`;
  await expect
    .poll(async () => (await standby`select pg_get_wal_replay_pause_state() as state`)[0]?.state, SOON)
    .toBe("paused");
  const written = Date.now();
  await isp.customer();
  const count = async () => {
    const [row] = await standby<
      { count: number }[]
    >`select count(*) as count from customers where tenant_id = ${isp.id}`;
    return row?.count;
  };
  expect(await count()).toBe(before);
  const late = await readReport({ db: server.services.db, replica: patient }, { id: isp.id }, countCustomers);
  expect(late.answer).toBe(before);
  expect(Date.parse(late.as_of ?? "")).toBeLessThanOrEqual(written);
  await patient.close();
  const counted = await fallbacks("BEHIND");
  await expect.poll(() => ask(), SOON).toEqual({ customers: before + 1, as_of: null });
  expect(await fallbacks("BEHIND")).toBeGreaterThan(counted);
  await standby`select pg_wal_replay_resume()`;
  await hasCome(before + 1);
});

test("A report while the replica is down is read on the database itself, and on the replica once that is back", async () => {
  const counted = await fallbacks("AWAY");
  await standby.end();
  await pair.standby.stop("immediate");
  const before = await ask();
  expect(before.as_of).toBeNull();
  await isp.customer();
  expect(await ask()).toEqual({ customers: before.customers + 1, as_of: null });
  expect(await fallbacks("AWAY")).toBeGreaterThanOrEqual(counted + 2);
  await pair.standby.start();
  await hasCome(before.customers + 1);
  standby = pair.standby.open();
});

test("A replica that was promoted is read no more, for it follows nobody", async () => {
  const { customers } = await ask();
  await pair.standby.promote();
  await isp.customer();
  expect(await ask()).toEqual({ customers: customers + 1, as_of: null });
  expect(await fallbacks("NO_REPLICA")).toBeGreaterThan(0);
});
