// Companies with customers, invoices, payments and ledger by the hundred thousand, written as a restore would be: set by
// set, without triggers, the search indexes last. The books are right: what a report adds up here is what it would be.
import type { Sql, Tx } from "../../../server/kernel/db/db.ts";

/** What a customer's open invoice is about: no bench pays it off. */
const OPEN_DUE = 1_000_000;
export const PRICE = 300;

const STAMPS = "1 as version, now() as updated_at, pg_current_xact_id() as changed_xid";

/** The id of the nth record of a kind; ids follow each other as those of a growing company do. */
const ID = `
  create or replace function bench_id(kind text, n bigint) returns uuid language sql immutable parallel safe
  as $$ select ('0197c000-' || kind || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`;

const SMALL_TENANTS = `
  with made as (
    insert into tenants (id, name, subdomain, version, updated_at, changed_xid)
    select bench_id('0001', n), 'Small ' || n, 'small-' || n, ${STAMPS} from generate_series(1, $1::int) n returning id, name)
  insert into company_settings (tenant_id, id, company_name, currency, timezone, version, updated_at, changed_xid)
  select id, id, name, 'BDT', 'Asia/Dhaka', ${STAMPS} from made`;

const CODES = ["REVENUE", "CASH:CASH", "DISCOUNTS"];

/** Whom `wanted` names, each with how many customers. */
const SYSTEM_ACCOUNTS = `
  insert into billing_accounts (tenant_id, id, account_number, code, currency, version, updated_at, changed_xid)
  select w.tenant, bench_id('0002', a.n), code, code, 'BDT', ${STAMPS}
  from wanted w, unnest($1::text[]) with ordinality as a (code, n)
  on conflict do nothing`;

const CUSTOMERS = `
  insert into customers (tenant_id, id, customer_code, customer_code_normal, name, username, username_normal, phone, status, area, package, due_amount, expiry_date,
    joined_at, created_at, version, updated_at, changed_xid)
  select w.tenant, bench_id('0003', n), 'M' || n, 'm' || n, (array['Rahima', 'Karim', 'Imran', 'Fatema', 'Jamal'])[1 + n % 5] || ' ' || md5(n::text),
    'm' || n, 'm' || n, '+88017' || lpad(n::text, 8, '0'),
    case when n % 50 = 0 then 'SUSPENDED' when n % 51 = 0 then 'EXPIRED' else 'ACTIVE' end, 'Area ' || n % 200, w.pack,
    case when w.owes then ${OPEN_DUE} else 0 end, current_date + 1 + n % 300, now() - n * interval '1 minute', now() - n * interval '1 minute', ${STAMPS}
  from wanted w, generate_series(1, w.customers) n`;

const ACCOUNTS = `
  insert into billing_accounts (tenant_id, id, account_number, customer, currency, balance, version, updated_at, changed_xid)
  select tenant_id, id, 'AC-' || customer_code, id, 'BDT', -due_amount, ${STAMPS}
  from customers where tenant_id in (select tenant from wanted)`;

/**
 * A month each; the last one is open. `bill` numbers them through. Of the open ones a third is late and says so: whatever the
 * day, no job finds anything to mark.
 */
const BILLS = `
  create temporary table bills on commit drop as
  select w.tenant, bench_id('0003', n) as customer, n, m, (n - 1) * w.months + m as bill, w.months, m = w.months and w.owes as is_open,
    case when m = w.months and w.owes then ${OPEN_DUE} else ${PRICE} end as amount,
    (date_trunc('month', now()) - (w.months - m) * interval '1 month')::date + n % 20 as day, n % 3 = 0 as is_late
  from wanted w, generate_series(1, w.customers) n, generate_series(1, w.months) m order by m, n`;

/** What the numbers of all bills begin with, as the product's own do. */
const NUMBERED = `INV-${new Date().toISOString().slice(0, 7).replace("-", "")}-`;

/** The number of a company's n-th bill. */
export const billNumber = (n: number): string => NUMBERED + String(n).padStart(4, "0");

const INVOICES = `
  insert into invoices (tenant_id, id, invoice_number, invoice_number_normal, customer, billing_month, is_recurring, package_name, package_amount,
    amount, total_payable, paid_amount, due_amount, status, issue_date, due_date, charges, created_at, version, updated_at,
    changed_xid)
  select tenant, bench_id('0004', bill), '${NUMBERED}' || lpad(bill::text, greatest(4, length(bill::text)), '0'), lower('${NUMBERED}' || lpad(bill::text, greatest(4, length(bill::text)), '0')), customer, to_char(day, 'YYYY-MM'), m < months, 'Home', ${PRICE}, amount,
    amount, case when is_open then 0 else amount end, case when is_open then amount else 0 end,
    case when not is_open then 'PAID' when is_late then 'OVERDUE' else 'UNPAID' end,
    case when is_open and is_late then least(day, current_date - 8) else day end,
    case when not is_open then day + 7 when is_late then least(day, current_date - 8) + 7 else current_date + 2 + n % 20 end,
    jsonb_build_array(jsonb_build_object('source', 'PACKAGE', 'tax_code', null, 'net', amount || '.00', 'tax', '0.00',
      'net_back', '0.00', 'tax_back', '0.00')), day, ${STAMPS}
  from bills`;

const TRANSACTIONS = `
  insert into payment_transactions (tenant_id, id, trx_id, trx_id_normal, receipt_number, customer, amount, method, status, received_by,
    received_at, recharge, holder, created_at, version, updated_at, changed_xid)
  select tenant, bench_id('0005', bill), 'B-' || bill, 'b-' || bill, 'B-' || bill, customer, amount, 'CASH', 'COMPLETED', 'seed', day + interval '10 hours',
    bench_id('0006', bill), 'seed', day + interval '10 hours', ${STAMPS}
  from bills where not is_open`;

const RECHARGES = `
  insert into recharges (tenant_id, id, customer, amount, validity_days, method, recharged_by, receipt_number,
    payment_transaction, new_expiry_date, occurred_at, created_at, version, updated_at, changed_xid)
  select tenant, bench_id('0006', bill), customer, amount, 30, 'CASH', 'seed', 'B-' || bill, bench_id('0005', bill), day + 30,
    day + interval '10 hours', day + interval '10 hours', ${STAMPS}
  from bills where not is_open`;

const ALLOCATIONS = `
  insert into payment_allocations (tenant_id, id, payment_transaction, invoice, allocated_amount, version, updated_at, changed_xid)
  select tenant, bench_id('0007', bill), bench_id('0005', bill), bench_id('0004', bill), amount, ${STAMPS}
  from bills where not is_open`;

/** The customer's line and the system account's, of the invoice and of its payment, numbered as the days went by. */
const LEDGER = `
  insert into ledger_entries (tenant_id, id, journal, account, customer, entry_type, debit, credit, balance_after, entry_date,
    holder, source, source_type, source_id, posted_by, posted_at, occurred_at, version, updated_at, changed_xid)
  select b.tenant, bench_id('0008', b.bill * 4 + part), bench_id('0009', b.bill * 2 + part / 2),
    case part when 0 then b.customer when 2 then b.customer else s.id end, case when part in (0, 2) then b.customer end,
    case when part < 2 then 'INVOICE' else 'PAYMENT' end,
    case when part in (0, 3) then b.amount else 0 end, case when part in (1, 2) then b.amount else 0 end,
    case part when 0 then -b.amount when 2 then 0 end, b.day, case part when 3 then 'seed' end, case part when 1 then 'PACKAGE' end,
    case when part < 2 then 'invoice' else 'payment_transaction' end,
    bench_id(case when part < 2 then '0004' else '0005' end, b.bill), 'seed', b.day + interval '10 hours',
    b.day + interval '10 hours', ${STAMPS}
  from bills b cross join generate_series(0, 3) part
    left join billing_accounts s on s.tenant_id = b.tenant
      and s.code = case part when 1 then 'REVENUE' when 3 then 'CASH:CASH' end
  where part < 2 or not b.is_open order by b.day, b.bill, part`;

const FILLED = [ACCOUNTS, BILLS, INVOICES, TRANSACTIONS, RECHARGES, ALLOCATIONS, LEDGER];

/** A company, with how many customers and how many months of bills each. */
export interface Wanted {
  tenant: string;
  pack: string | null;
  customers: number;
  months: number;
  /** Whether the last bill of each is open. */
  owes: boolean;
}

/** Each company's backup was proven this week: the hour's drill would prove a thousand of them beside what is measured. */
const PROVEN = `
  insert into database_backups (id, tenant, company, filename, origin, status, requested_by, taken_at, finished_at, last_proven_at,
    last_drill_at, version, updated_at, changed_xid)
  select uuidv7(), id, name, subdomain || '.lastmile', 'FOUND', 'SUCCEEDED', 'system', now(), now(), now(), now(), 1, now(),
    pg_current_xact_id() from tenants`;

/** Indexes that are cheaper to make at the end than to keep up; those that stand for a rule stay. */
async function withoutIndexes(tx: Tx, work: () => Promise<void>): Promise<void> {
  const indexes = await tx<{ name: string; definition: string }[]>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid::regclass::text = any(${["customers", "customer_texts", "invoices", "billing_accounts", "recharges", "ledger_entries", "payment_transactions", "payment_allocations"]})
      and not i.indisunique`;
  for (const { name } of indexes) await tx`drop index ${tx(name)}`;
  await work();
  for (const { definition } of indexes) await tx.unsafe(definition);
}

/** Fills these companies, and makes `small` others of ten customers each, which no statement may take for the large one. */
export async function seed(sql: Sql, wanted: readonly Wanted[], small: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local maintenance_work_mem = '256MB'`;
    await tx.unsafe(ID);
    await tx`create temporary table wanted (tenant uuid, pack uuid, customers int, months int, owes boolean) on commit drop`;
    for (const each of wanted) await tx`insert into wanted ${tx({ ...each })}`;
    if (small > 0) {
      await tx.unsafe(SMALL_TENANTS, [small]);
      await tx`insert into wanted select id, null, 10, 2, true from tenants where subdomain like 'small-%'`;
    }
    await tx.unsafe(PROVEN);
    await withoutIndexes(tx as Tx, async () => {
      await tx.unsafe(SYSTEM_ACCOUNTS, [CODES]);
      await tx.unsafe(CUSTOMERS);
      await tx`select fill_customer_texts()`;
      for (const statement of FILLED) await tx.unsafe(statement);
    });
  });
  await sql`vacuum analyze`;
  await sql`checkpoint`;
}
