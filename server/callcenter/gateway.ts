// One POST to a telephony gateway, and what it makes of the call.
import { type CallTrouble, type GatewayAnswer, gatewayAnswer } from "../../shared/callcenter/index.ts";
import { callOut, type OutgoingAnswer, wishedWait } from "../kernel/outgoing/call.ts";
import type { OutgoingGuard } from "../kernel/outgoing/guard.ts";
import { troubleOfLine } from "../kernel/outgoing/trouble.ts";

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

function readReport({ body }: OutgoingAnswer): GatewayAnswer {
  try {
    return gatewayAnswer.parse(JSON.parse(body.toString("utf8")));
  } catch {
    // Gateways say what they like; that the call is taken is said by the status.
    return { disposition: null, duration_seconds: 0 };
  }
}

function judge(answer: OutgoingAnswer): Placed {
  const { status } = answer;
  if (status >= 200 && status < 300) return { outcome: "TAKEN", report: readReport(answer) };
  const later = status >= 500 || status === 408 || status === 429;
  return later
    ? { outcome: "FAILED", error: "GATEWAY_TROUBLE", wait_ms: wishedWait(answer) }
    : { outcome: "REFUSED", error: "DECLINED" };
}

const authorization = (credentials: string) =>
  credentials.includes(" ") ? credentials : `Bearer ${credentials}`;

/** Asks the gateway to make a call. The id is the call's own, however often it is asked for. */
export async function placeCall(gateway: Gateway, id: string, call: object): Promise<Placed> {
  const { api_endpoint, credentials, guard, answer_seconds } = gateway;
  try {
    const answer = await callOut(guard, {
      url: api_endpoint,
      headers: {
        "content-type": "application/json",
        "idempotency-key": id,
        ...(credentials ? { authorization: authorization(credentials) } : {}),
      },
      body: JSON.stringify({ id, ...call }),
      within_ms: answer_seconds * 1_000,
    });
    return judge(answer);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const kind = troubleOfLine(error);
    // Another try would be refused as well.
    if (kind === "ADDRESS_NOT_ALLOWED") return { outcome: "REFUSED", error: kind };
    return { outcome: "FAILED", error: kind, wait_ms: 0 };
  }
}
