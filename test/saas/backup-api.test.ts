// Backups as super administrators meet them: taken, downloaded, restored, proven, found, kept and ended; by hand and by themselves.
import { createHash } from "node:crypto";
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { runDrill } from "../../server/saas/backup/drill.ts";
import { runQueue } from "../../server/saas/backup/queue.ts";
import { asFailure, folderOf, pathOf } from "../../server/saas/backup/records.ts";
import { restoreBackup } from "../../server/saas/backup/restore.ts";
import { findFiles, queueNightly } from "../../server/saas/backup/schedule.ts";
import { dayOf, momentOf } from "../../shared/kernel/day.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { newId } from "../../shared/kernel/id.ts";
import { makeTenant as makeProvider, ok } from "../billing/helpers/tenant.ts";
import { onCluster } from "../helpers/database/cluster.ts";
import { callProcedure } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
let platform: Client;
let home: TestTenant;
let quiet: TestTenant;

beforeAll(async () => {
  server = await startTestServer({ backups: { daily: 2, weekly: 0 } });
  sql = openPool(server.database_url, null, 1);
  platform = await server.superuser();
  home = await makeTenant(server, { subdomain: "home" });
  quiet = await makeTenant(server, { subdomain: "quiet" });
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

const take = async (tenant = home.tenant.id) => {
  const { status, body } = await platform.post("/saas/backups/", { tenant }, { prefer: "wait=45" });
  expect([status, body.status, body.error]).toEqual([201, "SUCCEEDED", null]);
  return body;
};
const subdomain = () => `copy-${newId().slice(-8)}`;
const figure = async (name: string) => {
  const text = await (await fetch(server.metrics_url)).text();
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
};

describe("by hand", () => {
  it("A backup is a file of the size and checksum that its record says, downloaded as it lies on the disk, for super administrators alone", async () => {
    const backup = await take();
    expect(backup).toMatchObject({
      tenant: home.tenant.id,
      origin: "MANUAL",
      company: "Tenant home",
      requested_by: "platform",
    });
    const path = pathOf(server.services, backup.filename);
    expect(dirname(path)).toBe(join(server.services.installation.data_dir, "backups"));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const response = await fetch(`${server.url}/api/v1/saas/backups/${backup.id}/download/`, {
      headers: { authorization: `Bearer ${platform.token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-disposition")).toContain(backup.filename);
    expect(bytes.length).toBe(backup.file_size);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(backup.sha256);
    expect(bytes).toEqual(await readFile(path));
    const { body } = await platform.get(`/saas/backups/?tenant=${home.tenant.id}`);
    expect(body.results.map(({ id }: { id: string }) => id)).toContain(backup.id);
    for (const call of [
      () => home.owner.get("/saas/backups/"),
      () => home.owner.post("/saas/backups/", { tenant: home.tenant.id }),
      () => home.owner.get(`/saas/backups/${backup.id}/download/`),
      () => home.owner.post(`/saas/backups/${backup.id}/restore/`, { name: "Mine", subdomain: "mine" }),
    ])
      expect((await call()).status).toBe(403);
    const log =
      await sql`select action from platform_audit_logs where object_id = ${backup.id} order by timestamp`;
    expect(log.map(({ action }) => action)).toEqual(["database_backup.create", "database_backup.download"]);
  });

  it("A restore makes a tenant in which the same people work with their passwords; the backup, the restore and both audit logs say so", async () => {
    const provider = await makeProvider(server);
    const customer = await provider.customer();
    await ok(
      provider.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 30 }),
    );
    const backup = await take(provider.id);
    const target = { name: "The Copy", subdomain: subdomain() };
    const { status, body } = await platform.post(`/saas/backups/${backup.id}/restore/`, target);
    expect([status, body.id, body.restore.status]).toEqual([200, backup.id, "SUCCEEDED"]);
    expect(body.restore).toMatchObject({ ...target, error: null, renamed_accounts: [] });
    const people = await server.signIn(`owner-${provider.subdomain}`, "owner-password", target.subdomain);
    const { body: copied } = await people.get(`/customers/${customer}/`);
    expect(copied).toEqual((await provider.admin.get(`/customers/${customer}/`)).body);
    // What finds them is no part of the backup, and is there all the same.
    const { body: searched } = await people.get(`/customers/?search=${encodeURIComponent(copied.username)}`);
    expect(searched.results.map(({ id }: { id: string }) => id)).toEqual([customer]);
    const { body: tenant } = await platform.get(`/saas/tenants/${body.restore.tenant}/`);
    expect(tenant).toMatchObject({ name: "The Copy", is_active: true, subscribers: 1 });
    expect((await people.get("/audit-logs/?action=database_backup.restore")).body.count).toBe(1);
    const again = await platform.post(`/saas/backups/${backup.id}/restore/`, target);
    expect([again.status, again.body.code]).toEqual([409, "DUPLICATE"]);
    const listed = await platform.get(`/saas/restores/?backup=${backup.id}`);
    expect(listed.body.results).toMatchObject([{ tenant: body.restore.tenant }]);
  });

  it("Two restores of one backup at the same time: each caller hears of their own, and hears of it again with the same key", async () => {
    const backup = await take();
    const restore = async (target: object, key: string) => {
      const headers = { "idempotency-key": key, prefer: "wait=45" };
      const answer = await platform.post(`/saas/backups/${backup.id}/restore/`, target, headers);
      return { ...answer.body.restore, replayed: answer.headers.get("idempotent-replayed") };
    };
    const asked = ["One", "Other"].map((name) => ({
      target: { name, subdomain: subdomain() },
      key: newId(),
    }));
    const heard = await Promise.all(asked.map(({ target, key }) => restore(target, key)));
    expect(heard).toMatchObject(asked.map(({ target }) => target));
    const again = await Promise.all(asked.map(({ target, key }) => restore(target, key)));
    expect(again).toMatchObject(
      asked.map(({ target }, at) => ({ ...target, id: heard[at]?.id, replayed: "true" })),
    );
  });

  it("The same key takes one backup and restores once; a tenant that is not there is none to back up", async () => {
    const key = { "idempotency-key": newId() };
    const first = await platform.post("/saas/backups/", { tenant: home.tenant.id }, key);
    const second = await platform.post("/saas/backups/", { tenant: home.tenant.id }, key);
    expect([second.body.id, second.headers.get("idempotent-replayed")]).toEqual([first.body.id, "true"]);
    const none = await platform.post("/saas/backups/", { tenant: newId() });
    expect([none.status, none.body.errors[0]]).toMatchObject([
      400,
      { field: "tenant", code: "DOES_NOT_EXIST" },
    ]);
  });

  it("A reason that the database tells at length is cut to what a record's text may hold", () => {
    const told = new Failure("BACKUP_UNREADABLE", `Rows do not fit (${"violates ".repeat(40)})`);
    const { code, message } = asFailure(told);
    expect([code, message.length, message.slice(0, 20)]).toEqual([told.code, 200, told.message.slice(0, 20)]);
    expect(asFailure(new Failure("UNAVAILABLE", "The disk is full")).message).toBe("The disk is full");
  });

  it("A file that is cut off after it was taken is not restored, nor proven, and both say why; deleted, it is gone", async () => {
    const backup = await take();
    await truncate(pathOf(server.services, backup.filename), 700);
    const target = { name: "Cut", subdomain: subdomain() };
    const { status, body } = await platform.post(`/saas/backups/${backup.id}/restore/`, target);
    expect([status, body.restore.status, body.restore.error, body.restore.tenant]).toEqual([
      200,
      "FAILED",
      "The file is damaged or cut off",
      null,
    ]);
    expect((await platform.get(`/saas/tenants/?subdomain=${target.subdomain}`)).body.count).toBe(0);
    const proof = await platform.post(`/saas/backups/${backup.id}/prove/`, {});
    expect(proof.body).toMatchObject({
      last_proven_at: null,
      last_drill_error: "The file is damaged or cut off",
    });
    expect(await figure("lastmile_backup_unproven_tenants")).toBe(1);
    expect((await platform.delete(`/saas/backups/${backup.id}/`)).status).toBe(204);
    await expect.poll(() => readdir(folderOf(server.services))).not.toContain(backup.filename);
    const lost = await take();
    await rm(pathOf(server.services, lost.filename));
    const missing = await platform.get(`/saas/backups/${lost.id}/download/`);
    expect([missing.status, missing.body.code]).toEqual([422, "BACKUP_UNREADABLE"]);
    await platform.delete(`/saas/backups/${lost.id}/`);
  });

  it("A backup whose folder can't be written fails with its reason, and the figures say so", async () => {
    const folder = folderOf(server.services);
    await rm(folder, { recursive: true });
    await writeFile(folder, "in the way");
    const { body } = await platform.post("/saas/backups/", { tenant: quiet.tenant.id });
    expect([body.status, body.file_size, body.error === null]).toEqual(["FAILED", null, false]);
    expect(await figure("lastmile_backup_failing_tenants")).toBe(1);
    await rm(folder);
    await mkdir(folder);
    await take(quiet.tenant.id);
    expect(await figure("lastmile_backup_failing_tenants")).toBe(0);
  });

  it("What a killed server left half done is done by the next look; a restore that was committed is not done twice", async () => {
    const backup = await take();
    await sql`update database_backups set status = 'RUNNING' where id = ${backup.id}`;
    await runQueue(server.services);
    await expect
      .poll(async () => (await platform.get(`/saas/backups/${backup.id}/`)).body.status)
      .toBe("SUCCEEDED");
    const target = { name: "Once", subdomain: subdomain() };
    await platform.post(`/saas/backups/${backup.id}/restore/`, target);
    const before = await sql`select id from tenants where subdomain = ${target.subdomain}`;
    await runQueue(server.services);
    expect([...(await sql`select id from tenants where subdomain = ${target.subdomain}`)]).toEqual([
      ...before,
    ]);
  });
});

describe("while a restore writes", () => {
  it("The other companies' desktops hear their news, and a restore that is killed leaves nothing that holds them up", async () => {
    const { filename } = await take();
    const read = (checkpoint: string | null): Promise<{ documents: { id: string }[]; checkpoint: string }> =>
      callProcedure(server.url, quiet.owner.token, "sync.pull", {
        ...{ collection: "packages", checkpoint, limit: 500 },
      }).then(({ data }) => data);
    let checkpoint = (await read(null)).checkpoint;
    let heard = 0;
    const work = async () => {
      const made = await quiet.owner.post("/packages/", {
        ...{ name: `Heard ${newId()}`, price: "1", bandwidth_mbps: 1, validity_days: 1, router_profile: "p" },
      });
      expect(made.status).toBe(201);
      const news = async () => {
        const page = await read(checkpoint);
        if (page.documents.length > 0) checkpoint = page.checkpoint;
        return page.documents.map((document) => document.id);
      };
      // The restore does not go on before this does: news that waited for its end would never come. What other databases of
      // the same PostgreSQL have under way, restores among it, holds the bound back as well, and ends.
      await expect.poll(news, { interval: 20 }).toEqual([made.body.id]);
      heard += 1;
    };
    const progress = async () => {
      if (heard > 0) return;
      await work();
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like 'insert into "%'`;
    };
    const target = { id: newId(), name: "Killed", subdomain: subdomain() };
    const killed = restoreBackup(server.services, pathOf(server.services, filename), target, { progress });
    await expect(killed).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await work();
    // The server's own look may be at it, which this one leaves alone.
    const unread = async () => {
      await runQueue(server.services);
      const nodes = onCluster ? await sql`select xid from unread_on_nodes` : [];
      return [...(await sql`select xid from unread_transactions`), ...nodes];
    };
    await expect.poll(unread).toEqual([]);
    await work();
    expect(heard).toBe(3);
    expect(await sql`select 1 from tenants where id = ${target.id}`).toEqual([]);
    await restoreBackup(server.services, pathOf(server.services, filename), target);
    expect(await sql`select 1 from tenants where id = ${target.id}`).toHaveLength(1);
  });
});

describe("from another server", () => {
  it("A file that is put into the folder is found with what it says of itself, and restores; one that is none is listed with its reason", async () => {
    const backup = await take();
    const folder = folderOf(server.services);
    await copyFile(pathOf(server.services, backup.filename), join(folder, "brought.lastmile"));
    await writeFile(join(folder, "nonsense.lastmile"), "nonsense");
    await findFiles(server.services);
    await findFiles(server.services);
    const { body } = await platform.get("/saas/backups/?origin=FOUND&ordering=filename");
    expect(body.results).toMatchObject([
      { filename: "brought.lastmile", status: "SUCCEEDED", tenant: home.tenant.id, sha256: backup.sha256 },
      { filename: "nonsense.lastmile", status: "FAILED", tenant: null },
    ]);
    const target = { name: "Brought", subdomain: subdomain() };
    const restored = await platform.post(`/saas/backups/${body.results[0].id}/restore/`, target);
    expect(restored.body.restore.status).toBe("SUCCEEDED");
  });
});

describe("while it is being copied", () => {
  const found = async (filename: string) =>
    (await platform.get("/saas/backups/?origin=FOUND&page_size=100")).body.results.filter(
      (backup: { filename: string }) => backup.filename === filename,
    );

  it("A file that grows is not taken yet", async () => {
    const path = join(folderOf(server.services), "growing.lastmile");
    const copying = setInterval(() => void appendFile(path, "more"), 50);
    await appendFile(path, "begun");
    await findFiles(server.services);
    const taken = await found("growing.lastmile");
    clearInterval(copying);
    expect(taken).toEqual([]);
    await rm(path);
  });

  it("A file whose copy stopped for a while, or that another one took the place of, is listed as what it is then", async () => {
    const backup = await take();
    const whole = await readFile(pathOf(server.services, backup.filename));
    const path = join(folderOf(server.services), "stopped.lastmile");
    await writeFile(path, whole.subarray(0, 100));
    await findFiles(server.services);
    expect(await found("stopped.lastmile")).toMatchObject([{ status: "FAILED", file_size: 100 }]);
    await writeFile(path, whole);
    await findFiles(server.services);
    const [listed] = await found("stopped.lastmile");
    expect(listed).toMatchObject({
      ...{ status: "SUCCEEDED", error: null, company: "Tenant home", tenant: home.tenant.id },
      ...{ file_size: whole.length, sha256: backup.sha256 },
    });
    // Of the same size: what says of itself how large it will be has that from the start.
    await writeFile(path, Buffer.alloc(whole.length));
    await findFiles(server.services);
    expect(await found("stopped.lastmile")).toMatchObject([
      { id: listed.id, status: "FAILED", tenant: null, file_size: whole.length },
    ]);
    await platform.delete(`/saas/backups/${listed.id}/`);
  });
});

describe("by itself", () => {
  /** A night is a backup of each tenant, some hundred statements each: on a cluster under load they were seen to take over 20 s. */
  const nightly = async (tenant: TestTenant) =>
    (await platform.get(`/saas/backups/?origin=NIGHTLY&tenant=${tenant.tenant.id}&ordering=created_at`)).body
      .results;

  it("Each night each tenant has a backup, once; those that served their time go with their files", async () => {
    await queueNightly(server.services);
    await runQueue(server.services);
    await expect
      .poll(async () => (await nightly(home)).map(({ status }: { status: string }) => status))
      .toEqual(["SUCCEEDED"]);
    expect(await queueNightly(server.services)).toBe(0);
    const [first] = await nightly(home);
    // Four nights pass.
    for (let back = 4; back > 0; back -= 1) {
      await sql`update database_backups set created_at = created_at - interval '1 day', taken_at = taken_at - interval '1 day'
        where origin = 'NIGHTLY'`;
      await queueNightly(server.services, new Date(new Date().setUTCHours(2, 30)));
      await runQueue(server.services);
      // The server's own look may be at it, which this one leaves alone.
      const open = () => sql`select 1 from database_backups where status in ('QUEUED', 'RUNNING')`;
      await expect.poll(open).toEqual([]);
    }
    await expect.poll(async () => (await nightly(home)).length).toBe(2);
    expect((await nightly(home)).map(({ id }: { id: string }) => id)).not.toContain(first.id);
    expect(await readdir(folderOf(server.services))).not.toContain(first.filename);
  });

  it("A company that is a few minutes old is not proven in the middle of its day", async () => {
    await sql`update database_backups set last_drill_at = null`;
    const noon = momentOf(dayOf(new Date(), "UTC"), "UTC", "12:00");
    expect(await runDrill(server.services, noon)).toEqual({ proven: 0, failed: 0 });
  });

  it("The weekly drill proves each tenant's latest backup, makes one where there is none, and keeps the day; the next look finds nothing due", async () => {
    const gone = await sql<{ filename: string }[]>`
      delete from database_backups where tenant = ${quiet.tenant.id} returning filename`;
    // A file that lies there is found again within a minute.
    for (const { filename } of gone) await rm(pathOf(server.services, filename), { force: true });
    await sql`update database_backups set last_drill_at = null, last_drill_error = null`;
    const tenants = await sql`select 1 from tenants where is_active`;
    await sql`update tenants set created_at = now() - interval '2 days'`;
    expect(await runDrill(server.services)).toEqual({ proven: tenants.length, failed: 0 });
    const [made] = (await platform.get(`/saas/backups/?tenant=${quiet.tenant.id}`)).body.results;
    expect(made).toMatchObject({
      origin: "NIGHTLY",
      last_drill_error: null,
      last_proven_at: expect.any(String),
    });
    expect(await runDrill(server.services)).toEqual({ proven: 0, failed: 0 });
    expect(await figure("lastmile_backup_unproven_tenants")).toBe(0);
    expect(await figure("lastmile_backup_oldest_proof_seconds")).toBeLessThan(600);
    expect(await figure("lastmile_backup_oldest_seconds")).toBeLessThan(90_000);
  });
});
