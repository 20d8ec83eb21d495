// Up to where stamps of transactions are complete: one question for everything that compares rows' stamps with it.
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Tx } from "../db/db.ts";

export interface Bound {
  /** Of the transactions that change this company's rows, all before this one have ended. */
  xmin: string;
  /** In which incarnation of the database: the numbers of another one say nothing here. */
  name: string;
}

/**
 * Up to where a reader may read. Asked inside the company's transaction, since rows are stamped where they lie: on a cluster
 * another node's count would be compared with them.
 */
export async function readBound(tx: Tx): Promise<Bound> {
  const [bound] = await tx<Bound[]>`
    select feed_bound()::text as xmin, incarnation as name from cluster_state`;
  if (!bound) throw new Failure("INTERNAL");
  return bound;
}
