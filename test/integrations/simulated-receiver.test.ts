// The receiver of `npm run simulate`: it shows what came and whether it is signed, and answers as it is told.

import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { startWebhookReceiver } from "../../main/network/simulators/webhook-receiver.ts";

it("What comes is shown with its signature's verdict, and answered as its page says", async () => {
  const receiver = await startWebhookReceiver("127.0.0.1", 0);
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const body = '{"type":"customer.created","data":{"name":"<b>Rahima</b>"}}';
  const send = (at: Date, by = secret) =>
    fetch(`${receiver.url}hook`, {
      method: "POST",
      body,
      redirect: "manual",
      headers: {
        "webhook-id": "msg_1",
        "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
        "webhook-signature": new Webhook(by).sign("msg_1", at, body),
      },
    });
  const tell = (path: string, form: Record<string, string>) =>
    fetch(`${receiver.url}${path}`, { method: "POST", body: new URLSearchParams(form) });
  await tell("secret", { secret });
  expect((await send(new Date())).status).toBe(200);
  await send(new Date(Date.now() - 600_000));
  await send(new Date(), `whsec_${Buffer.alloc(32, 8).toString("base64")}`);
  const page = await (await fetch(receiver.url)).text();
  expect(page.match(/signature (right|too old|wrong)/g)).toEqual([
    "signature wrong",
    "signature too old",
    "signature right",
  ]);
  expect(page).toContain("&lt;b&gt;Rahima");
  for (const mood of ["500", "410", "302"]) {
    await tell("mood", { mood });
    expect((await send(new Date())).status).toBe(Number(mood));
  }
  await tell("mood", { mood: "never" });
  const cut = new AbortController();
  const silent = fetch(`${receiver.url}hook`, { method: "POST", body, signal: cut.signal });
  setImmediate(() => cut.abort());
  await expect(silent).rejects.toThrow();
  await receiver.close();
});
