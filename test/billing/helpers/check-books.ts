// What must hold for every tenant's books at every commit: one statement per invariant, each of which finds no row.
import { type Database, inTenantSnapshot, type Sql, type Tx } from "../../../server/kernel/db/db.ts";

const INVARIANTS: Readonly<Record<string, string>> = {
  "balance = advance - due": `
    select c.id, a.balance, c.advance_amount, c.due_amount from customers c
    left join billing_accounts a on a.customer = c.id
    where a.balance is distinct from c.advance_amount - c.due_amount`,
  "balance = last balance_after": `
    select a.id, a.balance, l.balance_after from billing_accounts a
    left join lateral (select balance_after from ledger_entries e where e.account = a.id
      order by entry_no desc limit 1) l on true
    where a.customer is not null and a.balance <> coalesce(l.balance_after, 0)`,
  "balance_after is a chain": `
    select * from (select id, balance_after, credit - debit as change,
        coalesce(lag(balance_after) over (partition by account order by entry_no), 0) as before
      from ledger_entries where customer is not null) e
    where balance_after is distinct from before + change`,
  "advance = what entries say of it": `
    select c.id, c.advance_amount from customers c
    where c.advance_amount <> coalesce((select sum(advance_change) from ledger_entries e
      where e.tenant_id = c.tenant_id and e.customer = c.id), 0)`,
  "nothing but a customer's entry moves an advance": `
    select id from ledger_entries where customer is null and advance_change <> 0`,
  "cash has a holder, and nothing else but its like": `
    select e.id, a.code, e.holder from ledger_entries e join billing_accounts a on a.id = e.account
    where (coalesce(a.code, '') like 'CASH%' or a.code = 'IN_TRANSIT') <> (e.holder is not null)`,
  "nothing is booked on a day that was closed": `
    select e.id, e.entry_date from ledger_entries e join company_settings s on s.tenant_id = e.tenant_id
    where e.entry_date <= s.lock_date and e.posted_at > s.updated_at`,
  "journals balance": `
    select tenant_id, journal from ledger_entries group by 1, 2 having sum(debit) <> sum(credit)`,
  "entries stand on accounts of their tenant": `
    select e.id from ledger_entries e left join billing_accounts a on a.id = e.account and a.tenant_id = e.tenant_id
    where a.id is null or a.customer is distinct from e.customer`,
  "due = open invoices": `
    select c.id, c.due_amount from customers c
    where c.due_amount <> coalesce((select sum(due_amount) from invoices i where i.customer = c.id), 0)`,
  "advance = unallocated money": `
    select c.id, c.advance_amount from customers c
    where c.advance_amount <> coalesce((select sum(unallocated_amount) from payment_transactions t
      where t.tenant_id = c.tenant_id and t.customer = c.id and t.status = 'COMPLETED'), 0)`,
  "invoice identity": `
    select id from invoices where total_payable <> paid_amount + carried_amount + credited_amount + due_amount
      or least(paid_amount, carried_amount, credited_amount, due_amount) < 0
      or (status in ('PAID', 'VOID')) <> (due_amount = 0)
      or (carried_to is not null and due_amount <> 0)`,
  "paid = allocations": `
    select i.id from invoices i
    where i.paid_amount <> coalesce((select sum(allocated_amount) from payment_allocations p where p.invoice = i.id), 0)`,
  "allocated + unallocated = amount": `
    select t.id, t.status from payment_transactions t
    where coalesce((select sum(allocated_amount) from payment_allocations p where p.payment_transaction = t.id), 0)
      + t.unallocated_amount + case t.status when 'COMPLETED' then t.refunded_amount else 0 end
      <> case when t.status = 'COMPLETED' and t.suspense_resolution is null then t.amount else 0 end`,
  "refunded = what refunds drew, what of waivers was taken back": `
    select t.id, t.refunded_amount from payment_transactions t
      left join adjustments a on a.payment_transaction = t.id and a.adjustment_type = 'WAIVER'
    where a.id is null and t.refunded_amount <> coalesce((select sum((part->>'amount')::numeric)
      from refunds r, jsonb_array_elements(r.parts) part
      where r.customer = t.customer and not r.is_reversed and part->>'payment_transaction' = t.id::text), 0)`,
  "a refund is what it drew on": `
    select r.id from refunds r
    where r.amount <> (select sum((part->>'amount')::numeric) from jsonb_array_elements(r.parts) part)`,
  "a credit note is the sum of its lines": `
    select n.id from credit_notes n
    where n.amount is distinct from (select sum(amount) from credit_note_lines l where l.credit_note = n.id)
      or n.tax_amount is distinct from (select sum(tax_amount) from credit_note_lines l where l.credit_note = n.id)`,
  "credited = what was not lost of it, of credit notes and of the reversal of the charge": `
    select i.id from invoices i where i.status <> 'VOID' and not exists (select from adjustments a where a.invoice = i.id)
      and i.credited_amount > coalesce((select sum(amount) from credit_notes n where n.invoice = i.id and not n.is_reversed), 0)`,
  "credit notes are numbered without a gap, in order of time": `
    select id, credit_note_number from (select id, credit_note_number,
        row_number() over (partition by tenant_id order by issued_at, credit_note_number) as at from credit_notes) n
    where credit_note_number <> 'CN-' || lpad(at::text, 5, '0')`,
  "nothing is owed, paid or carried of a void invoice": `
    select id from invoices where (voided_at is not null or status = 'VOID')
      and (status <> 'VOID' or due_amount <> 0 or paid_amount <> 0 or carried_amount <> 0)`,
  "of a void invoice nothing is left in the books": `
    select i.id, a.code from invoices i join ledger_entries e on e.tenant_id = i.tenant_id and e.customer is null
        and (e.source_id = i.id or e.source_id in (select n.id from credit_notes n where n.invoice = i.id))
      join billing_accounts a on a.id = e.account
    where i.voided_at is not null
    group by i.id, a.code, e.source, e.tax_code having sum(e.debit) <> sum(e.credit)`,
  "charged = INVOICE entries": `
    select i.id, i.invoice_number from invoices i
    where i.total_payable <> coalesce((select sum(debit) - sum(credit) from ledger_entries e
      where e.tenant_id = i.tenant_id and e.customer = i.customer and e.source_id = i.id and e.entry_type = 'INVOICE'), 0)
      and not exists (select from adjustments a where a.invoice = i.id)`,
  "carried = CARRY_FORWARD entries": `
    select i.id from invoices i
    where i.carried_amount <> coalesce((select sum(credit) - sum(debit) from ledger_entries e
      where e.tenant_id = i.tenant_id and e.customer = i.customer and e.source_id = i.id and e.entry_type = 'CARRY_FORWARD'), 0)`,
  "carried out = carried in": `
    select i.id from invoices i
    where i.carried_amount <> coalesce((select sum((part->>'amount')::numeric)
      from invoices next, jsonb_array_elements(next.carried_from) part
      where next.customer = i.customer and part->>'invoice' = i.id::text), 0)`,
  "a reversed adjustment left nothing behind": `
    select a.id from adjustments a left join payment_transactions t on t.id = a.payment_transaction
      left join invoices i on i.id = a.invoice
    where a.is_reversed <> coalesce(t.status = 'REFUNDED', i.credited_amount > 0 or i.carried_amount > 0 and a.is_reversed)
      or (a.is_reversed and i.due_amount + i.paid_amount <> 0)`,
  "money taken back says when": `
    select id from payment_transactions
    where (status = 'REFUNDED') <> (reversed_at is not null) or (status = 'REFUNDED') <> (reversed_by is not null)`,
  "nothing given up lowers revenue": `
    select e.id from ledger_entries e join billing_accounts a on a.id = e.account
    where a.code = 'REVENUE' and e.debit > 0 and e.entry_type <> 'REVERSAL'
      and not exists (select from payment_transactions t where t.id = e.source_id and t.reseller_charge is not null)`,
  "a waiver is an adjustment's or stands against an invoice": `
    select e.id from ledger_entries e join billing_accounts a on a.id = e.account
    where a.code in ('WAIVER', 'DISCOUNTS') and e.source_type not in ('adjustment', 'invoice', 'credit_note')`,
  "cash = money received": `
    select t.tenant_id from payment_transactions t
    where t.method not in ('ADJUSTMENT', 'DEPOSIT') and t.reseller_charge is null
    group by t.tenant_id
    having sum(t.amount) filter (where t.status = 'COMPLETED')
      - coalesce((select sum(amount) from refunds r where r.tenant_id = t.tenant_id and not r.is_reversed), 0)
      + coalesce((select sum(amount) from reseller_ledger r where r.tenant_id = t.tenant_id and r.method is not null), 0)
      - coalesce((select sum(amount) from advance_salaries s where s.tenant_id = t.tenant_id and s.status in ('APPROVED', 'DEDUCTED')), 0)
      + coalesce((select sum(balance + applied_amount) from deposits d where d.tenant_id = t.tenant_id), 0)
      + coalesce((select sum(difference) from shifts s where s.tenant_id = t.tenant_id), 0)
      - coalesce((select sum(net_salary) from payrolls p where p.tenant_id = t.tenant_id and p.status = 'PAID'), 0) <> (select coalesce(sum(e.debit) - sum(e.credit), 0)
      from ledger_entries e join billing_accounts a on a.id = e.account
      where e.tenant_id = t.tenant_id and (a.code like 'CASH:%' or a.code = 'IN_TRANSIT'))`,
  "deposits = what is kept of them": `
    select s.tenant_id from company_settings s
    where coalesce((select sum(balance) from deposits d where d.tenant_id = s.tenant_id), 0)
      <> coalesce((select sum(e.credit) - sum(e.debit) from ledger_entries e join billing_accounts a on a.id = e.account
        where e.tenant_id = s.tenant_id and a.code = 'DEPOSITS'), 0)`,
  "applied of a deposit = the payments that it made": `
    select d.id from deposits d where d.applied_amount <> coalesce((select sum(t.amount) from payment_transactions t
      where t.tenant_id = d.tenant_id and t.deposit = d.id and t.status = 'COMPLETED'), 0)`,
  "employees owe the advances that no pay took back": `
    select s.tenant_id from company_settings s
    where coalesce((select sum(amount - deducted) from advance_salaries a where a.tenant_id = s.tenant_id and a.status = 'APPROVED'), 0)
      <> coalesce((select sum(e.debit) - sum(e.credit) from ledger_entries e join billing_accounts a on a.id = e.account
        where e.tenant_id = s.tenant_id and a.code = 'SALARY_ADVANCES'), 0)`,
  "of an advance was taken back what paid salaries say that they took": `
    select a.id from advance_salaries a
    where a.deducted <> coalesce((select sum((part->>'amount')::numeric) from payrolls p, jsonb_array_elements(p.breakdown->'of_advances') part
      where p.tenant_id = a.tenant_id and p.employee = a.employee and p.status = 'PAID' and (part->>'advance')::uuid = a.id), 0)`,
  "the advances of a pay are the sum of their parts, and drafts take no more than is owed": `
    select p.id from payrolls p where (p.breakdown->>'advances')::numeric
      <> coalesce((select sum((part->>'amount')::numeric) from jsonb_array_elements(p.breakdown->'of_advances') part), 0)
    union all
    select a.id from advance_salaries a
    where (a.status in ('APPROVED', 'DEDUCTED')) and a.amount < coalesce((select sum((part->>'amount')::numeric)
      from payrolls p, jsonb_array_elements(p.breakdown->'of_advances') part
      where p.tenant_id = a.tenant_id and p.employee = a.employee and (part->>'advance')::uuid = a.id), 0)`,
  "salaries cost what was paid with what was advanced, and none is owed once it is paid": `
    select p.tenant_id from payrolls p join lateral (
      select coalesce(sum(e.debit - e.credit) filter (where a.code = 'SALARIES'), 0) as cost,
        coalesce(sum(e.debit - e.credit) filter (where a.code = 'SALARIES_PAYABLE'), 0) as owed
      from ledger_entries e join billing_accounts a on a.id = e.account where e.tenant_id = p.tenant_id) books on true
    where p.status = 'PAID' group by p.tenant_id
    having sum(p.net_salary + (p.breakdown->>'advances')::numeric) <> min(books.cost) or min(books.owed) <> 0`,
  "what is on its way = transfers that are not confirmed": `
    select t.id from cash_transfers t
    where case t.status when 'IN_TRANSIT' then t.amount else 0 end <> coalesce((select sum(e.debit) - sum(e.credit)
      from ledger_entries e join billing_accounts a on a.id = e.account
      where e.tenant_id = t.tenant_id and e.source_id = t.id and a.code = 'IN_TRANSIT'), 0)`,
  "over and short = what drawers' counts differed by, where their cash lay": `
    select s.id from shifts s
    where coalesce(s.difference, 0) <> coalesce((select sum(e.credit) - sum(e.debit)
      from ledger_entries e join billing_accounts a on a.id = e.account
      where e.tenant_id = s.tenant_id and e.source_id = s.id and e.holder = s.cash_holder and a.code = 'CASH_OVER_SHORT'), 0)
    or exists (select from ledger_entries e where e.tenant_id = s.tenant_id and e.source_id = s.id
      and e.holder <> s.cash_holder group by e.account, e.holder having sum(e.credit) <> sum(e.debit))`,
  "what resellers have paid in is what the books owe them": `
    select s.tenant_id from company_settings s
    where coalesce((select sum(balance) from resellers r where r.tenant_id = s.tenant_id), 0)
      <> coalesce((select sum(e.credit) - sum(e.debit) from ledger_entries e join billing_accounts a on a.id = e.account
        where e.tenant_id = s.tenant_id and a.code = 'RESELLER'), 0)`,
  "a reseller's balance = the last of their ledger = the sum of it, within the limit": `
    select r.id from resellers r
    where r.balance <> coalesce((select balance_after from reseller_ledger l where l.reseller = r.id
        order by entry_no desc limit 1), 0)
      or r.balance <> coalesce((select sum(case when entry_type = 'CHARGE' then -amount else amount end)
        from reseller_ledger l where l.reseller = r.id), 0)
      or r.balance < -r.credit_limit`,
  "a reseller is charged what their payments say, until those are taken back": `
    select t.id from payment_transactions t
    where coalesce(t.reseller_charge, 0) <> coalesce((select sum(amount) from reseller_ledger l
        where l.payment_transaction = t.id and l.entry_type = 'CHARGE'), 0)
      or case when t.status = 'REFUNDED' then coalesce(t.reseller_charge, 0) else 0 end <> coalesce((select sum(amount)
        from reseller_ledger l where l.payment_transaction = t.id and l.entry_type = 'REFUND'), 0)`,
  "suspense = money without a customer": `
    select s.tenant_id from company_settings s
    where coalesce((select sum(amount) from payment_transactions t where t.tenant_id = s.tenant_id and t.customer is null
        and t.suspense_resolution is null), 0)
      <> coalesce((select sum(e.credit) - sum(e.debit) from ledger_entries e join billing_accounts a on a.id = e.account
        where e.tenant_id = s.tenant_id and a.code = 'SUSPENSE'), 0)`,
  "one payment per recharge": `
    select r.id from recharges r left join payment_transactions t on t.id = r.payment_transaction and t.recharge = r.id
    where t.id is null or t.customer <> r.customer or t.amount <> r.amount
      or r.is_reversed <> (t.status = 'REFUNDED')`,
  "one recurring invoice a month": `
    select customer, billing_month from invoices where is_recurring group by 1, 2 having count(*) > 1`,
};

/** In a cluster each table as a copy for this transaction: its nodes answer no question that is of all tenants at once. */
async function copiesOfNodes(tx: Tx): Promise<void> {
  const asked = new Set(Object.values(INVARIANTS).flatMap((query) => query.match(/\w+/g) ?? []));
  const tables = await tx.unsafe<{ name: string }[]>(`select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and to_regclass('pg_dist_partition') is not null`);
  for (const { name } of tables.filter(({ name }) => asked.has(name)))
    await tx.unsafe(
      `create temp table ${name} on commit drop as select /* a test's own */ * from public.${name}`,
    );
}

/** Every broken invariant with a few of the rows that break it, as a transaction sees them. */
async function brokenIn(tx: Tx): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const rows = await tx.unsafe(`select /* a test's own */ * from (${query}) broken limit 5`);
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return broken;
}

/**
 * Every broken invariant with a few of the rows that break it; a healthy database gives an empty list. Takes one
 * snapshot, so it may be asked while others write. Give it a connection that sees all tenants.
 */
export async function checkBooks(sql: Sql): Promise<string[]> {
  return sql.begin("isolation level repeatable read", async (begun) => {
    const tx = begun as Tx;
    await copiesOfNodes(tx);
    return brokenIn(tx);
  }) as Promise<string[]>;
}

/** The same of one company's books alone. */
export const checkBooksOf = (db: Database, tenant: string): Promise<string[]> =>
  inTenantSnapshot(db, { id: tenant }, brokenIn);
