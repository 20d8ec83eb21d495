// M-Pesa (Daraja): STK push and paybill (C2B). Its callbacks are signed by nothing, so each is confirmed by asking, or taken
// from addresses that are named. Source: developer.safaricom.co.ke (STK Push, C2B, Pull Transactions).
import { z } from "zod";
import {
  type AccountInUse,
  type Confirmed,
  type GatewayAdapter,
  GatewayDeclined,
  GatewaySilent,
  type ProviderEvent,
} from "../adapter.ts";
import { decimalAmount, localMoment, readAnswer, readJson, writeMoment } from "../reading.ts";

/** Its times are of Nairobi. */
const NAIROBI_HOURS = 3;
/** How far back its list reaches. */
const LIST_HOURS = 48;

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim());

const stk = z.looseObject({
  Body: z.looseObject({
    stkCallback: z.looseObject({
      CheckoutRequestID: z.string(),
      ResultCode: z.union([z.number(), z.string()]).transform(Number),
      ResultDesc: z.string().nullish(),
      CallbackMetadata: z
        .looseObject({ Item: z.array(z.looseObject({ Name: z.string(), Value: text.nullish() })) })
        .nullish(),
    }),
  }),
});

const c2b = z.looseObject({
  TransID: z.string().min(1),
  TransTime: text,
  TransAmount: decimalAmount,
  BillRefNumber: text.nullish(),
  /** Masked (2547*****126) or hashed: it names nobody. */
  MSISDN: text.nullish(),
  FirstName: z.string().nullish(),
  MiddleName: z.string().nullish(),
  LastName: z.string().nullish(),
});

function ofStk(
  { Body: { stkCallback } }: z.infer<typeof stk>,
  currency: string,
  received_at: Date,
): ProviderEvent[] {
  const { CheckoutRequestID, ResultCode, CallbackMetadata } = stkCallback;
  const item = (name: string) => CallbackMetadata?.Item.find(({ Name }) => Name === name)?.Value ?? undefined;
  const receipt = item("MpesaReceiptNumber");
  const date = item("TransactionDate");
  const failed = ResultCode !== 0;
  if (!failed && (!receipt || !item("Amount"))) throw new Error("A paid STK push without a receipt");
  return [
    {
      event_id: `stk:${CheckoutRequestID}`,
      payment_ref: receipt ?? CheckoutRequestID,
      kind: failed ? "FAILED" : "PAYMENT",
      amount: item("Amount") ?? "0",
      currency,
      account_ref: item("PhoneNumber"),
      payer: item("PhoneNumber"),
      provider_ref: CheckoutRequestID,
      occurred_at: date ? localMoment(date, NAIROBI_HOURS) : received_at,
    },
  ];
}

function ofC2b(one: z.infer<typeof c2b>, currency: string): ProviderEvent[] {
  const name = [one.FirstName, one.MiddleName, one.LastName].filter(Boolean).join(" ");
  return [
    {
      event_id: one.TransID,
      payment_ref: one.TransID,
      kind: "PAYMENT",
      amount: one.TransAmount,
      currency,
      account_ref: one.BillRefNumber || undefined,
      payer: name || one.MSISDN || undefined,
      occurred_at: localMoment(one.TransTime, NAIROBI_HOURS),
    },
  ];
}

const refused = z.looseObject({ errorCode: z.string().nullish(), errorMessage: z.string().nullish() });

/** @throws GatewayDeclined, GatewaySilent */
async function ask<S extends z.ZodType>(
  { call, base_url, credentials }: AccountInUse,
  schema: S,
  path: string,
  body: object,
): Promise<z.infer<S>> {
  const basic = Buffer.from(`${credentials.consumer_key}:${credentials.consumer_secret}`).toString("base64");
  const granted = await call({
    method: "GET",
    url: `${base_url}/oauth/v1/generate?grant_type=client_credentials`,
    headers: { authorization: `Basic ${basic}` },
  });
  if (granted.status === 400 || granted.status === 401) {
    throw new GatewayDeclined("UNAUTHORIZED", "The consumer key and secret are not accepted");
  }
  const { access_token } = readAnswer(z.looseObject({ access_token: z.string() }), granted);
  const answer = await call({
    method: "POST",
    url: base_url + path,
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.status >= 400 && answer.status !== 429) {
    const { errorCode, errorMessage } = readAnswer(refused, { ...answer, status: 400 });
    // "The transaction is being processed" comes as an error 500: nothing is known yet.
    if (errorCode === "500.001.1001" && /process/i.test(errorMessage ?? ""))
      throw new GatewaySilent(errorMessage ?? "");
    if (answer.status >= 500 && !errorCode) throw new GatewaySilent(`HTTP ${answer.status}`);
    throw new GatewayDeclined(errorCode ?? `HTTP_${answer.status}`, errorMessage ?? `HTTP ${answer.status}`);
  }
  return readAnswer(schema, answer);
}

/** The password of an STK request: it goes by the second. */
function stamped({ credentials: { shortcode, passkey }, now }: AccountInUse) {
  const Timestamp = writeMoment(now, NAIROBI_HOURS).replace(/\D/g, "");
  return {
    BusinessShortCode: shortcode,
    Password: Buffer.from(`${shortcode}${passkey}${Timestamp}`).toString("base64"),
    Timestamp,
  };
}

const pulled = z.looseObject({
  ResponseCode: text,
  Response: z
    .array(
      z.array(
        z.looseObject({
          transactionId: z.string(),
          trxDate: z.string(),
          msisdn: text.nullish(),
          sender: z.string().nullish(),
          billreference: text.nullish(),
          amount: decimalAmount,
        }),
      ),
    )
    .nullish(),
});

const PAGE = 1_000;

async function pull(from: Date, to: Date, offset: number, account: AccountInUse): Promise<ProviderEvent[]> {
  const earliest = new Date(account.now.getTime() - LIST_HOURS * 3_600_000);
  const { Response } = await ask(account, pulled, "/pulltransactions/v1/query", {
    ShortCode: account.credentials.shortcode,
    StartDate: writeMoment(from < earliest ? earliest : from, NAIROBI_HOURS),
    EndDate: writeMoment(to, NAIROBI_HOURS),
    OffSetValue: String(offset),
  });
  return (Response ?? []).flat().map((one) => ({
    event_id: one.transactionId,
    payment_ref: one.transactionId,
    kind: "PAYMENT",
    amount: one.amount,
    currency: account.currency,
    account_ref: one.billreference || undefined,
    payer: one.sender || one.msisdn || undefined,
    occurred_at: localMoment(one.trxDate, NAIROBI_HOURS),
  }));
}

async function confirmed(
  { payment_ref, provider_ref }: { payment_ref?: string | undefined; provider_ref?: string | undefined },
  account: AccountInUse,
): Promise<Confirmed | "UNKNOWN"> {
  if (payment_ref && payment_ref !== provider_ref) {
    const day = 24 * 3_600_000;
    for (let offset = 0; ; offset += PAGE) {
      const page = await pull(new Date(account.now.getTime() - 2 * day), account.now, offset, account);
      const one = page.find((listed) => listed.payment_ref === payment_ref);
      if (one) return { ...one, state: "PAID" };
      if (page.length < PAGE) return "UNKNOWN";
    }
  }
  if (!provider_ref) return "UNKNOWN";
  const said = await ask(
    account,
    z.looseObject({
      ResultCode: text.nullish(),
      ResultDesc: z.string().nullish(),
      MpesaReceiptNumber: z.string().nullish(),
      Amount: decimalAmount.nullish(),
    }),
    "/mpesa/stkpushquery/v1/query",
    { ...stamped(account), CheckoutRequestID: provider_ref },
  );
  if (said.ResultCode == null) return "UNKNOWN";
  if (said.ResultCode !== "0")
    return { state: "FAILED", amount: "0", currency: account.currency, payment_ref: provider_ref };
  // The query says that it was paid, not by which receipt: the list or the callback names it.
  if (!said.MpesaReceiptNumber || !said.Amount) return "UNKNOWN";
  return {
    state: "PAID",
    amount: said.Amount,
    currency: account.currency,
    payment_ref: said.MpesaReceiptNumber,
  };
}

export const mpesa: GatewayAdapter = {
  provider: "MPESA",
  title: "M-Pesa",
  live_url: "https://api.safaricom.co.ke",
  test_url: "https://sandbox.safaricom.co.ke",
  credentials: ["consumer_key", "consumer_secret", "shortcode", "passkey"],
  authentic_by: "Nothing: each callback is confirmed by asking, or comes from an address that is named",
  trust: ["CONFIRM", "ADDRESS"],
  verify: ({ address }, { trust, allowed_addresses }) =>
    trust !== "ADDRESS"
      ? "CONFIRM_NEEDED"
      : allowed_addresses.includes(address)
        ? "VERIFIED"
        : "BAD_SIGNATURE",
  parse({ raw, received_at }, { currency }) {
    const body = readJson(z.union([stk, c2b]), raw);
    return "Body" in body && !("TransID" in body)
      ? ofStk(stk.parse(body), currency, received_at)
      : ofC2b(c2b.parse(body), currency);
  },
  async start(intent, account) {
    if (!intent.phone)
      throw new GatewayDeclined(
        "PHONE_REQUIRED",
        "M-Pesa asks on the payer's telephone: its number is needed",
      );
    const phone = intent.phone.replace(/\D/g, "");
    const made = await ask(
      account,
      z.looseObject({
        CheckoutRequestID: z.string(),
        ResponseCode: text,
        CustomerMessage: z.string().nullish(),
      }),
      "/mpesa/stkpush/v1/processrequest",
      {
        ...stamped(account),
        TransactionType: "CustomerPayBillOnline",
        // Whole shillings are all that it takes.
        Amount: Math.ceil(Number(intent.amount)),
        PartyA: phone,
        PartyB: account.credentials.shortcode,
        PhoneNumber: phone,
        CallBackURL: account.callback_url,
        AccountReference: intent.intent_number,
        TransactionDesc: intent.description.slice(0, 13),
      },
    );
    if (made.ResponseCode !== "0")
      throw new GatewayDeclined(made.ResponseCode, made.CustomerMessage ?? made.ResponseCode);
    return {
      prompt: made.CustomerMessage ?? "Confirm on your telephone",
      provider_ref: made.CheckoutRequestID,
    };
  },
  confirm: confirmed,
  async list(from, to, cursor, account) {
    const offset = Number(cursor ?? 0);
    const payments = await pull(from, to, offset, account);
    return { payments, cursor: payments.length < PAGE ? null : String(offset + PAGE) };
  },
  acknowledge: () => JSON.stringify({ ResultCode: 0, ResultDesc: "Accepted" }),
  async test(account) {
    const minute = 60_000;
    await pull(new Date(account.now.getTime() - minute), account.now, 0, account);
  },
};
