// The places of a cluster, in each of which rows are stamped by another node's count: what a company's rows need when they
// come to another one.
import type { Tx } from "../db.ts";

interface Place {
  /** Of the companies that lie there: the part of their settings. */
  part: string;
  place: string;
}

/** Where companies lie now; a node that does not answer has no place. */
async function placesNow(tx: Tx): Promise<Place[]> {
  return tx<Place[]>`
    select shardid::text as part, result as place
    from run_command_on_shards('company_settings', ${"select place_of('%s'::regclass)"}) where success`;
}

/** @param parts the parts of settings of the companies that are meant; null: everything, on any node. */
async function restampOn(
  tx: Tx,
  table: string,
  is_forgotten: boolean,
  parts: string[] | null,
): Promise<void> {
  const [beside] = await tx<{ ids: string | null }[]>`
    select string_agg(distinct other.shardid::text, '|') as ids
    from pg_dist_shard settings join pg_dist_shard other on other.shardminvalue = settings.shardminvalue
    where settings.shardid = any(${parts ?? []}::text[]::bigint[]) and other.logicalrelid = ${table}::regclass`;
  const which = parts === null ? "" : ` where '%1$s' ~ '_(${beside?.ids ?? "none"})"?$'`;
  const command = `select restamp('%1$s', ${is_forgotten})${which}`;
  const answers = await tx<{ success: boolean; result: string }[]>`
    select success, result from run_command_on_placements(${table}, ${command})`;
  const failed = answers.find(({ success }) => !success);
  if (failed) throw new Error(`${table} could not be stamped anew: ${failed.result}`);
}

interface Stamped {
  name: string;
  is_distributed: boolean;
}

/** The tables with stamped rows. */
function stampedTables(tx: Tx, is_cluster: boolean): Promise<Stamped[]> {
  const lies_on_nodes = is_cluster
    ? tx`exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`
    : tx`false`;
  return tx<Stamped[]>`
    select c.relname as name, ${lies_on_nodes} as is_distributed
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and a.attname = 'changed_xid' and not a.attisdropped
      and c.relnamespace = current_schema()::regnamespace order by 1`;
}

/**
 * Brings rows of the future into the present, each by the count of its node. Every replica starts afresh after it.
 * @param parts of a cluster, those of companies that were moved; null: everything.
 */
export async function restamp(tx: Tx, is_cluster: boolean, parts: string[] | null = null): Promise<void> {
  for (const { name, is_distributed } of await stampedTables(tx, is_cluster)) {
    const is_forgotten = name === "deletions";
    if (is_distributed) await restampOn(tx, name, is_forgotten, parts);
    else if (parts === null) await tx`select restamp(${name}::regclass, ${is_forgotten})`;
  }
}

/** Marks the present places as settled: everything in them was stamped again, or is new. */
async function settleAll(tx: Tx, places: readonly Place[]): Promise<void> {
  const names = places.map(({ place }) => place);
  await tx`delete from settled_places where place <> all(${names}::text[])`;
  await tx`insert into settled_places select unnest(${names}::text[]) on conflict do nothing`;
}

/** Everything was stamped again, on every node. */
export const settleEverything = async (tx: Tx): Promise<void> => settleAll(tx, await placesNow(tx));

/**
 * Stamps again the rows of companies that were moved since; companies on other nodes do not wait for it.
 * @returns the companies that were moved.
 */
export async function settleMoved(tx: Tx): Promise<string[]> {
  const places = await placesNow(tx);
  const settled = await tx<{ place: string }[]>`select place from settled_places`;
  const known = new Set(settled.map(({ place }) => place));
  const parts = places.filter(({ place }) => !known.has(place)).map(({ part }) => part);
  if (parts.length === 0) return [];
  await restamp(tx, true, parts);
  await settleAll(tx, places);
  const companies = await tx<{ id: string }[]>`
    select id from tenants
    where get_shard_id_for_distribution_column('company_settings', id)::text = any(${parts}::text[])`;
  return companies.map(({ id }) => id);
}
