// POST /customers/{id}/change-package/ (contract C3).
import { changePackage, serviceChange } from "../../../shared/billing/index.ts";
import type { LineInput } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { planOf } from "../../../shared/billing/ledger/plan.rules.ts";
import {
  type ChangeFigures,
  isAtOnce,
  type SoldPackage,
} from "../../../shared/billing/service/change.rules.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { ZERO } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { endServices, sellWith } from "../../subscribers/index.ts";
import { planBillAtOnce } from "../invoice/immediate-invoice.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { rowMaker } from "../ledger/ledger-rows.ts";
import { lockOwner, readCredits } from "../ledger/snapshot.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { readGiven, reviewGiven } from "../payment/given-money.ts";
import { checkAgreed, reviewDiffers } from "./agreed.ts";
import { lineOfDays, lineToPay } from "./invoice-change.ts";
import { figuresOf, ORDER_DAYS } from "./preview-change.ts";
import { type ReadChange, readChange } from "./read-change.ts";
import { type SettledDays, settleDays } from "./settle-days.ts";
import { chargeNext, type GivenBack, giveBack } from "./settle-invoices.ts";
import { wholesaleOfChange } from "./wholesale.ts";
import { addService, setChangeDays, setPackage } from "./write-change.ts";

type Input = InputOf<typeof changePackage>;

/** What is billed at once: what is to be paid, or where the month is billed and it is asked for, the days at the new price. */
function linesOf(
  { mode, to_pay, charged, new_expiry_date }: ChangeFigures,
  to: SoldPackage,
  { named, today, charges_now }: { named: string; today: Day; charges_now: boolean },
): LineInput[] {
  if (mode === "POSTPAID") return charges_now ? charged.map((days) => lineOfDays(to, days)) : [];
  return to_pay > 0n ? [lineToPay(to, to_pay, `${named} – ${new_expiry_date}`, today)] : [];
}

const NOTHING: SettledDays = {
  ...{ cut: [], freed_parts: [], changes: [], moved: 0 },
  plan: { covers: [], bound: [] },
};

/** Gives back what bills charged: what notes gave back is the customer's by then. */
async function creditBills(
  ctx: OperationContext,
  { locked, credits }: ReadChange,
  credited: ChangeFigures["credited"],
  reason: string,
) {
  const given_back = await giveBack(ctx, credited, reason);
  if (given_back.length === 0) return { given_back, locked, credits };
  const { id } = locked.customer;
  const [again, left] = await Promise.all([lockOwner(ctx, id), readCredits(ctx, id)]);
  return { given_back, locked: again, credits: left };
}

/** The figures that the change keeps. */
function keptFigures(figures: ChangeFigures) {
  const { price: _price, options: _options, days: _days, ...rest } = figures;
  const { credited: _credited, charged: _charged, ...kept } = rest;
  return kept;
}

/** The new service, after whatever runs or waits. */
async function sell(
  ctx: OperationContext,
  { running, promo, snapshot, locked }: ReadChange,
  { priced_from, direction, when }: ChangeFigures,
  { id, service_change, at_once }: { id: string; service_change: string; at_once: boolean },
): Promise<void> {
  const customer = locked.customer.id;
  if (at_once) await endServices(ctx, customer, priced_from);
  else await endLater(ctx, customer, priced_from);
  await addService(ctx, {
    ...{ id, customer, package: snapshot.to.id, from_date: priced_from, service_change },
    state: at_once ? "ACTIVE" : "SCHEDULED",
    reason: direction === "SAME" ? "CHANGE" : direction,
    previous_service: running?.service ?? null,
    sells_next: when === "AT_EXPIRY",
  });
  if (promo) await sellWith(ctx, promo, { service: id });
}

async function change(ctx: OperationContext, input: Input, customer: string): Promise<Row> {
  const { tx, tenant } = ctx;
  const [accounts, money, read] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    readGiven(ctx, input.payment),
    readChange(ctx, customer, input.package, input.offer),
  ]);
  const { snapshot, running, router } = read;
  const figures = figuresOf(read, input, ORDER_DAYS);
  const differs = checkAgreed(ctx, read, figures, { ...input, paid: money?.amount ?? null });
  const wholesale = await wholesaleOfChange(ctx, read, figures, money?.amount ?? ZERO);
  const given = money && { ...money, reseller_charge: wholesale?.charge ?? null };
  const { today, to } = snapshot;
  const { priced_from, mode, new_expiry_date, days, credited, charged } = figures;
  // A till's command may come in after the day that it names.
  const at_once = isAtOnce(figures, dayOf(ctx.call.received_at, tenant.settings.timezone));
  const begun = running?.from_date ?? "";
  if (begun > priced_from || (!at_once && begun === priced_from))
    throw new Failure("ILLEGAL_TRANSITION", "The package was changed from that day on already");
  const named = `${snapshot.from?.name ?? ""} → ${to.name} · ${priced_from}`;
  const { given_back, locked, credits } = await creditBills(ctx, read, credited, input.reason ?? named);
  const settled = at_once ? settleDays(figures, snapshot.covers, credits) : NOTHING;
  const moved = at_once ? { ...locked.customer, expiry_date: new_expiry_date } : locked.customer;
  const charges_now = input.charge === "NOW";
  const bill = await planBillAtOnce(
    ctx,
    { locked: { ...locked, customer: moved }, credits, rates: to.rates },
    linesOf(figures, to, { named, today, charges_now }),
    given,
  );
  const own = { plan: planOf(moved, settled.plan) };
  const writes = await dated(ctx, [own, ...bill.writes]);
  await writeSettlement(ctx, accounts, locked, writes);
  if (given) {
    await wholesale?.write(given.id, ctx.call.occurred_at);
    await reviewGiven(ctx, given, customer);
  }
  // Of a desktop's command the change has the command's id: so it is shown there once, whatever arrives first.
  const id = ctx.call.command ?? ctx.newId();
  const to_service = ctx.newId();
  const covered = at_once && mode === "PREPAID" && days > 0;
  const row = {
    ...rowMaker(tenant)({
      ...keptFigures(figures),
      ...{ id, customer, to_service, to_package: to.id, covered_days: mode === "PREPAID" ? days : 0 },
      wholesale: wholesale?.cost ?? null,
      ...{ from_package: running?.id ?? null, from_service: running?.service ?? null },
      ...{ invoice: bill.invoice, payment_transaction: bill.payment_transaction },
      credit_note: given_back.find(({ credit_note }) => credit_note)?.credit_note ?? null,
      state: at_once ? "DONE" : "SCHEDULED",
      reason: input.reason ?? null,
      created_by: ctx.actor.username,
      done_at: at_once ? ctx.call.received_at : null,
      covers_from: covered ? priced_from : null,
      covers_to: covered ? new_expiry_date : null,
    }),
    ...keptColumns(ctx, settled, given_back),
    differs: differs && tx.json(differs),
  };
  await sell(ctx, read, figures, { id: to_service, service_change: id, at_once });
  await tx`insert into service_changes ${tx(row)}`;
  ctx.markChanged("service_changes");
  if (!charges_now) await chargeNext(ctx, { customer, service_change: id, of: to }, charged);
  await setChangeDays(ctx, settled.changes);
  if (at_once) await setPackage(ctx, { customer, router, to: to.id });
  if (differs) await reviewDiffers(ctx, figures, { differs, customer, payment_transaction: given?.id });
  const record = await requireRecord(ctx, serviceChange, id);
  ctx.audit(changePackage, {
    id: customer,
    before: { ...moneyState(ctx, read.locked.customer), package: running?.id ?? null },
    after: { ...moneyState(ctx, bill.customer), package: at_once ? to.id : (running?.id ?? null), ...record },
    note: input.reason ?? undefined,
  });
  return record;
}

/** What is kept to put the days back, as JSON. */
export function keptColumns(
  ctx: OperationContext,
  { cut, freed_parts }: SettledDays,
  given_back: readonly GivenBack[] = [],
): Row {
  const parts = freed_parts.map(({ payment_transaction, amount }) => ({
    payment_transaction,
    amount: ctx.money(amount),
  }));
  return {
    cut: ctx.tx.json(cut.map((one) => ({ ...one }))),
    freed_parts: ctx.tx.json(parts),
    credited: ctx.tx.json(given_back.map((one) => ({ ...one }))),
  };
}

/** What runs has its last day, and a new price that waits is called off: another package comes instead. */
async function endLater(ctx: OperationContext, customer: string, from: string): Promise<void> {
  const { tx, tenant } = ctx;
  await tx`update services set
      state = case when state = 'ACTIVE' then state else 'CANCELLED' end,
      to_date = case when state = 'ACTIVE' then ${from}::date - 1 else to_date end
    where tenant_id = ${tenant.id} and customer = ${customer} and state in ('ACTIVE', 'SCHEDULED')`;
  ctx.markChanged("services");
}

export const changeOperations = [implement(changePackage, change)];
