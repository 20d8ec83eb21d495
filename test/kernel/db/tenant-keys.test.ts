// The tenant in every key: what the database itself refuses, whoever asks.
import { afterAll, beforeAll, expect, it } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { openPool, type Row, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { fieldsOf } from "../../../shared/kernel/resource.ts";
import { onCluster } from "../../helpers/database/cluster.ts";
import { readTenantTables } from "../../helpers/database/tenant-sql.ts";
import { freshDatabase } from "../../helpers/postgres.ts";
import { putOneRowEach, type Rows } from "../../identity/helpers/one-row-each.ts";

let database: { url: string; drop(): Promise<void> };
let sql: Sql;
const [home, other] = [newId(), newId()];
let foreign: Rows;

beforeAll(async () => {
  database = await freshDatabase();
  sql = openPool(database.url, null, 1);
  for (const id of [home, other])
    await sql`insert into tenants (id, name, subdomain) values (${id}, ${id}, ${id})`;
  await putOneRowEach(sql, home);
  foreign = await putOneRowEach(sql, other);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

interface Reference {
  table: string;
  column: string;
  target: string;
  columns: string[];
}

/** All foreign keys; `column` is the one beside the tenant, where there is one. */
async function foreignKeys(): Promise<Reference[]> {
  const rows = await sql<(Omit<Reference, "column"> & { names: string })[]>`
    select f.conrelid::regclass::text as table, f.confrelid::regclass::text as target,
      (select string_agg(a.attname, ',' order by k.at) from unnest(f.conkey) with ordinality k(num, at)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num) as names
    from pg_constraint f where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`;
  return rows.map(({ table, target, names }) => {
    const columns = names.split(",");
    return { table, target, columns, column: columns.at(-1) ?? "" };
  });
}

/** Those between tenants' tables. */
async function references(): Promise<Reference[]> {
  const { tables } = await readTenantTables(database.url);
  return (await foreignKeys()).filter(({ table, target }) => tables.has(table) && tables.has(target));
}

it("Every foreign key between tenants' tables begins with the tenant", async () => {
  const all = await references();
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter(({ columns }) => columns.length !== 2 || columns[0] !== "tenant_id")).toEqual([]);
});

it("Every unique key of a tenant's table begins with the tenant", async () => {
  const { tables } = await readTenantTables(database.url);
  const keys = await sql<{ table: string; definition: string }[]>`
    select i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = current_schema()::regnamespace`;
  const own = keys.filter(({ table }) => tables.has(table));
  expect(own.length).toBeGreaterThan(40);
  expect(own.filter(({ definition }) => !/\(tenant_id[,)]/.test(definition))).toEqual([]);
});

it("A row can't be made to refer to another tenant's record, not even by the database's owner", async () => {
  for (const { table, column, target } of await references()) {
    const id = foreign.get(target)?.id;
    expect(id, target).toBeDefined();
    // A customer's account has the customer's id.
    const set = { [column]: id, ...(column === "customer" && table === "billing_accounts" ? { id } : {}) };
    const change = sql.begin(async (tx) => {
      await tx`set constraints all immediate`;
      // What may never be changed refuses before it is looked at; foreign keys are no triggers of ours.
      await tx`alter table ${tx(table)} disable trigger user`;
      await tx`update ${tx(table)} set ${tx(set as Row)} where tenant_id = ${home}`;
    });
    await expect(change, `${table}.${column}`).rejects.toMatchObject({ code: "23503" });
  }
});

/** What a reference names may be gone by now, or is nobody's record: why no foreign key holds it. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  "call_logs.broadcast": "a backup holds the call, and not the task that was under way",
  "closings.task_id": "a backup holds the closing, and not the task that did it",
  "month_end_steps.task_id": "a backup holds the step, and not the task that took it back",
  "ledger_entries.account":
    "each posting would lock the account that everybody posts to; check_journals looks instead",
  "ledger_entries.customer": "the same: check_journals looks at the account's customer",
  "ledger_entries.tax_code": "the bill's line holds the key, and the posting copies it",
  "network_sync_jobs.customer":
    "the job that takes a deleted customer off the router comes after the customer",
  "user_sessions.customer": "what a router says of somebody",
  "review_items.customer": "an item outlives its customer",
  "review_items.device": "an item outlives its device",
  "recharges.device": "a recharge outlives its device",
  "payment_transactions.device": "a payment outlives its device",
  "audit_logs.device": "the log outlives everything",
  "platform_audit_logs.device": "so does the platform's",
};

/** The platform's own: a cluster keeps none of their keys to what every node has a copy of (server/kernel/db/cluster/README.md). */
async function tablesOfTheCoordinator(): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`;
  return new Set(rows.map(({ name }) => name));
}

it("Every declared reference is held by a foreign key, or it is known why not", async () => {
  const held = new Set((await foreignKeys()).map(({ table, column }) => `${table}.${column}`));
  const resources = AREAS.flatMap((area) => area.resources).map(({ resource }) => resource);
  const names = new Set(resources.map(({ name }) => name));
  const declared = resources
    .filter(({ table }) => table !== "staff" && table !== "saas_tenants")
    .flatMap((resource) =>
      fieldsOf(resource)
        .filter(([, meta]) => meta.kind === "reference" && names.has(meta.references ?? ""))
        .map(([name]) => `${resource.table}.${name}`),
    );
  const local = onCluster ? await tablesOfTheCoordinator() : new Set();
  const loose = declared.filter(
    (name) => !held.has(name) && !Object.hasOwn(WITHOUT_KEY, name) && !local.has(name.split(".")[0]),
  );
  expect(loose).toEqual([]);
  const needless = Object.keys(WITHOUT_KEY).filter((name) => held.has(name) || !declared.includes(name));
  expect(needless).toEqual([]);
});

it("A journal can't be posted to another tenant's account", async () => {
  const account = foreign.get("billing_accounts");
  const entry = {
    ...{ tenant_id: home, id: newId(), journal: newId(), account: account?.id, customer: account?.customer },
    ...{ entry_type: "PAYMENT", entry_date: "2026-01-01", source_type: "recharge", source_id: newId() },
    ...{ posted_by: "nobody", occurred_at: new Date() },
  } as Row;
  const lines = [
    { ...entry, debit: 1, credit: 0 },
    { ...entry, id: newId(), debit: 0, credit: 1 },
  ];
  await expect(sql`insert into ledger_entries ${sql(lines)}`).rejects.toThrow(/account/);
});

/**
 * Written by triggers all the same, beside the row and in its tenant: whatever changes a customer's status or package, today or in
 * a later release, changes the monthly revenue, whatever changes what they are called changes what finds them, and whatever is told
 * to webhooks is told by every path that writes it: none of these ways can be forgotten.
 */
const WRITTEN_BY_TRIGGERS = ["keep_customer_texts", "note_mrr", "tell_webhooks"];

it("No policy asks another table, and no trigger writes one but those that note the monthly revenue, what finds a customer, or what webhooks tell", async () => {
  const policies = await sql`
    select tablename, policyname from pg_policies where schemaname = current_schema()
      and concat(qual, with_check) ~* 'select'`;
  expect([...policies]).toEqual([]);
  const triggers = await sql`
    select p.proname from pg_proc p where p.prorettype = 'trigger'::regtype and p.pronamespace = current_schema()::regnamespace
      and p.prosrc ~* '(insert\\s+into|update\\s+\\w+\\s+set|delete\\s+from)'`;
  expect(triggers.map(({ proname }) => proname).sort()).toEqual(WRITTEN_BY_TRIGGERS);
});

it("A tenant's row always says whose it is, and no column's default takes a transaction's number: stamps are taken where the row lies", async () => {
  const { tables } = await readTenantTables(database.url);
  const columns = await sql<{ table: string; is_nullable: boolean; initial: string | null }[]>`
    select c.relname as table, a.attname = 'tenant_id' and not a.attnotnull as is_nullable,
      pg_get_expr(d.adbin, d.adrelid) as initial
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`;
  const own = columns.filter(({ table }) => tables.has(table));
  expect(new Set(own.map(({ table }) => table)).size).toBeGreaterThan(80);
  expect(own.filter(({ is_nullable, initial }) => is_nullable || /xact_id|txid/.test(initial ?? ""))).toEqual(
    [],
  );
});

/** Citus takes no key whose deletion sets a column null beside the tenant (server/kernel/db/cluster/README.md): there a trigger does it for each of these. */
const SET_NULL_BY_THE_DATABASE = [
  "call_logs.agent",
  "call_logs.customer",
  "customers.onu",
  "incident_onus.customer",
  "incident_onus.onu",
  "onus.customer",
  "part_uses.customer",
  "store_movements.customer",
  "tasks.assigned_to",
  "tasks.customer",
  "tasks.incident",
  "tasks.template",
  "tickets.assigned_to",
  "tickets.customer",
  "tickets.incident",
];

it("No more foreign keys than are known set a column null when their record is deleted: on a cluster triggers do, for as many", async () => {
  const ofKeys = sql`
    select f.conrelid::regclass || '.' || a.attname as name
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.confdelsetcols)
    where f.contype = 'f' and f.confdeltype in ('n', 'd') and f.connamespace = current_schema()::regnamespace`;
  // Its arguments are the table and the column.
  const ofTriggers = sql`
    select split_part(encode(tgargs, 'escape'), '\\000', 1) || '.' || split_part(encode(tgargs, 'escape'), '\\000', 2) as name
    from pg_trigger where tgfoid = to_regproc('clear_reference')::oid`;
  const rows = await sql<{ name: string }[]>`${onCluster ? ofTriggers : ofKeys}`;
  const { tables } = await readTenantTables(database.url);
  const found = rows.map(({ name }) => name).filter((name) => tables.has(name.split(".")[0] ?? ""));
  expect(found.sort()).toEqual(SET_NULL_BY_THE_DATABASE);
});
