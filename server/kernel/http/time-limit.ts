// How long a request may take. Fastify's own limit (`handlerTimeout`) makes an AbortController for each request and aborts it at
// the end, which nothing here listens to: it was a thirtieth of a server's processor time.
import type { FastifyInstance } from "fastify";
import { Failure } from "../../../shared/kernel/failure.ts";

/**
 * A request whose database connection died at the wrong moment may never hear back from the driver. It is answered 503
 * then; whether it was done is told by its idempotency key. Longer than the longest wait for a device (30 s).
 */
const USUAL_MS = 60_000;
/** For what works through a whole tenant while the caller waits. */
export const LONG_MS = 900_000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** After which the caller is answered 503, in milliseconds; where it is left out, a minute. */
    time_limit?: number;
  }
}

/** Register before any route. Whoever passes the door waits for the database: a stream has no end, and files have no database. */
export function limitTime(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { access, time_limit = USUAL_MS } = request.routeOptions.config;
    if (access && !access.is_stream) {
      const timer = setTimeout(() => {
        if (!reply.sent)
          reply.send(new Failure("UNAVAILABLE", "This takes too long: look whether it was done"));
      }, time_limit);
      reply.raw.once("close", () => clearTimeout(timer));
    }
    done();
  });
}
