// Accounts of customers that a test wrote into the table itself.
import type { Sql } from "../../../server/kernel/db/db.ts";

/** Opens the account of every customer that has none. */
export async function openMissingAccounts(sql: Sql): Promise<void> {
  await sql`
    insert into billing_accounts (tenant_id, id, account_number, customer, currency)
    select /* every tenant */ c.tenant_id, c.id, 'AC-' || c.customer_code, c.id, s.currency
    from customers c join company_settings s on s.tenant_id = c.tenant_id
    where not exists (select from billing_accounts a where a.tenant_id = c.tenant_id and a.customer = c.id)`;
}
