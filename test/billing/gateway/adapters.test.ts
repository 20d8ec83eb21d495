// Each provider against what its documentation shows: what proves a callback, what it says, and what is asked back.
import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { AccountInUse } from "../../../server/billing/gateway/adapter.ts";
import { hmac } from "../../../server/billing/gateway/adapters/hmac.ts";
import { mpesa } from "../../../server/billing/gateway/adapters/mpesa.ts";
import { razorpay } from "../../../server/billing/gateway/adapters/razorpay.ts";
import { sslcommerz } from "../../../server/billing/gateway/adapters/sslcommerz.ts";
import { stripe } from "../../../server/billing/gateway/adapters/stripe.ts";
import { fixture, inbound, providerOnLoopback, quiet, RECEIVED, START } from "./provider-on-loopback.ts";

const hmacHex = (secret: string, body: string) => createHmac("sha256", secret).update(body).digest("hex");

describe("Stripe", () => {
  const said = fixture("stripe");
  const own = {
    credentials: { secret_key: "sk", webhook_secret: "whsec_now", old_webhook_secret: "whsec_old" },
  };
  const account = { ...quiet, ...own };
  const signed = (body: string, secret = "whsec_now", at = RECEIVED) => {
    const t = Math.floor(at.getTime() / 1_000);
    return inbound(body, { "stripe-signature": `t=${t},v1=${hmacHex(secret, `${t}.${body}`)},v0=ignored` });
  };
  const body = JSON.stringify(said["checkout.session.completed"]);

  it("Stripe is believed by its present and its old secret, and by no other body, secret or time", () => {
    expect(stripe.verify(signed(body), account)).toBe("VERIFIED");
    expect(stripe.verify(signed(body, "whsec_old"), account)).toBe("VERIFIED");
    expect(stripe.verify(signed(body, "whsec_other"), account)).toBe("BAD_SIGNATURE");
    expect(stripe.verify(inbound(body), account)).toBe("BAD_SIGNATURE");
    const written_again = { ...signed(body), raw: Buffer.from(JSON.stringify(JSON.parse(body), null, 1)) };
    expect(stripe.verify(written_again, account)).toBe("BAD_SIGNATURE");
    expect(stripe.verify(signed(body, "whsec_now", new Date(RECEIVED.getTime() - 301_000)), account)).toBe(
      "STALE",
    );
    expect(stripe.verify(signed(body), { ...account, credentials: { webhook_secret: "" } })).toBe(
      "BAD_SIGNATURE",
    );
  });

  it("Stripe tells a payment by its payment_intent, and of a refund what came back this time", () => {
    expect(stripe.parse(signed(body), account)).toEqual([
      expect.objectContaining({
        ...{
          event_id: "evt_1NG8Du2eZvKYlo2CUI79vXWy",
          payment_ref: "pi_3MtwBwLkdIwHu7ix28a3tqPa",
          kind: "PAYMENT",
        },
        ...{ amount: "1200.00", currency: "USD", intent_number: "7KQ2M4XW9A" },
      }),
    ]);
    const refund = signed(JSON.stringify(said["charge.refunded"]));
    expect(stripe.parse(refund, account)).toMatchObject([{ kind: "REFUND", amount: "300.00" }]);
  });

  it("Stripe reads minor units with the currency's own digits", () => {
    const of = (currency: string) => {
      const event = structuredClone(said["checkout.session.completed"]);
      event.data.object.currency = currency;
      return stripe.parse(signed(JSON.stringify(event)), account)[0]?.amount;
    };
    expect([of("jpy"), of("usd"), of("kwd")]).toEqual(["120000", "1200.00", "120.000"]);
  });

  it("Stripe starts a session with our number in both places, and is asked for the payment", async () => {
    const { account: used, asked } = await providerOnLoopback(said.answers, own);
    const started = await stripe.start?.({ ...START, currency: "JPY", amount: "1200" }, used);
    expect(started?.redirect_url).toMatch(/^https:\/\/checkout\.stripe\.com/);
    const form = new URLSearchParams(asked[0]?.body);
    expect(form.get("client_reference_id")).toBe("7KQ2M4XW9A");
    expect(form.get("payment_intent_data[metadata][intent]")).toBe("7KQ2M4XW9A");
    expect(form.get("line_items[0][price_data][unit_amount]")).toBe("1200");
    expect(asked[0]?.headers["idempotency-key"]).toBe("7KQ2M4XW9A-1");
    const confirmed = await stripe.confirm?.({ payment_ref: "pi_3MtwBwLkdIwHu7ix28a3tqPa" }, used);
    expect(confirmed).toMatchObject({ state: "PAID", amount: "1200.00", currency: "USD" });
  });
});

describe("Razorpay", () => {
  const said = fixture("razorpay");
  const credentials = { webhook_secret: "now", old_webhook_secret: "old", key_id: "k", key_secret: "s" };
  const own = { currency: "INR", credentials };
  const account = { ...quiet, ...own };
  const signed = (event: unknown, secret = "now") => {
    const body = JSON.stringify(event);
    return inbound(body, { "x-razorpay-signature": hmacHex(secret, body), "x-razorpay-event-id": "evt_1" });
  };

  it("Razorpay is believed by the present and the old secret alone", () => {
    const of = (secret: string) => razorpay.verify(signed(said["payment_link.paid"], secret), account);
    expect([of("now"), of("old"), of("else"), of("")]).toEqual([
      "VERIFIED",
      "VERIFIED",
      "BAD_SIGNATURE",
      "BAD_SIGNATURE",
    ]);
  });

  it("Razorpay tells a paid link, an authorised payment as pending, a refund by its payment", () => {
    expect(razorpay.parse(signed(said["payment_link.paid"]), account)).toMatchObject([
      {
        event_id: "evt_1",
        payment_ref: "pay_FXLCVxVdl2P7jK",
        kind: "PAYMENT",
        amount: "1200.50",
        intent_number: "7KQ2M4XW9A",
        fee: "28.34",
      },
    ]);
    expect(razorpay.parse(signed(said["payment.authorized"]), account)).toMatchObject([
      { kind: "PENDING", amount: "1.00" },
    ]);
    expect(razorpay.parse(signed(said["refund.processed"]), account)).toMatchObject([
      {
        event_id: "rfnd_FS8SHw5Xj03hGK",
        payment_ref: "pay_FXLCVxVdl2P7jK",
        kind: "REFUND",
        amount: "500.00",
      },
    ]);
    expect(razorpay.parse(signed({ ...said["payment.authorized"], event: "order.paid" }), account)).toEqual(
      [],
    );
  });

  it("Razorpay makes a payment link in paisa, and confirms by the payment", async () => {
    const { account: used, asked } = await providerOnLoopback(said.answers, own);
    const started = await razorpay.start?.({ ...START, amount: "1200.50", currency: "INR" }, used);
    expect(started).toEqual({
      redirect_url: "https://rzp.io/i/nxrHnLJ",
      provider_ref: "plink_FXL6ZdlAYLUBtd",
    });
    expect(JSON.parse(asked[0]?.body ?? "")).toMatchObject({
      amount: 120050,
      reference_id: "7KQ2M4XW9A",
      notes: { intent: "7KQ2M4XW9A" },
    });
    const confirmed = await razorpay.confirm?.({ payment_ref: "pay_FXLCVxVdl2P7jK" }, used);
    expect(confirmed).toMatchObject({ state: "PAID", amount: "1200.50", currency: "INR" });
  });
});

describe("SSLCommerz", () => {
  const said = fixture("sslcommerz");
  const credentials = { store_id: "testbox", store_password: "qwerty" };
  const own = { currency: "BDT", credentials };
  const account = { ...quiet, ...own };
  const md5 = (text: string) => createHash("md5").update(text).digest("hex");
  const signed = (fields: Record<string, string>, password = "qwerty") => {
    const names = ["amount", "bank_tran_id", "currency", "status", "tran_id", "val_id"];
    const all: Record<string, string> = { ...fields, store_passwd: md5(password) };
    const text = [...names, "store_passwd"]
      .sort()
      .map((name) => `${name}=${all[name]}`)
      .join("&");
    return new URLSearchParams({ ...fields, verify_key: names.join(","), verify_sign: md5(text) }).toString();
  };

  it("SSLCommerz is believed by the fields that it names and the store's password", () => {
    const body = signed(said.ipn);
    expect(sslcommerz.verify(inbound(body), account)).toBe("VERIFIED");
    expect(sslcommerz.verify(inbound(body.replace("amount=1200.00", "amount=12000.00")), account)).toBe(
      "BAD_SIGNATURE",
    );
    expect(sslcommerz.verify(inbound(signed(said.ipn, "else")), account)).toBe("BAD_SIGNATURE");
    expect(sslcommerz.verify(inbound(new URLSearchParams(said.ipn).toString()), account)).toBe(
      "BAD_SIGNATURE",
    );
  });

  it("SSLCommerz finds our number behind the count of starts, and what the provider kept", () => {
    expect(sslcommerz.parse(inbound(signed(said.ipn)), account)).toMatchObject([
      {
        ...{ event_id: "151114130739MqCBNx5", payment_ref: "151114130739qq2SvTfP5Ck5mBE", kind: "PAYMENT" },
        ...{ amount: "1200.00", intent_number: "7KQ2M4XW9A", fee: "30.00" },
        occurred_at: new Date("2015-11-14T07:07:12Z"),
      },
    ]);
  });

  it("SSLCommerz counts VALID and VALIDATED alike, and holds what is risky", async () => {
    const at = "GET /validator/api/validationserverAPI.php";
    const ask = { payment_ref: "151114130739qq2SvTfP5Ck5mBE", provider_ref: "151114130739MqCBNx5" };
    const { account: used, asked } = await providerOnLoopback(said.answers, own);
    expect(await sslcommerz.confirm?.(ask, used)).toMatchObject({
      state: "PAID",
      amount: "1200.00",
      intent_number: "7KQ2M4XW9A",
    });
    expect(asked[0]?.query.get("val_id")).toBe("151114130739MqCBNx5");
    const risky = await providerOnLoopback({ [at]: { ...said.answers[at], risk_level: "1" } }, own);
    expect(await sslcommerz.confirm?.(ask, risky.account)).toMatchObject({ state: "HELD" });
    const none = await providerOnLoopback({ [at]: { status: "INVALID_TRANSACTION" } }, own);
    expect(await sslcommerz.confirm?.(ask, none.account)).toBe("UNKNOWN");
  });

  it("SSLCommerz starts a second time under a number of its own", async () => {
    const { account: used, asked } = await providerOnLoopback(said.answers, own);
    await sslcommerz.start?.(START, used);
    await sslcommerz.start?.({ ...START, attempt: 2 }, used);
    expect(asked.map(({ body }) => new URLSearchParams(body).get("tran_id"))).toEqual([
      "7KQ2M4XW9A",
      "7KQ2M4XW9A-2",
    ]);
  });
});

describe("M-Pesa", () => {
  const said = fixture("mpesa");
  const credentials = { consumer_key: "k", consumer_secret: "s", shortcode: "174379", passkey: "bfb279f9" };
  const own = { currency: "KES", credentials, trust: "CONFIRM" } as const;
  const account: AccountInUse = { ...quiet, ...own };

  it("M-Pesa proves nothing: it is confirmed by asking, or comes from an address that was named", () => {
    const body = inbound(JSON.stringify(said.c2b));
    expect(mpesa.verify(body, account)).toBe("CONFIRM_NEEDED");
    const named: AccountInUse = { ...account, trust: "ADDRESS", allowed_addresses: ["196.201.214.200"] };
    expect(mpesa.verify(body, named)).toBe("BAD_SIGNATURE");
    expect(mpesa.verify({ ...body, address: "196.201.214.200" }, named)).toBe("VERIFIED");
  });

  it("M-Pesa tells a push by its receipt, a cancelled one as failed, a paybill by what was typed", () => {
    expect(mpesa.parse(inbound(JSON.stringify(said.stk)), account)).toMatchObject([
      {
        payment_ref: "NLJ7RT61SV",
        kind: "PAYMENT",
        amount: "1200",
        occurred_at: new Date("2019-12-19T07:21:15Z"),
      },
    ]);
    expect(mpesa.parse(inbound(JSON.stringify(said["stk cancelled"])), account)).toMatchObject([
      { kind: "FAILED", provider_ref: "ws_CO_191220191020363925" },
    ]);
    expect(mpesa.parse(inbound(JSON.stringify(said.c2b)), account)).toMatchObject([
      {
        event_id: "RKTQDM7W6S",
        payment_ref: "RKTQDM7W6S",
        amount: "10",
        account_ref: "c00017",
        payer: "JOHN",
      },
    ]);
    expect(() => mpesa.parse(inbound('{"TransID":""}'), account)).toThrow();
  });

  it("M-Pesa pushes to a telephone in whole shillings, and finds a payment in its list", async () => {
    const { account: used, asked } = await providerOnLoopback(said.answers, own);
    expect(await mpesa.start?.(START, used)).toMatchObject({ provider_ref: "ws_CO_191220191020363925" });
    expect(JSON.parse(asked[1]?.body ?? "")).toMatchObject({
      Amount: 100,
      PhoneNumber: "254708374149",
      AccountReference: "7KQ2M4XW9A",
    });
    const found = await mpesa.confirm?.({ payment_ref: "NLJ7RT61SV" }, used);
    expect(found).toMatchObject({ state: "PAID", amount: "1200.00", currency: "KES" });
    expect(await mpesa.confirm?.({ payment_ref: "FORGED1234" }, used)).toBe("UNKNOWN");
  });
});

describe("A bridge of one's own", () => {
  const account = { ...quiet, credentials: { secret: "s3cret" } };
  const signed = (body: string, secret = "s3cret") =>
    inbound(body, { "x-signature": `sha256=${hmacHex(secret, body)}` });

  it("A bridge of one's own is believed by the HMAC of the body, and reads what POST /payments/events/ takes", () => {
    const body = JSON.stringify({
      event_id: 17,
      amount: 500,
      currency: "usd",
      account_ref: " C00017 ",
      intent_number: "7KQ2M4XW9A",
    });
    expect(hmac.verify(signed(body), account)).toBe("VERIFIED");
    expect(hmac.verify(signed(body, "other"), account)).toBe("BAD_SIGNATURE");
    expect(hmac.parse(signed(body), account)).toMatchObject([
      {
        event_id: "17",
        payment_ref: "17",
        kind: "PAYMENT",
        amount: "500",
        currency: "USD",
        account_ref: "C00017",
        intent_number: "7KQ2M4XW9A",
      },
    ]);
    expect(() => hmac.parse(signed('{"amount":1}'), account)).toThrow();
  });

  it("A bridge of one's own that numbers its events beyond what JavaScript keeps has each of them apart", () => {
    const said = ["12345678901234567890", "12345678901234567891"].map((id) =>
      hmac.parse(signed(`{"event_id": ${id}, "amount": 5}`), account),
    );
    expect(said).toMatchObject([
      [{ event_id: "12345678901234567890", payment_ref: "12345678901234567890" }],
      [{ event_id: "12345678901234567891", payment_ref: "12345678901234567891" }],
    ]);
  });
});
