// Which transactions are a cluster's, for the few statements that are others there.
import type { Sql, Tx } from "../sql-types.ts";

const ofCluster = new WeakSet<Sql | Tx>();

/** Notes of a transaction that it is a cluster's. */
export function markCluster(tx: Tx): Tx {
  ofCluster.add(tx);
  return tx;
}

/** Whether its statements go to a cluster. */
export const isOnCluster = (sql: Sql | Tx): boolean => ofCluster.has(sql);
