// Ends backups that have served their time.
import { outdated } from "../../../shared/saas/backup.rules.ts";
import type { Services } from "../../kernel/services.ts";
import { dropBackup } from "./records.ts";

/** Removes the tenant's backups that have served their time. Those taken by hand stay until they are deleted. */
export async function removeOutdated(services: Services, tenant: string): Promise<void> {
  const rows = await services.db.platform<{ id: string; filename: string; status: string; at: string }[]>`
    select id, filename, status, coalesce(taken_at, created_at) as at from database_backups
    where tenant = ${tenant} and origin = 'NIGHTLY' and status in ('SUCCEEDED', 'FAILED')`;
  const good = rows.filter(({ status }) => status === "SUCCEEDED");
  const dated = good.map(({ id, at }) => ({ id, taken_at: new Date(at) }));
  const old = new Set(outdated(dated, services.installation.backups));
  const newest = Math.max(0, ...dated.map(({ taken_at }) => taken_at.getTime()));
  for (const { id, filename, status, at } of rows) {
    // A failure is of interest until the next success.
    const isPast = status === "FAILED" && new Date(at).getTime() < newest;
    if (isPast || old.has(id)) await dropBackup(services, { id, filename });
  }
}
