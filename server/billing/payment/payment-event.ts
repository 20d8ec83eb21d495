// Payments that a provider reports: checked, matched to a customer, applied once (contract §3).
import { paymentEvent, paymentEventCreate, paymentEventMatch } from "../../../shared/billing/index.ts";
import { daysBought } from "../../../shared/billing/invoice/price.rules.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import { planPayment, planRecharge, roomLeft } from "../../../shared/billing/payment/settlement.rules.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { keptDigits, type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { because } from "../../../shared/platform/index.ts";
import type { Row } from "../../kernel/db/db.ts";
import { withNormalForms } from "../../kernel/db/normal/columns.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement, Reply } from "../../kernel/operation/run-operation.ts";
import { fixDigits, requireRecord } from "../../kernel/resource/record.ts";
import { isHmacHex } from "../../kernel/secrets/same-text.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";
import { placeOfProvider } from "../../platform/index.ts";
import { customersCalled } from "../../subscribers/index.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { type Locked, lockCustomer, lockReferred, planContext } from "../ledger/snapshot.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { openDay } from "../period/open-day.ts";
import { nextReceiptNumber } from "./receipt-number.ts";
import { type Reported, reportedBy } from "./reported.ts";
import { closeItem, giveToCustomer, markApplied } from "./resolve-suspense.ts";
import { holdMoney } from "./suspense.ts";
import { reportedAt, reviewClock } from "./taken-at.ts";

type Input = InputOf<typeof paymentEventCreate>;

/** Whether a signature is the HMAC of the body by a secret. */
function isSigned({ call: { signed } }: OperationContext, secret: string): boolean {
  const [, hex = ""] = /^sha256=([0-9a-f]{64})$/i.exec(signed?.signature ?? "") ?? [];
  return isHmacHex(hex, signed?.raw_body ?? "", [secret]);
}

/**
 * @throws Failure INVALID_SIGNATURE where the tenant keeps secrets, and the body is not signed with the provider's: one that
 * has none there is somebody else's name for it.
 */
async function checkSignature(ctx: OperationContext, { provider_name }: Reported): Promise<void> {
  const rows = await ctx.tx<{ provider: string; secret_encrypted: Buffer }[]>`
    select provider, secret_encrypted from payment_providers where tenant_id = ${ctx.tenant.id}`;
  if (rows.length === 0) return;
  const own = rows.filter(({ provider }) => normalText(provider) === provider_name);
  const secretOf = ({ provider, secret_encrypted }: (typeof rows)[number]) =>
    ctx.services.secrets.open(secret_encrypted, placeOfProvider(provider));
  if (own.some((row) => isSigned(ctx, secretOf(row)))) return;
  throw new Failure(
    "INVALID_SIGNATURE",
    own.length > 0
      ? "X-Signature is not the HMAC of this body"
      : "Events of a provider without a secret are refused while the company keeps secrets of others",
  );
}

/** The customer that a reference means, where it is one alone. */
async function findCustomer(ctx: OperationContext, reported: Reported): Promise<string | null> {
  if (reported.account_ref === null || reported.is_nobodys) return null;
  const [one = null, ...others] = await customersCalled(ctx.tx, ctx.tenant, reported.account_ref);
  return others.length === 0 ? one : null;
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
  const bought = daysBought(amount, of.package, customer, occurred_on);
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
  const buys = locked.of.billing_mode !== "POSTPAID";
  const validity_days = buys ? daysFor(locked, amount, occurred_on) : null;
  const pack = locked.of.package?.id ?? null;
  const plan: MoneyPlan =
    validity_days === null
      ? planPayment(locked, money, context)
      : planRecharge(locked, { ...money, package: pack, validity_days, occurred_on }, context);
  const taken = { trx_id: receipt_number, receipt_number, reference: referenceOf(event) };
  const writes = await dated(ctx, [{ plan: { ...plan, entry_date: openDay(ctx, at) }, taken }], at);
  await Promise.all([
    writeSettlement(ctx, accounts, locked, writes, at),
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

/** Keeps the event; answers null when it, or its payment, was reported before. */
async function keepEvent(ctx: OperationContext, reported: Reported): Promise<EventRow | null> {
  const { tx, tenant } = ctx;
  const occurred = reportedAt(ctx, reported.occurred_at);
  const { payload, provider_name: _name, is_nobodys: _nobodys, unread_time, ...fields } = reported;
  const row = {
    ...withNormalForms(fields, ["provider", "payment_ref"]),
    id: newId(),
    tenant_id: tenant.id,
    payload: payload ? tx.json(payload as Row) : null,
    occurred_at: occurred.at,
    status: "RECEIVED",
  };
  const [made] = await tx<EventRow[]>`insert into payment_events ${tx(row)} on conflict do nothing
    returning id, provider, event_id, amount, currency, occurred_at, status`;
  // The review list's amounts are ours.
  const money = reported.currency === tenant.settings.currency ? { amount: reported.amount } : {};
  if (made) await reviewClock(ctx, occurred, reported.occurred_at, money);
  if (made && unread_time !== null) {
    const said = because("CLOCK_WRONG", {}, { payload: { told: unread_time } });
    await addReviewItem(ctx, { kind: "CLOCK", ...said, ...money });
  }
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
  { account_ref, payer }: Reported,
  customer: string | null,
): Promise<void> {
  const receipt_number = await nextReceiptNumber(ctx);
  // Whom it was meant for, as the provider said it: whoever looks at it has nothing else to go by.
  const meant = { ...(account_ref ? { account_ref } : {}), ...(payer ? { payer } : {}) };
  const why = customer === null ? "EVENT_NOBODY" : "EVENT_CUSTOMER_LEFT";
  const said = because(why, {}, { payload: { payment_event: event.id, ...meant } });
  await setAside(ctx, event, said.detail);
  await holdMoney(ctx, {
    ...{ amount: parseMoney(event.amount, ctx.tenant.digits), method: "ONLINE", receipt_number },
    reference: referenceOf(event),
    received_at: new Date(event.occurred_at),
    ...said,
    ...(customer === null ? {} : { customer }),
  });
}

/** The first report of the event or its payment; another amount than it said is for a person to look at, once. */
async function repeated(ctx: OperationContext, reported: Reported): Promise<Reply> {
  const { tx, tenant } = ctx;
  const { provider, provider_name, event_id, payment_ref, amount, currency } = reported;
  const [first] = await tx<EventRow[]>`
    select id, amount, currency, event_id from payment_events
    where tenant_id = ${tenant.id} and provider_normal = ${provider_name}
      and (event_id = ${event_id} or payment_ref_normal = ${normalText(payment_ref)})
    order by event_id = ${event_id} desc limit 1`;
  if (!first) throw new Failure("CONFLICT", "This event was reported and is gone");
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
  const reported = reportedBy(ctx, input);
  await checkSignature(ctx, reported);
  const event = await keepEvent(ctx, reported);
  if (!event) return repeated(ctx, reported);
  ctx.markChanged("payment_events");
  const own = ctx.tenant.settings.currency;
  const { currency } = reported;
  if (currency !== own) {
    const payload = { payment_event: event.id, amount: amountText(event), currency };
    const said = because("EVENT_CURRENCY", { currency, own }, { payload });
    await setAside(ctx, event, said.detail);
    await addReviewItem(ctx, { kind: "PAYMENT_EVENT", ...said });
  } else {
    const customer = await findCustomer(ctx, reported);
    // Who was deleted meanwhile is nobody.
    const locked = customer && (await lockCustomer(ctx, customer));
    if (!locked) await holdEvent(ctx, event, reported, null);
    else if (locked.customer.status === "TERMINATED") {
      await holdEvent(ctx, event, reported, locked.customer.id);
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
