// By which clock a new row's moments go, in a cluster.
import type { Tx } from "../sql-types.ts";

interface Moments {
  table: string;
  columns: string[];
  defaults: string[];
}

/** Columns of the distributed tables, and of `tables`, with the time as their default. */
const momentsOf = (tx: Tx, tables: readonly string[]): Promise<Moments[]> =>
  tx<Moments[]>`
    select c.relname as table, array_agg(quote_ident(a.attname)) as columns,
      array_agg(pg_get_expr(d.adbin, d.adrelid)) as defaults
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and pg_get_expr(d.adbin, d.adrelid) in ('now()', 'clock_timestamp()')
      and (c.relname = any(${[...tables]}::text[])
        or exists (select from pg_dist_partition p where p.logicalrelid = c.oid and p.partmethod = 'h'))
    group by c.relname order by c.relname`;

/**
 * Takes a new row's moments on its node, as its stamps are (migration 0001) and as a transaction's `now()` is read
 * there: a default is taken on the coordinator, whose transaction began earlier, by another clock. So an answer that is known
 * before its record is written says what is read of it afterwards.
 * @param tables that are about to be distributed.
 */
export async function takeMomentsWhereRowsLie(tx: Tx, tables: readonly string[]): Promise<void> {
  for (const { table, columns, defaults } of await momentsOf(tx, tables)) {
    const taken = columns.map((column, at) => `new.${column} := coalesce(new.${column}, ${defaults[at]});`);
    const name = JSON.stringify(`moments_of_${table}`);
    await tx.unsafe(`create or replace function ${name}() returns trigger language plpgsql as $$
      begin ${taken.join(" ")} return new; end $$`);
    await tx.unsafe(
      `create trigger moments before insert on ${table} for each row execute function ${name}()`,
    );
    for (const column of columns) await tx.unsafe(`alter table ${table} alter column ${column} drop default`);
  }
}
