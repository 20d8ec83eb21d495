// Headers that every answer carries, and which pages of other origins may call.
import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DESKTOP_ORIGIN } from "../../../shared/kernel/desktop/desktop-bridge.ts";
import { AS_OF_HEADER, PROTOCOL_HEADER } from "../../../shared/kernel/sync/protocol.ts";

const YEAR_SECONDS = 31_536_000;

/** What a page of another origin may read of an answer. */
const EXPOSED = [
  "ETag",
  "Idempotent-Replayed",
  "Retry-After",
  "Allow",
  "Content-Disposition",
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  AS_OF_HEADER,
  PROTOCOL_HEADER,
];

/** The API's answers: customers, money, tokens. The app's own files are kept as `web.ts` says. */
const isData = ({ routeOptions, is404 }: FastifyRequest) =>
  is404 || /^\/(api|trpc)\//.test(routeOptions.url ?? "");

/**
 * Tokens travel in a header and never in a cookie. Still the only callers in a browser are our own desktop and the origins that
 * the operator named: any web page could else try passwords and lock accounts of a server in its visitor's network.
 */
export async function protect(app: FastifyInstance, corsOrigins: readonly string[]): Promise<void> {
  await app.register(cors, {
    origin: [DESKTOP_ORIGIN, ...corsOrigins],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: EXPOSED,
    // A plain OPTIONS, which asks what there is, gets the same answer as a preflight.
    strictPreflight: false,
    maxAge: 600,
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("X-Request-Id", request.id);
    reply.header("X-Content-Type-Options", "nosniff");
    // Through a trusted proxy, too; over plain http a browser ignores it.
    if (request.protocol === "https") reply.header("Strict-Transport-Security", `max-age=${YEAR_SECONDS}`);
    if (!isData(request)) return done();
    const isStream = String(reply.getHeader("content-type") ?? "").startsWith("text/event-stream");
    reply.header("Cache-Control", isStream ? "no-store, no-transform" : "no-store");
    done();
  });
}
