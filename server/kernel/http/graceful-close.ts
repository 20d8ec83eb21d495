// Lets the requests that are under way finish before the server closes (contract §6); event streams, which have no end, are cut.
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Failure } from "../../../shared/kernel/failure.ts";

/** Longer than any request waits on purpose (`Prefer: wait=30`), so that only a stuck one is cut. */
const LIMIT_MS = 32_000;
const LOOK_AGAIN_MS = 20;
/** By when the server that takes this one's place may answer. */
const RETRY_SECONDS = 5;

const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader("content-type") ?? "").startsWith("text/event-stream");

/** Register before any route. While the server closes, new requests are refused: Fastify's own refusal is not the contract's. */
export function finishRequests(app: FastifyInstance): void {
  const underWay = new Set<FastifyReply>();
  let closing = false;
  app.addHook("onRequest", (_request, reply, done) => {
    if (closing)
      return done(
        new Failure("UNAVAILABLE", "The server is stopping", { extra: { retry_after: RETRY_SECONDS } }),
      );
    underWay.add(reply);
    reply.raw.once("close", () => underWay.delete(reply));
    done();
  });
  app.addHook("preClose", async () => {
    closing = true;
    const end = performance.now() + LIMIT_MS;
    while ([...underWay].some((reply) => !isEventStream(reply)) && performance.now() < end)
      await pause(LOOK_AGAIN_MS);
  });
}
