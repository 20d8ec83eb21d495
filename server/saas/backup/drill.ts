// The weekly drill: each tenant's latest backup is restored for proof in its night, and the day of the last proof is kept.
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isDue } from "../../../shared/saas/backup.rules.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { Services } from "../../kernel/services.ts";
import { proveBackup } from "./prove.ts";
import { isOpen, PLATFORM, runQueue } from "./queue.ts";
import { asFailure, pathOf, queueBackup, timezones } from "./records.ts";

const EVERY_DAYS = 7;
const DAY_MS = 86_400_000;
const LOCK = "backup-drill";

/** Proves one backup and keeps what came of it. @returns whether it is equal. */
async function drill(
  services: Services,
  { id, filename }: { id: string; filename: string },
): Promise<boolean> {
  const sql = services.db.platform;
  try {
    await proveBackup(services, pathOf(services, filename));
    await sql`update database_backups set last_proven_at = now(), last_drill_at = now(), last_drill_error = null where id = ${id}`;
    return true;
  } catch (thrown) {
    const failure = asFailure(thrown);
    services.log.error({ error: thrown, backup: id, filename }, "a backup could not be proven");
    await sql`update database_backups set last_drill_at = now(), last_drill_error = ${failure.message} where id = ${id}`;
    return false;
  }
}

/** The same on demand. @throws Failure BACKUP_IN_PROGRESS while another proof is under way. */
export async function proveNow(services: Services, backup: { id: string; filename: string }): Promise<void> {
  const done = await services.db.locks.run(PLATFORM, LOCK, () => drill(services, backup));
  if (!done) throw new Failure("BACKUP_IN_PROGRESS", "Another proof is under way");
}

interface Candidate {
  tenant: { id: string; name: string; subdomain: string };
  created_at: string;
  last_drill_at: string | null;
  latest: { id: string; filename: string } | null;
}

async function readCandidates(services: Services): Promise<Candidate[]> {
  return services.db.platform<Candidate[]>`
    select jsonb_build_object('id', t.id, 'name', t.name, 'subdomain', t.subdomain) as tenant, t.created_at,
      (select max(b.last_drill_at) from database_backups b where b.tenant = t.id) as last_drill_at,
      (select jsonb_build_object('id', b.id, 'filename', b.filename) from database_backups b
        where b.tenant = t.id and b.status = 'SUCCEEDED' order by b.taken_at desc limit 1) as latest
    from tenants t where t.is_active order by t.id`;
}

const LOOK_MS = 500;

/** The tenant's latest backup; one that has none gets one, of this process or of whichever takes backups now. */
async function latestOf(services: Services, { tenant, latest }: Candidate, held: AbortSignal) {
  if (latest) return latest;
  const sql = services.db.platform;
  const id = await queueBackup(sql, tenant, "NIGHTLY", "system");
  while (!held.aborted) {
    await runQueue(services);
    const [made] = await sql<{ id: string; filename: string; status: string }[]>`
      select id, filename, status from database_backups where id = ${id}`;
    if (!made || !isOpen(made)) return made?.status === "SUCCEEDED" ? made : null;
    await pause(LOOK_MS);
  }
  return null;
}

/** When a company's last proof was; of a new one as if its first is due in the next night. */
function lastProof({ created_at, last_drill_at }: Candidate): Date {
  if (last_drill_at !== null) return new Date(last_drill_at);
  return new Date(Date.parse(created_at) - (EVERY_DAYS - 1) * DAY_MS);
}

/** Proves what is due, one after the other. @returns how many were found equal, and how many not. */
export async function runDrill(
  services: Services,
  now = new Date(),
): Promise<{ proven: number; failed: number }> {
  const result = { proven: 0, failed: 0 };
  await services.db.locks.run(PLATFORM, LOCK, async (held) => {
    const zones = await timezones(services);
    for (const candidate of await readCandidates(services)) {
      const zone = zones.get(candidate.tenant.id) ?? "UTC";
      if (held.aborted || !isDue(lastProof(candidate), now, EVERY_DAYS, zone)) continue;
      const backup = await latestOf(services, candidate, held);
      if (!backup) continue;
      result[(await drill(services, backup)) ? "proven" : "failed"] += 1;
    }
  });
  return result;
}

export const drillJob: JobDefinition = {
  name: "backup-drill",
  cron: "13 * * * *",
  on_clock_jump: "HARMLESS",
  run: async (services) => void (await runDrill(services)),
};
