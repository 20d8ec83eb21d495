// What a change of package reads, under the lock of the customer's account: what they have, what they want, what pays for their days.
import type { Credit } from "../../../shared/billing/ledger/money-records.ts";
import type { ChangeSnapshot, Covering, SoldPackage } from "../../../shared/billing/service/change.rules.ts";
import { type Day, dayOf, monthOf } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { type Minor, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import type { Fragment, Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { beginServices, type Promo, promoOf } from "../../subscribers/index.ts";
import { billedSince } from "../invoice/invoiced.ts";
import { type LockedForActor, lockOwner, packageRates, readCredits } from "../ledger/snapshot.ts";
import { offersSince } from "../offer.ts";
import { readServiceCharges } from "./service-charges.ts";

/** The service that runs, as it was sold. */
export interface Running extends SoldPackage {
  service: string;
  from_date: string;
}

export interface ReadChange {
  locked: LockedForActor;
  credits: readonly Credit[];
  snapshot: ChangeSnapshot;
  running: Running | null;
  router: string | null;
  /** What the new package is sold with; null: nothing. */
  promo: Promo | null;
}

interface SoldRow extends Row {
  id: string;
  name: string;
  price: string;
  validity_days: number;
  billing_months: number;
  tax_code: string | null;
  rates: SoldPackage["rates"] | null;
}

function toSold(
  { id, name, price, validity_days, billing_months, tax_code, rates }: SoldRow,
  digits: number,
): SoldPackage {
  const terms = { validity_days, billing_months, tax_code };
  return { id, name, price: parseMoney(price, digits), ...terms, rates: rates ?? [] };
}

const withPromo = (sold: SoldPackage, promo: Promo | null, digits: number): SoldPackage =>
  promo ? { ...sold, promo: subtract(sold.price, parseMoney(promo.promo_price, digits)) } : sold;

type CoveringRow = Omit<Covering, "amount"> & Row & { amount: string };

/** What covers days, recharges that stand and changes that hold. */
export async function readCovers(
  ctx: OperationContext,
  customer: string,
  since: Day = ctx.today,
): Promise<Covering[]> {
  const { tx, tenant } = ctx;
  const rows = await tx<CoveringRow[]>`
    select 'recharge' as kind, r.id, r.payment_transaction, r.amount, r.validity_days as days, r.covers_from, r.covers_to
    from recharges r where r.tenant_id = ${tenant.id} and r.customer = ${customer} and not r.is_reversed
      and r.covers_to >= ${since}
    union all
    select 'service_change', s.id, null, s.cost, s.covered_days, s.covers_from, s.covers_to
    from service_changes s where s.tenant_id = ${tenant.id} and s.customer = ${customer} and s.state = 'DONE'
      and s.covers_to >= ${since}
    order by covers_from, id`;
  return rows.map((row) => ({ ...row, amount: parseMoney(row.amount, tenant.digits) }));
}

async function readService(ctx: OperationContext, which: Fragment): Promise<Running | null> {
  const { tx, tenant } = ctx;
  const [row] = await tx<(SoldRow & { service: string; from_date: string })[]>`
    select p.package as id, p.package_name as name, p.price, p.validity_days, p.billing_months, p.tax_code, ${packageRates(tx)} as rates,
      p.id as service, p.from_date
    from services p where p.tenant_id = ${tenant.id} and ${which}`;
  return row ? { ...toSold(row, tenant.digits), service: row.service, from_date: row.from_date } : null;
}

const readRunning = (ctx: OperationContext, customer: string) =>
  readService(ctx, ctx.tx`p.customer = ${customer} and p.state = 'ACTIVE'`);

/** A service as it was sold. */
export const readSoldService = (ctx: OperationContext, id: string) => readService(ctx, ctx.tx`p.id = ${id}`);

/** The day on which it was agreed; what was done before a service began that runs by now counts when it comes in. */
function dayToSettle({ today, call, tenant }: OperationContext, running: Running | null): Day {
  const came_too_late = call.command !== null && running !== null && running.from_date > today;
  return came_too_late ? dayOf(call.received_at, tenant.settings.timezone) : today;
}

/**
 * One round trip, but where a customer has no history yet.
 * @throws Failure NOT_FOUND, VALIDATION (there is no such package), PACKAGE_INACTIVE, ILLEGAL_TRANSITION (has left),
 * CHANGE_SCHEDULED.
 */
export async function readChange(
  ctx: OperationContext,
  customer: string,
  wanted: string,
  offer: string | null = null,
): Promise<ReadChange> {
  const { tx, tenant, today: day } = ctx;
  const [locked, credits, covers, found, [to], [waiting], billed, addons] = await Promise.all([
    lockOwner(ctx, customer),
    readCredits(ctx, customer),
    readCovers(ctx, customer),
    readRunning(ctx, customer),
    tx<(SoldRow & { is_active: boolean })[]>`
      select p.id, p.name, p.price, p.validity_days, p.billing_months, p.tax_code, p.is_active, ${packageRates(tx)} as rates
      from packages p where p.tenant_id = ${tenant.id} and p.id = ${wanted}`,
    tx`select from service_changes where tenant_id = ${tenant.id} and customer = ${customer} and state = 'SCHEDULED'`,
    billedSince(ctx, customer, day),
    tx<{ amount: string; charged_to: string | null }[]>`
      select with_tax(tenant_id, tax_code, price * quantity, ${day}, ${tenant.digits}) as amount, charged_to from customer_addons
      where tenant_id = ${tenant.id} and customer = ${customer} and kind = 'RECURRING' and state = 'ACTIVE'`,
  ]);
  if (!to) throw invalid("package", "There is no such package", "DOES_NOT_EXIST");
  if (locked.customer.status === "TERMINATED")
    throw new Failure("ILLEGAL_TRANSITION", "This customer has left");
  if (waiting) throw new Failure("CHANGE_SCHEDULED");
  if (!to.is_active && to.id !== found?.id) throw new Failure("PACKAGE_INACTIVE");
  const promo = offer ? await promoOf(ctx, offer, wanted) : null;
  let running = found;
  if (running === null && locked.of.package) {
    await beginServices(ctx, [customer], "START");
    running = await readRunning(ctx, customer);
  }
  const { expiry_date, discount } = locked.customer;
  const { billing_mode } = locked.of;
  const [charges, offers] =
    billed.length > 0 && billing_mode !== "PREPAID"
      ? await Promise.all([readServiceCharges(ctx, customer, day), offersSince(tx, tenant, monthOf(day))])
      : [[], []];
  const snapshot: ChangeSnapshot = {
    today: dayToSettle(ctx, running),
    ...{ billing_mode, billed, charges, offers },
    addons: addons.map(({ amount, ...one }) => ({ ...one, amount: parseMoney(amount, tenant.digits) })),
    ...{ expiry_date, discount, covers },
    from: running,
    to: withPromo(toSold(to, tenant.digits), promo, tenant.digits),
  };
  return { locked, credits, snapshot, running, router: locked.of.router, promo };
}

export const minorOf =
  (ctx: OperationContext) =>
  (value: unknown): Minor =>
    parseMoney(String(value), ctx.tenant.digits);
