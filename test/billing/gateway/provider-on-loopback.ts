// A provider's API on loopback that answers as its documentation shows, and keeps what it was asked.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { AccountInUse, InboundRequest, ProviderCall } from "../../../server/billing/gateway/adapter.ts";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** What is answered: a body, or a status with one; a list: one after the other, the last from then on. */
export type Answers = Record<string, unknown>;

const call: ProviderCall = async ({ url, ...request }) => {
  const answer = await fetch(url, { redirect: "manual", ...request });
  return { status: answer.status, body: await answer.text() };
};

/** Serves a provider's answers, by method and path, and answers an account with it. */
export async function providerOnLoopback(answers: Answers, account: Partial<AccountInUse>, at = "") {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://provider.invalid");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", headers } = request;
    asked.push({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: Buffer.concat(chunks).toString(),
    });
    const answer = answers[`${method} ${url.pathname}`];
    const said = typeof answer === "function" ? answer(asked.at(-1)) : answer;
    const text = typeof said === "string" ? said : JSON.stringify(said ?? { error: "unknown path" });
    response.writeHead(said === undefined ? 404 : 200, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const used: AccountInUse = {
    mode: "TEST",
    base_url: origin + at,
    credentials: {},
    trust: "SIGNATURE",
    allowed_addresses: [],
    currency: "BDT",
    callback_url: "https://isp.example/api/v1/callbacks/key/",
    call,
    now: new Date("2026-11-30T10:00:00Z"),
    ...account,
  };
  return { asked, account: used, origin };
}

/** What a provider sends and answers, as its documentation shows it. */
export const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8"));

export const RECEIVED = new Date("2026-11-30T10:00:00Z");

export const inbound = (
  body: string | Buffer,
  headers: Record<string, string> = {},
  address = "203.0.113.9",
): InboundRequest => ({
  ...{ method: "POST", raw: Buffer.from(body), headers, query: {}, address, received_at: RECEIVED },
});

export const START = {
  ...{ intent_number: "7KQ2M4XW9A", attempt: 1, amount: "100.00", currency: "BDT", phone: "+254 708 374149" },
  ...{ payer_name: "Rahim Uddin", description: "Internet", return_url: "https://isp.example/pay/t/return" },
  ...{ callback_url: "https://isp.example/cb", expires_at: new Date("2026-12-01T10:00:00Z") },
};

export const quiet: AccountInUse = {
  ...{
    mode: "TEST",
    base_url: "http://127.0.0.1:9",
    credentials: {},
    trust: "SIGNATURE",
    allowed_addresses: [],
  },
  ...{ currency: "USD", callback_url: "", now: RECEIVED },
  call: () => Promise.reject(new Error("Nobody is asked here")),
} as const;
