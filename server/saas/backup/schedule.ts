// What happens by itself: a backup of each tenant a night, files that somebody put into the folder.
import { readdir } from "node:fs/promises";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { isDue } from "../../../shared/saas/backup.rules.ts";
import { eachApart } from "../../kernel/jobs/each-apart.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { Services } from "../../kernel/services.ts";
import { checksumOf, openBackupFile } from "./file.ts";
import { wakeQueue } from "./queue.ts";
import { ENDING, folderOf, pathOf, queueBackup, timezones } from "./records.ts";

interface DueTenant {
  id: string;
  name: string;
  subdomain: string;
  last: string | null;
}

/** Queues a backup of each tenant whose last one by itself is a night ago. @returns how many. */
export async function queueNightly(services: Services, now = new Date()): Promise<number> {
  const { daily, weekly } = services.installation.backups;
  if (daily + weekly === 0) return 0;
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

/** Notes files that were put into the folder by hand, e.g. from another server. */
export async function findFiles(services: Services): Promise<void> {
  const sql = services.db.platform;
  const names = await readdir(folderOf(services)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith(ENDING));
  if (files.length === 0) return;
  const known = await sql<
    { filename: string }[]
  >`select filename from database_backups where filename in ${sql(files)}`;
  const unknown = files.filter((name) => !known.some((row) => row.filename === name));
  await eachApart("backup files", unknown, async (filename) => {
    const path = pathOf(services, filename);
    const described = await describe(path);
    const { size, sha256 } = await checksumOf(path);
    const [tenant] = described.tenant ? await sql`select id from tenants where id = ${described.tenant}` : [];
    const row = {
      ...described,
      id: newId(),
      tenant: tenant?.id ?? null,
      filename,
      origin: "FOUND",
      file_size: size,
      sha256,
    };
    const stamps = { requested_by: "system", finished_at: new Date(), version: 1, updated_at: new Date() };
    await sql`insert into database_backups ${sql({ ...row, ...stamps })} on conflict do nothing`;
  });
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
  name: "nightly-backups",
  cron: "41 * * * *",
  run: async (services) => void (await queueNightly(services)),
};

export const findJob: JobDefinition = { name: "find-backups", cron: "* * * * *", run: findFiles };
