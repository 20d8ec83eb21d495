// Puts one row of a tenant into every table that belongs to tenants, read off the catalog: new tables come by themselves.
import type { Row, Sql } from "../../../server/kernel/db/db.ts";
import { spelledColumn } from "../../../server/kernel/db/normal/keys.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";

interface Column {
  table: string;
  name: string;
  type: string;
  has_default: boolean;
  is_nullable: boolean;
  references_table: string | null;
  choices: string[];
}

/** Every relation (table or view) that has a tenant_id, in the application's schema. */
export async function tenantRelations(sql: Sql): Promise<{ name: string; is_table: boolean }[]> {
  return sql`
    select c.relname as name, c.relkind in ('r', 'p') as is_table from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by c.relname`;
}

async function columnsOf(sql: Sql): Promise<Column[]> {
  const rows = await sql<(Omit<Column, "choices"> & { checks: string | null })[]>`
    select c.relname as table, a.attname as name, format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), null) as type,
      a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' as has_default, not a.attnotnull as is_nullable,
      (select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey) limit 1) as references_table,
      (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'tenant_id')
    order by c.relname, a.attnum`;
  return rows.map(({ checks, ...column }) => ({
    ...column,
    choices: [...(checks ?? "").matchAll(/'([^']+)'::text/g)].map((match) => match[1] as string),
  }));
}

function sample(column: Column): unknown {
  if (column.choices.length > 0) return column.choices[0];
  const { type } = column;
  if (type === "uuid") return newId();
  if (type === "bytea") return Buffer.from(newId());
  if (type === "jsonb" || type === "json") return null;
  if (type === "boolean") return true;
  // Not one that is past: what is due by then is marked each minute.
  if (type === "date") return "2099-11-20";
  if (type.startsWith("timestamp")) return new Date().toISOString();
  if (type.startsWith("text[")) return [];
  if (/int|numeric|double|xid8/.test(type)) return 1;
  return `x${newId().slice(-12)}`;
}

/** What rows need beyond their columns' types, because a check ties several columns together or a text has a form. */
const PARTICULAR: Readonly<Record<string, Row>> = {
  ledger_entries: { debit: 0, credit: 1, entry_type: "PAYMENT", source_type: "payment_transaction" },
  recharges: { method: "CASH" },
  invoices: { billing_month: "2026-11" },
  employees: { salary: 1, salary_from: null, salary_history: [{ from: null, salary: "1.00" }] },
  closings: { month: "2026-11" },
  month_ends: { month: "2026-11" },
  figure_parts: { parts: [] },
  mrr_months: { month: "2026-11" },
  // Not due: the job would write it meanwhile.
  report_schedules: { email: "owner@isp.example", next_at: "2099-11-20T00:00:00Z" },
  credit_notes: { amount: 1, due_reduced: 1, made_advance: 0, written_off: 0 },
  refunds: { parts: [] },
  deposits: { amount: 1, balance: 1, applied_amount: 0, refunded_amount: 0, status: "HELD" },
  payment_transactions: { method: "DEPOSIT" },
  customer_addons: { kind: "RECURRING", source: "ADDON", effect: "NONE", state: "ACTIVE" },
  pending_charges: { state: "BILLED" },
  payment_events: { currency: "BDT" },
  packages: { router_profile: "home-10" },
  router_looks: { counters: Buffer.alloc(64, 0) },
  task_templates: { checklist: [], minutes_expected: 30 },
  tasks: { checklist: [], window_from: null, window_to: null, resumed_at: null, paused_at: null },
  task_photos: { sha256: "ab".repeat(32) },
  tenant_domains: { verification: { type: "TXT", name: "_lastmile.isp.example", value: "x" } },
  voice_settings: { api_endpoint: "https://gateway.example/calls" },
  // Switched off: what it waits for is nobody's to send.
  webhook_endpoints: {
    ...{ events: ["customer.created"], is_active: false, state: "DISABLED", disabled_reason: "BY_HAND" },
    ...{ url: "https://hook.example/lastmile" },
  },
  webhook_deliveries: { status: "SUCCEEDED", next_at: null, type: "customer.created" },
  webhook_events: { type: "customer.created", new_row: null, old_row: null },
  payrolls: {
    month: "2026-11",
    breakdown: {
      given: "1",
      advances: "0",
      of_advances: [],
      unpaid_leave: "0",
      unpaid_leave_days: 0,
      outside: "0",
      outside_days: 0,
    },
  },
  advance_salaries: {
    amount: 1,
    deducted: 1,
    instalments: 1,
    deduction_month: "2026-11",
    status: "DEDUCTED",
  },
};

export type Rows = Map<string, Row>;

/**
 * One row each, tied together by their references. What the tenant has already is left as it is.
 * @param sql a superuser's connection: foreign keys are switched off while rows are written in any order.
 */
export async function putOneRowEach(sql: Sql, tenantId: string): Promise<Rows> {
  const columns = new Map<string, Column[]>();
  for (const column of await columnsOf(sql))
    columns.set(column.table, [...(columns.get(column.table) ?? []), column]);
  const ids = new Map<string, string>();
  for (const [table, described] of columns) {
    const hasId = described.some(({ name }) => name === "id");
    const [known] = hasId
      ? await sql<Row[]>`select id from ${sql(table)} where tenant_id = ${tenantId} limit 1`
      : [];
    ids.set(table, String(known?.id ?? newId()));
  }
  // A customer's account has the customer's id.
  ids.set("billing_accounts", String(ids.get("customers")));
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const [table, described] of columns) {
      const [known] = await tx`select 1 from ${tx(table)} where tenant_id = ${tenantId} limit 1`;
      if (known) continue;
      const row: Row = {};
      for (const column of described) {
        const target = column.references_table === "users" ? null : column.references_table;
        if (column.name === "tenant_id") row.tenant_id = tenantId;
        else if (column.name === "id" && column.type === "uuid") row.id = ids.get(table);
        else if (target && ids.has(target)) row[column.name] = ids.get(target);
        else if (!column.has_default && !column.is_nullable) {
          row[column.name] = column.type === "jsonb" ? tx.json({}) : sample(column);
        }
      }
      const whole: Row = { ...row, ...PARTICULAR[table] };
      // No trigger gives them here.
      for (const { name } of described)
        if (typeof whole[spelledColumn(name)] === "string" && name !== spelledColumn(name))
          whole[name] = normalText(String(whole[spelledColumn(name)]));
      await tx`insert into ${tx(table)} ${tx(whole)}`;
    }
  });
  return rowsOf(sql, tenantId);
}

/** The tenant's rows as they are now, by table: one of each, and a fingerprint of them all. */
async function rowsOf(sql: Sql, tenantId: string): Promise<Rows> {
  const rows: Rows = new Map();
  for (const { name, is_table } of await tenantRelations(sql)) {
    if (!is_table) continue;
    const [row] = await sql<
      Row[]
    >`select to_jsonb(t) as row from ${sql(name)} t where tenant_id = ${tenantId} limit 1`;
    if (row) rows.set(name, row.row as Row);
  }
  return rows;
}

/** A statement that inserts this row, as any role may try it: by its values, because a cluster copies what is selected. */
export async function insertOf(sql: Sql, table: string, row: Row): Promise<string> {
  const columns = await sql<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`;
  const names = columns.map(({ name }) => name).join(", ");
  const [values] = await sql.unsafe<{ list: string }[]>(
    `select concat_ws(', ', ${columns.map(({ name }) => `quote_nullable(${name}::text)`).join(", ")}) as list
      from jsonb_populate_record(null::"${table}", $1::text::jsonb)`,
    [JSON.stringify(row)],
  );
  return `insert into "${table}" (${names}) values (${values?.list})`;
}

/** Changes when anything of the tenant's does. */
export async function fingerprint(sql: Sql, tenantId: string): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const { name, is_table } of await tenantRelations(sql)) {
    if (!is_table) continue;
    const [row] = await sql<{ print: string }[]>`
      select coalesce(md5(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)), '') as print
      from ${sql(name)} t where tenant_id = ${tenantId}`;
    prints[name] = row?.print ?? "";
  }
  return prints;
}
