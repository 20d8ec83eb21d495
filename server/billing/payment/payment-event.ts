// Payments that a provider reports: checked, matched to a customer, applied once (contract §3).
import { createHmac, timingSafeEqual } from "node:crypto";
import { paymentEvent, paymentEventCreate, paymentEventMatch } from "../../../shared/billing/index.ts";
import { daysBought } from "../../../shared/billing/invoice/price.rules.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import { planPayment, planRecharge, roomLeft } from "../../../shared/billing/payment/settlement.rules.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { formatMoney, keptDigits, type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { because } from "../../../shared/platform/index.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement, Reply } from "../../kernel/operation/run-operation.ts";
import { fixDigits, requireRecord } from "../../kernel/resource/record.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";
import { placeOfProvider } from "../../platform/index.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { type Locked, lockCustomer, lockReferred, planContext } from "../ledger/snapshot.ts";
import { moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { openDay } from "../period/open-day.ts";
import { nextReceiptNumber } from "./receipt-number.ts";
import { closeItem, giveToCustomer, markApplied } from "./resolve-suspense.ts";
import { holdMoney } from "./suspense.ts";
import { reviewClock, takenAt } from "./taken-at.ts";

type Input = InputOf<typeof paymentEventCreate>;

/** @throws Failure INVALID_SIGNATURE where the tenant keeps the provider's secret and the body is not signed with it. */
async function checkSignature(ctx: OperationContext, provider: string): Promise<void> {
  const [row] = await ctx.tx<{ secret_encrypted: Buffer }[]>`
    select secret_encrypted from payment_providers where tenant_id = ${ctx.tenant.id} and provider = ${provider}`;
  if (!row) return;
  const { signed } = ctx.call;
  const secret = ctx.services.secrets.open(row.secret_encrypted, placeOfProvider(provider));
  const expected = createHmac("sha256", secret)
    .update(signed?.raw_body ?? "")
    .digest();
  const [, hex = ""] = /^sha256=([0-9a-f]{64})$/i.exec(signed?.signature ?? "") ?? [];
  const given = Buffer.from(hex, "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Failure("INVALID_SIGNATURE", "X-Signature is not the HMAC of this body");
  }
}

/** The customer that a reference means: by code, else by username, else by a phone that only one customer has. */
async function findCustomer(ctx: OperationContext, reference: string): Promise<string | null> {
  const { tx, tenant } = ctx;
  const rows = await tx<{ id: string; rank: number }[]>`
    select id, case when customer_code = ${reference} then 1 when username = ${reference} then 2 else 3 end as rank
    from customers
    where tenant_id = ${tenant.id}
      and (customer_code = ${reference} or username = ${reference} or phone = ${reference})
    order by rank limit 2`;
  const [first, second] = rows;
  if (!first || (first.rank === 3 && second)) return null;
  return first.id;
}

interface EventRow extends Row {
  id: string;
  provider: string;
  event_id: string;
  amount: string;
  currency: string;
  occurred_at: string;
  status: string;
}

/** An event's amount with the digits of its currency. */
const amountText = ({ amount, currency }: EventRow) => fixDigits(amount, keptDigits(currency));

/** What an event is called in a payment's reference. */
const referenceOf = ({ provider, event_id }: EventRow) => `${provider} ${event_id}`.slice(0, 200);

/**
 * The days that money reported from elsewhere buys, to the last day that there is: it has been paid, so nobody can be told
 * that it is too much. Null: it is a payment. Nobody renews who has left.
 */
function daysFor({ customer, of }: Locked, amount: Minor, occurred_on: Day): number | null {
  if (customer.status === "TERMINATED") return null;
  const bought = daysBought(amount, of.package, customer);
  return Math.min(bought, roomLeft(customer.expiry_date, occurred_on)) || null;
}

/** Posts an event's money to its customer: a recharge when it covers the price, else a payment. */
async function applyEvent(
  ctx: OperationContext,
  event: EventRow,
  locked: Locked,
  amount: Minor,
): Promise<void> {
  const { tenant } = ctx;
  const [accounts, receipt_number] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    nextReceiptNumber(ctx),
  ]);
  const at = new Date(event.occurred_at);
  const transaction_id = newId();
  const money = { amount, method: "ONLINE", transaction_id, received_at: event.occurred_at } as const;
  const context = planContext(tenant, ctx.call.received_at);
  const occurred_on = dayOf(at, tenant.settings.timezone);
  const validity_days = daysFor(locked, amount, occurred_on);
  const pack = locked.of.package?.id ?? null;
  const plan: MoneyPlan =
    validity_days === null
      ? planPayment(locked, money, context)
      : planRecharge(locked, { ...money, package: pack, validity_days, occurred_on }, context);
  const taken = { trx_id: receipt_number, receipt_number, reference: referenceOf(event) };
  await Promise.all([
    writeSettlement(ctx, accounts, locked, [{ plan: { ...plan, entry_date: openDay(ctx, at) }, taken }], at),
    markApplied(ctx, event.id, { customer: locked.customer.id, payment_transaction: transaction_id }),
  ]);
  ctx.audit(
    { on: paymentEvent, name: "payment_event.apply" },
    {
      id: event.id,
      before: moneyState(ctx, locked.customer),
      after: { ...moneyState(ctx, plan.customer), payment_transaction: transaction_id },
    },
  );
}

/** What was paid, in its own currency, which may have other digits than ours. @throws Failure VALIDATION for too many. */
function reportedBy(ctx: OperationContext, input: Input): { amount: string; currency: string } {
  const currency = input.currency ?? ctx.tenant.settings.currency;
  const amount = formatMoney(ctx.minor(input.amount, "amount", currency), keptDigits(currency));
  return { amount, currency };
}

/** Keeps the event; answers null when it, or its payment, was reported before. */
async function keepEvent(ctx: OperationContext, input: Input): Promise<EventRow | null> {
  const { tx, tenant } = ctx;
  const occurred = takenAt(ctx, input.occurred_at);
  const { payload, ...fields } = input;
  const reported = reportedBy(ctx, input);
  const row = {
    ...fields,
    id: newId(),
    tenant_id: tenant.id,
    payment_ref: input.payment_ref ?? input.event_id,
    ...reported,
    payer: input.payer ?? null,
    payload: payload ? tx.json(payload) : null,
    occurred_at: occurred.at,
    status: "RECEIVED",
  };
  const [made] = await tx<EventRow[]>`insert into payment_events ${tx(row)} on conflict do nothing
    returning id, provider, event_id, amount, currency, occurred_at, status`;
  // The review list's amounts are ours.
  const money = reported.currency === tenant.settings.currency ? { amount: reported.amount } : {};
  if (made) await reviewClock(ctx, occurred, input.occurred_at, money);
  return made ?? null;
}

async function setAside(ctx: OperationContext, event: EventRow, detail: string) {
  await ctx.tx`update payment_events set status = 'UNMATCHED', detail = ${detail}
    where tenant_id = ${ctx.tenant.id} and id = ${event.id}`;
}

/** Money that is nobody's is in the books all the same: in SUSPENSE, until somebody says whose it is. */
async function holdEvent(
  ctx: OperationContext,
  event: EventRow,
  why: "EVENT_NOBODY" | "EVENT_CUSTOMER_LEFT",
  customer?: string,
): Promise<void> {
  const receipt_number = await nextReceiptNumber(ctx);
  const said = because(why, {}, { payload: { payment_event: event.id } });
  await setAside(ctx, event, said.detail);
  await holdMoney(ctx, {
    ...{ amount: parseMoney(event.amount, ctx.tenant.digits), method: "ONLINE", receipt_number },
    reference: referenceOf(event),
    received_at: new Date(event.occurred_at),
    ...said,
    ...(customer ? { customer } : {}),
  });
}

/** The first report of the event or its payment; another amount than it said is for a person to look at, once. */
async function repeated(ctx: OperationContext, input: Input): Promise<Reply> {
  const { tx, tenant } = ctx;
  const { provider, event_id } = input;
  const payment_ref = input.payment_ref ?? event_id;
  const [first] = await tx<EventRow[]>`
    select id, amount, currency, event_id from payment_events
    where tenant_id = ${tenant.id} and provider = ${provider}
      and (event_id = ${event_id} or payment_ref = ${payment_ref})
    order by event_id = ${event_id} desc limit 1`;
  if (!first) throw new Failure("CONFLICT", "This event was reported and is gone");
  const { amount, currency } = reportedBy(ctx, input);
  if (first.currency !== currency || amountText(first) !== amount) {
    await ctx.lockRecord("payment_events", first.id);
    const payload = { payment_event: first.id, reported: { event_id, amount, currency } };
    const [listed] = await tx`select 1 from review_items
      where tenant_id = ${tenant.id} and kind = 'PAYMENT_EVENT' and payload @> ${tx.json(payload)}`;
    const said = because("EVENT_AMOUNT_DIFFERS", { provider, currency, sum: amount }, { payload });
    if (!listed) await addReviewItem(ctx, { kind: "PAYMENT_EVENT", ...said });
  }
  return new Reply(200, await requireRecord(ctx, paymentEvent, first.id));
}

async function createEvent(ctx: OperationContext, input: Input): Promise<Row | Reply> {
  const { provider, currency, account_ref } = input;
  await checkSignature(ctx, provider);
  const event = await keepEvent(ctx, input);
  if (!event) return repeated(ctx, input);
  ctx.markChanged("payment_events");
  const own = ctx.tenant.settings.currency;
  if (currency && currency !== own) {
    const payload = { payment_event: event.id, amount: amountText(event), currency };
    const said = because("EVENT_CURRENCY", { currency, own }, { payload });
    await setAside(ctx, event, said.detail);
    await addReviewItem(ctx, { kind: "PAYMENT_EVENT", ...said });
  } else {
    const customer = await findCustomer(ctx, account_ref);
    // Who was deleted meanwhile is nobody.
    const locked = customer && (await lockCustomer(ctx, customer));
    if (!locked) await holdEvent(ctx, event, "EVENT_NOBODY");
    else if (locked.customer.status === "TERMINATED") {
      await holdEvent(ctx, event, "EVENT_CUSTOMER_LEFT", locked.customer.id);
    } else await applyEvent(ctx, event, locked, parseMoney(event.amount, ctx.tenant.digits));
  }
  const record = await requireRecord(ctx, paymentEvent, event.id);
  ctx.audit(paymentEventCreate, {
    id: event.id,
    after: record,
  });
  return record;
}

type Match = InputOf<typeof paymentEventMatch>;

/** The amount that is booked: as reported, or where that is another currency's, as the person says. */
function amountOf(ctx: OperationContext, event: EventRow, input: Match): Minor {
  const given = input.amount == null ? null : ctx.minor(input.amount);
  const isOurs = event.currency === ctx.tenant.settings.currency;
  if (!isOurs && given === null) {
    throw invalid("amount", `The money is ${event.currency}: say what it is in ours`, "REQUIRED");
  }
  if (given !== null && !isOurs) return given;
  const reported = parseMoney(event.amount, ctx.tenant.digits);
  if (given !== null && given !== reported) {
    throw invalid("amount", "The amount is what the provider reported", "CONFLICTING");
  }
  return reported;
}

/** Locks the open item that waits for a match, before the event: the order in which resolving it does. */
async function waitingItem(
  ctx: OperationContext,
  event: string,
): Promise<{ id: string; payment_transaction: string | null } | undefined> {
  const [item] = await ctx.tx<{ id: string; payment_transaction: string | null }[]>`
    select id, payment_transaction from review_items
    where tenant_id = ${ctx.tenant.id} and status = 'OPEN' and payload->>'payment_event' = ${event}
      and not payload ? 'reported'
    order by id limit 1 for update`;
  return item;
}

async function matchEvent(ctx: OperationContext, input: Match, id: string): Promise<Row> {
  const item = await waitingItem(ctx, id);
  const event = await ctx.lockRecord<EventRow>("payment_events", id);
  if (event.status !== "UNMATCHED") {
    throw new Failure(
      "ILLEGAL_TRANSITION",
      `Only an unmatched payment can be matched; this one is ${event.status}`,
    );
  }
  const amount = amountOf(ctx, event, input);
  const { customer } = input;
  if (item?.payment_transaction) {
    const { payment_transaction } = item;
    await giveToCustomer(ctx, payment_transaction, { customer, days: daysFor });
    await markApplied(ctx, id, { customer, payment_transaction });
  } else {
    await applyEvent(ctx, event, await lockReferred(ctx, "customer", customer), amount);
  }
  if (item) await closeItem(ctx, item.id, { customer, resolution: "Matched" });
  return requireRecord(ctx, paymentEvent, id);
}

export const paymentEventOperations = [
  implement(paymentEventCreate, createEvent),
  implement(paymentEventMatch, matchEvent),
];
