// The embedded PostgreSQL as an office has it: it dies, the machine loses power, numbers of processes come back.
import { execFile, spawn } from "node:child_process";
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { binaries, makeRunnable, runAs } from "../../../server/kernel/postgres/postgres-programs.ts";
import { readPostmaster } from "../../../server/kernel/postgres/postmaster.ts";
import { ok } from "../../billing/helpers/tenant.ts";
import { SUPERUSER } from "../../helpers/config.ts";
import { whileHeld } from "../../helpers/database/held-account.ts";
import { openPersistentDesktop } from "../../helpers/process/persistent-desktop.ts";
import { type Program, startProgram } from "../../helpers/process/program.ts";
import { type Client, client } from "../../helpers/server.ts";

let data: string;
let server: Program;
let admin: Client;
let url: string;

async function start(): Promise<void> {
  server = startProgram("server/start.js", {
    LASTMILE_PORT: "0",
    LASTMILE_DATA_DIR: data,
    LASTMILE_SUPERUSER: `${SUPERUSER.username}:${SUPERUSER.password}`,
  });
  url = (await server.says(/^lastmile server listening on (http:\/\/\S+)$/m))[1] as string;
  admin = client(url, admin?.token ?? null);
}

const note = () => join(data, "postgres", "postmaster.pid");
const postmaster = async () => Number((await readFile(note(), "utf8")).split("\n")[0]);

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "lastmile-embedded-"));
  await start();
  const signIn = async (path: string, body: object) =>
    client(url, String((await ok(client(url).post(path, body))).token));
  const superuser = await signIn("/saas/auth/login/", SUPERUSER);
  const owner = { username: "owner", password: "an-owner-password" };
  await ok(superuser.post("/tenants/", { name: "ISP", subdomain: "isp", admin: owner }));
  admin = await signIn("/auth/login/", owner);
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const makeCustomer = (name: string) => ok(admin.post("/customers/", { name, username: name, phone: "1" }));

/** The processes that a stop reaches first where systemd runs the service as docs/operating.md has it: as a rule all, or the main one. */
async function stoppedFirst(): Promise<number[]> {
  const unit = await readFile("docs/operating.md", "utf8");
  const main = server.process.pid as number;
  if (/^KillMode=mixed$/m.test(unit)) return [main];
  const parent = await postmaster();
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=", "--ppid", String(parent)]);
  return [main, parent, ...stdout.trim().split(/\s+/).map(Number)];
}

it("The embedded PostgreSQL outlives the requests under way when the service is stopped as operating.md has it", async () => {
  const customer = String((await makeCustomer("under-way")).id);
  const password = await readFile(join(data, "postgres-password"), "utf8");
  const port = (await readFile(note(), "utf8")).split("\n")[3];
  const database_url = `postgresql://lastmile_owner:${password}@127.0.0.1:${port}/postgres`;
  const sql = openPool(database_url, null, 1);
  const [account] = await sql`select tenant_id from billing_accounts where customer = ${customer}`;
  const tenant = String(account?.tenant_id);
  const { first } = await whileHeld(
    {
      ...{ sql, database_url, tenant, customer },
      first: () => admin.post("/transactions/", { customer, amount: "1.00" }).catch(() => null),
    },
    async () => {
      for (const pid of await stoppedFirst()) process.kill(pid, "SIGTERM");
      const answers = () =>
        fetch(`${url}/healthz`)
          .then(({ status }) => status === 200)
          .catch(() => false);
      await expect.poll(answers).toBe(false);
    },
  ).catch((error: Error) => ({ first: { status: error.message } }));
  expect(first?.status).toBe(201);
  await sql.end();
  expect(await server.ended).toBe(0);
  await start();
});

it("The embedded PostgreSQL is brought back when it dies: money is taken again, readers are woken, background work is done", async () => {
  const customer = String((await makeCustomer("a")).id);
  const pay = async () => (await admin.post("/transactions/", { customer, amount: "1.00" })).status;
  expect(await pay()).toBe(201);
  process.kill(await postmaster(), "SIGKILL");
  // Its sessions take money for a moment after it, until they notice.
  await server.says(/PostgreSQL had ended; it runs again/);
  await expect.poll(pay, { interval: 300 }).toBe(201);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  // Its stream ends once more when the server hears again what is told.
  const desktop = await openPersistentDesktop(url, admin.token ?? "", "transactions");
  onTestFinished(() => desktop.stop());
  const paid = await ok(admin.post("/transactions/", { customer, amount: "1.00" }));
  await expect.poll(() => desktop.held.has(String(paid.id))).toBe(true);
  const { task_id } = await ok(admin.post("/invoices/generate-batch/", {}));
  await expect
    .poll(async () => (await ok(admin.get(`/background-tasks/${task_id}/`))).status)
    .toBe("SUCCEEDED");
});

it("The embedded PostgreSQL starts again beside a note with the number of somebody else's process, left by a power cut", async () => {
  await makeCustomer("before-the-cut");
  const database = await postmaster();
  const kept = await readFile(note(), "utf8");
  const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  try {
    server.process.kill("SIGKILL");
    process.kill(database, "SIGKILL");
    await server.ended;
    await writeFile(note(), kept.replace(/^\d+/, String(stranger.pid)));
    // What the server before this one kept: the number alone says nothing.
    await writeFile(join(data, "server-pid"), String(stranger.pid));
    await start();
    // The socket that the dead one left, of another port, is gone.
    const sockets = (await readdir(join(data, "postgres"))).filter((name) => name.startsWith(".s.PGSQL."));
    const port = (await readFile(note(), "utf8")).split("\n")[3];
    expect(sockets.sort()).toEqual([`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]);
    const found = await ok<{ count: number }>(admin.get("/customers/?search=before-the-cut"));
    expect(found.count).toBe(1);
  } finally {
    stranger.kill();
  }
});

it("The embedded PostgreSQL belongs to one server at a time, and to the next one as soon as that is dead", async () => {
  const second = startProgram("server/start.js", { LASTMILE_PORT: "0", LASTMILE_DATA_DIR: data });
  expect(await second.ended, second.output()).toBe(2);
  expect(second.output().trim()).toBe(`LASTMILE_DATA_DIR: another server is using ${data}`);
  server.process.kill("SIGKILL");
  await server.ended;
  await start();
  expect((await admin.get("/customers/")).status).toBe(200);
});

it("The embedded PostgreSQL is not taken for ready while it listens and still recovers from a crash", async () => {
  const kept = await readFile(note(), "utf8");
  expect(await readPostmaster(join(data, "postgres"))).toMatchObject({ ready: true });
  // So PostgreSQL itself writes, from when it listens until it has recovered.
  await writeFile(note(), kept.replace(/^ready\b/m, "starting"));
  expect(await readPostmaster(join(data, "postgres"))).toMatchObject({ ready: false });
  await writeFile(note(), kept);
});

it("The embedded PostgreSQL that can't be kept running ends the server with one line and a code", async () => {
  const database = await postmaster();
  // Nothing can be started from a directory without its control file.
  await rm(join(data, "postgres", "global", "pg_control"));
  process.kill(database, "SIGKILL");
  expect(await server.ended, server.output()).toBe(1);
  const lines = server.errors().trimEnd().split("\n");
  const said = lines.filter((line) => line.startsWith("lastmile server ends: "));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("could not be kept running in 3 tries");
  expect(server.errors()).not.toContain("did not stop cleanly");
});

it("The embedded PostgreSQL ends cleanly at SIGTERM while its PostgreSQL is dead", async () => {
  await rm(data, { recursive: true, force: true });
  await start();
  const database = await postmaster();
  server.process.kill("SIGTERM");
  process.kill(database, "SIGKILL");
  expect(await server.ended, server.output()).toBe(0);
  expect(server.errors()).not.toMatch(/pg_ctl|^\s+at /m);
  await expect(stat(join(data, "server-pid"))).rejects.toThrow("ENOENT");
});

// Root alone may start it as somebody else; elsewhere the installation's owner is its user.
it.runIf(process.getuid?.() === 0)(
  "The embedded PostgreSQL runs from an installation that belongs to root, for a server that is no root",
  async () => {
    const own = await mkdtemp(join(tmpdir(), "lastmile-no-root-"));
    const { uid, gid } = await runAs(own, (await binaries()).pg_ctl);
    await chown(own, uid ?? 0, gid ?? 0);
    const program = startProgram(
      "server/start.js",
      { LASTMILE_PORT: "0", LASTMILE_DATA_DIR: own, HOME: own },
      { uid, gid },
    );
    await program.says(/^lastmile server listening on/m);
    expect(await program.stop()).toBe(0);
    await rm(own, { recursive: true, force: true });
  },
);

it("The embedded PostgreSQL's programs are made executable where they are not, and where that fails it is said what to do", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lastmile-programs-"));
  const program = join(folder, "initdb");
  await writeFile(program, "#!/bin/sh\n");
  await chmod(program, 0o644);
  await makeRunnable(program);
  expect((await stat(program)).mode & 0o777).toBe(0o755);
  await expect(makeRunnable(join(folder, "none"))).rejects.toThrow(
    "its owner has to make it executable (chmod 755)",
  );
  await rm(folder, { recursive: true, force: true });
});
