// Restores a backup into a new tenant, equal to the one that was backed up: all of it, or nothing.
import { Failure } from "../../../shared/kernel/failure.ts";
import type { BackupHeader } from "../../../shared/saas/backup-file.ts";
import { forgetUnreadOnNodes, tellUnreadOnNodes } from "../../kernel/db/cluster/restores.ts";
import { isSqlState, openPool, type Sql, type Tx } from "../../kernel/db/db.ts";
import { toFailure } from "../../kernel/db/db-failure.ts";
import { migrationNames } from "../../kernel/db/migrate.ts";
import { noteKey } from "../../kernel/secrets/keys-in-use.ts";
import type { Services } from "../../kernel/services.ts";
import type { RenamedAccount } from "./accounts.ts";
import { type BackupReader, openBackupFile, requireOurs, unreadable } from "./file.ts";
import { differences, loadRows, RESTORING, type Target } from "./load.ts";
import type { Progress } from "./take.ts";

/** @throws Failure BACKUP_UNREADABLE for a file of a newer version, or with secrets that no key of this server opens. */
export async function requireReadable(
  services: Services,
  { migrations, key_id }: BackupHeader,
): Promise<void> {
  const known = new Set(await migrationNames());
  const newer = migrations.filter((name) => !known.has(name));
  if (newer.length > 0)
    throw unreadable(
      `The file was written by a newer version, which has ${newer.join(", ")}: update this server first`,
    );
  if (!services.secrets.knows(key_id))
    throw unreadable(
      "The secrets in the file were sealed with another key than this server's: start it with that key in LASTMILE_SECRET_KEY_OLD",
    );
}

/** The tenant's own row. Its replicas start afresh, whatever they held of the one that was backed up. */
export async function insertTenant(
  tx: Sql | Tx,
  { tenant }: BackupHeader,
  { id, name, subdomain }: Target,
): Promise<void> {
  const row = { id, name, subdomain, tier: tenant.tier, sync_epoch: tenant.sync_epoch + 1 };
  // Its row is new, whatever the restored ones keep.
  await tx`insert into tenants ${tx({ ...row, version: 1, updated_at: new Date() })}`;
}

async function restoreInto(
  services: Services,
  tx: Tx,
  reader: BackupReader,
  target: Target,
  { progress, accept_foreign = false }: RestoreHooks,
) {
  // Of the transaction: a cluster's nodes are told those alone.
  for (const setting of RESTORING) await tx.unsafe(`set local ${setting}`);
  await tx`set constraints all deferred`;
  await insertTenant(tx, reader.header, target);
  // By now each node of a cluster has given it a number: every one has a copy of the tenants.
  await tellUnread(services, tx);
  const loaded = await loadRows(tx, reader, target, progress);
  // The file that was looked at when this was asked for may be another one by now.
  if (!accept_foreign) requireOurs(loaded, services.secrets);
  const wrong = await differences(tx, target.id, loaded);
  if (wrong.length > 0)
    throw new Failure("INTERNAL", `The restored tenant is not equal: ${wrong.join("; ")}`);
  // At the end: it holds up readers of the database's state.
  await noteKey(tx, reader.header.key_id);
  return loaded.renamed;
}

/**
 * Whether a file that can be read carries a signature of this server's key; it is read whole for it. What can't be read is left
 * to the restore, which says why.
 * @throws Failure NOT_OURS.
 */
export async function requireOursOrDamaged({ secrets }: Services, path: string): Promise<void> {
  try {
    const reader = await openBackupFile(path);
    try {
      requireOurs(await reader.read(async () => {}), secrets);
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "BACKUP_UNREADABLE") throw error;
  }
}

export interface RestoreHooks {
  /** Also a file that no key of this server signed. */
  accept_foreign?: boolean;
  progress?: Progress;
  /** Writes what belongs to it, in the same transaction. */
  finish?(tx: Tx, renamed: readonly RenamedAccount[]): Promise<void>;
}

/**
 * Says that no reader waits for this transaction: what it writes is a tenant's that is unknown yet. Told in a separate
 * transaction, which others see at once.
 */
async function tellUnread({ db }: Services, tx: Tx): Promise<void> {
  const [own] = await tx<{ xid: string }[]>`select pg_current_xact_id()::text as xid`;
  await db.platform`insert into unread_transactions (xid) values (${own?.xid ?? null}::xid8)`;
  if (db.is_cluster) await tellUnreadOnNodes(db.platform, tx);
}

/** Forgets those that have ended, however they did; also of those that others had (migration 0023). */
export async function forgetUnread({ db }: Services): Promise<void> {
  for (const table of ["unread_transactions", "foreign_transactions"])
    await db.platform`delete from ${db.platform(table)}
      where xid not in (select pg_snapshot_xip(pg_current_snapshot()))`;
  if (db.is_cluster) await forgetUnreadOnNodes(db.platform);
}

/**
 * Restores a file into a new tenant, in one transaction: a crash, a full disk or a damaged file leaves nothing. The other
 * tenants' news go on.
 * @throws Failure NOT_OURS, BACKUP_UNREADABLE, DUPLICATE for a subdomain that is taken, UNAVAILABLE.
 */
export async function restoreBackup(
  services: Services,
  path: string,
  target: Target,
  hooks: RestoreHooks = {},
): Promise<void> {
  const reader = await openBackupFile(path);
  // The owner's: rows keep their versions and times, which no request may have them do.
  const sql = openPool(services.installation.database_url, null, 1);
  try {
    await requireReadable(services, reader.header);
    await sql.begin(async (begun) => {
      const tx = begun as Tx;
      const renamed = await restoreInto(services, tx, reader, target, hooks);
      await tx`set local app.restoring = 'no'`;
      await hooks.finish?.(tx, renamed);
    });
  } catch (error) {
    // Keys that may wait until the commit.
    if (isSqlState(error, "23503"))
      throw unreadable(`The file's rows refer to rows that it does not hold: ${error.message}`);
    throw toFailure(error);
  } finally {
    await reader.close();
    await sql.end({ timeout: 5 });
    await forgetUnread(services);
  }
}
