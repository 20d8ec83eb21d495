// Takes the backups and does the restores that were asked for, one after the other; a server that was killed goes on.
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { restoreBackup as restoreOperation } from "../../../shared/saas/index.ts";
import type { Tx } from "../../kernel/db/db.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import { writeAudit } from "../../kernel/operation/audit.ts";
import { systemCall } from "../../kernel/operation/run-as-system.ts";
import type { Services } from "../../kernel/services.ts";
import { followSubscriptions } from "../limits.ts";
import type { RenamedAccount } from "./accounts.ts";
import { asFailure, pathOf } from "./records.ts";
import { forgetUnread, restoreBackup } from "./restore.ts";
import { removeOutdated } from "./retention.ts";
import { takeBackup } from "./take.ts";

const JOB = "backups";
/** In whose place the installation's own locks are taken. */
export const PLATFORM = "platform";

interface OpenBackup {
  id: string;
  tenant: string;
  filename: string;
  origin: string;
}

/** @throws Failure UNAVAILABLE when the database went away: the backup stays open. */
async function takeOpen(services: Services, { id, tenant, filename, origin }: OpenBackup): Promise<void> {
  const sql = services.db.platform;
  await sql`update database_backups set status = 'RUNNING', rows_done = 0 where id = ${id}`;
  try {
    const progress = async (rows_done: number) => {
      await sql`update database_backups set rows_done = ${rows_done} where id = ${id}`;
    };
    const { size, sha256, taken_at } = await takeBackup(
      services,
      tenant,
      pathOf(services, filename),
      progress,
    );
    await sql`update database_backups set status = 'SUCCEEDED', error = null, file_size = ${size}, sha256 = ${sha256},
      taken_at = ${taken_at}, finished_at = now() where id = ${id}`;
  } catch (thrown) {
    const failure = asFailure(thrown);
    if (failure.code === "INTERNAL") services.log.error({ error: thrown, backup: id }, "backup failed");
    await sql`update database_backups set status = 'FAILED', error = ${failure.message}, finished_at = now() where id = ${id}`;
    return;
  }
  if (origin === "NIGHTLY") await removeOutdated(services, tenant);
}

interface OpenRestore {
  id: string;
  backup: string;
  name: string;
  subdomain: string;
  filename: string;
  requested_by: string;
  accept_foreign: boolean;
  reason: string | null;
}

/** What is written with the restored rows, in their transaction: so that it is never done twice. */
async function finish(
  tx: Tx,
  services: Services,
  restore: OpenRestore,
  tenant: string,
  renamed: readonly RenamedAccount[],
): Promise<void> {
  await tx`update tenant_restores set status = 'SUCCEEDED', tenant = ${tenant}, finished_at = now(),
    renamed_accounts = ${tx.json(renamed)} where id = ${restore.id}`;
  await tx`insert into tenant_limits (tenant_id, subscribers)
    select ${tenant}, count(*) from customers where tenant_id = ${tenant} and status <> 'TERMINATED'
    on conflict (tenant_id) do update set subscribers = excluded.subscribers`;
  await followSubscriptions(tx, tx`select ${tenant}::uuid`);
  const call = systemCall(services.platform);
  const { name, subdomain, accept_foreign, reason } = restore;
  const foreign = accept_foreign ? { accept_foreign, reason } : {};
  const change = { id: restore.backup, after: { name, subdomain, ...foreign } };
  await writeAudit(
    tx,
    tenant,
    { ...call, principal: { ...call.principal, username: restore.requested_by } },
    [{ act: restoreOperation, ...change }],
  );
}

async function restoreOpen(services: Services, restore: OpenRestore): Promise<void> {
  const sql = services.db.platform;
  const { id, filename, name, subdomain } = restore;
  const target = { id: newId(), name, subdomain };
  await sql`update tenant_restores set status = 'RUNNING' where id = ${id}`;
  const progress = async (rows_done: number) => {
    await sql`update tenant_restores set rows_done = ${rows_done} where id = ${id}`;
  };
  try {
    await restoreBackup(services, pathOf(services, filename), target, {
      progress,
      accept_foreign: restore.accept_foreign,
      finish: (tx, renamed) => finish(tx, services, restore, target.id, renamed),
    });
  } catch (thrown) {
    const failure = asFailure(thrown);
    if (failure.code === "INTERNAL") services.log.error({ error: thrown, restore: id }, "restore failed");
    await sql`update tenant_restores set status = 'FAILED', error = ${failure.message}, finished_at = now()
      where id = ${id}`;
  }
}

/** The work on what is open: the oldest first, backups before restores; null: nothing is. */
async function nextOpen(services: Services): Promise<(() => Promise<void>) | null> {
  const sql = services.db.platform;
  const [backup] = await sql<OpenBackup[]>`select id, tenant, filename, origin from database_backups
    where status in ('QUEUED', 'RUNNING') order by created_at limit 1`;
  if (backup) return () => takeOpen(services, backup);
  const [restore] = await sql<OpenRestore[]>`
    select r.id, r.backup, r.name, r.subdomain, r.requested_by, r.accept_foreign, r.reason, b.filename
    from tenant_restores r join database_backups b on b.id = r.backup
    where r.status in ('QUEUED', 'RUNNING') order by r.created_at limit 1`;
  return restore ? () => restoreOpen(services, restore) : null;
}

/** Does all that is open, unless another process does. */
export async function runQueue(services: Services): Promise<void> {
  const done = await services.db.locks.run(PLATFORM, JOB, async (held) => {
    // Left by a server that was killed.
    await forgetUnread(services);
    for (let next = await nextOpen(services); next && !held.aborted; next = await nextOpen(services))
      await next();
  });
  // Who was woken between the last look and the end of the lock has left it to this one.
  if (done && (await nextOpen(services))) await runQueue(services);
}

export const wakeQueue = ({ jobs }: Services) => jobs.wake(JOB);

/** Also each minute, and at the start: what a killed server left open, or a lost wake-up. */
export const queueJob: JobDefinition = {
  name: JOB,
  cron: "* * * * *",
  on_clock_jump: "HARMLESS",
  at_start: true,
  run: runQueue,
};

/** Whether a backup or a restore has not come to its end. */
export const isOpen = ({ status }: { status: string }) => status === "QUEUED" || status === "RUNNING";

/** @throws Failure BACKUP_IN_PROGRESS. */
export function requireDone(backup: { status: string }): void {
  if (isOpen(backup)) throw new Failure("BACKUP_IN_PROGRESS", "This backup is being taken");
}
