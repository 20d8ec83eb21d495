// Lays the tables over the nodes of a cluster (Citus): each tenant's rows on one node, by the catalog alone.
import type { Sql, Tx } from "../db.ts";
import { takeMomentsWhereRowsLie } from "./node-clock.ts";
import { prepareForRestores } from "./restores.ts";

interface Key {
  table: string;
  name: string;
  target: string;
  /** The one beside the tenant. */
  column: string;
  /** As PostgreSQL writes it down. */
  definition: string;
  sets_null: boolean;
}

/** Whether there is an extension that distributes, and a node that takes rows. */
async function hasNodes(sql: Sql): Promise<boolean> {
  const extensions = await sql`select from pg_extension where extname = 'citus'`;
  if (extensions.length === 0) return false;
  const nodes =
    await sql`select from pg_dist_node where shouldhaveshards and isactive and noderole = 'primary'`;
  return nodes.length > 0;
}

/** Tables with the tenant first in their primary key that are not distributed yet. */
async function tablesOfTenants(sql: Tx): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
      join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum = i.indkey[0]
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
    order by c.relname`;
  return rows.map(({ name }) => name);
}

/** Every foreign key of this schema; those of the parts that lie here belong to their tables. */
async function foreignKeys(sql: Tx): Promise<Key[]> {
  return sql<Key[]>`
    select conrelid::regclass::text as table, conname as name, confrelid::regclass::text as target,
      pg_get_constraintdef(oid) as definition, confdeltype = 'n' as sets_null,
      (select attname from pg_attribute a where a.attrelid = conrelid and a.attnum = conkey[cardinality(conkey)]) as column
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
      and not relation_is_a_known_shard(conrelid)
    order by 1, 2`;
}

/**
 * What every node has a copy of: the tables without a tenant that tenants' tables refer to, and what those refer to.
 * @param known what is spread already.
 */
function tablesOfAll(
  keys: readonly Key[],
  tenants: ReadonlySet<string>,
  known: ReadonlyMap<string, unknown>,
): Set<string> {
  const all = new Set<string>();
  for (;;) {
    const more = keys.filter(
      ({ table, target }) =>
        (tenants.has(table) || all.has(table)) && ![tenants, all, known].some((some) => some.has(target)),
    );
    if (more.length === 0) return all;
    for (const { target } of more) all.add(target);
  }
}

/**
 * Rights on single columns, which are not carried to the nodes with their tables, as statements that give them again. To write
 * a new row is of the whole row there: a node is told the defaults as if they were given. What a new row may say is held by
 * its policy.
 */
async function columnGrants(sql: Tx): Promise<string[]> {
  const rows = await sql<{ grant: string }[]>`
    select format('grant %s %s on %s to %s', lower(x.privilege_type),
      case when x.privilege_type <> 'INSERT' then format('(%s)', string_agg(quote_ident(a.attname), ', ')) end,
      a.attrelid::regclass, x.grantee::regrole) as grant
    from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) x
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
    group by a.attrelid, x.privilege_type, x.grantee`;
  return rows.map(({ grant }) => grant);
}

/**
 * Makes a policy that restricts a part of the one that permits: Citus copies every policy to the nodes as one that permits, so
 * that the wall around tenants would stand open wherever another one restricts what is seen inside it.
 * @throws Error where they are not of the same roles and statements.
 */
async function joinPolicies(sql: Tx): Promise<void> {
  const rows = await sql<
    { table: string; name: string; wall: string | null; seen: string; written: string }[]
  >`
    select r.polrelid::regclass::text as table, quote_ident(r.polname) as name, quote_ident(p.polname) as wall,
      format('(%s) and (%s)', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(r.polqual, r.polrelid)) as seen,
      format('(%s) and (%s)', pg_get_expr(p.polwithcheck, p.polrelid), pg_get_expr(r.polwithcheck, r.polrelid)) as written
    from pg_policy r join pg_class c on c.oid = r.polrelid and c.relnamespace = current_schema()::regnamespace
      left join pg_policy p on p.polrelid = r.polrelid and p.polpermissive and p.polroles = r.polroles and p.polcmd = r.polcmd
    where not r.polpermissive`;
  for (const { table, name, wall, seen, written } of rows) {
    if (wall === null) throw new Error(`The policy ${name} of ${table} restricts no other of the same roles`);
    await sql.unsafe(`drop policy ${name} on ${table}`);
    await sql.unsafe(`alter policy ${wall} on ${table} using (${seen}) with check (${written})`);
  }
}

/**
 * Compares a wall's tenant in a way that the planner concludes nothing from. Of `tenant_id = $1 and tenant_id =
 * current_tenant()` it makes a condition without a column, which Citus refuses beside an outer join. Only where no row is without
 * a tenant: such a row would be seen by a transaction that has none (sessions of the platform, which the coordinator keeps).
 */
async function keepConditions(sql: Tx): Promise<void> {
  const rows = await sql<{ table: string; name: string; seen: string }[]>`
    select p.polrelid::regclass::text as table, quote_ident(p.polname) as name,
      replace(pg_get_expr(p.polqual, p.polrelid), 'tenant_id = current_tenant()',
        'tenant_id is not distinct from current_tenant()') as seen
    from pg_policy p join pg_class c on c.oid = p.polrelid and c.relnamespace = current_schema()::regnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull
    where pg_get_expr(p.polqual, p.polrelid) like '%tenant_id = current_tenant()%'`;
  for (const { table, name, seen } of rows)
    await sql.unsafe(`alter policy ${name} on ${table} using (${seen})`);
}

/**
 * What the coordinator and the other nodes have to be set to. These hand on no settings: with them, one that asks another
 * (`is_member`) would hand on the whole text that they came in, and begin a transaction twice.
 */
const NEEDED: Readonly<Record<string, { coordinator: string; others: string }>> = {
  "citus.enable_unsafe_triggers": { coordinator: "on", others: "on" },
  "citus.propagate_set_commands": { coordinator: "local", others: "none" },
  "citus.allow_nested_distributed_execution": { coordinator: "on", others: "on" },
  // What a session sets for itself (db.ts) a node is not told, and instants become texts and days there.
  timezone: { coordinator: "UTC", others: "UTC" },
};

/** Nodes that are not set as they have to be: the operator's to mend, who is told how. */
export class WrongNodes extends Error {
  override readonly name = "WrongNodes";
}

/** @throws WrongNodes that names what is set otherwise, before anything is distributed. */
async function requireSettings(sql: Tx): Promise<void> {
  const wrong: string[] = [];
  for (const [name, needed] of Object.entries(NEEDED)) {
    const own = await sql<{ found: string }[]>`select current_setting(${name}, true) as found`;
    const others = await sql<{ found: string }[]>`
      select result as found from run_command_on_workers(${`show ${name}`})`;
    const differs = (nodes: readonly { found: string }[], value: string) =>
      nodes.some(({ found }) => found !== value);
    if (differs(own, needed.coordinator)) wrong.push(`${name} = ${needed.coordinator} on the coordinator`);
    if (differs(others, needed.others)) wrong.push(`${name} = ${needed.others} on every other node`);
  }
  if (wrong.length > 0) throw new WrongNodes(`in postgresql.conf set ${wrong.join("; ")}`);
}

/** Clears a column of the rows that refer to one that is deleted, as its key does where no node has to know another. */
const CLEAR_REFERENCE = `
  create or replace function clear_reference() returns trigger language plpgsql security definer as $$
  begin
    execute format('update %1$I set %2$I = null where tenant_id = $1 and %2$I = $2', tg_argv[0], tg_argv[1])
      using old.tenant_id, old.id;
    return old;
  end $$`;

/**
 * Transactions are numbered by each node for itself, and rows are stamped where they lie: so is the bound of a reader asked
 * there. Nobody's bound is the coordinator's, which says nothing of any company.
 */
const FEED_BOUND = `
  create or replace function feed_bound() returns xid8 language plpgsql stable as $$
  begin
    return (select h.xmin from feed_bound_here() h);
  end $$`;

/** A part is created again each time that it comes to a node, and has another number there. */
const PLACE_OF = `
  create or replace function place_of(part oid) returns text language plpgsql immutable as $$
  begin
    return (select '.' || system_identifier || '.' || part from pg_control_system());
  end $$`;

const FEED_BOUND_HERE = `
  create or replace function feed_bound_here() returns table (xmin xid8, place text) language plpgsql stable as $$
  declare
    mine uuid := current_tenant();
  begin
    if mine is null then
      return query select pg_snapshot_xmin(pg_current_snapshot()), ''::text;
    else
      return query select bound_of_node(), place_of(c.tableoid)
        from company_settings c where c.tenant_id = mine;
    end if;
  end $$`;

/**
 * Functions of SQL that are given something and read tables, as they are in PL/pgSQL: Citus can't plan the former. The tenant
 * is known before the tables are asked, so that one node is.
 */
async function plainFunctions(sql: Tx): Promise<string[]> {
  const rows = await sql<{ definition: string; body: string; is_set: boolean }[]>`
    select pg_get_functiondef(p.oid) as definition, p.prosrc as body, p.proretset as is_set
    from pg_proc p join pg_language l on l.oid = p.prolang
    where l.lanname = 'sql' and p.provolatile = 's' and p.pronargs > 0 and p.prosrc ~ '\\mfrom\\M'
      and p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  return rows.map(({ definition, body, is_set }) =>
    definition
      .replace("LANGUAGE sql", "LANGUAGE plpgsql")
      .replace(
        body,
        () =>
          `\n#variable_conflict use_column\n${inPlpgsql(body.replaceAll("current_tenant()", "this_tenant"), is_set)}`,
      ),
  );
}

const inPlpgsql = (body: string, is_set: boolean) => `declare this_tenant uuid := current_tenant();
  begin ${is_set ? `return query ${body}` : `return (${body})`}; end`;

/**
 * Accounts are changed on every node, also where the company's members don't lie: there these are asked for as the tables'
 * owner, to whom nothing has to be told of the transaction. Whoever asks all nodes at once may change no account after.
 */
const MEMBERS_FROM_AFAR = `
  do $$ begin
    execute format('alter function is_member(uuid) security definer set search_path = %I, pg_temp', current_schema());
    alter function user_is_shared(uuid) set citus.multi_shard_modify_mode = 'sequential';
  end $$`;

/** Functions of which the nodes were told nothing, because they joined later. */
async function untoldFunctions(sql: Tx): Promise<string[]> {
  const rows = await sql<{ definition: string }[]>`
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`;
  return rows.map(({ definition }) => definition);
}

/** Puts a key back; one that sets a column null, which no node can, as one that refuses, behind a trigger that clears. */
async function putBack(tx: Tx, { table, name, target, column, definition, sets_null }: Key): Promise<void> {
  const kept = definition.replace(/ ON DELETE SET NULL( \([^)]*\))?/, "");
  await tx.unsafe(`alter table ${table} add constraint ${JSON.stringify(name)} ${kept}`);
  if (!sets_null) return;
  await tx.unsafe(`create trigger ${JSON.stringify(`clear_${table}_${column}`)} before delete on ${target}
    for each row execute function clear_reference('${table}', '${column}')`);
}

/** What is spread over the nodes already: "h" by its tenant, "n" as a copy on each. */
async function spreadBefore(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx<{ name: string; how: string }[]>`
    select logicalrelid::text as name, partmethod as how from pg_dist_partition`;
  return new Map(rows.map(({ name, how }) => [name, how]));
}

/** The rows that a table was copied from: they are not read any more. */
async function dropRest(tx: Tx, table: string): Promise<void> {
  await tx`select truncate_local_data_after_distributing_table(${table}::regclass)
    where pg_relation_size(${table}::regclass) > 0`;
}

type Tell = (line: string) => void;
const TOLD_EACH = 20;

/**
 * Distributes the tables that are not distributed yet, beside those that are. Their keys are put back last, because none can
 * refer to a table that lies elsewhere.
 */
async function distributeNew(tx: Tx, tables: readonly string[], tell: Tell = () => {}): Promise<string[]> {
  await requireSettings(tx);
  await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
  const known = await spreadBefore(tx);
  const tenants = new Set(tables);
  const keys = await foreignKeys(tx);
  const copied = tablesOfAll(keys, tenants, known);
  const is_new = (table: string) => tenants.has(table) || copied.has(table);
  const is_spread = (table: string) => is_new(table) || known.has(table);
  const touched = keys.filter(
    ({ table, target }) => !known.has(table) && (is_new(table) || is_spread(target)),
  );
  for (const { table, name } of touched) await tx`alter table ${tx(table)} drop constraint ${tx(name)}`;
  await joinPolicies(tx);
  await keepConditions(tx);
  await takeMomentsWhereRowsLie(tx, tables);
  const spread = [...copied, ...tables];
  // Rows that are there already come to the nodes as they are: nothing about them changes, and no sum is kept twice.
  for (const table of spread) await tx`alter table ${tx(table)} disable trigger user`;
  for (const table of copied) {
    await tx`select create_reference_table(${table})`;
    await dropRest(tx, table);
  }
  let [beside = "default"] = [...known.keys()].filter((table) => known.get(table) === "h");
  let done = 0;
  for (const table of tables) {
    await tx`select create_distributed_table(${table}, 'tenant_id', colocate_with => ${beside})`;
    await dropRest(tx, table);
    if (beside === "default") beside = table;
    done += 1;
    if (done % TOLD_EACH === 0) tell(`Distributed ${done} of ${tables.length} tables`);
  }
  await prepareForRestores(tx);
  const functions = [
    ...(await plainFunctions(tx)),
    ...[MEMBERS_FROM_AFAR, CLEAR_REFERENCE, PLACE_OF, FEED_BOUND_HERE, FEED_BOUND],
  ];
  for (const one of functions) await tx.unsafe(one);
  for (const one of await untoldFunctions(tx)) await tx.unsafe(one);
  for (const key of touched) if (is_spread(key.table)) await putBack(tx, key);
  for (const grant of await columnGrants(tx)) await tx.unsafe(grant);
  for (const table of spread) await tx`alter table ${tx(table)} enable trigger user`;
  return spread;
}

/**
 * Distributes what is not distributed yet, in one transaction: a start that is interrupted leaves the tables as they were, and
 * one that finds all of them distributed does nothing.
 * @returns the tables that it distributed.
 * @throws WrongNodes when a node is not set as it has to be.
 */
export async function distribute(sql: Sql, tell: Tell = () => {}): Promise<string[]> {
  if (!(await hasNodes(sql))) return [];
  return sql.begin(async (begun) => {
    const tx = begun as Tx;
    const tables = await tablesOfTenants(tx);
    if (tables.length === 0) return tables;
    tell(`Distributes ${tables.length} tables over the nodes of the cluster, which takes a minute or more`);
    const all = await distributeNew(tx, tables, tell);
    tell("Distributed: each company's rows lie on one node");
    return all;
  });
}

/** Distributes what a migration made, in its transaction. Functions that it replaced become a cluster's as well. */
export async function spreadMigrated(tx: Tx): Promise<void> {
  await distributeNew(tx, await tablesOfTenants(tx));
}
