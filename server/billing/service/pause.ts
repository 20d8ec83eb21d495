// POST /customers/{id}/pause/ and /resume/ (contract C4), and what begins and ends by itself.

import {
  pauseService,
  resumeService,
  type ServicePause,
  servicePause,
} from "../../../shared/billing/index.ts";
import type { LineInput } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { withDefaultCode } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { planOf } from "../../../shared/billing/ledger/plan.rules.ts";
import {
  checkPause,
  coversAfterPause,
  expiryAfterPause,
  lengthOf,
  pauseDays,
} from "../../../shared/billing/service/pause.rules.ts";
import { type Days, periodEnd } from "../../../shared/billing/service/period.rules.ts";
import { creditedDays } from "../../../shared/billing/service/postpaid.rules.ts";
import { addDays, type Day, dayOf, daysBetween } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { hasAccess } from "../../../shared/subscribers/index.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { enqueueJob } from "../../network/index.ts";
import { readTaxRates } from "../../subscribers/index.ts";
import { planBillAtOnce } from "../invoice/immediate-invoice.ts";
import { billedSince } from "../invoice/invoiced.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { type Locked, lockOwner, readCredits } from "../ledger/snapshot.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { chargeUnbilled } from "./charge-uninvoiced.ts";
import { readCovers } from "./read-change.ts";
import { readServiceCharges } from "./service-charges.ts";
import { chargeAgain, type GivenBack, giveBack } from "./settle-invoices.ts";
import { setChangeDays } from "./write-change.ts";

const BEGIN = { on: servicePause, name: "service_pause.begin" };

/** A pause as it is kept. */
export type KeptPause = ServicePause & Row & { mode: "PREPAID" | "POSTPAID"; credited: GivenBack[] };

const isOpen = ({ state }: Pick<ServicePause, "state">) => state === "SCHEDULED" || state === "RUNNING";

/** The customer's pauses that were not called off; ask for them after the customer's lock. */
export async function readPauses(ctx: OperationContext, customer: string): Promise<KeptPause[]> {
  const { tx, tenant } = ctx;
  return tx<KeptPause[]>`select * from service_pauses
    where tenant_id = ${tenant.id} and customer = ${customer} and state <> 'CANCELLED' order by from_date`;
}

/** The days that a pause had, or will have. */
const daysOf = ({ from_date, to_date, resumed_on }: KeptPause): Days => ({
  from: from_date,
  to: resumed_on ? addDays(resumed_on, -1) : to_date,
});

/** @throws Failure ILLEGAL_TRANSITION. */
function refusePause({ customer: { status } }: Locked): void {
  if (status === "TERMINATED") throw new Failure("ILLEGAL_TRANSITION", "This customer has left");
  if (status === "SUSPENDED") throw new Failure("ILLEGAL_TRANSITION", "Who is suspended is not paused");
}

/** How its days are paid for: by bills, or ahead. */
async function modeOf(
  ctx: OperationContext,
  { customer, of }: Locked,
  { from }: Days,
): Promise<KeptPause["mode"]> {
  if (of.billing_mode !== "AUTO") return of.billing_mode;
  const periods = await billedSince(ctx, customer.id, from);
  if (periods.some((period) => period.start <= from && from <= periodEnd(period))) return "POSTPAID";
  return customer.expiry_date !== null && customer.expiry_date >= from ? "PREPAID" : "POSTPAID";
}

/** Gives back what bills charged for these days. */
async function creditDays(
  ctx: OperationContext,
  customer: string,
  days: Days,
  reason: string,
): Promise<GivenBack[]> {
  const charges = await readServiceCharges(ctx, customer, days.from);
  return giveBack(ctx, creditedDays(charges, days, ctx.today), reason);
}

/** The bill of what a pause costs; null: it costs nothing. */
async function billFee(ctx: OperationContext, customer: string, { from, to }: Days): Promise<string | null> {
  const { tenant } = ctx;
  const fee = parseMoney(String(tenant.settings.pause_fee), tenant.digits);
  if (fee <= 0n) return null;
  const [accounts, locked, credits, rates] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    lockOwner(ctx, customer),
    readCredits(ctx, customer),
    readTaxRates(ctx.tx, tenant),
  ]);
  const line: LineInput = {
    description: `Pause · ${from} – ${to}`,
    quantity: "1",
    unit_price: fee,
    source: "OTHER",
  };
  const bill = await planBillAtOnce(ctx, { locked, credits, rates }, withDefaultCode([line], rates), null);
  await writeSettlement(ctx, accounts, locked, await dated(ctx, bill.writes));
  return bill.invoice;
}

async function pause(
  ctx: OperationContext,
  input: InputOf<typeof pauseService>,
  customer: string,
): Promise<Row> {
  const { tx, tenant, today } = ctx;
  const [locked, pauses] = await Promise.all([lockOwner(ctx, customer), readPauses(ctx, customer)]);
  if (pauses.some(isOpen)) throw new Failure("PAUSED");
  refusePause(locked);
  const days = pauseDays({ from: input.from ?? null, to: input.to }, today);
  if (!ctx.can("subscribers.customer.pause_beyond")) checkPause(days, pauses.map(daysOf), tenant.settings);
  const { reason = null } = input;
  const mode = await modeOf(ctx, locked, days);
  const why = reason ?? `Pause · ${days.from} – ${days.to}`;
  const credited = mode === "POSTPAID" ? await creditDays(ctx, customer, days, why) : [];
  const fee_invoice = await billFee(ctx, customer, days);
  // Of a desktop's command the pause has the command's id: so it is shown there once, whatever arrives first.
  const id = ctx.call.command ?? ctx.newId();
  // A till's command may come in after the day that it names.
  const starts = days.from <= dayOf(ctx.call.received_at, tenant.settings.timezone);
  await tx`insert into service_pauses ${tx({
    ...{ tenant_id: tenant.id, id, customer, from_date: days.from, to_date: days.to, days: lengthOf(days) },
    ...{ state: starts ? "RUNNING" : "SCHEDULED", fee_invoice, reason, created_by: ctx.actor.username, mode },
    credited: tx.json(credited.map((one) => ({ ...one }))),
  })}`;
  ctx.markChanged("service_pauses");
  if (starts) await close(ctx, customer, locked.of.router);
  const record = await requireRecord(ctx, servicePause, id);
  ctx.audit(pauseService, {
    id: customer,
    before: { status: locked.customer.status },
    after: { ...record, status: starts ? "SUSPENDED" : locked.customer.status },
    note: reason ?? undefined,
  });
  return record;
}

/** The line is closed for the pause; what is closed for another reason stays so. */
async function close(ctx: OperationContext, customer: string, router: string | null): Promise<void> {
  const { tx, tenant } = ctx;
  await tx`update customers set status = 'SUSPENDED', suspended_for = 'PAUSE'
    where tenant_id = ${tenant.id} and id = ${customer} and status in ('ACTIVE', 'EXPIRED')`;
  ctx.markChanged("customers");
  await enqueueJob(ctx, { kind: "DISABLE_USER", router, customer });
}

/** Begins a pause whose day has come. The caller holds the customer's lock. */
export async function startPause(ctx: OperationContext, { id, customer }: KeptPause, router: string | null) {
  await setPause(ctx, id, { state: "RUNNING" });
  await close(ctx, customer, router);
  ctx.audit(BEGIN, { id, before: { state: "SCHEDULED" }, after: { state: "RUNNING", customer } });
}

async function setPause(ctx: OperationContext, id: string, set: Row): Promise<void> {
  const { tx, tenant } = ctx;
  await tx`update service_pauses set ${tx(set)} where tenant_id = ${tenant.id} and id = ${id}`;
  ctx.markChanged("service_pauses");
}

/** What was given back for days that are served after all is charged again, and bills that left them out get them. */
async function serveAgain(
  ctx: OperationContext,
  kept: KeptPause,
  days: Days,
  reason: string,
): Promise<GivenBack[]> {
  const { customer, to_date } = kept;
  if (kept.mode === "PREPAID" || days.to >= to_date) return kept.credited;
  await chargeAgain(ctx, kept.credited, reason);
  const credited = days.to < days.from ? [] : await creditDays(ctx, customer, days, reason);
  const again = addDays(days.to, 1);
  await chargeUnbilled(ctx, customer, { from: again > days.from ? again : days.from, to: to_date });
  return credited;
}

/** Ends a pause with a day; before its first one, it has not been. The caller holds the customer's lock. */
export async function endPause(
  ctx: OperationContext,
  kept: KeptPause,
  last: Day,
  reason: string,
): Promise<void> {
  const { customer, from_date, to_date, id } = kept;
  const days = { from: from_date, to: last };
  const credited = await serveAgain(ctx, kept, days, reason);
  const length = lengthOf(days);
  const early = length > 0 && last < to_date;
  await setPause(ctx, id, {
    state: length === 0 ? "CANCELLED" : "ENDED",
    days: length,
    resumed_on: early ? addDays(last, 1) : null,
    credited: ctx.tx.json(credited.map((one) => ({ ...one }))),
  });
  const [accounts, locked, covers] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    lockOwner(ctx, customer),
    readCovers(ctx, customer, from_date),
  ]);
  const before = locked.customer;
  const expiry_date =
    kept.mode === "PREPAID" ? expiryAfterPause(before.expiry_date, days) : before.expiry_date;
  const by = before.expiry_date && expiry_date ? daysBetween(before.expiry_date, expiry_date) : 0;
  const moved = coversAfterPause(covers, from_date, by);
  const is_paused = before.status === "SUSPENDED" && before.suspended_for === "PAUSE";
  const opens = hasAccess({ ...before, expiry_date }, ctx.today);
  const status = opens ? ("ACTIVE" as const) : ("EXPIRED" as const);
  const after = { ...before, expiry_date, ...(is_paused ? { status, suspended_for: null } : {}) };
  const recharges = moved.filter(({ kind }) => kind === "recharge");
  const plan = planOf(after, {
    covers: recharges.map(({ kind: _, ...days }) => days),
    network: is_paused && opens ? "ENABLE_USER" : null,
  });
  await writeSettlement(ctx, accounts, locked, await dated(ctx, [{ plan }]));
  await setChangeDays(
    ctx,
    moved.filter(({ kind }) => kind === "service_change"),
  );
  ctx.audit(resumeService, {
    id: customer,
    before: moneyState(ctx, before),
    after: moneyState(ctx, after),
    note: reason,
  });
}

async function resume(
  ctx: OperationContext,
  { reason }: InputOf<typeof resumeService>,
  customer: string,
): Promise<Row> {
  const [, pauses] = await Promise.all([lockOwner(ctx, customer), readPauses(ctx, customer)]);
  const kept = pauses.find(isOpen);
  if (!kept) throw new Failure("ILLEGAL_TRANSITION", "This customer is not paused");
  const yesterday = addDays(ctx.today, -1);
  await endPause(
    ctx,
    kept,
    yesterday < kept.to_date ? yesterday : kept.to_date,
    reason ?? "The pause was ended",
  );
  return requireRecord(ctx, servicePause, kept.id);
}

export const pauseOperations = [implement(pauseService, pause), implement(resumeService, resume)];
