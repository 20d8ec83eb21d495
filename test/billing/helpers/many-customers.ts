// A tenant's customers and invoices by the hundred thousand, written as a restore would: no trigger, the search index last.
import type { Sql } from "../../../server/kernel/db/db.ts";

const STAMPS = "now(), 1, pg_current_xact_id()";

const CUSTOMERS = `
  insert into customers (id, tenant_id, customer_code, customer_code_normal, name, username, username_normal, phone, status, area, package, router, due_amount,
    expiry_date, created_at, updated_at, version, changed_xid)
  select gen_random_uuid(), $1::uuid, 'M' || n, 'm' || n, case when n = 77 then 'রহিমা খাতুন' else 'Subscriber ' || md5(n::text) end,
    'm' || n, 'm' || n, '+8801' || n, case when n % 500 = 0 then 'SUSPENDED' else 'ACTIVE' end, 'Area ' || n % 500,
    case when n % 500 = 1 then $2::uuid end, case when n % 500 = 2 then $3::uuid end, case when n % 500 = 3 then 5 else 0 end,
    date '2030-01-01' + n % 5000, now() - n * interval '1 minute', ${STAMPS}
  from generate_series(1, $4::int) n`;

const INVOICES = `
  insert into invoices (id, tenant_id, invoice_number, invoice_number_normal, customer, billing_month, amount, total_payable, paid_amount, due_amount,
    status, issue_date, due_date, created_at, updated_at, version, changed_xid)
  select gen_random_uuid(), tenant_id, 'Z' || customer_code, lower('Z' || customer_code), id, '2025-' || lpad((1 + n % 12)::text, 2, '0'), 1, 1, 1, 0,
    case when n % 500 = 0 then 'OVERDUE' else 'PAID' end, '2025-01-01', '2025-01-08', created_at, ${STAMPS}
  from (select *, substr(customer_code, 2)::int as n from customers where tenant_id = $1::uuid and customer_code like 'M%') c`;

/** Gives the tenant this many customers more, with an invoice each; any one value of a filter finds a few hundred of them. */
export async function addManyCustomers(
  sql: Sql,
  of: { tenant: string; pack: string; router: string; customers: number },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const indexes = await tx<{ name: string; definition: string }[]>`
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema() and indexname = 'invoices_search'`;
    for (const { name } of indexes) await tx`drop index ${tx(name)}`;
    await tx.unsafe(CUSTOMERS, [of.tenant, of.pack, of.router, of.customers]);
    await tx`select fill_customer_texts()`;
    await tx.unsafe(INVOICES, [of.tenant]);
    for (const { definition } of indexes) await tx.unsafe(definition);
  });
  await sql`analyze customers, customer_texts, invoices`;
}
