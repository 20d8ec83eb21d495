// The owner's figures at any moment, without reading the company: what a job summed up, less what that said of those who have
// changed since, and what they are now.
import type { Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { type FigureName, partsOf } from "./parts.ts";

/** Of more who have changed all of it is read anew: until the job has summed them up. */
const CHANGED_MAX = 10_000;

export interface Kept {
  key: string;
  count: number;
  amount: string;
}

interface State {
  /** The oldest transaction whose changes the sums may lack. */
  until: string;
  timezone: string;
}

/** Null: nothing is summed up yet. */
export async function readState(tx: Tx, tenantId: string): Promise<State | null> {
  const [state] = await tx<State[]>`
    select until::text as until, timezone from figures_kept where tenant_id = ${tenantId} and is_whole`;
  return state ?? null;
}

/**
 * Who has changed in a way that figures may tell, by a transaction from `until` on; at most so many. As a value: of a
 * subquery the planner knows nothing, and takes a third of the company for changed.
 */
export async function readChanged(tx: Tx, tenantId: string, until: string, most: number): Promise<string[]> {
  const rows = await tx<{ customer: string }[]>`
    select distinct customer from (
      select id as customer from customers where tenant_id = ${tenantId} and changed_xid >= ${until}::xid8
      union all
      select customer from invoices where tenant_id = ${tenantId} and changed_xid >= ${until}::xid8
      union all
      select id from deletions
      where tenant_id = ${tenantId} and collection = 'customers' and changed_xid >= ${until}::xid8
    ) changed order by customer limit ${most}`;
  return rows.map(({ customer }) => customer);
}

/**
 * A figure by its keys, true of the moment that the transaction sees.
 * @returns null where nothing is summed up, or too much has changed since: the caller reads the records.
 */
export async function readKept(tx: Tx, tenant: Tenant, figure: FigureName): Promise<Kept[] | null> {
  const { id, settings } = tenant;
  const state = await readState(tx, id);
  if (state?.timezone !== settings.timezone) return null;
  const changed = await readChanged(tx, id, state.until, CHANGED_MAX + 1);
  if (changed.length > CHANGED_MAX) return null;
  return tx<Kept[]>`
    select key, sum(count)::int as count, sum(amount)::text as amount from (
      select key, count, amount from figure_sums where tenant_id = ${id} and figure = ${figure}
      union all
      select part.key, -part.count, -part.amount from figure_parts p
        cross join jsonb_to_recordset(p.parts) as part (figure text, key text, count int, amount numeric)
      where p.tenant_id = ${id} and p.customer = any(${changed}::text[]::uuid[]) and part.figure = ${figure}
      union all
      select key, count, amount from (${partsOf(tx, tenant, changed, [figure])}) now
    ) parts group by key having sum(count) <> 0 order by key`;
}
