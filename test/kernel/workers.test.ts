// Several server processes with one port: one limit for all of them, and one that is killed loses nothing that was acknowledged.
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { newId } from "../../shared/kernel/id.ts";
import { checkBooks } from "../billing/helpers/check-books.ts";
import { ok } from "../billing/helpers/tenant.ts";
import { canMakeCertificates, makeCertificate } from "../helpers/certificate.ts";
import { SUPERUSER } from "../helpers/config.ts";
import { freshDatabase } from "../helpers/postgres.ts";
import { openPersistentDesktop } from "../helpers/process/persistent-desktop.ts";
import { rechargePersistently } from "../helpers/process/persistent-till.ts";
import { type Program, startProgram } from "../helpers/process/program.ts";
import { client } from "../helpers/server.ts";

const OWNER = { username: "owner", password: "owner-password" };
const LOOKUPS = 40;
const CLIENTS = 8;
const CONNECTIONS = 16;
/** By when whoever lost a stream has the next one: five seconds, on a machine that does nothing else. */
const STREAM_AGAIN = { interval: 50 };

let database: { url: string; drop(): Promise<void> };
let data_dir: string;
let sql: Sql;
let program: Program;
let url: string;
let token: string;

/** The processes that answer, the latest last. */
const answering = () =>
  [...program.output().matchAll(/server process (\d+) answers/g)].map(([, pid]) => Number(pid));

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A request on a connection of its own, so that the processes take turns. */
const apart = (path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: { connection: "close", "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Whether it answers a connection that is new: one that was kept open stays with the process that has it. */
const answersAnew = () =>
  new Promise<number | "broken">((resolve) => {
    get(`${url}/healthz`, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on("error", () => resolve("broken"));
  });

/** Whose certificate is shown to a new connection. */
const certificateAt = (port: number) =>
  new Promise<string>((resolve, reject) => {
    const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    }).on("error", reject);
  });

beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), "lastmile-workers-"));
  sql = openPool(database.url, null, 2);
  program = startProgram("server/start.js", {
    LASTMILE_WORKERS: "2",
    LASTMILE_PORT: "0",
    LASTMILE_DATABASE_URL: database.url,
    LASTMILE_DATA_DIR: data_dir,
    LASTMILE_SUPERUSER: `${SUPERUSER.username}:${SUPERUSER.password}`,
    LASTMILE_LOOKUPS_PER_MINUTE: String(LOOKUPS),
    LASTMILE_REQUESTS_PER_MINUTE: "100000",
  });
  url = (await program.says(/listening on (http:\/\/\S+)/))[1] ?? "";
  const signIn = async (path: string, body: object) => String((await ok(client(url).post(path, body))).token);
  const superuser = client(url, await signIn("/saas/auth/login/", SUPERUSER));
  await ok(superuser.post("/tenants/", { name: "ISP", subdomain: "isp", admin: OWNER }));
  token = await signIn("/auth/login/", OWNER);
});

afterAll(async () => {
  await program.stop();
  await sql.end();
  await database.drop();
  await rm(data_dir, { recursive: true, force: true });
});

test("Two processes share a port and a limit, and their figures are told as one", async () => {
  expect(answering()).toHaveLength(2);
  let through = 0;
  for (let sent = 0; sent < LOOKUPS * 2; sent++) {
    const answer = await apart("/api/v1/customer/query/", { tenant: "isp", phone: "01700000000" });
    await answer.arrayBuffer();
    if (answer.status !== 429) through += 1;
  }
  // A process counts a twentieth by itself before it asks what the other one has let through.
  expect(through).toBeGreaterThanOrEqual(LOOKUPS - 2);
  expect(through).toBeLessThanOrEqual(LOOKUPS + 2);
  const [, metrics = ""] = await program.says(/metrics at (http:\/\/\S+)/);
  const figures = await (await fetch(metrics)).text();
  const refused = /lastmile_request_seconds_count\{[^}]*status="429"[^}]*\} (\d+)/.exec(figures);
  expect(Number(refused?.[1])).toBe(LOOKUPS * 2 - through);
});

test("A port that several processes share is not joined by another server", async () => {
  const other = startProgram("server/start.js", {
    LASTMILE_WORKERS: "2",
    LASTMILE_PORT: new URL(url).port,
    LASTMILE_DATABASE_URL: database.url,
    LASTMILE_DATA_DIR: data_dir,
  });
  expect(await other.ended).toBe(2);
  expect(other.errors()).toContain(`LASTMILE_PORT: port ${new URL(url).port} is in use already`);
});

test("A process that is killed under load loses nothing that was acknowledged, and its streams come back and miss nothing", async () => {
  const owner = client(url, token);
  const body = { name: "A", username: "a", phone: "1" };
  const customer = String((await ok(owner.post("/customers/", body))).id);
  const acknowledged: string[] = [];
  let is_over = false;
  const till = async () => {
    while (!is_over) acknowledged.push(await rechargePersistently(owner, customer));
  };
  // The system parts connections evenly: of so many, each process serves some.
  const desktops = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openPersistentDesktop(url, token, "recharges")),
  );
  onTestFinished(async () => {
    is_over = true;
    await Promise.all(desktops.map((desktop) => desktop.stop()));
  });
  const missing = (ids: readonly string[]) => desktops.map(({ held }) => ids.filter((id) => !held.has(id)));
  const tills = Array.from({ length: CLIENTS }, till);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(30);
  const [first = 0] = answering();
  process.kill(first, "SIGKILL");
  await expect.poll(() => isAlive(first)).toBe(false);
  // Those that it served are the ones that are without a stream now, and have the next one soon.
  const its = () => desktops.filter((desktop) => desktop.breaks() > 0);
  await expect.poll(() => its().length).toBeGreaterThan(0);
  const meanwhile = [...acknowledged];
  await expect.poll(() => missing(meanwhile).flat(), STREAM_AGAIN).toEqual([]);
  await expect.poll(() => answering().length).toBe(3);
  const so_far = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(so_far + 30);
  is_over = true;
  await Promise.all(tills);
  // Nobody has missed anything: what was made before the death, during it and after, also at the new process, which serves
  // none of the streams and has its share of connections that are new.
  const turns = client(url, token, { connection: "close" });
  for (let turn = 0; turn < CLIENTS; turn += 1) {
    acknowledged.push(await rechargePersistently(turns, customer));
    await expect.poll(() => missing(acknowledged).flat(), STREAM_AGAIN).toEqual([]);
  }
  // One break each; those of the other process had none.
  expect(its().map((desktop) => desktop.breaks())).toEqual(its().map(() => 1));
  expect(its().length).toBeLessThan(CONNECTIONS);
  const [row] = await sql<{ count: number }[]>`select count(*) as count from recharges`;
  expect(row?.count).toBe(acknowledged.length);
  expect(await checkBooks(sql)).toEqual([]);
});

test("What a process committed and died before it told of it is at the desktops of the others soon", async () => {
  const plan = { name: "Known", price: "500.00", bandwidth_mbps: 10, router_profile: "home" };
  const known = String((await ok(client(url, token).post("/packages/", plan))).id);
  const desktops = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openPersistentDesktop(url, token, "packages")),
  );
  onTestFinished(() => Promise.all(desktops.map((desktop) => desktop.stop())).then(() => {}));
  const lacking = (id: string) => desktops.filter(({ held }) => !held.has(id)).length;
  await expect.poll(() => lacking(known)).toBe(0);
  const [first = 0] = answering().filter(isAlive);
  const untold = newId();
  await sql`insert into packages (tenant_id, id, name, price, bandwidth_mbps, router_profile, validity_days)
    select tenant_id, ${untold}, 'Untold', price, bandwidth_mbps, router_profile, validity_days from packages where id = ${known}`;
  process.kill(first, "SIGKILL");
  await expect.poll(() => lacking(untold), STREAM_AGAIN).toBe(0);
  expect(desktops.filter((desktop) => desktop.breaks() === 0).length).toBeGreaterThan(0);
  await expect.poll(() => answering().filter(isAlive).length).toBe(2);
});

test("A process that hangs is ended and replaced, and leaves nobody without an answer", async () => {
  const [first = 0] = answering().filter(isAlive);
  onTestFinished(() => void (isAlive(first) && process.kill(first, "SIGKILL")));
  process.kill(first, "SIGSTOP");
  let settled = 0;
  // With or without an answer: a connection that breaks is asked again, one that says nothing is not.
  const asked = Array.from({ length: CONNECTIONS }, () =>
    answersAnew().finally(() => {
      settled += 1;
    }),
  );
  await expect.poll(() => settled).toBe(CONNECTIONS);
  expect(new Set(await Promise.all(asked))).toContain(200);
  // Its connections end before it has: it is there until the one that started it has heard of its end.
  await expect.poll(() => isAlive(first)).toBe(false);
  await expect.poll(() => answering().filter(isAlive).length).toBe(2);
  expect(program.output()).toContain("a server process hangs, and is ended");
});

test("SIGHUP without a certificate is said to be for nothing, and ends nobody", async () => {
  const pids = answering().filter(isAlive);
  program.process.kill("SIGHUP");
  await program.says(/there is no certificate to read anew/);
  expect(program.process.signalCode).toBeNull();
  expect(pids.filter(isAlive)).toEqual(pids);
  expect(await answersAnew()).toBe(200);
});

test.skipIf(!canMakeCertificates)(
  "SIGHUP to the first of several processes lets each of them show the new certificate at once",
  async () => {
    const tls = makeCertificate(data_dir);
    const secure = startProgram("server/start.js", {
      LASTMILE_WORKERS: "2",
      LASTMILE_PORT: "0",
      LASTMILE_DATABASE_URL: database.url,
      LASTMILE_DATA_DIR: data_dir,
      LASTMILE_TLS_CERT: tls.cert,
      LASTMILE_TLS_KEY: tls.key,
    });
    onTestFinished(async () => {
      await secure.stop();
    });
    const [, port = ""] = await secure.says(/listening on https:\/\/\S+:(\d+)/);
    const shown = () => Promise.all(Array.from({ length: CONNECTIONS }, () => certificateAt(Number(port))));
    expect(new Set(await shown())).toEqual(new Set(["localhost"]));
    makeCertificate(data_dir, "renewed.isp.example");
    secure.process.kill("SIGHUP");
    // Sooner than the files are looked at, once a minute.
    const renewed = async () => [...new Set(await shown())];
    await expect.poll(renewed).toEqual(["renewed.isp.example"]);
    expect(await secure.stop()).toBe(0);
  },
);

test("The stop ends every process", async () => {
  const pids = answering().filter(isAlive);
  expect(pids).toHaveLength(2);
  expect(await program.stop()).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
});
