// Razorpay: payment links, webhooks signed by HMAC of the raw body, amounts in paisa. Source: razorpay.com/docs (Payment Links,
// Webhooks, Payments and Refunds APIs).
import { z } from "zod";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import { isHmacHex } from "../../../kernel/secrets/same-text.ts";
import {
  type AccountInUse,
  type EventKind,
  type GatewayAdapter,
  GatewayDeclined,
  type ProviderEvent,
} from "../adapter.ts";
import { fromMinorUnits, readAnswer, readJson, toMinorUnits } from "../reading.ts";

const notes = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish();

const payment = z.looseObject({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  notes,
  contact: z.string().nullish(),
  email: z.string().nullish(),
  fee: z.number().nullish(),
  amount_refunded: z.number().nullish(),
  created_at: z.number(),
});
type Payment = z.infer<typeof payment>;

const webhook = z.looseObject({
  event: z.string(),
  created_at: z.number(),
  payload: z.looseObject({
    payment: z.looseObject({ entity: payment }).optional(),
    payment_link: z.looseObject({ entity: z.looseObject({ reference_id: z.string().nullish() }) }).optional(),
    refund: z
      .looseObject({
        entity: z.looseObject({
          id: z.string(),
          payment_id: z.string(),
          amount: z.number(),
          currency: z.string(),
        }),
      })
      .optional(),
    dispute: z
      .looseObject({
        entity: z.looseObject({
          id: z.string(),
          payment_id: z.string(),
          amount: z.number(),
          currency: z.string(),
        }),
      })
      .optional(),
  }),
});

/** What of its events moves money; authorised without capture does not. */
const KINDS: Readonly<Record<string, EventKind>> = {
  "payment.captured": "PAYMENT",
  "payment_link.paid": "PAYMENT",
  "payment.authorized": "PENDING",
  "payment.failed": "FAILED",
  "refund.processed": "REFUND",
  "payment.dispute.lost": "CHARGEBACK",
};

const STATES = {
  captured: "PAID",
  authorized: "PENDING",
  created: "PENDING",
  failed: "FAILED",
  refunded: "REFUNDED",
} as const;
const KIND_OF_STATUS: Readonly<Record<string, EventKind>> = {
  captured: "PAYMENT",
  refunded: "PAYMENT",
  authorized: "PENDING",
  created: "PENDING",
  failed: "FAILED",
};

const seconds = (at: number) => new Date(at * 1_000);

function intentOf(said: Payment["notes"]): string | undefined {
  const named = said && !Array.isArray(said) ? said.intent : undefined;
  return typeof named === "string" ? named : undefined;
}

const ofPayment = (one: Payment) => ({
  payment_ref: one.id,
  amount: fromMinorUnits(one.amount, one.currency),
  currency: one.currency,
  intent_number: intentOf(one.notes),
  account_ref: one.contact ?? undefined,
  payer: one.contact ?? one.email ?? undefined,
  fee: one.fee == null ? undefined : fromMinorUnits(one.fee, one.currency),
  occurred_at: seconds(one.created_at),
});

const authorization = ({ credentials }: AccountInUse) => ({
  authorization: `Basic ${Buffer.from(`${credentials.key_id}:${credentials.key_secret}`).toString("base64")}`,
});

const failure = z.looseObject({
  error: z.looseObject({ code: z.string(), description: z.string().nullish() }),
});

/** @throws GatewayDeclined with the provider's code where it says no, GatewaySilent */
async function ask<S extends z.ZodType>(
  account: AccountInUse,
  schema: S,
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Promise<z.infer<S>> {
  const answer = await account.call({
    method: body ? "POST" : "GET",
    url: account.base_url + path,
    headers: {
      ...authorization(account),
      ...(body ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
    const { error } = readAnswer(failure, answer);
    throw new GatewayDeclined(error.code, error.description ?? error.code);
  }
  return readAnswer(schema, answer);
}

const link = z.looseObject({
  id: z.string(),
  short_url: z.string(),
  payments: z.array(z.looseObject({ payment_id: z.string(), status: z.string() })).nullish(),
});

export const razorpay: GatewayAdapter = {
  provider: "RAZORPAY",
  title: "Razorpay",
  live_url: "https://api.razorpay.com",
  test_url: "https://api.razorpay.com",
  credentials: ["key_id", "key_secret", "webhook_secret"],
  optional_credentials: ["old_webhook_secret"],
  authentic_by: "X-Razorpay-Signature, by the webhook secret",
  trust: ["SIGNATURE"],
  verify({ raw, headers }, { credentials }) {
    const secrets = [credentials.webhook_secret, credentials.old_webhook_secret];
    return isHmacHex(headers["x-razorpay-signature"] ?? "", raw, secrets) ? "VERIFIED" : "BAD_SIGNATURE";
  },
  parse({ raw, headers }) {
    const { event, payload, created_at } = readJson(webhook, raw);
    const kind = own(KINDS, event);
    if (!kind) return [];
    const back =
      kind === "REFUND"
        ? payload.refund?.entity
        : kind === "CHARGEBACK"
          ? payload.dispute?.entity
          : undefined;
    if (back) {
      const amount = fromMinorUnits(back.amount, back.currency);
      const { payment_id: payment_ref, currency, id } = back;
      return [{ event_id: id, payment_ref, kind, amount, currency, occurred_at: seconds(created_at) }];
    }
    const paid = payload.payment?.entity;
    if (!paid) throw new Error(`${event} without a payment`);
    const event_id = headers["x-razorpay-event-id"] ?? `${event}:${paid.id}`;
    const of = ofPayment(paid);
    const intent_number = payload.payment_link?.entity.reference_id ?? of.intent_number;
    return [{ ...of, event_id, kind, intent_number: intent_number ?? undefined }];
  },
  async start(intent, account) {
    const made = await ask(account, link, "/v1/payment_links", {
      amount: toMinorUnits(intent.amount, intent.currency),
      currency: intent.currency,
      reference_id: intent.attempt === 1 ? intent.intent_number : `${intent.intent_number}-${intent.attempt}`,
      description: intent.description,
      customer: { name: intent.payer_name, contact: intent.phone, email: intent.payer_email },
      notify: { sms: false, email: false },
      notes: { intent: intent.intent_number },
      callback_url: intent.return_url,
      callback_method: "get",
      // The provider takes no link that ends within 15 minutes.
      expire_by: Math.max(
        Math.floor(intent.expires_at.getTime() / 1_000),
        Math.floor(account.now.getTime() / 1_000) + 960,
      ),
    });
    return { redirect_url: made.short_url, provider_ref: made.id };
  },
  async confirm({ payment_ref, provider_ref }, account) {
    try {
      let id = payment_ref;
      if (!id && provider_ref) {
        const { payments } = await ask(
          account,
          link,
          `/v1/payment_links/${encodeURIComponent(provider_ref)}`,
        );
        id = payments?.find(({ status }) => status === "captured")?.payment_id ?? payments?.[0]?.payment_id;
      }
      if (!id) return "UNKNOWN";
      const one = await ask(account, payment, `/v1/payments/${encodeURIComponent(id)}`);
      const state = Object.hasOwn(STATES, one.status) ? STATES[one.status as keyof typeof STATES] : "PENDING";
      return { ...ofPayment(one), state };
    } catch (error) {
      if (error instanceof GatewayDeclined && error.code === "BAD_REQUEST_ERROR") return "UNKNOWN";
      throw error;
    }
  },
  async list(from, to, cursor, account) {
    const skip = Number(cursor ?? 0);
    const count = 100;
    const [since, until] = [from, to].map((at) => Math.floor(at.getTime() / 1_000));
    const path = `/v1/payments?from=${since}&to=${until}&count=${count}&skip=${skip}`;
    const { items } = await ask(account, z.looseObject({ items: z.array(payment) }), path);
    const payments = items.map(
      (one): ProviderEvent => ({
        ...ofPayment(one),
        event_id: `list:${one.id}:${one.status}`,
        kind: own(KIND_OF_STATUS, one.status) ?? "PENDING",
      }),
    );
    return { payments, cursor: items.length < count ? null : String(skip + count) };
  },
  async refund({ payment_ref, amount, currency, reason, id }, account) {
    const made = await ask(
      account,
      z.looseObject({ id: z.string(), status: z.string() }),
      `/v1/payments/${encodeURIComponent(payment_ref)}/refund`,
      { amount: toMinorUnits(amount, currency), receipt: id, notes: { reason } },
      { "x-refund-idempotency": id },
    );
    return {
      state: made.status === "processed" ? "SUCCEEDED" : made.status === "failed" ? "FAILED" : "SENT",
    };
  },
  async test(account) {
    await ask(account, z.looseObject({ items: z.array(z.unknown()) }), "/v1/payments?count=1");
  },
};
