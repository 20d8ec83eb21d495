// What work costs: processor time of the server and of the database, rows and blocks that were read, bytes of the log.
import type { Sql } from "../../../server/kernel/db/db.ts";
import { usageOf } from "./processes.ts";

export interface Costs {
  server_cpu_ms: number;
  database_cpu_ms: number;
  rows_read: number;
  blocks: number;
  wal_bytes: number;
}

export interface Watched {
  sql: Sql;
  server_pid: number;
  database_pid: number;
}

async function now({ sql, server_pid, database_pid }: Watched): Promise<Costs> {
  const [row] = await sql<{ rows_read: number; blocks: number; wal_bytes: number }[]>`
    select (tup_returned + tup_fetched)::float8 as rows_read, (blks_read + blks_hit)::float8 as blocks,
      (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as wal_bytes
    from pg_stat_database where datname = current_database()`;
  const [server, database] = await usageOf([server_pid, database_pid]);
  return {
    server_cpu_ms: server?.cpu_ms ?? Number.NaN,
    database_cpu_ms: database?.cpu_ms ?? Number.NaN,
    ...(row ?? { rows_read: Number.NaN, blocks: Number.NaN, wal_bytes: Number.NaN }),
  };
}

/** What one operation read, and wrote into the log, of so many in all these rounds. */
export function usageOfOne(rounds: readonly Costs[], operations: number): string {
  const each = (name: keyof Costs) => {
    const used = rounds.reduce((sum, costs) => sum + costs[name], 0) / operations;
    return used.toLocaleString("en", { maximumFractionDigits: used < 10 ? 1 : 0 });
  };
  return `${each("rows_read")} rows and ${each("blocks")} blocks read, ${each("wal_bytes")} B of WAL`;
}

/**
 * What was used while the work ran. Each of the server's connections tells of rows and blocks once a second at most, and of the last ones
 * when it is used again: they hold for work that takes seconds, and for ways in turn that have connections of their own.
 */
export async function costsOf<T>(
  watched: Watched,
  work: () => Promise<T>,
): Promise<{ result: T; costs: Costs }> {
  const before = await now(watched);
  const result = await work();
  const after = await now(watched);
  const used = (name: keyof Costs) => after[name] - before[name];
  return {
    result,
    costs: {
      server_cpu_ms: used("server_cpu_ms"),
      database_cpu_ms: used("database_cpu_ms"),
      rows_read: used("rows_read"),
      blocks: used("blocks"),
      wal_bytes: used("wal_bytes"),
    },
  };
}
