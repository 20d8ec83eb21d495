// Proves a backup: restores its file into a scratch database, and compares every row and the trial balance.
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Sql, Tx } from "../../kernel/db/db.ts";
import type { Services } from "../../kernel/services.ts";
import { type BackupReader, openBackupFile, requireOurs } from "./file.ts";
import { differences, loadRows, RESTORING } from "./load.ts";
import { insertTenant, requireReadable } from "./restore.ts";
import { inScratchDatabase } from "./scratch.ts";

async function proveIn({ secrets }: Services, sql: Sql, reader: BackupReader): Promise<void> {
  for (const setting of RESTORING) await sql.unsafe(`set ${setting}`);
  const { name, subdomain } = reader.header.tenant;
  const target = { id: newId(), name, subdomain };
  await insertTenant(sql, reader.header, target);
  const loaded = await loadRows(sql, reader, target);
  // One from before there were signatures is proven all the same.
  if (loaded.footer.signature) requireOurs(loaded, secrets);
  const wrong = (await sql.begin("isolation level repeatable read read only", (tx) =>
    differences(tx as Tx, target.id, loaded),
  )) as string[];
  if (wrong.length > 0)
    throw new Failure("BACKUP_UNREADABLE", `Restored, it is not equal: ${wrong.join("; ")}`);
}

/**
 * Restores a file into a separate database, which is dropped afterwards.
 * @throws Failure NOT_OURS, BACKUP_UNREADABLE when the file can't be restored, or not to what was backed up.
 */
export async function proveBackup(services: Services, path: string): Promise<void> {
  const reader = await openBackupFile(path);
  try {
    await requireReadable(services, reader.header);
    await inScratchDatabase(services.installation.database_url, (sql) => proveIn(services, sql, reader));
  } finally {
    await reader.close();
  }
}
