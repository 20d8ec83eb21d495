// Up to where stamps of transactions are complete: one question for everything that compares rows' stamps with it.
import { Failure } from "../../../shared/kernel/failure.ts";
import type { DatabaseIdentity } from "../db/database-identity.ts";
import type { Tx } from "../db/db.ts";

export interface Bound {
  /** Of the transactions that change this company's rows, all before this one have ended. */
  xmin: string;
  /** In which incarnation of the database, and in which place of a cluster: the numbers of another one say nothing here. */
  name: string;
}

interface Found extends Bound {
  is_settled: boolean;
}

/**
 * Up to where a reader may read. Asked inside the company's transaction, since rows are stamped where they lie: on a cluster
 * another node's count would be compared with them.
 * @throws Failure UNAVAILABLE as long as a company that was moved to another node has stamps of the one before.
 */
export async function readBound(tx: Tx, incarnation: Pick<DatabaseIdentity, "settle">): Promise<Bound> {
  const [found] = await tx<Found[]>`
    select h.xmin::text as xmin, c.incarnation || h.place as name,
      h.place = '' or exists (select from settled_places s where s.place = h.place) as is_settled
    from cluster_state c, feed_bound_here() h`;
  if (!found) throw new Failure("INTERNAL");
  const { is_settled, ...bound } = found;
  if (is_settled) return bound;
  // Not awaited: it needs another connection while this one is held.
  incarnation.settle();
  throw new Failure("UNAVAILABLE", "The company is being moved to another node; try again", {
    extra: { retry_after: 1 },
  });
}
