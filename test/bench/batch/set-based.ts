// What the database itself can do of a month's bills: all customers of a company in one transaction of set-based statements,
// which leave the rows that generate-batch leaves.
import type { Sql } from "../../../server/kernel/db/db.ts";

const PLAN = `
  create temporary table plan on commit drop as
  select c.id as customer, c.due_amount, a.balance, p.name, p.price, uuidv7() as invoice, uuidv7() as journal,
    row_number() over (order by c.id) as n
  from customers c join billing_accounts a on a.tenant_id = c.tenant_id and a.customer = c.id
    join packages p on p.tenant_id = c.tenant_id and p.id = c.package
  where c.tenant_id = $1 and c.status = 'ACTIVE'`;

const INVOICES = `
  insert into invoices (tenant_id, id, invoice_number, customer, billing_month, is_recurring, package_name, package_amount,
    amount, total_payable, due_amount, status, issue_date, due_date, charges)
  select $1::uuid, invoice, 'SET-' || $2 || '-' || n, customer, $2, true, name, price, price, price, price, 'UNPAID', current_date,
    current_date + 7, jsonb_build_array(jsonb_build_object('source', 'PACKAGE', 'tax_code', null, 'net', price, 'tax', '0.00',
      'net_back', '0.00', 'tax_back', '0.00'))
  from plan order by n`;

const LINES = `
  insert into invoice_lines (tenant_id, id, invoice, position, description, quantity, unit_price, source, total)
  select $1, uuidv7(), invoice, 1, name || ' ' || $2, 1, price, 'PACKAGE', price from plan order by n`;

const LEDGER = `
  insert into ledger_entries (tenant_id, id, journal, account, customer, entry_type, debit, credit, balance_after, entry_date,
    source, source_type, source_id, posted_by, occurred_at)
  select $1, uuidv7(), journal, case when side = 0 then plan.customer else s.id end, case when side = 0 then plan.customer end, 'INVOICE',
    case when side = 0 then price else 0 end, case when side = 1 then price else 0 end,
    case when side = 0 then plan.balance - price end, current_date, case when side = 1 then 'PACKAGE' end, 'invoice', invoice, 'set', now()
  from plan cross join generate_series(0, 1) side
    join billing_accounts s on s.tenant_id = $1 and s.code = 'REVENUE' order by n, side`;

const ACCOUNTS = `
  update billing_accounts a set balance = plan.balance - price from plan where a.tenant_id = $1 and a.id = plan.customer`;

const CUSTOMERS = `
  update customers c set due_amount = plan.due_amount + price from plan where c.tenant_id = $1 and c.id = plan.customer`;

/** Bills the month of everybody who is active. @returns how many. */
export async function billAtOnce(sql: Sql, tenant: string, month: string): Promise<number> {
  return sql.begin(async (tx) => {
    await tx.unsafe(PLAN, [tenant]);
    for (const statement of [INVOICES, LINES]) await tx.unsafe(statement, [tenant, month]);
    for (const statement of [LEDGER, ACCOUNTS, CUSTOMERS]) await tx.unsafe(statement, [tenant]);
    const [row] = await tx<{ count: number }[]>`select count(*)::int as count from plan`;
    return row?.count ?? 0;
  });
}

/** Makes the company owe nothing again, as before, by no way that a company has. */
export async function forget(sql: Sql, tenant: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update invoices set paid_amount = total_payable - carried_amount - credited_amount, due_amount = 0, status = 'PAID'
      where tenant_id = ${tenant} and due_amount > 0`;
    await tx`update customers set due_amount = 0, advance_amount = 0
      where tenant_id = ${tenant} and (due_amount > 0 or advance_amount > 0)`;
    await tx`update billing_accounts set balance = 0 where tenant_id = ${tenant} and customer is not null and balance <> 0`;
    await tx`update payment_transactions set unallocated_amount = 0 where tenant_id = ${tenant} and unallocated_amount > 0`;
  });
  for (const table of ["invoices", "customers", "billing_accounts"])
    await sql.unsafe(`vacuum analyze ${table}`);
}
