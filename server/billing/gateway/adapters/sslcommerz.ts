// SSLCommerz: hosted page, an IPN signed by MD5, and a validation API that counts always. Source: developer.sslcommerz.com (v4).
import { createHash } from "node:crypto";
import { z } from "zod";
import { formatMoney, readableMoney, subtract } from "../../../../shared/kernel/money.ts";
import { isSameText } from "../../../kernel/secrets/same-text.ts";
import { type AccountInUse, type Confirmed, type GatewayAdapter, GatewayDeclined } from "../adapter.ts";
import { decimalAmount, localMoment, readAnswer } from "../reading.ts";

/** Its amounts are of taka, */
const DIGITS = 2;
/** and its times of Dhaka. */
const DHAKA_HOURS = 6;

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

const paid = z.looseObject({
  status: z.string(),
  tran_id: z.string().nullish(),
  val_id: z.string().nullish(),
  amount: decimalAmount.nullish(),
  store_amount: decimalAmount.nullish(),
  currency: z.string().nullish(),
  /** What the payer paid in, where the page changed it: amount is what it came to. */
  currency_type: z.string().nullish(),
  currency_amount: decimalAmount.nullish(),
  bank_tran_id: z.string().nullish(),
  tran_date: z.string().nullish(),
  risk_level: z.union([z.string(), z.number()]).nullish(),
});
type Paid = z.infer<typeof paid>;

/** From the second start on our number ends in -2, -3 …: each start has a tran_id of its own. */
const intentOf = (tran_id: string | null | undefined) => tran_id?.replace(/-\d+$/, "") || undefined;

const fieldsOf = (raw: Buffer) => Object.fromEntries(new URLSearchParams(raw.toString("utf8")));

const PAID = new Set(["VALID", "VALIDATED"]);

function fee({ amount, store_amount }: Paid): string | undefined {
  const [gross, net] = [amount, store_amount].map((said) => readableMoney(said, DIGITS));
  return gross && net && gross > net ? formatMoney(subtract(gross, net), DIGITS) : undefined;
}

function confirmed(one: Paid, fallback: string | undefined): Confirmed | "UNKNOWN" {
  const payment_ref = one.bank_tran_id ?? fallback;
  if (one.amount == null || !payment_ref) return "UNKNOWN";
  const is_risky = String(one.risk_level ?? "0") !== "0";
  const state = PAID.has(one.status)
    ? is_risky
      ? "HELD"
      : "PAID"
    : one.status === "PENDING"
      ? "PENDING"
      : "FAILED";
  return {
    state,
    amount: one.amount,
    currency: (one.currency_type ?? one.currency ?? "BDT").toUpperCase(),
    payment_ref,
    intent_number: intentOf(one.tran_id),
    fee: fee(one),
    ...(one.tran_date ? { occurred_at: localMoment(one.tran_date, DHAKA_HOURS) } : {}),
  };
}

const secretsOf = ({ credentials }: AccountInUse) =>
  new URLSearchParams({
    store_id: credentials.store_id ?? "",
    store_passwd: credentials.store_password ?? "",
    v: "1",
    format: "json",
  });

async function ofTransaction(query: Readonly<Record<string, string>>, account: AccountInUse) {
  const search = secretsOf(account);
  for (const [name, value] of Object.entries(query)) search.set(name, value);
  return account.call({
    method: "GET",
    url: `${account.base_url}/validator/api/merchantTransIDvalidationAPI.php?${search}`,
  });
}

export const sslcommerz: GatewayAdapter = {
  provider: "SSLCOMMERZ",
  title: "SSLCommerz",
  live_url: "https://securepay.sslcommerz.com",
  test_url: "https://sandbox.sslcommerz.com",
  credentials: ["store_id", "store_password"],
  authentic_by: "verify_sign (MD5 by the store password), and the validation API always",
  trust: ["SIGNATURE"],
  always_confirms: true,
  verify({ raw }, { credentials }) {
    const fields = fieldsOf(raw);
    const named = (fields.verify_key ?? "").split(",").filter((name) => name && name !== "store_passwd");
    if (named.length === 0) return "BAD_SIGNATURE";
    const signed: [string, string][] = named.map((name) => [name, fields[name] ?? ""]);
    signed.push(["store_passwd", md5(credentials.store_password ?? "")]);
    const text = signed
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join("&");
    return isSameText((fields.verify_sign ?? "").toLowerCase(), md5(text)) ? "VERIFIED" : "BAD_SIGNATURE";
  },
  parse({ raw, received_at }) {
    const one = paid.parse(fieldsOf(raw));
    const payment_ref = one.bank_tran_id || one.tran_id;
    if (!payment_ref || one.amount == null) throw new Error("An IPN without a transaction");
    return [
      {
        event_id: one.val_id || `${payment_ref}:${one.status}`,
        payment_ref,
        kind: PAID.has(one.status) ? "PAYMENT" : one.status === "PENDING" ? "PENDING" : "FAILED",
        amount: one.amount,
        currency: (one.currency_type ?? one.currency ?? "BDT").toUpperCase(),
        intent_number: intentOf(one.tran_id),
        provider_ref: one.val_id ?? undefined,
        fee: fee(one),
        occurred_at: one.tran_date ? localMoment(one.tran_date, DHAKA_HOURS) : received_at,
      },
    ];
  },
  async start(intent, { call, base_url, credentials, callback_url }) {
    const form = new URLSearchParams({
      store_id: credentials.store_id ?? "",
      store_passwd: credentials.store_password ?? "",
      total_amount: intent.amount,
      currency: intent.currency,
      tran_id: intent.attempt === 1 ? intent.intent_number : `${intent.intent_number}-${intent.attempt}`,
      success_url: intent.return_url,
      fail_url: intent.return_url,
      cancel_url: intent.return_url,
      ipn_url: callback_url,
      cus_name: intent.payer_name,
      cus_email: intent.payer_email ?? "customer@example.invalid",
      cus_phone: intent.phone ?? "",
      cus_add1: "-",
      cus_city: "-",
      cus_country: "Bangladesh",
      shipping_method: "NO",
      product_name: intent.description,
      product_category: "Internet",
      product_profile: "non-physical-goods",
      value_a: intent.intent_number,
    });
    const answer = await call({
      method: "POST",
      url: `${base_url}/gwprocess/v4/api.php`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    });
    const made = readAnswer(
      z.looseObject({
        status: z.string(),
        failedreason: z.string().nullish(),
        sessionkey: z.string().nullish(),
        GatewayPageURL: z.string().nullish(),
      }),
      answer,
    );
    if (made.status !== "SUCCESS" || !made.GatewayPageURL || !made.sessionkey) {
      throw new GatewayDeclined(made.status, made.failedreason ?? made.status);
    }
    return { redirect_url: made.GatewayPageURL, provider_ref: made.sessionkey };
  },
  async confirm({ payment_ref, intent_number, provider_ref }, account) {
    if (payment_ref && provider_ref) {
      const search = secretsOf(account);
      search.set("val_id", provider_ref);
      const answer = await account.call({
        method: "GET",
        url: `${account.base_url}/validator/api/validationserverAPI.php?${search}`,
      });
      const one = readAnswer(paid, answer);
      return one.status === "INVALID_TRANSACTION" ? "UNKNOWN" : confirmed(one, payment_ref);
    }
    const query: Readonly<Record<string, string>> | null = provider_ref
      ? { sessionkey: provider_ref }
      : intent_number
        ? { tran_id: intent_number }
        : null;
    if (!query) return "UNKNOWN";
    const answer = await ofTransaction(query, account);
    const found = readAnswer(
      paid.extend({ status: z.string().nullish(), element: z.array(paid).nullish() }),
      answer,
    );
    const all = found.element ?? (found.status ? [{ ...found, status: found.status }] : []);
    const one = all.find(({ status }) => PAID.has(status)) ?? all.at(-1);
    return one ? confirmed(one, one.tran_id ?? undefined) : "UNKNOWN";
  },
  async refund({ payment_ref, amount, reason, id }, account) {
    const answer = await ofTransaction(
      {
        bank_tran_id: payment_ref,
        refund_amount: amount,
        refund_remarks: reason,
        refe_id: id,
        refund_trans_id: id,
      },
      account,
    );
    const made = readAnswer(z.looseObject({ APIConnect: z.string(), status: z.string().nullish() }), answer);
    if (made.APIConnect !== "DONE") return { state: "FAILED" };
    return {
      state: made.status === "success" ? "SUCCEEDED" : made.status === "processing" ? "SENT" : "FAILED",
    };
  },
  async test(account) {
    const answer = await ofTransaction({ tran_id: "LASTMILE-TEST" }, account);
    const { APIConnect } = readAnswer(z.looseObject({ APIConnect: z.string() }), answer);
    if (APIConnect !== "DONE")
      throw new GatewayDeclined(APIConnect, "The store and its password are not accepted");
  },
};
