// Whose figures may have changed.
import type { Tx } from "../../kernel/db/db.ts";

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
