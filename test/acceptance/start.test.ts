// Contract §6: the server as a process: its variables, right and wrong, its demo, and its end.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { startServer } from "../../server/server.ts";
import { testConfig } from "../helpers/config.ts";
import { freshDatabase } from "../helpers/postgres.ts";
import { type Program, startProgram } from "../helpers/process/program.ts";
import { client } from "../helpers/server.ts";
import { expectProblem, expectStatus } from "./helpers/money.ts";

const SERVER = "server/start.js";
let folder: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
const programs: Program[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lastmile-start-"));
  database = await freshDatabase();
});
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop()));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>): Program {
  const program = startProgram(SERVER, {
    LASTMILE_PORT: "0",
    LASTMILE_DATA_DIR: join(folder, "data"),
    LASTMILE_DATABASE_URL: database.url,
    ...env,
  });
  programs.push(program);
  return program;
}

/** The address that it prints when it is ready. */
const addressOf = async (program: Program) =>
  (await program.says(/^lastmile server listening on (http:\/\/\S+)$/m))[1] as string;

/** Exit code 2 and one line that names the variable. */
async function expectRefusal(env: Record<string, string>, variable: string): Promise<void> {
  const program = start(env);
  expect(await program.ended, `${JSON.stringify(env)}: ${program.output()}`).toBe(2);
  const lines = program.output().trimEnd().split("\n");
  expect(lines, `${JSON.stringify(env)}: ${program.output()}`).toHaveLength(1);
  expect(lines[0]).toContain(variable);
}

it("A server that has run leaves what was compiled for it to the next start", async () => {
  const temporary = await mkdtemp(join(tmpdir(), "lastmile-compiled-"));
  // As Node names the system's temporary folder, on each of them.
  const program = start({ TMPDIR: temporary, TEMP: temporary, TMP: temporary });
  await addressOf(program);
  await program.stop();
  const kept = await readdir(join(temporary, "node-compile-cache"), { recursive: true });
  // Most of the server's own files, at the least.
  expect(kept.length).toBeGreaterThan(500);
  await rm(temporary, { recursive: true, force: true });
});

describe("a wrong value", () => {
  it.each([
    ["LASTMILE_PORT", ["http", "-1", "65536", "4000.5"]],
    ["LASTMILE_DATABASE_URL", ["mysql://localhost/x", "nonsense"]],
    [
      "LASTMILE_SUPERUSER",
      ["nobody", ":a-password", "short:pass", "chief:Password123", "chiefchief:chiefChief"],
    ],
    ["LASTMILE_SECRET_KEY", ["short", Buffer.alloc(16).toString("base64"), "x".repeat(44)]],
    ["LASTMILE_DEMO", ["yes", "2"]],
  ])(
    "A wrong value of %s stops the start with exit code 2 and one line that names it",
    async (variable, values) => {
      await Promise.all(values.map((value) => expectRefusal({ [variable]: value }, variable)));
    },
  );

  it("A wrong value is also an address that can't be used", async () => {
    await expectRefusal({ LASTMILE_HOST: "203.0.113.7" }, "LASTMILE_HOST");
    const elsewhere = (other: Partial<URL>) => Object.assign(new URL(database.url), other).href;
    const nowhere = [
      "postgresql://127.0.0.1:1/none",
      "postgresql://no-such-host.invalid/none",
      elsewhere({ pathname: "/no_such_database" }),
      elsewhere({ username: "no_such_role" }),
    ];
    for (const url of nowhere) await expectRefusal({ LASTMILE_DATABASE_URL: url }, "LASTMILE_DATABASE_URL");
    const file = join(folder, "a-file");
    await writeFile(file, "");
    await expectRefusal({ LASTMILE_DATA_DIR: join(file, "below") }, "LASTMILE_DATA_DIR");
  });

  it("A wrong value is also an address that can't be decoded, and a data directory that holds what can't be read or written", async () => {
    await Promise.all([
      expectRefusal({ LASTMILE_DATABASE_URL: "postgres://us%ZZer:pw@127.0.0.1/x" }, "LASTMILE_DATABASE_URL"),
      expectRefusal({ LASTMILE_SMTP_URL: "smtp://us%ZZer:pw@h:587?from=a@b.c" }, "LASTMILE_SMTP_URL"),
    ]);
    // Root may write everywhere but into what is no directory of a disk.
    const unwritable = process.getuid?.() === 0 ? "/proc/self" : join(folder, "unwritable");
    if (process.getuid?.() !== 0) await mkdir(unwritable, { mode: 0o500 });
    await expectRefusal({ LASTMILE_DATA_DIR: unwritable }, "LASTMILE_DATA_DIR");
    await expectRefusal({ LASTMILE_DATA_DIR: unwritable, LASTMILE_DATABASE_URL: "" }, "LASTMILE_DATA_DIR");
    const unreadable = join(folder, "unreadable");
    await mkdir(unreadable);
    // Which leads nowhere, for root as well.
    await symlink("secret-key", join(unreadable, "secret-key"));
    await expectRefusal({ LASTMILE_DATA_DIR: unreadable }, "LASTMILE_DATA_DIR");
  });

  it("A wrong value is also a key of the data directory that was cut off, and any key but the database's", async () => {
    await addressOf(start({}));
    const cut = join(folder, "cut");
    await mkdir(cut);
    // As a full disk leaves it.
    await writeFile(join(cut, "secret-key"), "");
    await expectRefusal({ LASTMILE_DATA_DIR: cut }, join(cut, "secret-key"));
    const LASTMILE_SECRET_KEY = Buffer.alloc(32, 9).toString("base64");
    await Promise.all([
      expectRefusal({ LASTMILE_SECRET_KEY }, "LASTMILE_SECRET_KEY"),
      // The key would be made anew there.
      expectRefusal({ LASTMILE_DATA_DIR: join(folder, "lost-key") }, "LASTMILE_SECRET_KEY"),
      expectRefusal({ LASTMILE_SECRET_KEY, LASTMILE_WORKERS: "2" }, "LASTMILE_SECRET_KEY"),
    ]);
  });

  it("A database that takes no changes, as a standby's, or has no room is told in one line, one process or several", async () => {
    const full = await freshDatabase();
    const sql = openPool(full.url, null, 1);
    const env = { LASTMILE_DATABASE_URL: full.url };
    const name = sql(new URL(full.url).pathname.slice(1));
    await sql`alter database ${name} set default_transaction_read_only = on`;
    await expectRefusal(env, "LASTMILE_DATABASE_URL: its PostgreSQL takes no changes");
    await expectRefusal({ ...env, LASTMILE_WORKERS: "2" }, "its PostgreSQL takes no changes");
    await sql`alter database ${name} reset default_transaction_read_only`;
    await addressOf(start(env));
    // What PostgreSQL says when a file can't grow; a start makes its table of migrations where there is none, before all else.
    await sql.unsafe(`
      create function no_room() returns event_trigger language plpgsql as $$
        begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;
      create event trigger no_room on ddl_command_start execute function no_room()`);
    await expectRefusal(env, "LASTMILE_DATABASE_URL: its PostgreSQL has no room left on its disk");
    await sql.end();
    await full.drop();
  });

  it("Who finds a port taken says so in one line, one process or several, and has begun no job", async () => {
    const untouched = await freshDatabase();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as { port: number };
    const env = { LASTMILE_DATABASE_URL: untouched.url };
    await expectRefusal({ ...env, LASTMILE_PORT: String(port) }, "LASTMILE_PORT");
    await expectRefusal({ ...env, LASTMILE_METRICS_PORT: String(port) }, "LASTMILE_METRICS_PORT");
    const several = { ...env, LASTMILE_WORKERS: "2" };
    await expectRefusal({ ...several, LASTMILE_PORT: String(port) }, "LASTMILE_PORT");
    await expectRefusal({ ...several, LASTMILE_METRICS_PORT: String(port) }, "LASTMILE_METRICS_PORT");
    await expectRefusal({ ...several, LASTMILE_HOST: "203.0.113.7" }, "LASTMILE_HOST");
    await new Promise((resolve) => taken.close(resolve));
    const sql = openPool(untouched.url, null, 1);
    expect(await sql`select to_regnamespace('pgboss') as jobs`).toEqual([{ jobs: null }]);
    await sql.end();
    await untouched.drop();
  });
});

/** Makes a company at a server whose super administrator is chief:first:password, and signs its owner in. */
async function ownerOf(subdomain: string, url: string): Promise<{ token: string }> {
  const chief = { username: "chief", password: "first:password" };
  const { token } = await expectStatus(200, client(url).post("/saas/auth/login/", chief));
  const admin = { username: `${subdomain}-admin`, password: `${subdomain}-password` };
  await expectStatus(201, client(url, token).post("/tenants/", { name: subdomain, subdomain, admin }));
  return expectStatus(200, client(url).post("/auth/login/", admin));
}

/** Sends a request; `then` is done as the server has read its head: certainly under way. Answers its status. */
function underWay(
  url: string,
  body: string,
  more: Record<string, string>,
  then: () => void,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ "content-type": "application/json", "content-length": body.length, expect: "100-continue" },
      ...more,
    };
    const request = httpRequest(url, { method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    request.on("error", reject);
    request.on("continue", () => {
      request.write(body);
      request.end();
      then();
    });
    request.flushHeaders();
  });
}

describe("the server", () => {
  it("The server takes a free port, makes its key, and is alive, ready and counted", async () => {
    const data = join(folder, "fresh-data");
    const fresh = await freshDatabase();
    const program = start({ LASTMILE_DATA_DIR: data, LASTMILE_DATABASE_URL: fresh.url });
    const url = await addressOf(program);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(new URL(url).port).not.toBe("0");
    for (const path of ["/healthz", "/readyz"]) expect((await fetch(url + path)).status, path).toBe(200);
    const [, metrics] = await program.says(/^lastmile metrics at (\S+)$/m);
    expect((await fetch(metrics ?? "")).status).toBe(200);
    const key = join(data, "secret-key");
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    expect(Buffer.from(await readFile(key, "utf8"), "base64")).toHaveLength(32);
    await program.stop();
    await fresh.drop();
  });

  it("The server listens where it is told, with the key that it is given", async () => {
    const data = join(folder, "given-key");
    const LASTMILE_SECRET_KEY = Buffer.alloc(32, 7).toString("base64");
    const fresh = await freshDatabase();
    const place = { LASTMILE_DATA_DIR: data, LASTMILE_DATABASE_URL: fresh.url };
    const program = start({ LASTMILE_HOST: "localhost", ...place, LASTMILE_SECRET_KEY });
    const url = await addressOf(program);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await expect(stat(join(data, "secret-key"))).rejects.toThrow("ENOENT");
    await program.stop();
    await fresh.drop();
  });

  it("The server makes the super administrator where there is none yet, and changes none", async () => {
    const login = (url: string, password: string) =>
      client(url).post("/saas/auth/login/", { username: "chief", password });
    const first = start({ LASTMILE_SUPERUSER: "chief:first:password" });
    const address = await addressOf(first);
    await expectStatus(200, login(address, "first:password"));
    const sql = openPool(database.url, null, 1);
    const [user] = await sql<{ password_hash: string }[]>`select password_hash from users`;
    await sql.end();
    expect(user?.password_hash, "2^15 rounds of scrypt").toMatch(/^scrypt\$15\$/);
    // Nobody could guess how the first company comes about.
    await first.says(/^open http:\/\/\S+ and sign in as chief$/m);
    expect(await first.stop()).toBe(0);
    const second = await addressOf(start({ LASTMILE_SUPERUSER: "chief:another-password" }));
    await expectStatus(200, login(second, "first:password"));
    await expectProblem(401, login(second, "another-password"));
  });

  it("The server finishes the requests under way at SIGTERM, then stops with 0", async () => {
    const program = start({ LASTMILE_SUPERUSER: "chief:first:password" });
    const url = await addressOf(program);
    const body = JSON.stringify({ username: "chief", password: "first:password" });
    // The password's check takes its time; the signal comes in the middle of it.
    const answer = underWay(`${url}/api/v1/saas/auth/login/`, body, {}, () =>
      program.process.kill("SIGTERM"),
    );
    expect(await answer).toBe(200);
    expect(await program.ended).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it("The server stops with 0 also after a request that was under way for longer than ten seconds", async () => {
    const program = start({ LASTMILE_SUPERUSER: "chief:first:password" });
    const url = await addressOf(program);
    const patient = await ownerOf("patient", url);
    const router = { name: "North", host: "192.0.2.1", username: "api", password: "secret" };
    const { id } = await expectStatus(201, client(url, patient.token).post("/routers/", router));
    // No agent reaches the router: who waits for the job does so to the end.
    const headers = { authorization: `Bearer ${patient.token}`, prefer: "wait=12" };
    const begun = performance.now();
    const answer = underWay(`${url}/api/v1/routers/${id}/sync/`, "{}", headers, () =>
      program.process.kill("SIGTERM"),
    );
    expect(await answer).toBe(202);
    expect(performance.now() - begun).toBeGreaterThan(10_000);
    expect(await program.ended).toBe(0);
  });

  it("A server that is stopping refuses what comes meanwhile as the contract says, and finishes what came before", async () => {
    const program = start({ LASTMILE_SUPERUSER: "chief:first:password" });
    const url = await addressOf(program);
    const body = JSON.stringify({ username: "chief", password: "first:password" });
    const headers = { "content-type": "application/json", "content-length": body.length };
    const before = httpRequest(`${url}/api/v1/saas/auth/login/`, { method: "POST", headers });
    const answer = new Promise<number | undefined>((resolve, reject) => {
      before.on("response", (response) => resolve(response.resume().statusCode));
      before.on("error", reject);
    });
    // Under way until the rest of it comes.
    await new Promise((resolve) => before.write(body.slice(0, 5), resolve));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    program.process.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(503);
    const refused = await expectProblem(503, client(url).get("/customers/"), "UNAVAILABLE");
    expect(refused).toMatchObject({ retry_after: 5, request_id: expect.any(String) });
    const procedure = await fetch(`${url}/trpc/sync.collections`);
    expect(procedure.headers.get("retry-after")).toBe("5");
    expect(await procedure.json()).toMatchObject({
      error: { data: { httpStatus: 503, problem: { code: "UNAVAILABLE" } } },
    });
    before.end(body.slice(5));
    expect(await answer).toBe(200);
    expect(await program.ended).toBe(0);
  });

  it("The server stops with 0 although a reader of changes and an idle connection hold on", async () => {
    const program = start({ LASTMILE_SUPERUSER: "chief:first:password" });
    const url = await addressOf(program);
    const reader = await ownerOf("reader", url);
    const stream = await fetch(`${url}/trpc/sync.changes?input=%7B%7D`, {
      headers: { authorization: `Bearer ${reader.token}`, accept: "text/event-stream" },
    });
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    // Cut off at the stop, which its reader takes for a lost connection.
    const cut = stream.text().catch((error: unknown) => error);
    const idle = connect(Number(new URL(url).port), "127.0.0.1");
    idle.on("error", () => {});
    const begun = performance.now();
    expect(await program.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(20_000);
    idle.destroy();
    await cut;
  });
});

describe("LASTMILE_DEMO=1", () => {
  it("LASTMILE_DEMO=1 brings two tenants with their accounts, on the embedded PostgreSQL, and ends it too", async () => {
    const data = join(folder, "demo");
    // A short life, lived through by the same start of the server; the program finds it done, and a whole year takes a minute.
    const seeding = { demo: true, demo_size: { months: 1, customers: 25 } };
    // The program finds the key where this server makes it.
    const config = { ...testConfig({ database_url: null, data_dir: data }), secret_key: null, ...seeding };
    // Who is stopped in the middle of it goes on at the next start.
    const stopping = AbortSignal.abort();
    await expect(startServer({ ...config, stopping })).rejects.toBe(stopping.reason);
    await expect(stat(join(data, "postgres", "postmaster.pid"))).rejects.toThrow("ENOENT");
    const seeded = await startServer(config);
    await seeded.stop();
    const program = start({ LASTMILE_DEMO: "1", LASTMILE_DATABASE_URL: "", LASTMILE_DATA_DIR: data });
    const url = await addressOf(program);
    for (const [username, tenant] of [
      ["admin", "demo"],
      ["counter", "demo"],
      ["tech", "demo"],
      ["other-admin", "other"],
    ] as const) {
      const body = await expectStatus(
        200,
        client(url).post("/auth/login/", { username, password: `${username}-demo` }),
      );
      expect(body.membership.tenant.subdomain).toBe(tenant);
      const customers = await expectStatus(200, client(url, body.token).get("/customers/?page_size=1"));
      // The demo has a reseller with customers of their own besides.
      expect(customers.count, username).toBeGreaterThanOrEqual(25);
    }
    const platform = { username: "platform", password: "platform-demo" };
    const { token } = await expectStatus(200, client(url).post("/saas/auth/login/", platform));
    const tenants = await expectStatus(200, client(url, token).get("/tenants/"));
    expect(tenants.results.map(({ subdomain }: { subdomain: string }) => subdomain).sort()).toEqual([
      "demo",
      "other",
    ]);
    const trial = await expectStatus(
      200,
      client(url, token, { "x-tenant": "demo" }).get("/reports/trial-balance/"),
    );
    expect(trial.balanced).toBe(true);
    // PostgreSQL takes the file away as the last thing of an orderly stop.
    const running = join(data, "postgres", "postmaster.pid");
    await stat(running);
    expect(await program.stop()).toBe(0);
    await expect(stat(running)).rejects.toThrow("ENOENT");
  });
});
