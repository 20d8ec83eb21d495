// Puts the rows of a backup into a database as those of one tenant, and proves that they are the same.
import type { BackupSection } from "../../../shared/saas/backup-file.ts";
import { readTrialBalance } from "../../billing/index.ts";
import type { Sql, Tx } from "../../kernel/db/db.ts";
import { ACCOUNTS, ensureAccounts, type RenamedAccount } from "./accounts.ts";
import { type BackupReader, type ReadBackup, Tally, unreadable } from "./file.ts";
import { type BackedTable, backedTables, insertLines, SAME_TEXTS } from "./tables.ts";
import { NOTE_EVERY, type Progress, tableLines } from "./take.ts";

export interface Target {
  id: string;
  name: string;
  subdomain: string;
}

/** What was loaded: the file's own figures, and the tables with the columns that the file has. */
interface Loaded extends ReadBackup {
  tables: readonly BackedTable[];
  renamed: readonly RenamedAccount[];
}

/** Rows keep their versions and times while the database's owner says so (0001-roles-and-functions.sql). */
export const RESTORING = [...SAME_TEXTS, "app.restoring = 'yes'"] as const;

/** A table as the file has it. @throws Failure BACKUP_UNREADABLE for one that this database could not take. */
function fitting(known: ReadonlyMap<string, BackedTable>, { table, columns }: BackupSection): BackedTable {
  const here = known.get(table);
  if (!here) throw unreadable(`The file holds a table that this version does not know: ${table}`);
  const byName = new Map(here.columns.map((column) => [column.name, column]));
  const unknown = columns.filter((name) => !byName.has(name));
  if (unknown.length > 0)
    throw unreadable(
      `The file holds columns of ${table} that this version does not know: ${unknown.join(", ")}`,
    );
  const missing = here.columns.filter(({ name, is_required }) => is_required && !columns.includes(name));
  if (missing.length > 0)
    throw unreadable(
      `The file is of a version from before ${table} had ${missing.map(({ name }) => name).join(", ")}: restore it there, then update`,
    );
  return { ...here, only: null, columns: columns.flatMap((name) => byName.get(name) ?? []) };
}

/** Numbers that the database itself gives out go on behind those that were restored. */
async function moveIdentities(
  sql: Sql | Tx,
  tables: readonly BackedTable[],
  tenantId: string,
): Promise<void> {
  const identities = await sql<{ table: string; column: string; sequence: string }[]>`
    select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attidentity <> '' and c.relnamespace = current_schema()::regnamespace`;
  for (const { table, column, sequence } of identities) {
    if (!tables.some(({ name }) => name === table)) continue;
    // Never back: others go on taking numbers.
    const [row] = await sql.unsafe<{ highest: string | null }[]>(
      `select max("${column}")::text as highest from "${table}" where tenant_id = $1`,
      [tenantId],
    );
    await sql.unsafe(
      `select setval('${sequence}', $1::text::bigint) where $1::text::bigint > (select last_value from ${sequence})`,
      [row?.highest ?? null],
    );
  }
}

/** What the database says of rows that it can't take: values of another kind, references to nothing, keys taken twice. */
const isUnfit = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && /^2[23]\w{3}$/.test(String(error.code));

/** @throws Failure BACKUP_UNREADABLE for rows that the database does not take: damage may look like rows for a while. */
async function insert(sql: Sql | Tx, table: BackedTable, tenantId: string, lines: readonly string[]) {
  try {
    await sql.unsafe(insertLines(table), [tenantId, `[${lines.join(",")}]`], { prepare: true });
  } catch (error) {
    throw isUnfit(error)
      ? unreadable(`The file is damaged: its rows of ${table.name} do not fit (${error.message})`)
      : error;
  }
}

/** Loads everything of the file under the target's id. The tenant's own row has to be there. */
export async function loadRows(
  sql: Sql | Tx,
  reader: BackupReader,
  target: Target,
  progress: Progress = async () => {},
): Promise<Loaded> {
  const known = new Map((await backedTables(sql)).map((table) => [table.name, table]));
  const tables: BackedTable[] = [];
  let renamed: RenamedAccount[] = [];
  let rows = 0;
  let noted = 0;
  const read = await reader.read(async (section, lines) => {
    if (section.table === ACCOUNTS.table) {
      if (section.columns.join() !== ACCOUNTS.columns.join())
        throw unreadable("The file's accounts are not as this version knows them");
      renamed = [...renamed, ...(await ensureAccounts(sql as Tx, lines, target.subdomain))];
      return;
    }
    let table = tables.find(({ name }) => name === section.table);
    if (!table) {
      table = fitting(known, section);
      tables.push(table);
    }
    await insert(sql, table, target.id, lines);
    rows += lines.length;
    if (noted > 0 && rows - noted < NOTE_EVERY) return;
    noted = rows;
    await progress(rows);
  });
  await moveIdentities(sql, tables, target.id);
  return { ...read, tables, renamed };
}

/** What the restored tenant's rows differ in from those that were backed up; nothing when they are the same. */
export async function differences(tx: Tx, tenantId: string, { footer, tables }: Loaded): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, told] of Object.entries(footer.tables)) {
    if (name === ACCOUNTS.table || told.rows === 0) continue;
    const table = tables.find((one) => one.name === name);
    const tally = new Tally();
    if (table) for await (const line of tableLines(tx, table, tenantId)) tally.add(line);
    const found = tally.summary;
    if (found.rows !== told.rows) wrong.push(`${name} has ${found.rows} rows, not ${told.rows}`);
    else if (found.sha256 !== told.sha256) wrong.push(`rows of ${name} are not those that were backed up`);
  }
  const balance = await readTrialBalance(tx, tenantId);
  if (JSON.stringify(balance) !== JSON.stringify(footer.trial_balance))
    wrong.push("the trial balance is another one");
  return wrong;
}
