// One POST to a telephony gateway, and what it makes of the call. No redirect is followed, and no address is called that no gateway may have.
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { type CallTrouble, type GatewayAnswer, gatewayAnswer } from "../../shared/callcenter/index.ts";
import type { OutgoingGuard } from "../kernel/http/outgoing-guard.ts";
import { troubleOfLine } from "../kernel/http/outgoing-trouble.ts";

const ANSWER_BYTES = 64_000;

export interface Gateway {
  api_endpoint: string;
  credentials: string | null;
  /** How long it may take over a call, from the first byte sent to the last one read. */
  answer_seconds: number;
  /** Where it may be. */
  guard: OutgoingGuard;
}

/** REFUSED: the gateway does not want this call, now or later. FAILED: it may take it another time. */
export type Placed =
  | { outcome: "TAKEN"; report: GatewayAnswer }
  | { outcome: "REFUSED"; error: CallTrouble }
  | { outcome: "FAILED"; error: CallTrouble; wait_ms: number };

/** The host of an http address, as it is connected to. */
export const hostOf = (endpoint: string): string => new URL(endpoint).hostname;

/** What is wrong with the way an address is written; null: nothing. Where it leads is judged by the guard. */
export function faultOfEndpoint(endpoint: string): string | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return "An address that begins with http:// or https://";
  return url.username || url.password
    ? "Give what it is opened with as credentials, not in the address"
    : null;
}

async function readReport(response: IncomingMessage): Promise<GatewayAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > ANSWER_BYTES) break;
    chunks.push(chunk);
  }
  response.destroy();
  try {
    return gatewayAnswer.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
  } catch {
    // Gateways say what they like; that the call is taken is said by the status.
    return { disposition: null, duration_seconds: 0 };
  }
}

/** In milliseconds; 0 where it does not say. */
function wishedWait({ headers }: IncomingMessage): number {
  const seconds = Number(headers["retry-after"]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0;
}

async function judge(response: IncomingMessage): Promise<Placed> {
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return { outcome: "TAKEN", report: await readReport(response) };
  response.destroy();
  const later = status >= 500 || status === 408 || status === 429;
  return later
    ? { outcome: "FAILED", error: "GATEWAY_TROUBLE", wait_ms: wishedWait(response) }
    : { outcome: "REFUSED", error: "DECLINED" };
}

const authorization = (credentials: string) =>
  credentials.includes(" ") ? credentials : `Bearer ${credentials}`;

/** Asks the gateway to make a call. The id is the call's own, however often it is asked for. */
export async function placeCall(gateway: Gateway, id: string, call: object): Promise<Placed> {
  const { api_endpoint, credentials, guard, answer_seconds } = gateway;
  if (guard.isRefused(hostOf(api_endpoint))) return { outcome: "REFUSED", error: "ADDRESS_NOT_ALLOWED" };
  const url = new URL(api_endpoint);
  const body = JSON.stringify({ id, ...call });
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked: ClientRequest = send(url, {
        method: "POST",
        agent: false,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "idempotency-key": id,
          ...(credentials ? { authorization: authorization(credentials) } : {}),
        },
        lookup: guard.lookup,
        signal: AbortSignal.timeout(answer_seconds * 1_000),
      });
      asked.once("response", resolve).once("error", reject);
      asked.end(body);
    });
    return await judge(response);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const kind = troubleOfLine(error);
    // Another try would be refused as well.
    if (kind === "ADDRESS_NOT_ALLOWED") return { outcome: "REFUSED", error: kind };
    return { outcome: "FAILED", error: kind, wait_ms: 0 };
  }
}
