// Which transactions are a cluster's, for the few statements that are others there.
import type { Sql, Tx } from "../sql-types.ts";

const ofCluster = new WeakSet<Sql | Tx>();

/** Notes of a transaction, or of what sends single statements, that it is a cluster's. */
export function markCluster<T extends Sql | Tx>(sql: T): T {
  ofCluster.add(sql);
  return sql;
}

/** Whether its statements go to a cluster. */
export const isOnCluster = (sql: Sql | Tx): boolean => ofCluster.has(sql);
