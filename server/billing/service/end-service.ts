// POST /customers/{id}/end-service/ (contract C4): a customer leaves; what is left of paid days is freed, paid out or kept.
import { deposit, endService } from "../../../shared/billing/index.ts";
import { freeOf } from "../../../shared/billing/ledger/money-records.ts";
import { planOf } from "../../../shared/billing/ledger/plan.rules.ts";
import { worthOf } from "../../../shared/billing/service/change.rules.ts";
import { creditedDays } from "../../../shared/billing/service/postpaid.rules.ts";
import { addDays, type Day, daysBetween, LAST_DAY } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { add, type Minor, min, ZERO } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { readRecordsBy } from "../../kernel/resource/record.ts";
import { endServices, terminate } from "../../subscribers/index.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { lockOwner, readCredits } from "../ledger/snapshot.ts";
import { dated, writeSettlement } from "../ledger/write-settlement.ts";
import { payOut } from "../payment/refund.ts";
import { endPause, readPauses } from "./pause.ts";
import { readCovers } from "./read-change.ts";
import { readServiceCharges } from "./service-charges.ts";
import { settleDays } from "./settle-days.ts";
import { giveBack } from "./settle-invoices.ts";
import { callOff } from "./undo-change.ts";
import { setChangeDays } from "./write-change.ts";

type Input = InputOf<typeof endService>;

/** How far back a service may have ended. */
const BACK_DAYS = 366;

/** @throws Failure VALIDATION. */
function lastDay({ today }: OperationContext, { on, settle, method }: Input): Day {
  const last = on ?? today;
  if (last > today) throw invalid("on", `Not after today, ${today}`, "TOO_LARGE");
  if (last < addDays(today, -BACK_DAYS)) throw invalid("on", `At most ${BACK_DAYS} days back`, "PAST");
  if (method && settle !== "REFUND")
    throw invalid("method", "Only money that is paid out has one", "CONFLICTING");
  return last;
}

/** What waits or is paused ends first: a change that was ordered, a pause. */
async function endWaiting(ctx: OperationContext, customer: string, reason: string): Promise<void> {
  const { tx, tenant, today } = ctx;
  const [waiting] = await tx<{ id: string }[]>`select id from service_changes
    where tenant_id = ${tenant.id} and customer = ${customer} and state = 'SCHEDULED'`;
  if (waiting) await callOff(ctx, { reason }, waiting.id);
  const pauses = await readPauses(ctx, customer);
  const open = pauses.find(({ state }) => state === "SCHEDULED" || state === "RUNNING");
  const yesterday = addDays(today, -1);
  if (open) await endPause(ctx, open, yesterday < open.to_date ? yesterday : open.to_date, reason);
}

interface Settled {
  rest_days: number;
  rest_value: Minor;
  freed: Minor;
}

/** Frees what the days behind the last one are worth; kept, they stay as they are. */
async function settlePaid(
  ctx: OperationContext,
  customer: string,
  last: Day,
  keeps: boolean,
): Promise<Settled> {
  const [accounts, locked, credits, covers] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    lockOwner(ctx, customer),
    readCredits(ctx, customer),
    readCovers(ctx, customer, last),
  ]);
  const { expiry_date } = locked.customer;
  const from = addDays(last, 1);
  if (expiry_date === null || expiry_date < from) return { rest_days: 0, rest_value: ZERO, freed: ZERO };
  const rest_days = daysBetween(last, expiry_date);
  const rest_value = worthOf(covers, from, expiry_date);
  if (keeps) return { rest_days, rest_value, freed: ZERO };
  const figures = {
    mode: "PREPAID",
    priced_from: from,
    previous_expiry_date: expiry_date,
    new_expiry_date: last,
  };
  const settled = settleDays({ ...figures, freed: rest_value }, covers, credits);
  const plan = planOf({ ...locked.customer, expiry_date: last }, settled.plan);
  await writeSettlement(ctx, accounts, locked, await dated(ctx, [{ plan }]));
  await setChangeDays(ctx, settled.changes);
  return { rest_days, rest_value, freed: add(...settled.freed_parts.map(({ amount }) => amount)) };
}

/** What bills charged for the days behind the last one is given back. */
async function creditBilled(
  ctx: OperationContext,
  customer: string,
  last: Day,
  reason: string,
): Promise<Minor> {
  const from = addDays(last, 1);
  const charges = await readServiceCharges(ctx, customer, from);
  const credited = creditedDays(charges, { from, to: LAST_DAY }, ctx.today);
  await giveBack(ctx, credited, reason);
  return add(...credited.map(({ amount }) => amount));
}

async function end(ctx: OperationContext, input: Input, customer: string): Promise<Row> {
  const { settle, reason, method } = input;
  const last = lastDay(ctx, input);
  const locked = await lockOwner(ctx, customer);
  if (locked.customer.status === "TERMINATED")
    throw new Failure("ILLEGAL_TRANSITION", "This customer has left");
  if (settle === "REFUND") ctx.require("finance.refund.create", { fields: ["settle"] });
  await endWaiting(ctx, customer, reason);
  const settled = await settlePaid(ctx, customer, last, settle === "FORFEIT");
  const credit = settle === "FORFEIT" ? ZERO : await creditBilled(ctx, customer, last, reason);
  const free = add(...(await readCredits(ctx, customer)).map(freeOf));
  const amount = settle === "REFUND" ? min(add(settled.freed, credit), free) : ZERO;
  const paid =
    amount > 0n ? await payOut(ctx, { amount: ctx.money(amount), method, reason }, customer) : null;
  await endServices(ctx, customer, addDays(last, 1));
  const record = await terminate(ctx, customer);
  const deposits = await readRecordsBy(ctx.tx, deposit, ctx.tenant, {
    ...{ column: "customer", value: customer, order: "occurred_at" },
  });
  const answer = {
    ...{
      rest_days: settled.rest_days,
      rest_value: ctx.money(settled.rest_value),
      freed: ctx.money(settled.freed),
    },
    ...{ refund: paid ? String(paid.id) : null, credit_amount: ctx.money(credit) },
  };
  ctx.audit(endService, { id: customer, after: { ...answer, settle, on: last }, note: reason });
  return { ...record, ...answer, deposits: deposits.filter(({ status }) => status === "HELD") };
}

export const endServiceOperations = [implement(endService, end)];
