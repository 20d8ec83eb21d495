// bKash against what its documentation and Amazon's show.
import { sign } from "node:crypto";
import { expect, it } from "vitest";
import { bkash, canonicalText } from "../../../server/billing/gateway/adapters/bkash.ts";
import { selfSignedCertificate } from "../../../server/billing/gateway/self-signed-certificate.ts";
import { fixture, inbound, providerOnLoopback, quiet, START } from "./provider-on-loopback.ts";

const said = fixture("bkash");
const AT = "/v1.2.0-beta";
const credentials = {
  app_key: "5nej5keguopj928ekcj3dne8p",
  app_secret: "secret",
  username: "testdemo",
  password: "test",
};

it("A bKash account is believed by the certificate of Amazon SNS, or a simulator's own, and of nobody else", async () => {
  const { certificate, key } = selfSignedCertificate("sns.amazonaws.com");
  const { account, origin } = await providerOnLoopback({ "GET /sns.pem": certificate }, { credentials });
  const notification = (url: string, version: "1" | "2" = "2") => {
    const message = {
      ...{ Type: "Notification" as const, MessageId: "22b80b92", Message: JSON.stringify(said.payment) },
      ...{
        TopicArn: "arn:aws:sns:ap-southeast-1:123456789012:MyTopic",
        Timestamp: "2012-05-02T00:54:06.655Z",
      },
      ...{ SignatureVersion: version, Signature: "", SigningCertURL: url },
    };
    const algorithm = version === "1" ? "RSA-SHA1" : "RSA-SHA256";
    const Signature = sign(algorithm, Buffer.from(canonicalText(message)), key).toString("base64");
    return { ...message, Signature };
  };
  const verdict = (message: object, of = account) => bkash.verify(inbound(JSON.stringify(message)), of);
  expect(await verdict(notification(`${origin}/sns.pem`))).toBe("VERIFIED");
  expect(await verdict(notification(`${origin}/sns.pem`, "1"))).toBe("VERIFIED");
  const changed = { ...notification(`${origin}/sns.pem`), Timestamp: "2013-05-02T00:54:06.655Z" };
  expect(await verdict(changed)).toBe("BAD_SIGNATURE");
  const elsewhere = [
    ...["http://sns.eu-west-1.amazonaws.com/a.pem", "https://sns.eu-west-1.amazonaws.com.evil.example/a.pem"],
    ...["https://evil.example/sns.eu-west-1.amazonaws.com/a.pem", "https://bucket.s3.amazonaws.com/a.pem"],
    "https://sns.eu-west-1.amazonaws.com@evil.example/a.pem",
  ];
  for (const url of elsewhere) expect(await verdict(notification(url)), url).toBe("BAD_SIGNATURE");
  // A LIVE account takes no certificate from its own base_url.
  expect(await verdict(notification(`${origin}/sns.pem`), { ...account, mode: "LIVE" })).toBe(
    "BAD_SIGNATURE",
  );
});

it("A bKash account answers a subscription at Amazon's own address alone", async () => {
  const { certificate, key } = selfSignedCertificate("sns.amazonaws.com");
  const answers = { "GET /sns.pem": certificate, "GET /": "ok" };
  const { account, asked, origin } = await providerOnLoopback(answers, { credentials });
  const subscription = (SubscribeURL: string) => {
    const message = {
      ...{ Type: "SubscriptionConfirmation" as const, MessageId: "165545c9", Token: "2336412f37" },
      ...{ Message: "You have chosen", TopicArn: "arn:aws:sns:us-west-2:123456789012:MyTopic", SubscribeURL },
      ...{ Timestamp: "2012-04-26T20:45:04.751Z", SignatureVersion: "2" as const, Signature: "" },
      SigningCertURL: `${origin}/sns.pem`,
    };
    const Signature = sign("RSA-SHA256", Buffer.from(canonicalText(message)), key).toString("base64");
    return inbound(JSON.stringify({ ...message, Signature }));
  };
  const attack = subscription("https://attacker.example/?Action=ConfirmSubscription");
  expect(await bkash.verify(attack, account)).toBe("BAD_SIGNATURE");
  expect(await bkash.verify(subscription(`${origin}/?Action=ConfirmSubscription`), account)).toBe(
    "HANDSHAKE",
  );
  expect(asked.filter(({ path }) => path === "/")).toHaveLength(1);
});

it("A bKash account tells a payment by its trxID, and by what the payer wrote", () => {
  const body = JSON.stringify({
    ...{ Type: "Notification", MessageId: "22b8", Message: JSON.stringify(said.payment), Timestamp: "" },
    ...{ TopicArn: "", SignatureVersion: "1", Signature: "", SigningCertURL: "" },
  });
  expect(bkash.parse(inbound(body), quiet)).toMatchObject([
    {
      ...{ event_id: "22b8", payment_ref: "4J420ANOXC", kind: "PAYMENT", amount: "100" },
      ...{ account_ref: "7KQ2M4XW9A", occurred_at: new Date("2018-04-19T06:22:46Z") },
    },
  ]);
});

it("A bKash account executes at the return; asks for the status where execute gave no answer, never otherwise", async () => {
  const of = (answers: Record<string, unknown>) => providerOnLoopback(answers, { credentials }, AT);
  const paths = (asked: readonly { path: string }[]) => asked.map(({ path }) => path.split("/").at(-1));
  const provider_ref = "TR0011ON1565154754797";
  const usual = await of(said.answers);
  expect(await bkash.start?.(START, usual.account)).toMatchObject({ provider_ref });
  const paid = { state: "PAID", payment_ref: "6H7801QFYM", amount: "100", intent_number: "7KQ2M4XW9A" };
  expect(await bkash.confirm?.({ provider_ref }, usual.account)).toMatchObject(paid);
  // One token does for both.
  expect(paths(usual.asked)).toEqual(["grant", "create", "execute"]);
  const execute = `POST ${AT}/tokenized/checkout/execute`;
  const status = `POST ${AT}/tokenized/checkout/payment/status`;
  const silent = await of({
    ...said.answers,
    [execute]: "<html>504</html>",
    [status]: said.answers[execute],
  });
  expect(await bkash.confirm?.({ provider_ref }, silent.account)).toMatchObject(paid);
  const early = { statusCode: "2056", statusMessage: "Invalid Payment State" };
  const waiting = await of({ ...said.answers, [execute]: early });
  expect(await bkash.confirm?.({ provider_ref }, waiting.account)).toMatchObject({ state: "PENDING" });
  expect(paths(waiting.asked)).toEqual(["grant", "execute"]);
});

it("A bKash account takes a new token once the old one is over", async () => {
  let grants = 0;
  const grant = `POST ${AT}/tokenized/checkout/token/grant`;
  const answer = () => {
    grants += 1;
    return { ...said.answers[grant], id_token: `token-${grants}`, expires_in: grants === 1 ? 0 : 3_600 };
  };
  const { account } = await providerOnLoopback({ ...said.answers, [grant]: answer }, { credentials }, AT);
  for (let time = 0; time < 3; time += 1) await bkash.confirm?.({ payment_ref: "4J420ANOXC" }, account);
  expect(grants).toBe(2);
});
