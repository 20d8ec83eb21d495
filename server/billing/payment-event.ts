// Payments that a provider reports: checked, matched to a customer, applied once (contract §3).
import { createHmac, timingSafeEqual } from "node:crypto";
import { eventKind } from "../../shared/billing/inbound.rules.ts";
import { paymentEvent, paymentEventCreate, paymentEventMatch } from "../../shared/billing/index.ts";
import type { MoneyPlan } from "../../shared/billing/ledger.rules.ts";
import { planPayment, planRecharge } from "../../shared/billing/settlement.rules.ts";
import { dayOf } from "../../shared/kernel/day.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { newId } from "../../shared/kernel/id.ts";
import { parseMoney } from "../../shared/kernel/money.ts";
import type { InputOf } from "../../shared/kernel/operation.ts";
import type { OperationContext } from "../kernel/context.ts";
import { requireRecord } from "../kernel/crud.ts";
import type { Row } from "../kernel/db.ts";
import { systemAccounts } from "../kernel/journal.ts";
import { implement, Reply } from "../kernel/run-operation.ts";
import { placeOfProvider } from "../platform/index.ts";
import { occurredAt, reviewClock } from "./occurred.ts";
import { moneyState, post } from "./post.ts";
import { nextReceiptNumber } from "./receipt-number.ts";
import { lockReferred, planContext } from "./snapshot.ts";

type Input = InputOf<typeof paymentEventCreate>;

/** @throws Failure INVALID_SIGNATURE where the tenant keeps the provider's secret and the body is not signed with it. */
async function checkSignature(ctx: OperationContext, provider: string): Promise<void> {
  const [row] = await ctx.tx<{ secret_encrypted: Buffer }[]>`
    select secret_encrypted from payment_providers where tenant_id = ${ctx.tenant.id} and provider = ${provider}`;
  if (!row) return;
  const { signed } = ctx.call;
  const secret = ctx.services.secrets.open(row.secret_encrypted, placeOfProvider(ctx.tenant.id, provider));
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
  occurred_at: string;
}

/** Applies an event to its customer: a recharge when it covers the package's price, else a payment. */
async function applyEvent(ctx: OperationContext, event: EventRow, customer: string): Promise<void> {
  const { tx, tenant } = ctx;
  const [accounts, receipt_number, locked] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    nextReceiptNumber(ctx),
    lockReferred(ctx, "customer", customer),
  ]);
  const amount = parseMoney(event.amount, tenant.digits);
  const money = {
    amount,
    method: "ONLINE",
    transaction_id: newId(),
    received_at: event.occurred_at,
  } as const;
  const context = planContext(tenant, ctx.call.received_at);
  const pack = locked.of.package;
  const at = new Date(event.occurred_at);
  const occurred_on = dayOf(at, tenant.settings.timezone);
  const isRecharge = pack !== null && eventKind(amount, pack, locked.customer) === "RECHARGE";
  const plan: MoneyPlan = isRecharge
    ? planRecharge(
        locked,
        { ...money, package: pack.id, validity_days: pack.validity_days, occurred_on },
        context,
      )
    : planPayment(locked, money, context);
  const reference = `${event.provider} ${event.event_id}`.slice(0, 200);
  await Promise.all([
    post(ctx, accounts, locked, [{ plan, taken: { trx_id: receipt_number, receipt_number, reference } }], at),
    tx`update payment_events set status = 'APPLIED', detail = null, customer = ${customer},
        payment_transaction = ${money.transaction_id}
      where tenant_id = ${tenant.id} and id = ${event.id}`,
  ]);
  ctx.audit({
    action: "payment_event.apply",
    module: "finance",
    object_type: "payment_event",
    object_id: event.id,
    before: moneyState(ctx, locked.customer),
    after: { ...moneyState(ctx, plan.customer), payment_transaction: money.transaction_id },
  });
}

/** Keeps the event; answers null when it was reported before. */
async function keepEvent(ctx: OperationContext, input: Input): Promise<EventRow | null> {
  const { tx, tenant } = ctx;
  const occurred = occurredAt(ctx, input.occurred_at);
  const { payload, ...fields } = input;
  const row = {
    ...fields,
    id: newId(),
    tenant_id: tenant.id,
    amount: ctx.money(ctx.minor(input.amount)),
    currency: input.currency ?? tenant.settings.currency,
    payer: input.payer ?? null,
    payload: payload ? tx.json(payload as never) : null,
    occurred_at: occurred.at,
    status: "RECEIVED",
  };
  const [made] = await tx<EventRow[]>`insert into payment_events ${tx(row)}
    on conflict (tenant_id, provider, event_id) do nothing returning id, provider, event_id, amount, occurred_at`;
  if (made) await reviewClock(ctx, occurred, input.occurred_at, { amount: row.amount });
  return made ?? null;
}

async function setAside(ctx: OperationContext, id: string, status: "UNMATCHED" | "REJECTED", detail: string) {
  await ctx.tx`update payment_events set status = ${status}, detail = ${detail}
    where tenant_id = ${ctx.tenant.id} and id = ${id}`;
}

async function createEvent(ctx: OperationContext, input: Input): Promise<Row | Reply> {
  const { tenant } = ctx;
  const { provider, event_id, currency, account_ref } = input;
  await checkSignature(ctx, provider);
  const event = await keepEvent(ctx, input);
  if (!event) {
    const [first] = await ctx.tx<{ id: string }[]>`select id from payment_events
      where tenant_id = ${tenant.id} and provider = ${provider} and event_id = ${event_id}`;
    return new Reply(200, await requireRecord(ctx, paymentEvent, first?.id ?? ""));
  }
  ctx.touch("payment_events");
  const own = tenant.settings.currency;
  if (currency && currency !== own) {
    await setAside(ctx, event.id, "REJECTED", `The money is ${currency}, ours is ${own}`);
  } else {
    const customer = await findCustomer(ctx, account_ref);
    if (customer) await applyEvent(ctx, event, customer);
    else await setAside(ctx, event.id, "UNMATCHED", "No one customer has this code, username or phone");
  }
  const record = await requireRecord(ctx, paymentEvent, event.id);
  ctx.audit({
    action: "payment_event.create",
    module: "finance",
    object_type: "payment_event",
    object_id: event.id,
    after: record,
  });
  return record;
}

async function matchEvent(
  ctx: OperationContext,
  input: InputOf<typeof paymentEventMatch>,
  id: string,
): Promise<Row> {
  const event = await ctx.lockRecord<EventRow & { status: string }>("payment_events", id);
  if (event.status !== "UNMATCHED") {
    throw new Failure(
      "ILLEGAL_TRANSITION",
      `Only an unmatched payment can be matched; this one is ${event.status}`,
    );
  }
  await applyEvent(ctx, event, input.customer);
  ctx.touch("payment_events");
  return requireRecord(ctx, paymentEvent, id);
}

export const paymentEventOperations = [
  implement(paymentEventCreate, createEvent),
  implement(paymentEventMatch, matchEvent),
];
