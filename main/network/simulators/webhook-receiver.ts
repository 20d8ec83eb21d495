// A program that is told things by webhooks, to try them with: its page shows what came and whether its signature is right, and has
// it answer otherwise than a good program would.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { own } from "../../../shared/kernel/safe-lookup.ts";

const MOODS = ["200", "500", "410", "302", "slowly", "never"] as const;
type Mood = (typeof MOODS)[number];

const KEPT = 100;
const SLOW_MS = 10_000;
/** The Standard Webhooks' own: older ones may be sent again by somebody else. */
const STALE_SECONDS = 300;

interface Told {
  at: Date;
  headers: IncomingHttpHeaders;
  body: string;
  verdict: "right" | "wrong" | "too old" | "not looked at";
}

/** Whether a delivery was signed with the secret, lately. */
function verdictOf(secret: string, headers: IncomingHttpHeaders, body: string): Told["verdict"] {
  if (secret === "") return "not looked at";
  const [id, seconds] = [String(headers["webhook-id"]), String(headers["webhook-timestamp"])];
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest();
  const isSigned = String(headers["webhook-signature"])
    .split(" ")
    .map((one) => Buffer.from(one.replace(/^v1,/, ""), "base64"))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!isSigned) return "wrong";
  return Math.abs(Date.now() / 1_000 - Number(seconds)) > STALE_SECONDS ? "too old" : "right";
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => own(ENTITIES, sign) ?? sign);

function page(told: readonly Told[], mood: Mood, secret: string): string {
  const moods = MOODS.map(
    (one) =>
      `<button name="mood" value="${one}"${one === mood ? ' aria-pressed="true"' : ""}>${one}</button>`,
  );
  const rows = told.map(
    ({ at, headers, body, verdict }) =>
      `<li><b>${at.toISOString()}</b> signature ${verdict}<br><code>${escaped(String(headers["webhook-id"]))}</code><pre>${escaped(body)}</pre></li>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Webhook receiver</title>
<style>body{font:16px system-ui;margin:2rem;max-width:70rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}[aria-pressed]{font-weight:bold}</style>
<h1>Webhook receiver</h1><p>Endpoint address: this page's address followed by <code>hook</code></p>
<form method="post" action="/mood"><p>Answer: ${moods.join(" ")}</p></form>
<form method="post" action="/secret"><p><label>Secret <input name="secret" size="60" value="${escaped(secret)}"></label> <button>Verify with it</button></p></form>
<h2>What came (${told.length})</h2><ol reversed>${rows.join("")}</ol></html>`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function answer(response: ServerResponse, mood: Mood): void {
  if (mood === "never") return;
  if (mood === "slowly") return void setTimeout(() => response.end("late"), SLOW_MS);
  const headers = mood === "302" ? { location: "http://169.254.169.254/" } : {};
  response.writeHead(Number(mood), headers).end(mood);
}

/** @returns the address of its page; deliveries go to `hook` below it. */
export async function startWebhookReceiver(
  host: string,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const told: Told[] = [];
  let mood: Mood = "200";
  let secret = "";
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    const form = new URLSearchParams(body);
    if (request.method === "POST" && request.url === "/hook") {
      told.unshift({
        at: new Date(),
        headers: request.headers,
        body,
        verdict: verdictOf(secret, request.headers, body),
      });
      told.length = Math.min(told.length, KEPT);
      return answer(response, mood);
    }
    if (request.method === "POST") {
      mood = MOODS.find((one) => one === form.get("mood")) ?? mood;
      secret = form.get("secret")?.trim() ?? secret;
      return void response.writeHead(303, { location: "/" }).end();
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(told, mood, secret));
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const at = server.address();
  const taken = at !== null && typeof at === "object" ? at.port : port;
  return {
    url: `http://${host}:${taken}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
