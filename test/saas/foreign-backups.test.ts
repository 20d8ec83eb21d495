// Files of backups that somebody else may have written: by their signature, by their size, by their names.
import { createHash } from "node:crypto";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { secretBox } from "../../server/kernel/secrets/secret-box.ts";
import { openBackupFile } from "../../server/saas/backup/file.ts";
import { proveBackup } from "../../server/saas/backup/prove.ts";
import { runQueue } from "../../server/saas/backup/queue.ts";
import { folderOf, pathOf } from "../../server/saas/backup/records.ts";
import { requireOursOrDamaged, restoreBackup } from "../../server/saas/backup/restore.ts";
import { findFiles } from "../../server/saas/backup/schedule.ts";
import { newId } from "../../shared/kernel/id.ts";
import { SECRET_KEY } from "../helpers/config.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
let platform: Client;
let backup: { id: string; filename: string };
/** The good file, and its lines. */
let file: string;
let lines: string[];

beforeAll(async () => {
  server = await startTestServer();
  await server.stopClock();
  sql = openPool(server.database_url, null, 1);
  platform = await server.superuser();
  const { tenant, owner } = await makeTenant(server, { subdomain: "home" });
  for (const phone of ["01711000001", "01711000002"])
    await owner.post("/customers/", { name: "Rahima", username: `u${phone}`, phone });
  const taken = platform.post("/saas/backups/", { tenant: tenant.id }, { prefer: "wait=45" });
  await runQueueUntil(() => taken);
  ({ body: backup } = await taken);
  file = pathOf(server.services, backup.filename);
  lines = gunzipSync(await readFile(file))
    .toString()
    .split("\n");
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

/** The clock stands still: what was queued is done here. */
async function runQueueUntil<T>(asked: () => Promise<T>): Promise<T> {
  let is_done = false;
  const answer = asked().finally(() => {
    is_done = true;
  });
  while (!is_done) {
    await runQueue(server.services);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return answer;
}

/** The lines of the good file, changed, as a file of its own. */
async function changed(name: string, change: (lines: string[]) => string[]): Promise<string> {
  const path = join(folderOf(server.services), name);
  await writeFile(path, gzipSync(change([...lines]).join("\n")));
  return path;
}

/** What whoever can write into the folder does: a row is another one, and the sums of the last line are computed anew. */
const forge = (given: string[]): string[] => {
  const at = given.findIndex((line) => line.startsWith('{"table":"customers"'));
  const next = given.findIndex((line, index) => index > at && line.startsWith("{"));
  const end = given.findIndex((line) => line.startsWith('{"end"'));
  const rows = given.slice(at + 1, next).map((line) => line.replaceAll("Rahima", "Rahim"));
  const footer = JSON.parse(given[end] ?? "");
  footer.tables.customers.sha256 = createHash("sha256")
    .update(rows.map((line) => `${line}\n`).join(""))
    .digest("hex");
  return [...given.slice(0, at + 1), ...rows, ...given.slice(next, end), JSON.stringify(footer), ""];
};

const into = (path: string) =>
  restoreBackup(server.services, path, {
    ...{ id: newId(), name: "Third" },
    subdomain: `third-${newId().slice(-8)}`,
  });
const tenants = async () =>
  (await sql<{ id: string }[]>`select id from tenants order by 1`).map(({ id }) => id);

it("A file whose rows somebody changed, with sums that fit, is not this server's: not restored, not proven, nothing left", async () => {
  const before = await tenants();
  const path = await changed("forged", forge);
  await expect(into(path)).rejects.toMatchObject({ code: "NOT_OURS" });
  await expect(proveBackup(server.services, path)).rejects.toMatchObject({ code: "NOT_OURS" });
  await expect(requireOursOrDamaged(server.services, path)).rejects.toMatchObject({ code: "NOT_OURS" });
  expect(await tenants()).toEqual(before);
});

it("A file from before there were signatures is not known to be this server's, and is proven all the same", async () => {
  const path = await changed("unsigned", (given) =>
    given.map((line) => line.replace(/,"signature":\{[^}]*\}/, "")),
  );
  await expect(into(path)).rejects.toMatchObject({ code: "NOT_OURS" });
  await proveBackup(server.services, path);
});

it("A file that an older key of this server signed is this server's, and one of a key that is not known is not", async () => {
  const older = Buffer.from(SECRET_KEY, "base64");
  const anew = { ...server.services, secrets: secretBox(Buffer.alloc(32, "another"), [older]) };
  await requireOursOrDamaged(anew, file);
  const without = { ...server.services, secrets: secretBox(Buffer.alloc(32, "another")) };
  await expect(requireOursOrDamaged(without, file)).rejects.toMatchObject({ code: "NOT_OURS" });
});

it("A file of somebody else is restored when a super administrator accepts it and says why, and the audit says so", async () => {
  const good = await readFile(file);
  await writeFile(file, gzipSync(forge([...lines]).join("\n")));
  const restore = (more: object) =>
    runQueueUntil(() =>
      platform.post(
        `/saas/backups/${backup.id}/restore/`,
        { name: "Foreign", subdomain: `foreign-${newId().slice(-8)}`, ...more },
        { prefer: "wait=45" },
      ),
    );
  const refused = await restore({});
  expect([refused.status, refused.body.code]).toEqual([422, "NOT_OURS"]);
  expect((await restore({ reason: "I know it" })).body.code).toBe("NOT_OURS");
  const silent = await restore({ accept_foreign: true });
  expect([silent.status, silent.body.errors[0]]).toMatchObject([400, { field: "reason", code: "REQUIRED" }]);
  const { status, body } = await restore({ accept_foreign: true, reason: "Moved from the old office" });
  expect([status, body.restore]).toMatchObject([
    200,
    { status: "SUCCEEDED", accept_foreign: true, reason: "Moved from the old office" },
  ]);
  const [entry] = await sql`select details from audit_logs where tenant_id = ${body.restore.tenant}
    and action = 'database_backup.restore'`;
  expect(entry?.details.after).toMatchObject({ accept_foreign: true, reason: "Moved from the old office" });
  await writeFile(file, good);
});

it("A small file that unpacks to an endless line, or to more than 200 times itself, is left off at once", async () => {
  const head = Buffer.from(`${lines[0]}\n`);
  const table = '{"table":"customers","columns":["id"]}\n';
  const bombs: Readonly<Record<string, [Buffer, RegExp]>> = {
    "line.lastmile": [Buffer.alloc(300_000_000, "x"), /a line of more than 4 MB/],
    "first.lastmile": [Buffer.alloc(10_000_000, " "), /more than 4 MB|200 times its size/],
    "rows.lastmile": [Buffer.from(table + `[${" ".repeat(990)}]\n`.repeat(100_000)), /200 times its size/],
  };
  for (const [name, [bytes, reason]] of Object.entries(bombs)) {
    const path = join(folderOf(server.services), name);
    await writeFile(path, gzipSync(Buffer.concat([head, bytes])));
    const reader = await openBackupFile(path);
    let seen = 0;
    const read = reader.read(async (_section, rows) => {
      seen += rows.length;
    });
    await expect(read, name).rejects.toMatchObject({ message: expect.stringMatching(reason) });
    await reader.close();
    expect(seen, name).toBeLessThan(100_000);
  }
});

it.each(["a\nb", 'x"y', "a\r\nset-cookie: z=1", "ব্যাকআপ", "100%\\;x", "a;b"])(
  "A file in the folder is downloaded under its name, whatever that holds: %j",
  async (name) => {
    const filename = `${name}.lastmile`;
    await copyFile(file, pathOf(server.services, filename));
    await findFiles(server.services);
    const listed = (await platform.get("/saas/backups/?page_size=500")).body.results;
    const found = listed.find((row: { filename: string }) => row.filename === filename);
    const response = await fetch(`${server.url}/api/v1/saas/backups/${found.id}/download/`, {
      headers: { authorization: `Bearer ${platform.token}` },
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    expect(response.headers.get("set-cookie")).toBeNull();
    const named = response.headers.get("content-disposition") ?? "";
    const [, plain = ""] = /^attachment; filename="([^"\\]*)"/.exec(named) ?? [];
    const [, coded] = /filename\*=UTF-8''(\S+)$/.exec(named) ?? [];
    expect(coded === undefined ? plain : decodeURIComponent(coded)).toBe(filename);
    await platform.delete(`/saas/backups/${found.id}/`);
  },
);
