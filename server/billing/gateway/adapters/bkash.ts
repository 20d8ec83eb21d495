// bKash: tokenized checkout by URL, and webhooks that come through Amazon SNS. Sources: developer.bka.sh (Tokenized checkout,
// Webhook), docs.aws.amazon.com/sns (Verifying the signatures of messages).
import { createVerify, X509Certificate } from "node:crypto";
import { z } from "zod";
import { withAccessToken } from "../access-token.ts";
import {
  type AccountInUse,
  type Confirmed,
  type ConfirmQuestion,
  type GatewayAdapter,
  GatewayDeclined,
  GatewaySilent,
  type ProviderEvent,
} from "../adapter.ts";
import { decimalAmount, localMoment, readAnswer, readJson } from "../reading.ts";

/** Its times are of Dhaka. */
const DHAKA_HOURS = 6;

const sns = z.looseObject({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: z.string(),
  Message: z.string(),
  Subject: z.string().nullish(),
  Timestamp: z.string(),
  TopicArn: z.string(),
  Token: z.string().nullish(),
  SubscribeURL: z.string().nullish(),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.string(),
  SigningCertURL: z.string(),
});
type Sns = z.infer<typeof sns>;

const SIGNED_OF_NOTIFICATION = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const;
const SIGNED_OF_SUBSCRIPTION = [
  "Message",
  "MessageId",
  "SubscribeURL",
  "Timestamp",
  "Token",
  "TopicArn",
  "Type",
] as const;

/** What SNS signs: name and value of each member that counts, a line each. */
export function canonicalText(message: Sns): string {
  const names = message.Type === "Notification" ? SIGNED_OF_NOTIFICATION : SIGNED_OF_SUBSCRIPTION;
  return names.map((name) => (message[name] == null ? "" : `${name}\n${message[name]}\n`)).join("");
}

const SNS_HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

/** Whether an address in a message may be asked: Amazon's alone, and of a TEST account its simulator's. */
function isOfSns(address: string, { mode, base_url }: AccountInUse, end: RegExp): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username || url.password) return false;
  if (mode === "TEST" && url.origin === new URL(base_url).origin) return true;
  return (
    url.protocol === "https:" && url.port === "" && SNS_HOST.test(url.hostname) && end.test(url.pathname)
  );
}

async function isSigned(message: Sns, account: AccountInUse): Promise<boolean> {
  if (!isOfSns(message.SigningCertURL, account, /\.pem$/)) return false;
  const { status, body } = await account.call({ method: "GET", url: message.SigningCertURL });
  if (status !== 200) throw new GatewaySilent(`HTTP ${status} for the certificate`);
  try {
    const { publicKey } = new X509Certificate(body);
    const algorithm = message.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256";
    return createVerify(algorithm)
      .update(canonicalText(message))
      .verify(publicKey, message.Signature, "base64");
  } catch {
    // No certificate, or no signature: nobody has signed this.
    return false;
  }
}

const paid = z.looseObject({
  dateTime: z.union([z.string(), z.number()]).transform(String),
  trxID: z.string().min(1),
  transactionStatus: z.string(),
  amount: decimalAmount,
  currency: z.string(),
  debitMSISDN: z.string().nullish(),
  transactionReference: z.string().nullish(),
  merchantInvoiceNumber: z.string().nullish(),
});

const answered = z.looseObject({
  statusCode: z.string().nullish(),
  statusMessage: z.string().nullish(),
  errorCode: z.string().nullish(),
  errorMessage: z.string().nullish(),
});

const OK = "0000";
/** Says of an execute that it was called before: what came of it was lost on our way. */
const EXECUTED_BEFORE = new Set(["2062", "2117"]);
/** The payer is not done with bKash's page yet. */
const NOT_YET = new Set(["2056", "2054"]);

/** @throws GatewayDeclined, GatewaySilent */
async function ask<S extends z.ZodType>(
  account: AccountInUse,
  schema: S,
  path: string,
  body: object,
): Promise<z.infer<S>> {
  const { call, base_url, credentials, now } = account;
  const { app_key = "", app_secret = "", username = "", password = "" } = credentials;
  const url = `${base_url}/tokenized/checkout${path}`;
  const json = { "content-type": "application/json", accept: "application/json" };
  const grant = async () => {
    const answer = await call({
      method: "POST",
      url: `${base_url}/tokenized/checkout/token/grant`,
      headers: { ...json, username, password },
      body: JSON.stringify({ app_key, app_secret }),
    });
    const said = readAnswer(
      answered.extend({ id_token: z.string().nullish(), expires_in: z.coerce.number().nullish() }),
      answer,
    );
    if (!said.id_token) {
      throw new GatewayDeclined(
        said.statusCode ?? "UNAUTHORIZED",
        said.statusMessage ?? "The credentials are not accepted",
      );
    }
    return { token: said.id_token, seconds: said.expires_in ?? 3_600 };
  };
  const use = async (token: string) => {
    const answer = await call({
      method: "POST",
      url,
      headers: { ...json, authorization: token, "x-app-key": app_key },
      body: JSON.stringify(body),
    });
    return answer.status === 401 || answer.status === 403 ? ("EXPIRED" as const) : answer;
  };
  const answer = await withAccessToken([base_url, app_key, app_secret, username, password], now, grant, use);
  if (answer === "EXPIRED")
    throw new GatewayDeclined("UNAUTHORIZED", "bKash refuses the token that it has given");
  const said = readAnswer(answered, answer);
  const code = said.statusCode ?? said.errorCode;
  if (code != null && code !== OK)
    throw new GatewayDeclined(code, said.statusMessage ?? said.errorMessage ?? code);
  return readAnswer(schema, answer);
}

const executed = z.looseObject({
  trxID: z.string().nullish(),
  transactionStatus: z.string(),
  amount: decimalAmount,
  currency: z.string(),
  merchantInvoiceNumber: z.string().nullish(),
  paymentExecuteTime: z.string().nullish(),
  customerMsisdn: z.string().nullish(),
});

function ofExecuted(one: z.infer<typeof executed>): Confirmed | "UNKNOWN" {
  const { trxID, transactionStatus, amount, currency } = one;
  if (transactionStatus === "Completed" && !trxID) return "UNKNOWN";
  return {
    state:
      transactionStatus === "Completed" ? "PAID" : transactionStatus === "Initiated" ? "PENDING" : "FAILED",
    amount,
    currency,
    payment_ref: trxID ?? "",
    intent_number: one.merchantInvoiceNumber ?? undefined,
    payer: one.customerMsisdn ?? undefined,
  };
}

/** Takes the money of a payment that the payer has agreed to; its status is asked where execute gave no answer. */
async function execute(paymentID: string, account: AccountInUse): Promise<Confirmed | "UNKNOWN"> {
  const status = async () => ofExecuted(await ask(account, executed, "/payment/status", { paymentID }));
  try {
    return ofExecuted(await ask(account, executed, "/execute", { paymentID }));
  } catch (error) {
    if (error instanceof GatewaySilent) return status();
    if (!(error instanceof GatewayDeclined)) throw error;
    if (EXECUTED_BEFORE.has(error.code)) return status();
    const state = NOT_YET.has(error.code) ? "PENDING" : "FAILED";
    return { state, amount: "0", currency: account.currency, payment_ref: "" };
  }
}

const searched = z.looseObject({
  trxID: z.string(),
  transactionStatus: z.string(),
  amount: decimalAmount,
  currency: z.string(),
  customerMsisdn: z.string().nullish(),
  transactionReference: z.string().nullish(),
});

async function search(trxID: string, account: AccountInUse): Promise<Confirmed | "UNKNOWN"> {
  try {
    const one = await ask(account, searched, "/general/searchTransaction", { trxID });
    return {
      state: one.transactionStatus === "Completed" ? "PAID" : "PENDING",
      amount: one.amount,
      currency: one.currency,
      payment_ref: one.trxID,
      intent_number: one.transactionReference ?? undefined,
      payer: one.customerMsisdn ?? undefined,
    };
  } catch (error) {
    if (error instanceof GatewayDeclined && error.code !== "UNAUTHORIZED") return "UNKNOWN";
    throw error;
  }
}

export const bkash: GatewayAdapter = {
  provider: "BKASH",
  title: "bKash",
  live_url: "https://tokenized.pay.bka.sh/v1.2.0-beta",
  test_url: "https://tokenized.sandbox.bka.sh/v1.2.0-beta",
  credentials: ["app_key", "app_secret", "username", "password"],
  authentic_by: "Amazon SNS: signature by the certificate of sns.<region>.amazonaws.com",
  trust: ["SIGNATURE"],
  async verify({ raw }, account) {
    const read = sns.safeParse(JSON.parse(raw.toString("utf8")));
    if (!read.success || !(await isSigned(read.data, account))) return "BAD_SIGNATURE";
    const { Type, SubscribeURL } = read.data;
    if (Type === "Notification") return "VERIFIED";
    if (Type === "SubscriptionConfirmation") {
      if (!SubscribeURL || !isOfSns(SubscribeURL, account, /^\/$/)) return "BAD_SIGNATURE";
      const { status } = await account.call({ method: "GET", url: SubscribeURL });
      if (status >= 300) throw new GatewaySilent(`HTTP ${status} for the subscription`);
    }
    return "HANDSHAKE";
  },
  parse({ raw }): ProviderEvent[] {
    const { Message, MessageId } = readJson(sns, raw);
    const one = paid.parse(JSON.parse(Message));
    const reference = one.merchantInvoiceNumber ?? one.transactionReference ?? undefined;
    return [
      {
        event_id: MessageId,
        payment_ref: one.trxID,
        kind: one.transactionStatus === "Completed" ? "PAYMENT" : "PENDING",
        amount: one.amount,
        currency: one.currency,
        account_ref: reference || one.debitMSISDN || undefined,
        payer: one.debitMSISDN ?? undefined,
        occurred_at: localMoment(one.dateTime, DHAKA_HOURS),
      },
    ];
  },
  async start(intent, account) {
    const made = await ask(
      account,
      z.looseObject({ paymentID: z.string(), bkashURL: z.string() }),
      "/create",
      {
        mode: "0011",
        payerReference: intent.phone ?? intent.intent_number,
        callbackURL: intent.return_url,
        amount: intent.amount,
        currency: intent.currency,
        intent: "sale",
        merchantInvoiceNumber: intent.intent_number,
      },
    );
    return { redirect_url: made.bkashURL, provider_ref: made.paymentID };
  },
  confirm({ payment_ref, provider_ref }: ConfirmQuestion, account) {
    if (payment_ref) return search(payment_ref, account);
    return provider_ref ? execute(provider_ref, account) : Promise.resolve("UNKNOWN" as const);
  },
  async refund({ payment_ref, provider_ref, amount, reason }, account) {
    const body = {
      paymentID: provider_ref,
      trxID: payment_ref,
      amount,
      sku: "internet",
      reason: reason.slice(0, 255),
    };
    const made = await ask(
      account,
      z.looseObject({ transactionStatus: z.string() }),
      "/payment/refund",
      body,
    );
    return { state: made.transactionStatus === "Completed" ? "SUCCEEDED" : "SENT" };
  },
  async test(account) {
    await search("TESTTESTTE", account);
  },
};
