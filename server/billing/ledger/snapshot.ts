// Locks a customer's account and reads what the plans need: the first round trip of everything that moves money.
import type { Invoice } from "../../../shared/billing/index.ts";
import type {
  Credit,
  CustomerMoney,
  InvoiceMoney,
  MoneySnapshot,
  PlanContext,
} from "../../../shared/billing/ledger/money-records.ts";
import type { Days } from "../../../shared/billing/service/period.rules.ts";
import type { PricedPackage } from "../../../shared/billing/service/postpaid.rules.ts";
import type { SoldService } from "../../../shared/billing/service/sold-days.rules.ts";
import { toCharges, toWrittenOff } from "../../../shared/billing/tax/credit-split.rules.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { Customer, TaxRate } from "../../../shared/subscribers/index.ts";
import type { Fragment, Row, Tx } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { addonsOf, customerLocks } from "../../subscribers/index.ts";

/** A customer under the lock of their account, with their package. */
export interface LockedCustomer {
  money: CustomerMoney;
  /** The database's time of this transaction, with which it stamps what is written in it. */
  now: string;
  name: string;
  router: string | null;
  /** How they pay: PREPAID gets no month's bill, for POSTPAID money buys no days. */
  billing_mode: Customer["billing_mode"];
  /** The company's day on which they became a customer. */
  joined_on: Day;
  package: (PricedPackage & { id: string; name: string }) | null;
  /** Where something else than this may have been sold on days since a month began: all that was, in order; null: nothing. */
  services: readonly SoldService[] | null;
  /** Days since then that no bill has: the service is paused. */
  paused: readonly Days[];
}

/** A customer's money under lock; their credits, of which there may be many, only where a plan draws on them. */
export interface Locked extends Omit<MoneySnapshot, "credits"> {
  of: LockedCustomer;
}

export type LockedWithCredits = Locked & Pick<MoneySnapshot, "credits">;

interface CustomerRow extends Row {
  now: string;
  id: string;
  account_id: string;
  name: string;
  router: string | null;
  billing_mode: Customer["billing_mode"];
  joined_at: string;
  package: string | null;
  package_name: string;
  package_price: string;
  validity_days: number;
  billing_months: number;
  tax_code: string | null;
  rates: readonly TaxRate[] | null;
  service: string | null;
  promo: string;
  promo_left: number | null;
  services: readonly StoredService[] | null;
  paused: readonly Days[] | null;
}

type StoredService = Omit<SoldService, "price" | "promo"> & { price: string; promo: string };

/** The rows of the tax code of a package `p`, with their rates as decimal text; null: it has none. */
export const packageRates = (tx: Tx): Fragment => tx`
  case when p.tax_code is not null then (
    select json_agg(json_build_object('id', r.id, 'code', r.code, 'rate', r.rate::text, 'is_inclusive', r.is_inclusive,
      'is_default', r.is_default, 'valid_from', r.valid_from))
    from tax_codes r where r.tenant_id = p.tenant_id
      and r.code = (select n.code from tax_codes n where n.tenant_id = p.tenant_id and n.id = p.tax_code)
  ) end`;

/** What a promotion takes off the price of a service `o`. */
const promoOff = (tx: Tx): Fragment =>
  tx`case when o.promo_left > 0 then greatest(o.price - o.promo_price, 0) else 0 end`;

/** All services that are not over on a day, where the one that runs began later or ends: almost nobody's are read. */
const servicesSince = (tx: Tx, since: Day): Fragment => tx`
  case when s.from_date > ${since} or s.to_date is not null then (
    select json_agg(json_build_object('id', o.package, 'name', o.package_name, 'price', o.price::text, 'tax_code', o.tax_code,
      'billing_months', o.billing_months, 'service', o.id, 'promo_left', o.promo_left, 'promo', ${promoOff(tx)}::text, 'from_date', o.from_date, 'to_date', o.to_date, 'state', o.state))
    from services o where o.tenant_id = c.tenant_id and o.customer = c.id and o.state <> 'CANCELLED'
      and (o.to_date is null or o.to_date >= ${since})
  ) end`;

const pausedSince = (tx: Tx, since: Day): Fragment => tx`
  (select json_agg(json_build_object('from', z.from_date, 'to', coalesce(z.resumed_on - 1, z.to_date)))
    from service_pauses z where z.tenant_id = c.tenant_id and z.customer = c.id and z.mode = 'POSTPAID'
      and z.state <> 'CANCELLED' and coalesce(z.resumed_on - 1, z.to_date) >= ${since})`;

const customerColumns = (tx: Tx, since: Day | null = null) => tx`
  now() as now, c.id, a.id as account_id, c.name, c.status, c.suspended_for, c.due_amount, c.advance_amount, c.discount,
  c.expiry_date, c.grace_period_until, c.promise_date, c.router, c.billing_mode, c.joined_at, coalesce(s.package, c.package) as package,
  coalesce(s.package_name, q.name) as package_name, coalesce(s.price, q.price) as package_price,
  coalesce(s.validity_days, q.validity_days) as validity_days, coalesce(s.billing_months, q.billing_months) as billing_months,
  s.id as service, coalesce(s.promo, 0) as promo, s.promo_left, p.tax_code, ${packageRates(tx)} as rates, ${since === null ? tx`null` : servicesSince(tx, since)} as services,
  ${since === null ? tx`null` : pausedSince(tx, since)} as paused`;

/**
 * Customers with what they have of their package, as it was sold to them; who has no service that says so, as it is now. `next`: what
 * waits for the end of the paid days, where something does: it is what more days are bought of.
 */
const customerTables = (tx: Tx, which: "now" | "next") => tx`
  customers c join billing_accounts a on a.tenant_id = c.tenant_id and a.customer = c.id
    left join lateral (
      select o.package, o.package_name, o.price, o.validity_days, o.billing_months, o.tax_code, o.from_date, o.to_date,
        o.id, o.promo_left, ${promoOff(tx)} as promo from services o
      where o.tenant_id = c.tenant_id and o.customer = c.id
        and (o.state = 'ACTIVE' ${which === "next" ? tx`or o.state = 'SCHEDULED' and o.sells_next` : tx``})
      order by o.state desc limit 1
    ) s on c.package is not null
    left join packages q on q.tenant_id = c.tenant_id and q.id = coalesce(s.package, c.package)
    cross join lateral (select case when s.package is null then q.tax_code else s.tax_code end as tax_code,
      c.tenant_id) p`;

function toLocked(row: CustomerRow, { digits, settings }: Tenant): LockedCustomer {
  const money = (name: string) => parseMoney(String(row[name]), digits);
  const { id, account_id, status, suspended_for, expiry_date, grace_period_until, promise_date } = row;
  const access = { status, suspended_for, expiry_date, grace_period_until, promise_date };
  const amounts = {
    due_amount: money("due_amount"),
    advance_amount: money("advance_amount"),
    discount: money("discount"),
  };
  const { package_name, validity_days, billing_months, tax_code } = row;
  const rates = row.rates ?? [];
  const promo_of =
    row.service && row.promo_left ? { service: row.service, promo_left: row.promo_left } : null;
  const terms = { validity_days, billing_months, tax_code, rates, promo: money("promo"), promo_of };
  return {
    now: row.now,
    money: { id, account_id, ...(access as Pick<CustomerMoney, keyof typeof access>), ...amounts },
    name: row.name,
    router: row.router,
    billing_mode: row.billing_mode,
    joined_on: dayOf(new Date(row.joined_at), settings.timezone),
    package: row.package
      ? { id: row.package, name: package_name, price: money("package_price"), ...terms }
      : null,
    paused: row.paused ?? [],
    services:
      row.services?.map(({ price, promo, ...sold }) => ({
        ...sold,
        ...{ price: parseMoney(price, digits), promo: parseMoney(promo, digits) },
      })) ?? null,
  };
}

const INVOICE_MONEY = [
  "previous_due",
  "total_payable",
  "paid_amount",
  "carried_amount",
  "credited_amount",
  "due_amount",
] as const;

/** An invoice's row as the plans take it. */
export function toInvoiceMoney(row: Row, digits: number): InvoiceMoney {
  const amounts = INVOICE_MONEY.map((name) => [name, parseMoney(String(row[name]), digits)]);
  const parts = row.carried_from as { invoice: string; amount: string }[];
  const carried_from = parts.map(({ invoice, amount }) => ({ invoice, amount: parseMoney(amount, digits) }));
  const charges = toCharges(row.charges as Invoice["charges"], digits);
  const given_up = toWrittenOff(row.given_up as Invoice["given_up"], digits);
  return {
    ...(row as Row & InvoiceMoney),
    ...Object.fromEntries(amounts),
    carried_from,
    charges,
    given_up,
  };
}

/** The columns of an invoice that the plans read. */
export const invoiceColumns = (tx: Tx): Fragment => tx`
  t.id, t.invoice_number, t.issue_date, t.due_date, t.previous_due, t.total_payable, t.paid_amount,
  t.carried_amount, t.credited_amount, t.due_amount, t.status, t.carried_to, t.carried_from, t.charges,
  t.given_up, t.created_at`;

type OfCustomer = { customer: string };

export const fromOpenInvoices = (tx: Tx, tenant: Tenant, customers: Fragment) => tx`
  from invoices t where t.tenant_id = ${tenant.id} and t.customer ${customers} and t.due_amount > 0`;

export const fromOpenCredits = (tx: Tx, tenant: Tenant, customers: Fragment) => tx`
  from payment_transactions t where t.tenant_id = ${tenant.id} and t.customer ${customers}
    and t.unallocated_amount > 0 and t.status = 'COMPLETED'`;

export const openInvoices = (tx: Tx, tenant: Tenant, customers: Fragment) => tx<(Row & OfCustomer)[]>`
  select ${invoiceColumns(tx)}, t.customer ${fromOpenInvoices(tx, tenant, customers)}`;

export const openCredits = (tx: Tx, tenant: Tenant, customers: Fragment) => tx<(Credit & OfCustomer)[]>`
  select t.id as payment_transaction, t.unallocated_amount, t.bound_amount, t.received_at, t.customer
  ${fromOpenCredits(tx, tenant, customers)}`;

export function toInvoice({ customer: _, ...row }: Row & OfCustomer, digits: number): InvoiceMoney {
  return toInvoiceMoney(row, digits);
}

export function toCredit(row: Credit & OfCustomer, digits: number): Credit {
  const { payment_transaction, received_at } = row;
  const money = (value: unknown) => parseMoney(String(value), digits);
  const amounts = {
    unallocated_amount: money(row.unallocated_amount),
    bound_amount: money(row.bound_amount),
  };
  return { payment_transaction, received_at, ...amounts };
}

/** Rows of customers, by whose they are. */
export function byCustomer<T extends OfCustomer>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.customer);
    if (group) group.push(row);
    else groups.set(row.customer, [row]);
  }
  return groups;
}

/** A customer's money under lock, and for which reseller the one who acts signs in, if for any: that row is not locked. */
export interface LockedForActor extends Locked {
  acting_reseller: string | null;
}

/**
 * Locks one customer's account, then their record, and reads their money as of then: one round trip. A later statement sees
 * what those committed who held the lock before, so nothing is lost between two payments.
 * @returns null when there is no such customer.
 */
export async function lockCustomer(ctx: OperationContext, customer: string): Promise<LockedForActor | null> {
  const { tx, tenant } = ctx;
  const [, [row], invoices] = await Promise.all([
    ...customerLocks(tx, tenant.id, customer),
    tx<
      (CustomerRow & { acting_reseller: string | null; addons: string })[]
    >`select ${customerColumns(tx)}, ${addonsOf(ctx, tx`c.id`)} as addons, (
        select r.id from resellers r where r.tenant_id = ${tenant.id} and r."user" = ${ctx.actor.user_id}
      ) as acting_reseller from ${customerTables(tx, "next")}
      where c.tenant_id = ${tenant.id} and c.id = ${customer}`,
    openInvoices(tx, tenant, tx`= ${customer}`),
  ]);
  if (!row) return null;
  const of = toLocked(row, tenant);
  return {
    of,
    customer: { ...of.money, addons: parseMoney(row.addons, tenant.digits) },
    open_invoices: invoices.map((invoice) => toInvoice(invoice, tenant.digits)),
    acting_reseller: row.acting_reseller,
  };
}

/** What the customer's open invoices took over, however far back; ask for them together with the lock, after it. */
export async function readEarlier(ctx: OperationContext, customer: string): Promise<InvoiceMoney[]> {
  const { tx, tenant } = ctx;
  const rows = await tx<Row[]>`
    with recursive earlier as (
      select (part->>'invoice')::uuid as id from invoices o, jsonb_array_elements(o.carried_from) part
      where o.tenant_id = ${tenant.id} and o.customer = ${customer} and o.due_amount > 0
      union
      select (part->>'invoice')::uuid from earlier e
        join invoices i on i.tenant_id = ${tenant.id} and i.id = e.id, jsonb_array_elements(i.carried_from) part
    )
    select ${invoiceColumns(tx)} from invoices t join earlier using (id)
    where t.tenant_id = ${tenant.id} and t.due_amount = 0`;
  return rows.map((row) => toInvoiceMoney(row, tenant.digits));
}

/** The customer's credits; ask for them together with the lock, after it. */
export async function readCredits(ctx: OperationContext, customer: string): Promise<Credit[]> {
  const { tx, tenant } = ctx;
  const credits = await openCredits(tx, tenant, tx`= ${customer}`);
  return credits.map((credit) => toCredit(credit, tenant.digits));
}

/** The same for a customer that an input names; @throws Failure VALIDATION naming the field. */
export async function lockReferred(
  ctx: OperationContext,
  field: string,
  customer: string,
): Promise<LockedForActor> {
  const locked = await lockCustomer(ctx, customer);
  if (!locked) throw invalid(field, "There is no such customer", "DOES_NOT_EXIST");
  return locked;
}

/** The same for a customer that a record of this tenant names; @throws Failure NOT_FOUND. */
export async function lockOwner(ctx: OperationContext, customer: string): Promise<LockedForActor> {
  const locked = await lockCustomer(ctx, customer);
  if (!locked) throw new Failure("NOT_FOUND");
  return locked;
}

/** The customers after one id up to another. */
export interface CustomerRange {
  after: string;
  last: string;
}

export const between = (tx: Tx, { after, last }: CustomerRange) => tx`> ${after} and t.customer <= ${last}`;

/** The ids of the next customers after one; nobody is locked. */
export async function nextCustomers(
  tx: Tx,
  tenant: Tenant,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await tx<OfCustomer[]>`select customer from billing_accounts
    where tenant_id = ${tenant.id} and customer > ${after} order by customer limit ${limit}`;
  return rows.map((row) => row.customer);
}

/**
 * The customers after one id up to another. By range, and by nothing that another index leads by: so no plan reads the whole
 * tenant for these, or compares every customer with every invoice of the month.
 */
export async function readCustomersBetween(
  tx: Tx,
  tenant: Tenant,
  { after, last }: CustomerRange,
  since: Day | null = null,
): Promise<LockedCustomer[]> {
  const rows = await tx<CustomerRow[]>`select ${customerColumns(tx, since)} from ${customerTables(tx, "now")}
    where a.tenant_id = ${tenant.id} and a.customer > ${after} and a.customer <= ${last} order by a.customer`;
  return rows.map((row) => toLocked(row, tenant));
}

/** What plans are made with: the tenant's day at the time of receipt, whatever the day on which the thing happened. */
export function planContext(tenant: Tenant, at = new Date()): PlanContext {
  return { today: dayOf(at, tenant.settings.timezone), now: at.toISOString(), newId };
}
