// Takes a backup: one moment of all that is a tenant's, row by row into a file.
import { Failure } from "../../../shared/kernel/failure.ts";
import type { TableSummary } from "../../../shared/saas/backup-file.ts";
import { readTrialBalance } from "../../billing/index.ts";
import { openPool, type Tx } from "../../kernel/db/db.ts";
import { migrationNames } from "../../kernel/db/migrate.ts";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import type { Services } from "../../kernel/services.ts";
import { ACCOUNTS, accountsOf } from "./accounts.ts";
import {
  Contents,
  footerLine,
  headerLine,
  LINE_MOST,
  sectionLine,
  Tally,
  type WrittenFile,
  writeBackupFile,
} from "./file.ts";
import { type BackedTable, backedTables, SAME_TEXTS, selectLines } from "./tables.ts";

/** Told of progress, in rows; the total is the planner's estimate from before, so it may be passed. */
export type Progress = (done: number) => Promise<void>;

/** Rows that are asked for at once. */
const ROWS = 500;
/** Of tables that hold files: a row of them may be a megabyte. */
const ROWS_WITH_FILES = 16;

/** A table's rows of a tenant, as lines, in the order of its key. */
export async function* tableLines(tx: Tx, table: BackedTable, tenantId: string): AsyncGenerator<string> {
  const at_once = table.columns.some(({ type }) => type === "bytea") ? ROWS_WITH_FILES : ROWS;
  for await (const rows of tx.unsafe<{ line: string }[]>(selectLines(table), [tenantId]).cursor(at_once))
    for (const { line } of rows) yield line;
}

async function* backupLines(
  tx: Tx,
  tenantId: string,
  secrets: SecretBox,
  onRow: () => Promise<void>,
): AsyncGenerator<string> {
  const [tenant] = await tx<
    { id: string; name: string; subdomain: string; tier: string; sync_epoch: number }[]
  >`
    select id, name, subdomain, tier, sync_epoch from tenants where id = ${tenantId}`;
  if (!tenant) throw new Error("The tenant is gone");
  const migrations = await migrationNames();
  const contents = new Contents();
  const told = (line: string): string => {
    contents.add(line);
    return line;
  };
  const { key_id } = secrets;
  yield told(headerLine({ taken_at: new Date().toISOString(), migrations, key_id, tenant }));
  const summaries: Record<string, TableSummary> = {};
  const parts = [
    { ...ACCOUNTS, lines: accountsOf(tx, tenantId) },
    ...(await backedTables(tx)).map((table) => ({
      table: table.name,
      columns: table.columns.map(({ name }) => name),
      lines: tableLines(tx, table, tenantId),
    })),
  ];
  for (const { table, columns, lines } of parts) {
    const tally = new Tally();
    yield told(sectionLine({ table, columns: [...columns] }));
    for await (const line of lines) {
      if (Buffer.byteLength(line) > LINE_MOST)
        throw new Failure("BUSINESS_RULE", `A row of ${table} is larger than a backup can hold (4 MB)`);
      tally.add(line);
      yield line;
      await onRow();
    }
    summaries[table] = tally.summary;
  }
  const end = { tables: summaries, trial_balance: await readTrialBalance(tx, tenantId) };
  yield footerLine({ ...end, signature: contents.signature(end, secrets) });
}

/** Rows between two notes of the progress. */
export const NOTE_EVERY = 20_000;

/**
 * Writes a backup of a tenant as it is at one moment; its users notice nothing. The transaction reads
 * alone, so the change feed does not wait for it either.
 * @throws whatever the disk or the database does; no file is left then.
 */
export async function takeBackup(
  services: Services,
  tenantId: string,
  path: string,
  progress: Progress = async () => {},
): Promise<WrittenFile & { taken_at: Date }> {
  // A separate connection: the transaction lasts, and must not take one from requests.
  const sql = openPool(services.installation.database_url, null, 1);
  const taken_at = new Date();
  let rows = 0;
  const onRow = async () => {
    rows += 1;
    if (rows % NOTE_EVERY === 0) await progress(rows);
  };
  try {
    const written = await sql.begin("isolation level repeatable read read only", async (tx) => {
      for (const setting of SAME_TEXTS) await tx.unsafe(`set local ${setting}`);
      return writeBackupFile(path, backupLines(tx as Tx, tenantId, services.secrets, onRow));
    });
    await progress(rows);
    return { ...written, taken_at };
  } finally {
    await sql.end({ timeout: 5 });
  }
}
