// What a provider reports, as it can be kept: nothing of it keeps paid money out of the books (contract §3).
import { createHash } from "node:crypto";
import { paymentEvent, type paymentEventCreate } from "../../../shared/billing/index.ts";
import { KEEPABLE } from "../../../shared/kernel/fields/text.rules.ts";
import { formatMoney, keptDigits } from "../../../shared/kernel/money.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

type Input = InputOf<typeof paymentEventCreate>;

const TEXT_MAX = 200;
/** ISO 4217's code for no currency: what was written is none that is known. */
const NO_CURRENCY = "X".repeat(3);

/** A text that the database can keep. */
const keepable = (text: string): string =>
  KEEPABLE.test(text) ? text : text.replaceAll("\0", "\ufffd").replace(/\p{Cs}/gu, "\ufffd");

const clipped = (text: string): string => Array.from(keepable(text)).slice(0, TEXT_MAX).join("");

/** The same of what tells payments apart: of a longer one its beginning, and what it is alone in. */
function idOf(text: string): string {
  const id = keepable(text);
  if (id.length <= TEXT_MAX) return id;
  return `${clipped(id.slice(0, 100))}:${createHash("sha256").update(id).digest("hex")}`;
}

/** What came with it: the payload, and members that the declaration does not know. */
function payloadOf(payload: unknown, further: object): object | null {
  const isObject = typeof payload === "object" && payload !== null && !Array.isArray(payload);
  const given = isObject ? payload : payload === undefined || payload === null ? {} : { payload };
  const all = { ...given, ...further };
  if (Object.keys(all).length === 0) return null;
  return JSON.parse(JSON.stringify(all), (_name, value: unknown) => {
    if (typeof value === "string") return keepable(value);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [keepable(name), part]));
  });
}

export interface Reported {
  provider: string;
  /** In its normal form. */
  provider_name: string;
  event_id: string;
  payment_ref: string;
  /** In the digits of its currency, which may be others than ours. */
  amount: string;
  currency: string;
  /** Whose it is, as the provider says; null: it says nothing. */
  account_ref: string | null;
  /** Whether that is more than anything of ours is called by. */
  is_nobodys: boolean;
  payer: string | null;
  /** As RFC 3339 writes it; null: not told, or not so. */
  occurred_at: string | null;
  /** What stood there in its place. */
  unread_time: string | null;
  payload: object | null;
}

/** @throws Failure VALIDATION for an amount with more digits than its currency has. */
export function reportedBy(ctx: OperationContext, input: Input): Reported {
  const { provider, event_id, payment_ref, amount, account_ref, payer, occurred_at, payload, ...further } =
    input;
  const { currency: written, ...members } = further;
  const own = ctx.tenant.settings.currency;
  const code = normalText(written ?? "").toUpperCase();
  const currency = code === "" ? own : /^[A-Z]{3}$/.test(code) ? code : NO_CURRENCY;
  const is_time = paymentEvent.fields.occurred_at.safeParse(occurred_at).success;
  const id = idOf(event_id);
  return {
    ...{ provider, provider_name: normalText(provider), event_id: id, currency },
    payment_ref: idOf(payment_ref || id),
    amount: formatMoney(ctx.minor(amount, "amount", currency), keptDigits(currency)),
    account_ref: account_ref ? clipped(account_ref) : null,
    is_nobodys: !account_ref || account_ref.length > TEXT_MAX,
    payer: payer ? clipped(payer) : null,
    occurred_at: is_time ? (occurred_at ?? null) : null,
    unread_time: is_time || !occurred_at ? null : clipped(occurred_at),
    payload: payloadOf(payload, members),
  };
}
