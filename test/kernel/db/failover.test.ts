// The database's machine is lost under load, and its standby takes over behind the same address: nothing that was acknowledged is lost.
// Seen to fail: with commits answered by the primary alone (startPair("ON THE PRIMARY")) and the line between the two cut just
// before, the check below found 54 acknowledged recharges missing. Without the cut it found none: on loopback a standby is a
// millisecond behind, so that passing once without `synchronous_standby_names` proves nothing.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { checkBooks } from "../../billing/helpers/check-books.ts";
import { ok } from "../../billing/helpers/tenant.ts";
import { SUPERUSER } from "../../helpers/config.ts";
import { type Pair, startPair } from "../../helpers/database/standby.ts";
import { rechargePersistently } from "../../helpers/process/persistent-till.ts";
import { type ServerProcess, startServerProcess } from "../../helpers/process/server-process.ts";
import { client } from "../../helpers/server.ts";
import { startTcpProxy, type TcpProxy } from "../../replica/helpers/tcp-proxy.ts";

const CLIENTS = 32;
const CUSTOMERS = 8;
/** By when somebody is served again after the standby took over: fifteen seconds, on a machine that does nothing else. */
const BACK = { interval: 20 };

let pair: Pair;
let address: TcpProxy;
let data_dir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), "lastmile-failover-"));
  pair = await startPair();
  address = await startTcpProxy(pair.primary.port);
  server = await startServerProcess(pair.primary.url(address.port), data_dir);
  const signIn = async (path: string, body: object) =>
    String((await ok(client(server.url).post(path, body))).token);
  const superuser = client(server.url, await signIn("/saas/auth/login/", SUPERUSER));
  const owner = { username: "owner", password: "owner-password" };
  await ok(superuser.post("/tenants/", { name: "ISP", subdomain: "isp", admin: owner }));
  token = await signIn("/auth/login/", owner);
});

afterAll(async () => {
  await server?.kill();
  await address?.close();
  await pair?.remove();
  await rm(data_dir, { recursive: true, force: true });
});

test("A standby that takes over while 32 clients recharge has every recharge that was acknowledged, each once", async () => {
  const owner = client(server.url, token);
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, at) => {
      const body = { name: `C${at}`, username: `c${at}`, phone: String(at) };
      return String((await ok(owner.post("/customers/", body))).id);
    }),
  );
  const acknowledged = new Set<string>();
  let is_over = false;
  onTestFinished(() => {
    is_over = true;
  });
  const till = async (at: number) => {
    const customer = customers[at % CUSTOMERS] ?? "";
    while (!is_over) acknowledged.add(await rechargePersistently(owner, customer));
  };
  const tills = Array.from({ length: CLIENTS }, (_, at) => till(at));
  await expect.poll(() => acknowledged.size).toBeGreaterThan(100);
  address.set("refuse");
  await pair.primary.stop("immediate");
  await pair.standby.promote();
  const before = new Set(acknowledged);
  address.lead(pair.standby.port);
  address.set("pass");
  await expect.poll(() => acknowledged.size, BACK).toBeGreaterThan(before.size);
  await expect.poll(() => acknowledged.size).toBeGreaterThan(before.size + 100);
  is_over = true;
  await Promise.all(tills);
  const sql = pair.standby.open();
  const kept = new Set((await sql<{ id: string }[]>`select id from recharges`).map(({ id }) => id));
  expect([...before].filter((id) => !kept.has(id))).toEqual([]);
  expect(kept.size).toBe(acknowledged.size);
  expect(await checkBooks(sql)).toEqual([]);
  await sql.end();
});
