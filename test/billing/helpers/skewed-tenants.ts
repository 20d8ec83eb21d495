// One large tenant among many small ones: to the planner a tenant has few rows on average, and this one has not.
import type { Sql } from "../../../server/kernel/db/db.ts";
import { openMissingAccounts } from "../../helpers/database/accounts.ts";

const CUSTOMERS = `
  insert into customers (id, tenant_id, customer_code, name, username, phone, package, router, expiry_date, created_at)
  select gen_random_uuid(), t.id, 'K' || n, 'Name ' || n, 'k' || n, '0' || n, case when t.id = $2::uuid then $1::uuid end, null, '2099-01-01', now()
  from tenants t, generate_series(1, case when t.id = $2::uuid then $3::int else 10 end) n`;

const MONEY = [
  `insert into invoices (id, tenant_id, invoice_number, customer, billing_month, amount, total_payable, paid_amount,
      due_amount, status, issue_date, due_date)
    select gen_random_uuid(), tenant_id, 'X' || customer_code, id, '2026-01', 1, 1, 1, 0, 'PAID', '2026-01-01', '2026-01-08'
    from customers where customer_code like 'K%'`,
  `insert into payment_transactions (id, tenant_id, trx_id, receipt_number, customer, amount, method, status, received_by,
      received_at)
    select gen_random_uuid(), tenant_id, 'Y' || customer_code, 'Y' || customer_code, id, 1, 'CASH', 'COMPLETED', 'x', now()
    from customers where customer_code like 'K%'`,
  `insert into payment_allocations (id, tenant_id, payment_transaction, invoice, allocated_amount)
    select gen_random_uuid(), p.tenant_id, p.id, i.id, 1 from payment_transactions p
    join invoices i on i.customer = p.customer`,
  `insert into recharges (id, tenant_id, customer, amount, validity_days, method, recharged_by, receipt_number,
      payment_transaction, occurred_at)
    select gen_random_uuid(), tenant_id, customer, 1, 1, 'CASH', 'x', receipt_number, id, now() from payment_transactions`,
  `insert into ledger_entries (id, tenant_id, journal, account, customer, entry_type, debit, credit, balance_after,
      entry_date, source_type, source_id, posted_by, occurred_at)
    select gen_random_uuid(), p.tenant_id, p.id, p.customer, p.customer, 'PAYMENT', d, 1 - d, 0, current_date, 'payment_transaction', p.id,
      'x', now()
    from payment_transactions p, generate_series(0, 1) d`,
  `insert into network_sync_jobs (id, tenant_id, router, customer, kind, status, requested_by)
    select gen_random_uuid(), tenant_id, null, id, 'UPSERT_USER', 'SUCCEEDED', 'x' from customers`,
];

/** Gives `tenant` this many customers with a year's records, and makes so many tenants of 10 customers beside it. */
export async function skewTenants(
  sql: Sql,
  tenant: string,
  pack: string,
  customers: number,
  small = 1_000,
): Promise<void> {
  await sql`insert into tenants (id, name, subdomain)
    select gen_random_uuid(), 'Small ' || n, 'small-' || n from generate_series(1, ${small}) n`;
  await sql`insert into company_settings (id, tenant_id, company_name)
    select gen_random_uuid(), id, name from tenants where subdomain like 'small-%'`;
  await sql.unsafe(CUSTOMERS, [pack, tenant, customers]);
  await openMissingAccounts(sql);
  for (const statement of MONEY) await sql.unsafe(statement);
  await sql`analyze`;
}
