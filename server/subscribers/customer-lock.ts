// The locks of everything that touches a customer, in the order of contract §4.8: the account, then the record.
import { lockByIds } from "../kernel/db/bulk.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";

/**
 * The statement that locks one customer: PostgreSQL locks a row of each table in the order in which they are named after
 * `of`. Callers send it before all other reads, so that they read what the earlier holders of the locks left: a
 * statement that waited for a lock still sees other tables as they were when it began.
 */
export function customerLocks(tx: Tx, tenantId: string, customer: string): [Fragment] {
  return [
    tx`select 1 from billing_accounts a join customers c on c.tenant_id = a.tenant_id and c.id = a.customer
      where a.tenant_id = ${tenantId} and a.customer = ${customer} for no key update of a, c`,
  ];
}

/**
 * The same for the next customers of a batch, in order of their accounts; answers the customers' ids. Which of them are
 * meant is asked of the records after this.
 */
export async function lockNextCustomers(
  tx: Tx,
  tenantId: string,
  from: { after: string; limit: number },
): Promise<string[]> {
  const rows = await tx<{ customer: string }[]>`select customer from billing_accounts
    where tenant_id = ${tenantId} and customer > ${from.after}
    order by customer limit ${from.limit} for no key update`;
  const ids = rows.map((row) => row.customer);
  await lockByIds(tx, "customers", tenantId, ids);
  return ids;
}

/** The same for customers that are known by name, in the one order of all batches. One round trip. */
export async function lockCustomers(tx: Tx, tenantId: string, customers: readonly string[]): Promise<void> {
  const ids = [...customers];
  await Promise.all([
    tx`select 1 from billing_accounts where tenant_id = ${tenantId} and customer = any(${ids}::text[]::uuid[])
      order by customer for no key update`,
    lockByIds(tx, "customers", tenantId, ids),
  ]);
}
