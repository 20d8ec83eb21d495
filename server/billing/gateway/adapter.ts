// What the core asks of a payment provider (outside.md §O2): each adapter answers it, and nothing else knows a provider by name.

/** A callback as it came: nothing of it has been understood. */
export interface InboundRequest {
  method: "GET" | "POST";
  /** Signatures go by these bytes, never by what was parsed and written again. */
  raw: Buffer;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Whom the connection came from. */
  address: string;
  received_at: Date;
}

/** Whether a callback is the provider's. UNREADABLE is the core's word for what `parse` could not read. */
export type CallbackVerdict = "VERIFIED" | "CONFIRM_NEEDED" | "BAD_SIGNATURE" | "STALE" | "HANDSHAKE";

export const EVENT_KINDS = ["PAYMENT", "PENDING", "FAILED", "REFUND", "CHARGEBACK"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What a provider says of a payment. Amounts are decimal texts in the currency's major unit. */
export interface ProviderEvent {
  /** Unique per provider; a repeat is the same event. */
  event_id: string;
  /** The provider's own id of the payment; a REFUND or CHARGEBACK names its payment's. */
  payment_ref: string;
  kind: EventKind;
  amount: string;
  /** ISO 4217. */
  currency: string;
  intent_number?: string | undefined;
  account_ref?: string | undefined;
  payer?: string | undefined;
  occurred_at: Date;
  fee?: string | undefined;
  /** What `confirm` needs beside payment_ref to find the payment (bKash's paymentID, M-Pesa's CheckoutRequestID). */
  provider_ref?: string | undefined;
}

/** What a provider answers when it is asked for a payment. It counts more than what a callback says. */
export interface Confirmed {
  state: "PAID" | "PENDING" | "FAILED" | "REFUNDED" | "HELD";
  amount: string;
  currency: string;
  payment_ref: string;
  intent_number?: string | undefined;
  payer?: string | undefined;
  fee?: string | undefined;
  occurred_at?: Date | undefined;
}

/** What is confirmed: a payment by its number, or an intent that was started. */
export interface ConfirmQuestion {
  payment_ref?: string | undefined;
  intent_number?: string | undefined;
  provider_ref?: string | undefined;
}

export interface StartQuestion {
  intent_number: string;
  /** 1 for the first start of an intent, 2 for the second … */
  attempt: number;
  amount: string;
  currency: string;
  phone?: string | undefined;
  payer_name: string;
  payer_email?: string | undefined;
  description: string;
  /** Where the payer's browser goes afterwards. It proves nothing. */
  return_url: string;
  callback_url: string;
  expires_at: Date;
}

export interface Started {
  /** Where the payer goes on. */
  redirect_url?: string;
  /** What the payer is told where they pay on their own telephone. */
  prompt?: string;
  /** The provider's name of what was started. */
  provider_ref: string;
}

export interface ListedPayments {
  payments: ProviderEvent[];
  /** Where the next page begins; null: this was the last. */
  cursor: string | null;
}

export interface RefundQuestion {
  payment_ref: string;
  provider_ref?: string | undefined;
  amount: string;
  currency: string;
  reason: string;
  /** The same in each try, so that the provider pays back once. */
  id: string;
}

export type RefundState = "SUCCEEDED" | "SENT" | "FAILED" | "UNKNOWN";

/** An answer of a provider's API: at most 64 kB of it. */
export interface ProviderAnswer {
  status: number;
  body: string;
}

/** One request to a provider's API by the installation's rule for calls out (outside.md §O1.1). @throws GatewaySilent */
export type ProviderCall = (request: {
  method: "GET" | "POST";
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}) => Promise<ProviderAnswer>;

/** A company's account with a provider, as an adapter sees it. */
export interface AccountInUse {
  mode: "TEST" | "LIVE";
  /** Without a slash at its end. */
  base_url: string;
  credentials: Readonly<Record<string, string>>;
  trust: "SIGNATURE" | "CONFIRM" | "ADDRESS";
  allowed_addresses: readonly string[];
  currency: string;
  callback_url: string;
  call: ProviderCall;
  now: Date;
}

/** The provider did not answer, or not so that it could be read: asked again later. */
export class GatewaySilent extends Error {
  override readonly name = "GatewaySilent";
}

/** The provider answered, and declined. */
export class GatewayDeclined extends Error {
  override readonly name = "GatewayDeclined";
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

export interface GatewayAdapter {
  /** Its name in /gateway-providers/ and of accounts. */
  provider: string;
  title: string;
  /** Where LIVE accounts are served, and TEST ones that name nothing else. */
  live_url: string;
  test_url: string;
  credentials: readonly string[];
  /** Credentials that an account works without. */
  optional_credentials?: readonly string[];
  /** What proves a callback, in words for the form. */
  authentic_by: string;
  trust: readonly AccountInUse["trust"][];
  verify(request: InboundRequest, account: AccountInUse): Promise<CallbackVerdict> | CallbackVerdict;
  /** @throws Error where the body is not the provider's form. */
  parse(request: InboundRequest, account: AccountInUse): ProviderEvent[];
  /** Whether an event counts only once `confirm` has said the same, whatever signature it has. */
  always_confirms?: boolean;
  start?(intent: StartQuestion, account: AccountInUse): Promise<Started>;
  /** "UNKNOWN": the provider knows no such payment. @throws GatewaySilent */
  confirm?(question: ConfirmQuestion, account: AccountInUse): Promise<Confirmed | "UNKNOWN">;
  list?(from: Date, to: Date, cursor: string | null, account: AccountInUse): Promise<ListedPayments>;
  refund?(question: RefundQuestion, account: AccountInUse): Promise<{ state: RefundState }>;
  /** What the provider hears; "" where it asks for nothing. */
  acknowledge?(verdict: CallbackVerdict): string;
  /** A call that moves nothing, to try the credentials. @throws GatewaySilent, GatewayDeclined */
  test?(account: AccountInUse): Promise<void>;
}
