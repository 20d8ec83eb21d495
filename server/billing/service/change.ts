// POST /customers/{id}/change-package/ and its preview (contract C3).
import {
  changePackage,
  changePreviewAnswer,
  changePreviewInput,
  serviceChange,
} from "../../../shared/billing/index.ts";
import type { LineInput } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { freeOf } from "../../../shared/billing/ledger/money-records.ts";
import { planOf } from "../../../shared/billing/ledger/plan.rules.ts";
import {
  type ChangeFigures,
  nextUnbilled,
  planChange,
  type SoldPackage,
} from "../../../shared/billing/service/change.rules.ts";
import { addDays, type Day, daysBetween } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { add, type Minor, negate, ZERO } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { route } from "../../kernel/area.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { runAsSystem } from "../../kernel/operation/run-as-system.ts";
import { implement, tenantOf } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { endServices, sellWith } from "../../subscribers/index.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { rowMaker } from "../ledger/ledger-rows.ts";
import { lockOwner, readCredits } from "../ledger/snapshot.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { withDecimals } from "../payment/reverse-document.ts";
import { type Given, lineOfDays, lineToPay, planBill } from "./invoice-change.ts";
import { type ReadChange, readChange } from "./read-change.ts";
import { type SettledDays, settleDays } from "./settle-days.ts";
import { chargeNext, type GivenBack, giveBack } from "./settle-invoices.ts";
import { addService, setChangeDays, setPackage } from "./write-change.ts";

type Input = InputOf<typeof changePackage>;

/** How far ahead an order may be; a preview looks ten years. */
const ORDER_DAYS = 366;
const PREVIEW_DAYS = 3_653;

const figuresOf = ({ snapshot }: ReadChange, { when, effective_date, settle }: Input, furthest: number) =>
  planChange(snapshot, {
    when: when ?? null,
    effective_date: effective_date ?? null,
    settle: settle ?? null,
    furthest,
  });

const isAtOnce = ({ when, effective_date }: ChangeFigures, today: string): boolean =>
  when === "NOW" || (when === "DATE" && effective_date <= today);

const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);

/** What is shown to whom is to agree. */
function describe(ctx: OperationContext, read: ReadChange, figures: ChangeFigures): Row {
  const { from, to, today } = read.snapshot;
  const { days, price, options, credited, charged, ...told } = figures;
  const shown = ({ to_pay, freed, new_expiry_date }: ChangeFigures["options"]["CONVERT"]) => ({
    to_pay,
    freed,
    new_expiry_date,
  });
  const { rest_days, rest_value, cost, new_expiry_date, mode, priced_from } = figures;
  const paid = [
    { text: from?.name ?? "", days: rest_days, amount: negate(rest_value) },
    { text: to.name, days, amount: cost },
  ];
  const billed = [
    ...credited.map(({ charge: { part }, amount }) => ({
      text: from?.name ?? "",
      days: daysBetween(laterOf(priced_from, part.from), part.to) + 1,
      amount: negate(amount),
    })),
    ...charged.map(({ part, amount }) => ({
      ...{ text: to.name, days: daysBetween(part.from, part.to) + 1, amount },
    })),
  ];
  const lines = mode === "PREPAID" ? paid : billed;
  const next = mode === "POSTPAID" ? nextUnbilled(today, read.snapshot.billed) : null;
  const is_worth_nothing = mode === "PREPAID" && rest_value === ZERO;
  return {
    customer: read.locked.customer.id,
    ...(withDecimals(
      {
        ...told,
        lines,
        options: { KEEP_DAYS: shown(options.KEEP_DAYS), CONVERT: shown(options.CONVERT) },
        next_bill: { date: next ?? (new_expiry_date && addDays(new_expiry_date, 1)), amount: price },
      },
      ctx.tenant.digits,
    ) as Row),
    ...{ from_package: from?.id ?? null, from_package_name: from?.name ?? null },
    ...{ to_package: to.id, to_package_name: to.name },
    network: isAtOnce(figures, today) ? "UPSERT_USER" : null,
    warnings: is_worth_nothing ? ["DAYS_WORTH_NOTHING"] : [],
  };
}

/** @throws Failure PREVIEW_CHANGED, UNDERPAID. */
function checkAgreed(
  ctx: OperationContext,
  read: ReadChange,
  figures: ChangeFigures,
  input: Input,
  given: Given | null,
): void {
  const { expect } = input;
  const { to_pay, new_expiry_date } = figures;
  const differs =
    expect &&
    (ctx.minor(expect.to_pay, "expect.to_pay") !== to_pay ||
      (expect.new_expiry_date !== undefined && expect.new_expiry_date !== new_expiry_date));
  if (differs)
    throw new Failure("PREVIEW_CHANGED", undefined, { extra: { preview: describe(ctx, read, figures) } });
  const free = add(given?.amount ?? ZERO, ...read.credits.map(freeOf));
  if (free >= to_pay || ctx.can("subscribers.customer.change_on_account")) return;
  throw new Failure("UNDERPAID", undefined, { extra: { to_pay: ctx.money(to_pay) } });
}

function givenOf(ctx: OperationContext, { payment }: Input): Given | null {
  if (!payment) return null;
  const amount: Minor = ctx.minor(payment.amount, "payment.amount");
  return { amount, method: payment.method ?? "CASH", reference: payment.reference ?? null };
}

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

async function change(ctx: OperationContext, input: Input, customer: string): Promise<Row> {
  const { tx, tenant } = ctx;
  const [accounts, read] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    readChange(ctx, customer, input.package, input.offer),
  ]);
  const { snapshot, running, router } = read;
  const figures = figuresOf(read, input, ORDER_DAYS);
  const given = givenOf(ctx, input);
  checkAgreed(ctx, read, figures, input, given);
  const { today, to } = snapshot;
  const { priced_from, mode, direction, new_expiry_date, days, when, credited, charged } = figures;
  const at_once = isAtOnce(figures, today);
  const begun = running?.from_date ?? "";
  if (begun > priced_from || (!at_once && begun === priced_from))
    throw new Failure("ILLEGAL_TRANSITION", "The package was changed from that day on already");
  const named = `${snapshot.from?.name ?? ""} → ${to.name} · ${priced_from}`;
  const { given_back, locked, credits } = await creditBills(ctx, read, credited, input.reason ?? named);
  const settled = at_once ? settleDays(figures, snapshot.covers, credits) : NOTHING;
  const moved = at_once ? { ...locked.customer, expiry_date: new_expiry_date } : locked.customer;
  const charges_now = input.charge === "NOW";
  const bill = await planBill(
    ctx,
    { locked: { ...locked, customer: moved }, credits },
    { lines: linesOf(figures, to, { named, today, charges_now }), of: to },
    given,
  );
  const own = { plan: planOf(moved, settled.plan) };
  const writes = await dated(ctx, [own, ...bill.writes]);
  await writeSettlement(ctx, accounts, locked, writes);
  const id = ctx.newId();
  const to_service = ctx.newId();
  const covered = at_once && mode === "PREPAID" && days > 0;
  const row = {
    ...rowMaker(tenant)({
      ...keptFigures(figures),
      ...{ id, customer, to_service, to_package: to.id, covered_days: mode === "PREPAID" ? days : 0 },
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
  };
  if (at_once) await endServices(ctx, customer, priced_from);
  else await endLater(ctx, customer, priced_from);
  await addService(ctx, {
    ...{ id: to_service, customer, package: to.id, from_date: priced_from, service_change: id },
    state: at_once ? "ACTIVE" : "SCHEDULED",
    reason: direction === "SAME" ? "CHANGE" : direction,
    previous_service: running?.service ?? null,
    sells_next: when === "AT_EXPIRY",
  });
  if (read.promo) await sellWith(ctx, read.promo, { service: to_service });
  await tx`insert into service_changes ${tx(row)}`;
  ctx.markChanged("service_changes");
  if (!charges_now) await chargeNext(ctx, { customer, service_change: id, of: to }, charged);
  await setChangeDays(ctx, settled.changes);
  if (at_once) await setPackage(ctx, { customer, router, to: to.id });
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

export const changePreviewRoute = route({
  method: "POST",
  path: "/customers/{id}/change-package/preview/",
  operation_id: "previewPackageChange",
  summary: "What a change of package would settle and cost, both ways",
  area: "billing",
  permission: changePackage.permission,
  body: changePreviewInput,
  output: changePreviewAnswer,
  failures: changePackage.failures,
  async handler({ services, principal, call, params, body }) {
    const { id = "" } = params;
    if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
    const tenant = tenantOf(principal);
    return runAsSystem(services, tenant, call, async (ctx) => {
      const read = await readChange(ctx, id, body.package, body.offer);
      return describe(ctx, read, figuresOf(read, body, PREVIEW_DAYS));
    });
  },
});
