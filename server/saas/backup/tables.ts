// Which rows are a tenant's: read off the database's own catalogue, so that a new table is backed up automatically.
import { own } from "../../../shared/kernel/safe-lookup.ts";
import type { Sql, Tx } from "../../kernel/db/db.ts";

/** Tables of tenants that no backup holds, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  auth_tokens: "a sign-in lets into the tenant that it was made in; the restored one asks for a new one",
  api_tokens:
    "a token is a machine's way into the tenant that it was made in; the restored one makes its own",
  api_token_hashes: "they belong to the tokens",
  sync_keys: "they prove what was done at the desktops of the company that they were made for",
  device_sessions: "they bind sign-ins to devices, and the sign-ins are left out",
  customer_texts: "what is searched of a customer is put together as they are restored",
  sums_kept: "sums are kept up to the transaction that wrote last, and the restored rows are another's",
  cash_held: "the same",
  figure_parts: "the same",
  figure_sums: "the same",
  collected_hours: "the same",
  broadcast_calls: "they say whom a broadcast that is under way has still to call",
  mail_contents:
    "what waits is sent by the company itself; of the restored one nothing goes out, and its log says so",
  router_questions: "somebody waited for the answer at that moment",
  tenant_limits: "what the tenant may is said by its subscription, and the restored one has its own",
  tenant_domains: "a domain leads to one company; the restored one shows anew whose it is",
  deletions: "they tell replicas what is gone; those of the restored tenant begin with what is there",
  webhook_endpoints:
    "an endpoint belongs to the company that it was made in: it would be told everything twice; the restored one makes its own",
  agent_pairing_codes: "they let a computer into the company that they were made for, for ten minutes",
  callback_keys: "they are in the addresses that providers call the company by that they were made for",
  inbound_calls: "they were made to the company that they were sent to, and wait to be applied there",
  webhook_secrets: "they belong to the endpoints",
  webhook_events: "they were told, or wait to be, by the company itself",
  webhook_deliveries: "the same",
  owner_changes: "they tell replicas what came and went; the same",
};

/** Conditions on the rows of a table, where not all are taken. */
const ONLY: Readonly<Record<string, string>> = {
  // What is under way goes on where it began; restored, it would be done a second time.
  background_tasks: "status not in ('QUEUED', 'RUNNING')",
};

/** Columns that are the restored row's own: its tenant, and the transaction that put it there. */
const OWN = new Set(["tenant_id", "changed_xid"]);

export interface Column {
  name: string;
  /** As SQL writes it, e.g. "numeric(18,3)". */
  type: string;
  /** Whether a row without a value for it is refused. */
  is_required: boolean;
}

export interface BackedTable {
  name: string;
  columns: readonly Column[];
  /** Its key beside the tenant, as what rows are ordered by: the same order in every database. */
  order: string;
  only: string | null;
}

interface CatalogueColumn extends Column {
  table: string;
  is_generated: boolean;
  is_text: boolean;
  /** Its place in the primary key, from 1; null: it is no part of it. */
  key_at: number | null;
}

/** Every column of every table that has a tenant. */
function readColumns(sql: Sql | Tx): Promise<CatalogueColumn[]> {
  return sql<CatalogueColumn[]>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attgenerated <> '' as is_generated, a.attnotnull and not a.atthasdef and a.attidentity = '' as is_required,
      coalesce(nullif(t.typbasetype, 0), t.oid) in ('text'::regtype, 'varchar'::regtype) as is_text,
      array_position(i.indkey::int2[], a.attnum) + 1 as key_at
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and exists (
      select from pg_attribute x where x.attrelid = c.oid and x.attname = 'tenant_id' and not x.attisdropped)
    order by c.relname, a.attnum`;
}

interface Reference {
  table: string;
  target: string;
}

/** Foreign keys that are looked at with each statement, so that the referred row has to be there before. */
function readReferences(sql: Sql | Tx): Promise<Reference[]> {
  return sql<Reference[]>`
    select c.relname as table, t.relname as target from pg_constraint f
      join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
    where f.contype = 'f' and not f.condeferrable and f.connamespace = current_schema()::regnamespace`;
}

/**
 * The tables in an order in which each comes after those it refers to.
 * @throws Error for tables that refer to each other, or to themselves, by keys that can't be deferred.
 */
function inOrder(tables: readonly BackedTable[], references: readonly Reference[]): BackedTable[] {
  const ordered: BackedTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter(
      ({ name }) => !references.some(({ table, target }) => table === name && waiting.has(target)),
    );
    if (ready.length === 0)
      throw new Error(
        `These tables refer to each other by keys that are not deferrable, so no order restores them: ${[...waiting].join(", ")}`,
      );
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

function toTable(name: string, columns: readonly CatalogueColumn[]): BackedTable {
  const key = columns
    .filter(({ key_at }) => key_at !== null)
    .sort((a, b) => Number(a.key_at) - Number(b.key_at));
  if (key[0]?.name !== "tenant_id")
    throw new Error(
      `${name} has a tenant that does not lead its key: a backup can't take it, so tables.ts names it and why`,
    );
  const order = key
    .slice(1)
    .map(({ name: column, is_text }) => `"${column}"${is_text ? ' collate "C"' : ""}`);
  return {
    name,
    columns: columns
      .filter(({ name: column, is_generated }) => !is_generated && !OWN.has(column))
      .map(({ name: column, type, is_required }) => ({ name: column, type, is_required })),
    order: order.join(", ") || "tenant_id",
    only: own(ONLY, name) ?? null,
  };
}

/** The tables of a backup, each after those it refers to. @throws Error for one that has no order. */
export async function backedTables(sql: Sql | Tx): Promise<BackedTable[]> {
  const byTable = new Map<string, CatalogueColumn[]>();
  for (const column of await readColumns(sql))
    byTable.set(column.table, [...(byTable.get(column.table) ?? []), column]);
  const tables = [...byTable]
    .filter(([name]) => !Object.hasOwn(LEFT_OUT, name))
    .map(([name, columns]) => toTable(name, columns));
  return inOrder(tables, await readReferences(sql));
}

/** Columns of tenants' tables that name accounts, which belong to no tenant. */
export async function accountColumns(sql: Sql | Tx): Promise<{ table: string; column: string }[]> {
  const rows = await sql<{ table: string; column: string }[]>`
    select c.relname as table, a.attname as column from pg_constraint f
      join pg_class c on c.oid = f.conrelid
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'users'::regclass and f.connamespace = current_schema()::regnamespace
      and exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'tenant_id')
    order by 1, 2`;
  return rows.filter(({ table }) => !Object.hasOwn(LEFT_OUT, table));
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The statement that reads a table's rows of tenant $1, each as one line: a JSON array of the columns' texts. */
export function selectLines({ name, columns, order, only }: BackedTable): string {
  const texts = columns.map((column) => `t.${quoted(column.name)}::text`).join(", ");
  const condition = only ? ` and (${only})` : "";
  return `select array_to_json(array[${texts}]::text[])::text as line from ${quoted(name)} t
    where t.tenant_id = $1${condition} order by ${order}`;
}

/** The statement that puts the lines of $2, a JSON array of them, into a table as rows of tenant $1. */
export function insertLines({ name, columns }: Pick<BackedTable, "name" | "columns">): string {
  const names = columns.map((column) => quoted(column.name)).join(", ");
  const values = columns.map(({ type }, at) => `(r.line ->> ${at})::${type}`).join(", ");
  return `insert into ${quoted(name)} (tenant_id, ${names}) overriding system value
    select $1::uuid, ${values} from jsonb_array_elements($2::text::jsonb) as r (line)`;
}

/** Everything that decides how a value is written as text is the same in every transaction that writes or reads a backup. */
export const SAME_TEXTS = [
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "bytea_output = 'hex'",
  "extra_float_digits = 1",
  "timezone = 'UTC'",
] as const;
