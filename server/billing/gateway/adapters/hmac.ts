// A provider of one's own, or a bridge to one: JSON signed by HMAC-SHA256, as POST /payments/events/ takes it.
import { z } from "zod";
import { isHmacHex } from "../../../kernel/secrets/same-text.ts";
import { EVENT_KINDS, type GatewayAdapter, type ProviderEvent } from "../adapter.ts";
import { decimalAmount, readAnswer, readJson } from "../reading.ts";

const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().min(1).max(200));

const reported = z.looseObject({
  event_id: text,
  payment_ref: text.nullish(),
  kind: z.enum(EVENT_KINDS).default("PAYMENT"),
  amount: decimalAmount,
  currency: z.string().nullish(),
  intent_number: text.nullish().catch(null),
  account_ref: text.nullish().catch(null),
  payer: text.nullish().catch(null),
  fee: decimalAmount.nullish().catch(null),
  occurred_at: z.coerce.date().nullish().catch(null),
});

const STATES = {
  PAYMENT: "PAID",
  PENDING: "PENDING",
  FAILED: "FAILED",
  REFUND: "REFUNDED",
  CHARGEBACK: "REFUNDED",
} as const;

function eventOf(said: z.infer<typeof reported>, currency: string, now: Date): ProviderEvent {
  return {
    event_id: said.event_id,
    payment_ref: said.payment_ref ?? said.event_id,
    kind: said.kind,
    amount: said.amount,
    currency: (said.currency ?? currency).toUpperCase(),
    intent_number: said.intent_number ?? undefined,
    account_ref: said.account_ref ?? undefined,
    payer: said.payer ?? undefined,
    fee: said.fee ?? undefined,
    occurred_at: said.occurred_at ?? now,
  };
}

export const hmac: GatewayAdapter = {
  provider: "HMAC",
  title: "Own bridge (HMAC)",
  live_url: "",
  test_url: "",
  credentials: ["secret"],
  optional_credentials: ["confirm_url", "list_url"],
  authentic_by: "X-Signature: sha256=<hex HMAC-SHA256 of the raw body by the secret>",
  trust: ["SIGNATURE"],
  verify({ raw, headers }, { credentials }) {
    const [, hex = ""] = /^sha256=([0-9a-f]{64})$/i.exec(headers["x-signature"] ?? "") ?? [];
    return isHmacHex(hex, raw, [credentials.secret]) ? "VERIFIED" : "BAD_SIGNATURE";
  },
  parse: ({ raw, received_at }, { currency }) => [eventOf(readJson(reported, raw), currency, received_at)],
  async confirm({ payment_ref, intent_number }, { credentials, call, currency, now }) {
    if (!credentials.confirm_url) return "UNKNOWN";
    const url = new URL(credentials.confirm_url);
    if (payment_ref) url.searchParams.set("payment_ref", payment_ref);
    if (intent_number) url.searchParams.set("intent_number", intent_number);
    const answer = await call({ method: "GET", url: url.href });
    if (answer.status === 404) return "UNKNOWN";
    const event = eventOf(readAnswer(reported, answer), currency, now);
    return { ...event, state: STATES[event.kind] };
  },
  async list(from, to, cursor, { credentials, call, currency, now }) {
    if (!credentials.list_url) return { payments: [], cursor: null };
    const url = new URL(credentials.list_url);
    url.searchParams.set("from", from.toISOString());
    url.searchParams.set("to", to.toISOString());
    if (cursor) url.searchParams.set("cursor", cursor);
    const page = readAnswer(
      z.looseObject({ results: z.array(reported), cursor: z.string().nullish() }),
      await call({ method: "GET", url: url.href }),
    );
    return { payments: page.results.map((one) => eventOf(one, currency, now)), cursor: page.cursor ?? null };
  },
};
