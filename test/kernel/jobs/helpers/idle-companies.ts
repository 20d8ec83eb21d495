// Companies of which nothing is due at this minute, however much they have behind them and ahead of them.
import type { Sql } from "../../../../server/kernel/db/db.ts";
import { openMissingAccounts } from "../../../helpers/database/accounts.ts";

/** One of each company: what it has is looked at each minute, and there is one of it. */
const ONCE = [
  // Where the day comes last.
  `update company_settings set timezone = 'Etc/GMT+12'`,
  `insert into routers (id, tenant_id, name, host, username, compare_asked_on)
    select gen_random_uuid(), id, 'R', '127.0.0.1', 'u', d from tenants, (values (current_date + 1)) v(d)`,
  `insert into olts (id, tenant_id, name, host, last_polled_at, rolled_up_at)
    select gen_random_uuid(), id, 'O', '127.0.0.2', now() - interval '1 day', now() + interval '1 day' from tenants`,
];

/** From the $1st to the $2nd of each company. The large one has thirty times as many: $4 times, of the company $3. */
const NUMBERS = `tenants t, lateral generate_series($1::int, $2::int * case when t.id = $3::uuid then $4::int else 1 end) n`;

/** A day that is over elsewhere by now, and not here. */
const LAST = `((now() + interval '14 hours') at time zone 'UTC')::date - 1`;

/**
 * Customers by their number: paid up, some until a day that is over elsewhere, without an end, in their days of grace, expired
 * long ago and terminated. Their bills: not due here yet, paid, and overdue for long.
 */
const MORE = [
  `insert into customers (id, tenant_id, customer_code, name, username, phone, status, expiry_date, grace_period_until)
    select gen_random_uuid(), t.id, 'I' || n, 'Name ' || n, 'i' || n, '0' || n,
      case n % 5 when 3 then 'EXPIRED' when 4 then 'TERMINATED' else 'ACTIVE' end,
      case n % 5 when 0 then case when n % 10 = 0 then ${LAST} else date '2099-01-01' end when 1 then null else date '2026-01-01' + n % 30 end,
      case n % 5 when 2 then date '2099-01-01' end
    from ${NUMBERS}`,
  `insert into invoices (id, tenant_id, invoice_number, customer, billing_month, amount, total_payable, paid_amount,
      due_amount, status, issue_date, due_date)
    select gen_random_uuid(), tenant_id, 'I' || customer_code || s, id, '2026-0' || m, 1, 1,
      case when s = 'PAID' then 1 else 0 end, case when s = 'PAID' then 0 else 1 end, s, '2026-01-01',
      case s when 'UNPAID' then ${LAST} when 'PARTIAL' then date '2099-01-01' else date '2026-01-08' end
    from customers, (values ('UNPAID', 1), ('PARTIAL', 2), ('PAID', 3), ('OVERDUE', 4)) v(s, m)
    where customer_code like 'I%' and substr(customer_code, 2)::int >= $1::int and $2::int > 0 and $3::uuid is not null and $4::int > 0`,
  `insert into payment_transactions (id, tenant_id, trx_id, receipt_number, customer, amount, method, status, received_by,
      received_at)
    select gen_random_uuid(), tenant_id, 'I' || customer_code, 'I' || customer_code, id, 1, 'CASH', 'COMPLETED', 'x', now()
    from customers
    where customer_code like 'I%' and substr(customer_code, 2)::int >= $1::int and $2::int > 0 and $3::uuid is not null and $4::int > 0`,
  `insert into audit_logs (tenant_id, id, timestamp, actor_username, action, module)
    select t.id, gen_random_uuid(), now() - interval '1 day' + n * interval '1 second', 'x', 'UPDATE', 'subscribers' from ${NUMBERS}`,
  `insert into network_sync_jobs (id, tenant_id, customer, kind, status, requested_by)
    select gen_random_uuid(), t.id, null, 'UPSERT_USER', case n % 2 when 0 then 'SUCCEEDED' else 'QUEUED' end, 'x' from ${NUMBERS}`,
  `insert into background_tasks (id, tenant_id, kind, status, requested_by)
    select gen_random_uuid(), t.id, 'generate-batch', 'SUCCEEDED', 'x' from ${NUMBERS}`,
  `insert into mails (id, tenant_id, kind, "to", subject, status, tries_left, requested_by)
    select gen_random_uuid(), t.id, 'BILL', 'a@b.example', 'x', 'SENT', 1, 'x' from ${NUMBERS}`,
  `insert into database_backups (id, tenant, company, filename, origin, status, requested_by, version, updated_at)
    select gen_random_uuid(), t.id, 'x', gen_random_uuid()::text, 'NIGHTLY', 'SUCCEEDED', 'x', 1, now() from ${NUMBERS}`,
];

export async function openIdleCompanies(sql: Sql): Promise<void> {
  for (const statement of ONCE) await sql.unsafe(statement);
}

/** Gives each company its records `from` a number `to` another, and the `large` one so many `times` that. */
export async function growIdle(
  sql: Sql,
  { from, to, large, times }: { from: number; to: number; large: string; times: number },
): Promise<void> {
  for (const statement of MORE) {
    await sql.unsafe(statement, [from, to, large, times]);
    if (statement === MORE[0]) await openMissingAccounts(sql);
  }
}
