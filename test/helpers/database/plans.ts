// What PostgreSQL really did for a statement: its auto_explain module writes every plan with the rows it read to the log.
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { endSessions, onOnePostgres } from "./cluster.ts";

export interface ReadBy {
  /** Rows that came from tables and indexes, those that a filter then removed among them, and pairs that a join compared in vain. */
  rows: number;
  /** Blocks of 8 kB that were looked at, wherever they were: also those of an index in which nothing is found. */
  blocks: number;
  statement: string;
  /** The scans, each with its rows. */
  scans: string[];
  /** Indexes of many entries that are led by the tenant, and were gone through for all tenants, found there or not. */
  whole: string[];
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Index Searches"?: number;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Rows Removed by Join Filter"?: number;
  /** Of a node and what is below it. */
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: PlanNode[];
}

/** Tests (`test` or `describe`) that look at plans. */
export const ofPlans = <T>(tests: { skipIf(is_skipped: boolean): T }): T =>
  onOnePostgres(
    tests,
    "Plans are read in the log of one PostgreSQL; the coordinator's say what it sends, not what is read.",
  );

/** An index that is in order of its columns, led by the tenant. */
interface OrderedIndex {
  /** What stands behind the tenant. */
  columns: readonly string[];
  /** Of its table, and its own, as they were analyzed last. */
  rows: number;
  entries: number;
}

/** Tables of fewer rows are as soon gone through. */
const MANY = 1_000;

/** Bytes of the log that are read at once: they travel as twice as many letters. */
const PART = 1 << 25;

const SETTINGS = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_format": "json",
};

/** Writes down the plans of one database's sessions from now on; those that are open are ended. */
export class PlanLog {
  readonly #sql: Sql;
  /** As lines of this database begin: the log is all databases'. */
  readonly #line: RegExp;
  #offset = 0;

  constructor(sql: Sql, database: string) {
    this.#sql = sql;
    this.#line = new RegExp(`^\\S+ \\S+ \\S+ \\[\\d+\\] ${database} `);
  }

  /**
   * @param nested also what functions and triggers of the database run.
   * @param kept_plans one plan for all values from the first run on, as PostgreSQL may keep it after five.
   */
  static async start(database_url: string, { nested = false, kept_plans = false } = {}): Promise<PlanLog> {
    const name = new URL(database_url).pathname.slice(1);
    const setUp = openPool(database_url, null, 1);
    await setUp`load 'auto_explain'`;
    const settings = {
      ...SETTINGS,
      "auto_explain.log_nested_statements": nested ? "on" : "off",
      plan_cache_mode: kept_plans ? "force_generic_plan" : "auto",
    };
    for (const [setting, value] of Object.entries(settings))
      await setUp.unsafe(`alter database ${name} set ${setting} = '${value}'`);
    await setUp.unsafe(endSessions(name));
    await setUp.end();
    const sql = openPool(database_url, null, 1);
    await sql`set auto_explain.log_min_duration = -1`;
    const log = new PlanLog(sql, name);
    // What is there already is everybody's, and may be longer than a text can be.
    const [log_file] = await sql<{ size: number }[]>`select (pg_stat_file('server.log')).size as size`;
    log.#offset = log_file?.size ?? 0;
    return log;
  }

  /**
   * The plans that were written since the last call.
   * @param isAsked of which statements; the others are passed over.
   * @throws Error where one goes through all of a tenant's entries of a large index for a few rows.
   */
  async read(isAsked: (statement: string) => boolean = () => true): Promise<ReadBy[]> {
    const parts: Buffer[] = [];
    do {
      const from = this.#offset + parts.length * PART;
      const [row] = await this.#sql<{ bytes: Buffer }[]>`
        select pg_read_binary_file('server.log', ${from}, ${PART}) as bytes`;
      parts.push(row?.bytes ?? Buffer.alloc(0));
    } while (parts.at(-1)?.length === PART);
    const entries = finished(Buffer.concat(parts).toString());
    this.#offset += Buffer.byteLength(entries.join(""));
    const indexes = await this.#orderedIndexes();
    return entries.flatMap((entry) => {
      if (!this.#line.test(entry)) return [];
      const json = /plan:\n([\s\S]*)$/.exec(entry)?.[1];
      if (!json) return [];
      const { "Query Text": statement, Plan: plan } = JSON.parse(json) as {
        "Query Text": string;
        Plan: PlanNode;
      };
      // What the driver asks of each new connection is nobody's doing.
      if (statement.includes("pg_catalog.pg_type") || !isAsked(statement)) return [];
      refuseSkims(statement, plan, indexes);
      const { "Shared Hit Blocks": hit = 0, "Shared Read Blocks": read = 0 } = plan;
      return [{ statement, blocks: hit + read, whole: wholeOf(plan, indexes), ...count(plan) }];
    });
  }

  async #orderedIndexes(): Promise<ReadonlyMap<string, OrderedIndex>> {
    const rows = await this.#sql<({ name: string } & OrderedIndex)[]>`
      select x.relname as name, t.reltuples as rows, x.reltuples as entries,
        array(select trim('"' from pg_get_indexdef(i.indexrelid, n, false)) from generate_series(2, i.indnkeyatts) n) as columns
      from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_am m on m.oid = x.relam
      where m.amname = 'btree' and x.relnamespace = current_schema()::regnamespace
        and pg_get_indexdef(i.indexrelid, 1, false) = 'tenant_id'`;
    return new Map(rows.map((row) => [row.name, row]));
  }

  end(): Promise<void> {
    return this.#sql.end();
  }
}

/**
 * The log's entries without a last one that somebody is still writing: a clock's, as what the test asked for was written
 * before its answer came. It is read the next time.
 */
function finished(log: string): string[] {
  const entries = log.split(/^(?=\d{4}-\d\d-\d\d )/m);
  const last = entries.at(-1) ?? "";
  const isWhole = last.includes("plan:\n") ? last.endsWith("\n\t}\n") : last.endsWith("\n");
  return isWhole ? entries : entries.slice(0, -1);
}

/**
 * Refuses a scan in one go through an index of which it knows the tenant, not what stands next, and something further behind:
 * it finds a few rows, and no count of rows says that it went through all entries of the tenant. Where PostgreSQL looks each
 * value of the column between up by itself, these are searches of their own; and of an empty list there is none.
 */
function refuseSkims(statement: string, node: PlanNode, indexes: ReadonlyMap<string, OrderedIndex>): void {
  for (const part of node.Plans ?? []) refuseSkims(statement, part, indexes);
  const { "Index Name": name = "", "Index Cond": condition = "", "Index Searches": searches = 1 } = node;
  const index = indexes.get(name);
  if (!index || index.rows < MANY || searches === 0 || searches > (node["Actual Loops"] ?? 1)) return;
  const [next = "", ...behind] = index.columns;
  const isKnown = (column: string) => new RegExp(`\\b${column}\\b`).test(condition);
  if (isKnown("tenant_id") && !isKnown(next) && behind.some(isKnown))
    throw new Error(`It goes through the tenant's whole ${name} where ${condition}: ${statement}`);
}

function wholeOf(node: PlanNode, indexes: ReadonlyMap<string, OrderedIndex>): string[] {
  const { "Index Name": name = "", "Index Cond": condition = "" } = node;
  const below = (node.Plans ?? []).flatMap((part) => wholeOf(part, indexes));
  const isWhole = (indexes.get(name)?.entries ?? 0) >= MANY && !/\btenant_id\b/.test(condition);
  return isWhole ? [name, ...below] : below;
}

function count(node: PlanNode): { rows: number; scans: string[] } {
  const loops = node["Actual Loops"] ?? 1;
  const own =
    ((node["Actual Rows"] ?? 0) +
      (node["Rows Removed by Filter"] ?? 0) +
      (node["Rows Removed by Index Recheck"] ?? 0)) *
    loops;
  const isScan = node["Relation Name"] !== undefined && node["Node Type"] !== "ModifyTable";
  const scan = `${node["Node Type"]} ${node["Index Name"] ?? node["Relation Name"]}: ${own}`;
  const compared = (node["Rows Removed by Join Filter"] ?? 0) * loops;
  const below = (node.Plans ?? []).map(count);
  return {
    rows: (isScan ? own : 0) + compared + below.reduce((sum, part) => sum + part.rows, 0),
    scans: [...(isScan ? [scan] : []), ...below.flatMap((part) => part.scans)],
  };
}
