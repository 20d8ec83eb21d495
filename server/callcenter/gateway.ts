// One POST to a telephony gateway, and what it makes of the call. No redirect is followed, and no address is called that no gateway may have.
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { type GatewayAnswer, gatewayAnswer } from "../../shared/callcenter/index.ts";
import { kindOfAddress } from "../../shared/kernel/outside/address.rules.ts";
import { guardedLookup } from "../kernel/guarded-lookup.ts";

const ANSWER_BYTES = 64_000;
const ELSEWHERE = "The gateway's name leads to an address that no gateway can have";

export interface Gateway {
  api_endpoint: string;
  credentials: string | null;
  /** How long it may take over a call, from the first byte sent to the last one read. */
  answer_seconds: number;
  /** Whether it may be at this very machine. */
  loopback: boolean;
}

/** REFUSED: the gateway does not want this call, now or later. FAILED: it may take it another time. */
export type Placed =
  | { outcome: "TAKEN"; report: GatewayAnswer }
  | { outcome: "REFUSED"; why: string }
  | { outcome: "FAILED"; why: string; wait_ms: number };

/** Why no gateway can be at this address; null: one can. Names are judged when they are resolved. */
export function refusedAddress(endpoint: string, loopback: boolean): string | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return "An address that begins with http:// or https://";
  if (url.username || url.password) return "Give what it is opened with as credentials, not in the address";
  const kind = kindOfAddress(url.hostname.replace(/^\[|\]$/g, ""));
  if (kind === "RESERVED") return "No gateway can be at this address: it is a reserved one";
  return kind === "LOOPBACK" && !loopback
    ? "This address is the server's own: no gateway can be there"
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

/** In milliseconds; nought where it does not say. */
function wishedWait({ headers }: IncomingMessage): number {
  const seconds = Number(headers["retry-after"]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0;
}

async function judge(response: IncomingMessage): Promise<Placed> {
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return { outcome: "TAKEN", report: await readReport(response) };
  response.destroy();
  const why = `The gateway answered ${status}`;
  const later = status >= 500 || status === 408 || status === 429;
  return later ? { outcome: "FAILED", why, wait_ms: wishedWait(response) } : { outcome: "REFUSED", why };
}

const authorization = (credentials: string) =>
  credentials.includes(" ") ? credentials : `Bearer ${credentials}`;

/** Asks the gateway to make a call. The id is the call's own, however often it is asked for. */
export async function placeCall(gateway: Gateway, id: string, call: object): Promise<Placed> {
  const { api_endpoint, credentials, loopback, answer_seconds } = gateway;
  const refused = refusedAddress(api_endpoint, loopback);
  if (refused) return { outcome: "REFUSED", why: refused };
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
        ...(isIP(url.hostname.replace(/^\[|\]$/g, "")) ? {} : { lookup: guardedLookup(loopback, ELSEWHERE) }),
        signal: AbortSignal.timeout(answer_seconds * 1_000),
      });
      asked.once("response", resolve).once("error", reject);
      asked.end(body);
    });
    return await judge(response);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    const why =
      name === "AbortError" || name === "TimeoutError"
        ? "did not answer in time"
        : `can't be reached (${code ?? name})`;
    return { outcome: "FAILED", why: `The gateway ${why}`, wait_ms: 0 };
  }
}
