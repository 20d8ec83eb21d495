// What is scheduled: a backup of each tenant a night, and a look for files that were put into the folder.
import { readdir, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { isDue } from "../../../shared/saas/backup.rules.ts";
import { forEachTenant } from "../../kernel/jobs/for-each-tenant.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { Services } from "../../kernel/services.ts";
import { checksumOf, openBackupFile } from "./file.ts";
import { PLATFORM, wakeQueue } from "./queue.ts";
import { ENDING, folderOf, pathOf, queueBackup, timezones } from "./records.ts";

const NIGHTLY = "nightly-backups";

interface DueTenant {
  id: string;
  name: string;
  subdomain: string;
  last: string | null;
}

async function queueDue(services: Services, now: Date): Promise<number> {
  const sql = services.db.platform;
  const tenants = await sql<DueTenant[]>`
    select t.id, t.name, t.subdomain, b.last
    from tenants t left join (
      select tenant, max(created_at) as last from database_backups where origin = 'NIGHTLY' group by tenant
    ) b on b.tenant = t.id
    where t.is_active order by t.id`;
  const zones = await timezones(services);
  const due = tenants.filter(({ id, last }) =>
    isDue(last === null ? null : new Date(last), now, 1, zones.get(id) ?? "UTC"),
  );
  for (const tenant of due) await queueBackup(sql, tenant, "NIGHTLY", "system");
  if (due.length > 0) wakeQueue(services);
  return due.length;
}

/**
 * Queues a backup of each tenant whose last scheduled one is a night ago; nothing where another process is doing it.
 * @returns how many.
 */
export async function queueNightly(services: Services, now = new Date()): Promise<number> {
  const { daily, weekly } = services.installation.backups;
  if (daily + weekly === 0) return 0;
  const done = await services.db.locks.run(PLATFORM, NIGHTLY, () => queueDue(services, now));
  return done?.result ?? 0;
}

interface Look {
  filename: string;
  size: number;
  /** When its content, or anything else of the file, was last changed: by this machine's clock, whatever the copy was told. */
  changed_at: number;
}

/** The files as they are now, without those that were removed during the look. */
async function look(services: Services, filenames: readonly string[]): Promise<Look[]> {
  const looks = filenames.map(async (filename) => {
    const file = await stat(pathOf(services, filename)).catch(() => null);
    return file?.isFile() ? [{ filename, size: file.size, changed_at: file.ctimeMs }] : [];
  });
  return (await Promise.all(looks)).flat();
}

/** Those that are not noted yet, and those that changed since: a copy may have stopped for a while. Backups of our own write theirs. */
async function unnoted(services: Services, files: readonly Look[]): Promise<Look[]> {
  if (files.length === 0) return [];
  const sql = services.db.platform;
  const rows = await sql<{ filename: string; origin: string; file_size: string; finished_at: string }[]>`
    select filename, origin, file_size, finished_at from database_backups
    where filename in ${sql(files.map(({ filename }) => filename))}`;
  const known = new Map(rows.map((row) => [row.filename, row]));
  return files.filter(({ filename, size, changed_at }) => {
    const row = known.get(filename);
    if (!row) return true;
    const is_same = Number(row.file_size) === size && changed_at <= new Date(row.finished_at).getTime();
    return row.origin === "FOUND" && !is_same;
  });
}

/** Between two looks at a file that may still be being copied. */
const STILL_MS = 2_000;

/** Notes files that were put into the folder by hand, e.g. from another server, once they stand still. */
export async function findFiles(services: Services): Promise<void> {
  const names = await readdir(folderOf(services)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = await look(
    services,
    names.filter((name) => name.endsWith(ENDING)),
  );
  const before = new Map((await unnoted(services, files)).map((file) => [file.filename, file]));
  if (before.size === 0) return;
  await pause(STILL_MS);
  const still = (await look(services, [...before.keys()])).filter(({ filename, size, changed_at }) => {
    const first = before.get(filename);
    return first?.size === size && first.changed_at === changed_at;
  });
  await forEachTenant("backup files", still, ({ filename }) => noteFile(services, filename));
}

/** Notes what the file is now, also where it was noted as something else. */
async function noteFile(services: Services, filename: string): Promise<void> {
  const sql = services.db.platform;
  const path = pathOf(services, filename);
  // Taken before: who changes it while it is read is seen by the next look.
  const finished_at = new Date();
  const described = await describe(path);
  const { size, sha256 } = await checksumOf(path);
  const [tenant] = described.tenant ? await sql`select id from tenants where id = ${described.tenant}` : [];
  const seen = { ...described, tenant: tenant?.id ?? null, file_size: size, sha256, finished_at };
  const proof = { last_proven_at: null, last_drill_at: null, last_drill_error: null };
  const row = { ...seen, ...proof, id: newId(), filename, origin: "FOUND", requested_by: "system" };
  await sql`insert into database_backups ${sql({ ...row, version: 1, updated_at: new Date() })}
    on conflict (filename) do update set ${sql({ ...seen, ...proof })} where database_backups.origin = 'FOUND'`;
}

/** What a file says of itself. */
async function describe(path: string) {
  try {
    const reader = await openBackupFile(path);
    await reader.close();
    const { tenant, taken_at } = reader.header;
    return { tenant: tenant.id, company: tenant.name, taken_at, status: "SUCCEEDED", error: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { tenant: null, company: "", taken_at: null, status: "FAILED", error: error.message };
  }
}

export const nightlyJob: JobDefinition = {
  name: NIGHTLY,
  cron: "41 * * * *",
  on_clock_jump: "WAITS",
  run: async (services) => void (await queueNightly(services)),
};

export const findJob: JobDefinition = {
  name: "find-backups",
  cron: "* * * * *",
  on_clock_jump: "HARMLESS",
  run: findFiles,
};
