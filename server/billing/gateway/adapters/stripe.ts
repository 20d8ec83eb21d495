// Stripe: Checkout Sessions, webhooks signed with their time, amounts in the currency's minor unit. Source: docs.stripe.com (Webhook
// signatures, Checkout Sessions, PaymentIntents, Charges, Refunds, Disputes).
import { z } from "zod";
import { isHmacHex } from "../../../kernel/secrets/same-text.ts";
import { type AccountInUse, type GatewayAdapter, GatewayDeclined, type ProviderEvent } from "../adapter.ts";
import { fromMinorUnits, readAnswer, readJson, toMinorUnits } from "../reading.ts";

/** How old a signature may be, in seconds (Stripe's own libraries take as much). */
const TOLERANCE_SECONDS = 300;

const metadata = z.record(z.string(), z.string()).nullish();
const idOf = z
  .union([z.string(), z.looseObject({ id: z.string() })])
  .transform((one) => (typeof one === "string" ? one : one.id));

const session = z.looseObject({
  id: z.string(),
  url: z.string().nullish(),
  payment_intent: idOf.nullish(),
  payment_status: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  amount_total: z.number().nullish(),
  currency: z.string().nullish(),
  metadata,
});

const paymentIntent = z.looseObject({
  id: z.string(),
  amount: z.number(),
  amount_received: z.number().nullish(),
  currency: z.string(),
  status: z.string(),
  created: z.number(),
  metadata,
});

const charge = z.looseObject({
  id: z.string(),
  payment_intent: idOf.nullish(),
  amount: z.number(),
  amount_refunded: z.number().nullish(),
  currency: z.string(),
  status: z.string(),
  captured: z.boolean().nullish(),
  created: z.number(),
  metadata,
  billing_details: z.looseObject({ name: z.string().nullish(), phone: z.string().nullish() }).nullish(),
});

const dispute = z.looseObject({
  id: z.string(),
  payment_intent: idOf.nullish(),
  charge: idOf.nullish(),
  amount: z.number(),
  currency: z.string(),
});

const webhook = z.looseObject({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.looseObject({ object: z.unknown(), previous_attributes: z.unknown().optional() }),
});

const seconds = (at: number) => new Date(at * 1_000);

function ofSession(event: z.infer<typeof webhook>, kind: ProviderEvent["kind"]): ProviderEvent[] {
  const one = session.parse(event.data.object);
  // A session that is not paid yet (a bank debit under way) has another event once it is.
  if (!one.payment_intent || one.amount_total == null || !one.currency) return [];
  const is_paid = one.payment_status === "paid" || one.payment_status === "no_payment_required";
  return [
    {
      event_id: event.id,
      payment_ref: one.payment_intent,
      kind: kind === "PAYMENT" && !is_paid ? "PENDING" : kind,
      amount: fromMinorUnits(one.amount_total, one.currency.toUpperCase()),
      currency: one.currency.toUpperCase(),
      intent_number: one.client_reference_id ?? one.metadata?.intent,
      provider_ref: one.id,
      occurred_at: seconds(event.created),
    },
  ];
}

function ofIntent(event: z.infer<typeof webhook>, kind: ProviderEvent["kind"]): ProviderEvent[] {
  const one = paymentIntent.parse(event.data.object);
  const currency = one.currency.toUpperCase();
  const amount = fromMinorUnits(
    kind === "PAYMENT" ? (one.amount_received ?? one.amount) : one.amount,
    currency,
  );
  const occurred_at = seconds(event.created);
  return [
    {
      event_id: event.id,
      payment_ref: one.id,
      kind,
      amount,
      currency,
      intent_number: one.metadata?.intent,
      occurred_at,
    },
  ];
}

/** charge.refunded tells the sum of all refunds and what it was before: the difference is this one's. */
function ofRefund(event: z.infer<typeof webhook>): ProviderEvent[] {
  const one = charge.parse(event.data.object);
  const before = z
    .looseObject({ amount_refunded: z.number().nullish() })
    .nullish()
    .parse(event.data.previous_attributes);
  if (!one.payment_intent) return [];
  const currency = one.currency.toUpperCase();
  const amount = fromMinorUnits(
    (one.amount_refunded ?? one.amount) - (before?.amount_refunded ?? 0),
    currency,
  );
  const occurred_at = seconds(event.created);
  return [
    { event_id: event.id, payment_ref: one.payment_intent, kind: "REFUND", amount, currency, occurred_at },
  ];
}

function ofDispute(event: z.infer<typeof webhook>): ProviderEvent[] {
  const one = dispute.parse(event.data.object);
  if (!one.payment_intent) return [];
  const currency = one.currency.toUpperCase();
  const amount = fromMinorUnits(one.amount, currency);
  const occurred_at = seconds(event.created);
  return [
    {
      event_id: event.id,
      payment_ref: one.payment_intent,
      kind: "CHARGEBACK",
      amount,
      currency,
      occurred_at,
    },
  ];
}

const READERS: Readonly<Record<string, (event: z.infer<typeof webhook>) => ProviderEvent[]>> = {
  "checkout.session.completed": (event) => ofSession(event, "PAYMENT"),
  "checkout.session.async_payment_succeeded": (event) => ofSession(event, "PAYMENT"),
  "checkout.session.async_payment_failed": (event) => ofSession(event, "FAILED"),
  "payment_intent.succeeded": (event) => ofIntent(event, "PAYMENT"),
  "payment_intent.processing": (event) => ofIntent(event, "PENDING"),
  "payment_intent.amount_capturable_updated": (event) => ofIntent(event, "PENDING"),
  "payment_intent.payment_failed": (event) => ofIntent(event, "FAILED"),
  "charge.refunded": ofRefund,
  "charge.dispute.funds_withdrawn": ofDispute,
};

const failure = z.looseObject({
  error: z.looseObject({ code: z.string().nullish(), type: z.string(), message: z.string().nullish() }),
});

/** @throws GatewayDeclined, GatewaySilent */
async function ask<S extends z.ZodType>(
  { call, base_url, credentials }: AccountInUse,
  schema: S,
  path: string,
  form?: Readonly<Record<string, string | number | undefined>>,
  idempotency_key?: string,
): Promise<z.infer<S>> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form ?? {}))
    if (value !== undefined) body.set(name, String(value));
  const answer = await call({
    method: form ? "POST" : "GET",
    url: base_url + path,
    headers: {
      authorization: `Bearer ${credentials.secret_key}`,
      ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      ...(idempotency_key ? { "idempotency-key": idempotency_key } : {}),
    },
    ...(form ? { body: body.toString() } : {}),
  });
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
    const { error } = readAnswer(failure, answer);
    throw new GatewayDeclined(error.code ?? error.type, error.message ?? error.type);
  }
  return readAnswer(schema, answer);
}

const STATES = { succeeded: "PAID", canceled: "FAILED", requires_payment_method: "FAILED" } as const;

export const stripe: GatewayAdapter = {
  provider: "STRIPE",
  title: "Stripe",
  live_url: "https://api.stripe.com",
  test_url: "https://api.stripe.com",
  credentials: ["secret_key", "webhook_secret"],
  optional_credentials: ["old_webhook_secret"],
  authentic_by: "Stripe-Signature, at most five minutes old",
  trust: ["SIGNATURE"],
  verify({ raw, headers, received_at }, { credentials }) {
    const parts = (headers["stripe-signature"] ?? "").split(",").map((part) => part.trim().split("=", 2));
    const time = parts.find(([name]) => name === "t")?.[1] ?? "";
    const signed = Buffer.concat([Buffer.from(`${time}.`), raw]);
    const secrets = [credentials.webhook_secret, credentials.old_webhook_secret];
    const is_signed = parts.some(([name, hex = ""]) => name === "v1" && isHmacHex(hex, signed, secrets));
    if (!is_signed || !/^\d{1,12}$/.test(time)) return "BAD_SIGNATURE";
    const age = Math.abs(received_at.getTime() / 1_000 - Number(time));
    return age <= TOLERANCE_SECONDS ? "VERIFIED" : "STALE";
  },
  parse({ raw }) {
    const event = readJson(webhook, raw);
    return Object.hasOwn(READERS, event.type) ? (READERS[event.type]?.(event) ?? []) : [];
  },
  async start(intent, account) {
    const made = await ask(
      account,
      session,
      "/v1/checkout/sessions",
      {
        mode: "payment",
        client_reference_id: intent.intent_number,
        "metadata[intent]": intent.intent_number,
        "payment_intent_data[metadata][intent]": intent.intent_number,
        "line_items[0][quantity]": 1,
        "line_items[0][price_data][currency]": intent.currency.toLowerCase(),
        "line_items[0][price_data][unit_amount]": toMinorUnits(intent.amount, intent.currency),
        "line_items[0][price_data][product_data][name]": intent.description,
        customer_email: intent.payer_email,
        success_url: intent.return_url,
        cancel_url: intent.return_url,
      },
      `${intent.intent_number}-${intent.attempt}`,
    );
    if (!made.url) throw new GatewayDeclined("NO_URL", "The session has no address to pay at");
    return { redirect_url: made.url, provider_ref: made.id };
  },
  async confirm({ payment_ref, provider_ref }, account) {
    try {
      let id = payment_ref;
      if (!id && provider_ref) {
        id =
          (await ask(account, session, `/v1/checkout/sessions/${encodeURIComponent(provider_ref)}`))
            .payment_intent ?? undefined;
      }
      if (!id) return "UNKNOWN";
      const one = await ask(account, paymentIntent, `/v1/payment_intents/${encodeURIComponent(id)}`);
      const currency = one.currency.toUpperCase();
      const state = Object.hasOwn(STATES, one.status) ? STATES[one.status as keyof typeof STATES] : "PENDING";
      const amount = fromMinorUnits(
        state === "PAID" ? (one.amount_received ?? one.amount) : one.amount,
        currency,
      );
      return { state, amount, currency, payment_ref: one.id, intent_number: one.metadata?.intent };
    } catch (error) {
      if (error instanceof GatewayDeclined && error.code === "resource_missing") return "UNKNOWN";
      throw error;
    }
  },
  async list(from, to, cursor, account) {
    const [since, until] = [from, to].map((at) => Math.floor(at.getTime() / 1_000));
    const after = cursor ? `&starting_after=${encodeURIComponent(cursor)}` : "";
    const path = `/v1/charges?limit=100&created[gte]=${since}&created[lte]=${until}${after}`;
    const page = await ask(account, z.looseObject({ data: z.array(charge), has_more: z.boolean() }), path);
    const payments = page.data
      .filter(({ payment_intent }) => payment_intent)
      .map((one): ProviderEvent => {
        const currency = one.currency.toUpperCase();
        const is_paid = one.status === "succeeded" && one.captured !== false;
        return {
          event_id: `list:${one.id}:${one.status}`,
          payment_ref: one.payment_intent ?? one.id,
          kind: is_paid ? "PAYMENT" : one.status === "failed" ? "FAILED" : "PENDING",
          amount: fromMinorUnits(one.amount, currency),
          currency,
          intent_number: one.metadata?.intent,
          payer: one.billing_details?.name ?? undefined,
          account_ref: one.billing_details?.phone ?? undefined,
          occurred_at: seconds(one.created),
        };
      });
    return { payments, cursor: page.has_more ? (page.data.at(-1)?.id ?? null) : null };
  },
  async refund({ payment_ref, amount, currency, id }, account) {
    const made = await ask(
      account,
      z.looseObject({ status: z.string().nullish() }),
      "/v1/refunds",
      { payment_intent: payment_ref, amount: toMinorUnits(amount, currency), "metadata[refund]": id },
      id,
    );
    const { status } = made;
    return {
      state:
        status === "succeeded"
          ? "SUCCEEDED"
          : status === "failed" || status === "canceled"
            ? "FAILED"
            : "SENT",
    };
  },
  async test(account) {
    await ask(account, z.looseObject({ data: z.array(z.unknown()) }), "/v1/charges?limit=1");
  },
};
