// What the restore of a backup needs of a cluster's nodes: that no reader waits for its transaction (migration 0002), which each
// node numbers for itself, and that keys which may wait until the commit do so there.
import type { Sql, Tx } from "../sql-types.ts";

/** A node's own name, and what a query of it answered. */
interface Answer {
  node: string;
  xids: string[];
}

const NODE = "(select system_identifier::text from pg_control_system())";

/** What each node answers to a query of one column of texts; nothing of one that does not answer. */
async function onNodes(sql: Sql | Tx, texts: string): Promise<Answer[]> {
  const command = `select json_build_object('node', ${NODE}, 'xids', coalesce((select json_agg(t.xid) from (${texts}) t), '[]'))`;
  const rows = await sql<{ result: string }[]>`
    select result from run_command_on_workers(${command}) where success`;
  return rows.map(({ result }) => JSON.parse(result) as Answer);
}

/**
 * The transactions in which the nodes do what this one has them do. A process is known by whom it works for; the upper half of
 * its transaction's number is that of what the node has counted to.
 */
async function onesOf(tx: Tx): Promise<Answer[]> {
  const [own] = await tx<{ gpid: string }[]>`select citus_backend_gpid()::text as gpid`;
  return onNodes(
    tx,
    `select (case when low > at % 4294967296 + 2147483648 then at - at % 4294967296 + low - 4294967296
        when low < at % 4294967296 - 2147483648 then at - at % 4294967296 + low + 4294967296
        else at - at % 4294967296 + low end)::text as xid
      from (select backend_xid::text::numeric as low, pg_snapshot_xmax(pg_current_snapshot())::text::numeric as at
        from pg_stat_activity where backend_xid is not null and datname = current_database()
          and application_name ~ '^citus_internal gpid=${own?.gpid}(\\D|$)') own`,
  );
}

/** Says of a transaction that has written on each node that no reader waits for it. Told in a separate one. */
export async function tellUnreadOnNodes(platform: Sql, tx: Tx): Promise<void> {
  for (const { node, xids } of await onesOf(tx))
    for (const xid of xids)
      await platform`insert into unread_on_nodes (node, xid) values (${node}, ${xid}::text::xid8)`;
}

/** Forgets those that have ended, however they did. What was noted since is left. */
export async function forgetUnreadOnNodes(platform: Sql): Promise<void> {
  const noted = await platform<{ node: string; xid: string }[]>`
    select node, xid::text as xid from unread_on_nodes`;
  if (noted.length === 0) return;
  const going_on = await onNodes(
    platform,
    "select x::text as xid from pg_snapshot_xip(pg_current_snapshot()) x",
  );
  for (const { node, xid } of noted) {
    const answer = going_on.find((one) => one.node === node);
    if (answer && !answer.xids.includes(xid))
      await platform`delete from unread_on_nodes where node = ${node} and xid = ${xid}::text::xid8`;
  }
}

/** `set constraints` is not handed on to the nodes: each does it as the restored tenant's own row comes to it. */
const KEYS_WAIT = `
  create function defer_keys() returns trigger language plpgsql as $$
  begin
    set constraints all deferred;
    return new;
  end $$`;

/** What the nodes have for it, each the same. */
const ONCE = [
  "create table unread_on_nodes (node text, xid xid8, primary key (node, xid))",
  "grant select on unread_on_nodes to lastmile_app",
  "grant select, insert, delete on unread_on_nodes to lastmile_platform",
  "select create_reference_table('unread_on_nodes')",
  KEYS_WAIT,
  "create trigger defer_keys before insert on tenants for each row when (is_restoring()) execute function defer_keys()",
] as const;

/** Up to where the change feed is complete, of companies on this node. */
const BOUND_OF_NODE = `
  create or replace function bound_of_node() returns xid8 language plpgsql stable as $$
  declare
    taken pg_snapshot := pg_current_snapshot();
    unread xid8[] := array(select u.xid from unread_on_nodes u where u.node = ${NODE});
  begin
    if cardinality(unread) = 0 then return pg_snapshot_xmin(taken); end if;
    return coalesce((select min(x) from pg_snapshot_xip(taken) x where x <> all(unread)), pg_snapshot_xmax(taken));
  end $$`;

/** Has the nodes keep what a restore needs. Done once, and again where a function was replaced. */
export async function prepareForRestores(tx: Tx): Promise<void> {
  const [known] = await tx<
    { is_there: boolean }[]
  >`select to_regclass('unread_on_nodes') is not null as is_there`;
  if (!known?.is_there) for (const statement of ONCE) await tx.unsafe(statement);
  await tx.unsafe(BOUND_OF_NODE);
}
