// A till that gives nothing up: whoever hears no success sends the same again, with the same key.
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "../../../shared/kernel/id.ts";
import type { Answer, Client } from "../server.ts";

/** As long as a desktop waits before it takes a connection for dead. */
const NO_ANSWER_MS = 10_000;
/** A moment between two tries, or the server that comes back has no processor for it. */
const AGAIN_MS = 50;

/**
 * The server, or what it works on, was away; or the first try is under way still, in a session of the database that does not know
 * of its server's end yet.
 */
const passes = ({ status, body }: Answer) =>
  status === 409 ? body.code === "IDEMPOTENCY_IN_PROGRESS" : [500, 502, 503].includes(status);

/**
 * Recharges for a customer until that is acknowledged, through whatever happens to the server; answers the recharge's id.
 * @throws the signal's reason once it is aborted.
 */
export async function rechargePersistently(
  owner: Client,
  customer_id: string,
  signal?: AbortSignal,
): Promise<string> {
  const request = { customer_id, amount: "10.00", validity_days: 1 };
  const key = newId();
  for (;;) {
    signal?.throwIfAborted();
    const answer = await Promise.race([
      owner.post("/recharges/", request, { "idempotency-key": key }).catch(() => null),
      pause(NO_ANSWER_MS, null, { ref: false }),
    ]);
    if (answer?.status === 201) return String(answer.body.id);
    if (answer && !passes(answer)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    await pause(AGAIN_MS);
  }
}
