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
import { type Minor, ZERO } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { Fragment, Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implementInSteps } from "../../kernel/operation/run-operation.ts";
import { recordOfNew } from "../../kernel/resource/record.ts";
import { enqueueJob } from "../../network/index.ts";
import { sellWith, servicesEnded } from "../../subscribers/index.ts";
import { planBillAtOnce } from "../invoice/immediate-invoice.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { rowMaker } from "../ledger/ledger-rows.ts";
import { lockOwner, readCredits } from "../ledger/snapshot.ts";
import { dated, moneyState, settleAtEnd } from "../ledger/write-settlement.ts";
import { readGiven, reviewGiven } from "../payment/given-money.ts";
import { checkAgreed, type Differs, reviewDiffers } from "./agreed.ts";
import { lineOfDays, lineToPay } from "./invoice-change.ts";
import { figuresOf, ORDER_DAYS } from "./preview-change.ts";
import { type ReadChange, readChange } from "./read-change.ts";
import { type SettledDays, settleDays } from "./settle-days.ts";
import { chargeNext, type GivenBack, giveBack } from "./settle-invoices.ts";
import { wholesaleOfChange } from "./wholesale.ts";
import { changeDaysSet, packageSet, serviceAdded } from "./write-change.ts";

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

/** The new service, after whatever runs or waits: the statements, in their order. */
function sold(
  ctx: OperationContext,
  { running, snapshot, locked }: ReadChange,
  { priced_from, direction, when }: ChangeFigures,
  { id, service_change, at_once }: { id: string; service_change: string; at_once: boolean },
): Fragment[] {
  const customer = locked.customer.id;
  const before = at_once
    ? servicesEnded(ctx, customer, priced_from)
    : [endedLater(ctx, customer, priced_from)];
  const service = serviceAdded(ctx, {
    ...{ id, customer, package: snapshot.to.id, from_date: priced_from, service_change },
    state: at_once ? "ACTIVE" : "SCHEDULED",
    reason: direction === "SAME" ? "CHANGE" : direction,
    previous_service: running?.service ?? null,
    sells_next: when === "AT_EXPIRY",
  });
  return [...before, service];
}

/** The change's own row, but for what it keeps as JSON. */
function rowOfChange(
  { tenant, actor, call }: OperationContext,
  { snapshot, running }: ReadChange,
  figures: ChangeFigures,
  {
    at_once,
    ...own
  }: { at_once: boolean; wholesale: Minor | null } & Record<"id" | "customer" | "to_service", string> &
    Record<"reason" | "invoice" | "payment_transaction" | "credit_note", string | null>,
): Row {
  const { mode, days, priced_from, new_expiry_date } = figures;
  const covered = at_once && mode === "PREPAID" && days > 0;
  return rowMaker(tenant)({
    ...{ ...keptFigures(figures), ...own },
    ...{ to_package: snapshot.to.id, covered_days: mode === "PREPAID" ? days : 0 },
    ...{ from_package: running?.id ?? null, from_service: running?.service ?? null },
    ...{ state: at_once ? "DONE" : "SCHEDULED", done_at: at_once ? call.received_at : null },
    created_by: actor.username,
    covers_from: covered ? priced_from : null,
    covers_to: covered ? new_expiry_date : null,
  });
}

/** The change as it will be read once its row is written. */
function newChange(
  { tenant }: OperationContext,
  { locked, snapshot }: ReadChange,
  row: Row,
  differs: Differs | null,
): Row {
  const { of } = locked;
  const display = {
    customer_name: of.name,
    from_package_name: snapshot.from?.name ?? null,
    to_package_name: snapshot.to.name,
  };
  const shown = { ...row, differs: differs && JSON.stringify(differs) };
  return recordOfNew(serviceChange, tenant.digits, shown, { now: of.now, display });
}

async function readWanted(ctx: OperationContext, input: Input, customer: string) {
  const [accounts, money, read] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    readGiven(ctx, input.payment),
    readChange(ctx, customer, input.package, input.offer),
  ]);
  return { accounts, money, read };
}

type Wanted = Awaited<ReturnType<typeof readWanted>>;

async function change(
  ctx: OperationContext,
  input: Input,
  customer: string,
  { accounts, money, read }: Wanted,
): Promise<Row> {
  const { tx, tenant } = ctx;
  const { snapshot, running, router } = read;
  const figures = figuresOf(read, input, ORDER_DAYS);
  const differs = checkAgreed(ctx, read, figures, { ...input, paid: money?.amount ?? null });
  const wholesale = await wholesaleOfChange(ctx, read, figures, money?.amount ?? ZERO);
  const given = money && { ...money, reseller_charge: wholesale?.charge ?? null };
  const { today, to } = snapshot;
  const { priced_from, new_expiry_date, credited, charged } = figures;
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
  // What is written is left to the end, where it travels with the audit and COMMIT.
  const { done } = settleAtEnd(ctx, accounts, locked, writes);
  await done;
  // Of a desktop's command the change has the command's id: so it is shown there once, whatever arrives first.
  const id = ctx.call.command ?? ctx.newId();
  const to_service = ctx.newId();
  const row = rowOfChange(ctx, read, figures, {
    ...{ id, customer, to_service, reason: input.reason ?? null, at_once },
    ...{ invoice: bill.invoice, payment_transaction: bill.payment_transaction },
    credit_note: given_back.find(({ credit_note }) => credit_note)?.credit_note ?? null,
    wholesale: wholesale?.cost ?? null,
  });
  ctx.markChanged("service_changes");
  ctx.atEnd(
    ...sold(ctx, read, figures, { id: to_service, service_change: id, at_once }),
    tx`insert into service_changes ${tx({ ...row, ...keptColumns(ctx, settled, given_back), differs: differs && tx.json(differs) })}`,
    ...changeDaysSet(ctx, settled.changes),
  );
  const { promo } = read;
  // What refers to these rows or reads them comes behind them.
  if (wholesale || promo || differs || charged.length > 0) await ctx.flush();
  if (promo) await sellWith(ctx, promo, { service: to_service });
  if (at_once) {
    ctx.atEnd(...packageSet(ctx, customer, to.id));
    await enqueueJob(ctx, { kind: "UPSERT_USER", router, customer });
  }
  if (given) {
    await wholesale?.write(given.id, ctx.call.occurred_at);
    await reviewGiven(ctx, given, customer);
  }
  if (!charges_now) await chargeNext(ctx, { customer, service_change: id, of: to }, charged);
  if (differs) await reviewDiffers(ctx, figures, { differs, customer, payment_transaction: given?.id });
  const record = newChange(ctx, read, row, differs);
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

/** Ends what runs with the day before, and calls off a new price that waits: another package comes instead. */
function endedLater(ctx: OperationContext, customer: string, from: string): Fragment {
  const { tx, tenant } = ctx;
  ctx.markChanged("services");
  return tx`update services set
      state = case when state = 'ACTIVE' then state else 'CANCELLED' end,
      to_date = case when state = 'ACTIVE' then ${from}::date - 1 else to_date end
    where tenant_id = ${tenant.id} and customer = ${customer} and state in ('ACTIVE', 'SCHEDULED')`;
}

export const changeOperations = [implementInSteps(changePackage, readWanted, change)];
