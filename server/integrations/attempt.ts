// One attempt at one delivery: may it be told, what is sent, what came back, what follows.
import { eventTypeNamed, TEST_TYPE } from "../../shared/integrations/index.ts";
import { rightToSee } from "../../shared/kernel/registry.ts";
import { callOut, wishedWait } from "../kernel/outgoing/call.ts";
import { troubleOfLine } from "../kernel/outgoing/trouble.ts";
import type { Services } from "../kernel/services.ts";
import { type Attempted, afterAttempt, isGivenUp } from "./attempt.rules.ts";
import {
  type Due,
  noteFailure,
  noteSuccess,
  type Outcome,
  type Receiver,
  settleDelivery,
} from "./deliveries.ts";
import { disableEndpoint } from "./disable.ts";
import { countDelivery } from "./figures.ts";
import { signedHeaders } from "./signing.ts";

/** From the name's lookup to the last byte of the answer. */
const ATTEMPT_MS = 15_000;
const HEAD_BYTES = 1_024;

export interface Target {
  tenant: string;
  endpoint: string;
  receiver: Receiver;
  secrets: readonly string[];
}

const UNTRIED: Omit<Outcome, "error"> = {
  ...{ status: "FAILED", next_ms: null, is_tried: false },
  ...{ response_status: null, response_head: null, duration_ms: null },
};

/** Whether the endpoint's role may see what it would be told. A test says nothing of any record. */
function isTold(type: string, { permissions }: Receiver): boolean {
  if (type === TEST_TYPE) return true;
  const known = eventTypeNamed(type);
  return known !== null && permissions.has(rightToSee(known.on));
}

/** What was answered, as far as it is kept: text that the database can hold. */
const headOf = (body: Buffer): string =>
  body.subarray(0, HEAD_BYTES).toString("utf8").replaceAll("\0", "\u{FFFD}");

async function send(
  { outgoing, webhook_retries }: Services,
  { receiver, secrets }: Target,
  due: Due & { body: string },
  signal: AbortSignal,
): Promise<{ outcome: Outcome; attempted: Attempted }> {
  const begun = performance.now();
  const follow = (status: number | null, wished_ms: number) =>
    afterAttempt({ status, wished_ms }, due.attempt + 1, webhook_retries, Math.random());
  const told = (
    attempted: Attempted,
    more: Pick<Outcome, "response_status" | "response_head" | "error">,
  ) => ({
    attempted,
    outcome: {
      ...{ status: attempted.status, next_ms: attempted.next_ms, is_tried: true },
      ...{ ...more, duration_ms: Math.round(performance.now() - begun) },
    },
  });
  try {
    const seconds = Math.floor(Date.now() / 1_000);
    const answer = await callOut(outgoing, {
      url: receiver.url,
      headers: {
        "content-type": "application/json",
        "user-agent": "Lastmile-Webhooks/1",
        ...signedHeaders(secrets, { id: `msg_${due.event}`, seconds, body: due.body }),
      },
      body: due.body,
      within_ms: ATTEMPT_MS,
      signal,
    });
    const attempted = follow(answer.status, wishedWait(answer));
    return told(attempted, {
      response_status: answer.status,
      response_head: headOf(answer.body),
      error: null,
    });
  } catch (error) {
    if (!(error instanceof Error) || signal.aborted) throw error;
    return told(follow(null, 0), { response_status: null, response_head: null, error: troubleOfLine(error) });
  }
}

/**
 * Tries a delivery and writes down what became of it.
 * @returns whether it arrived, and nothing is to be learnt of the endpoint.
 * @throws what the signal says, and where the database is away: then it is due as before.
 */
export async function attemptDelivery(
  services: Services,
  target: Target,
  due: Due,
  signal: AbortSignal,
): Promise<boolean> {
  const sql = services.db.platform;
  const { tenant, endpoint, receiver } = target;
  const { body } = due;
  if (body === null || !isTold(due.type, receiver)) {
    const error = body === null ? "UNKNOWN_TYPE" : "NOT_PERMITTED";
    await settleDelivery(sql, tenant, due.id, { ...UNTRIED, error });
    return true;
  }
  const { outcome, attempted } = await send(services, target, { ...due, body }, signal);
  countDelivery(attempted.status);
  await settleDelivery(sql, tenant, due.id, outcome);
  if (attempted.status === "SUCCEEDED") {
    await noteSuccess(sql, tenant, endpoint, receiver);
    return receiver.failing_since === null && !receiver.is_slow;
  }
  const failing = await noteFailure(sql, tenant, endpoint, { was: receiver, is_slow: attempted.is_slow });
  if (attempted.is_gone) await disableEndpoint(services, tenant, endpoint, "GONE");
  else if (failing && isGivenUp(failing.failing_since, failing.failures, new Date()))
    await disableEndpoint(services, tenant, endpoint, "FAILING");
  return false;
}
