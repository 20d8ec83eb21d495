// What can't be read as a request, or does not say to whom it speaks: answered as every other error is (contract §1).
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { Failure, type FailureCode, invalid, toProblem } from "../../../../shared/kernel/failure.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";

/** What Node's parser stumbled over, by its code; anything else is no HTTP. */
const CODES: Readonly<Record<string, FailureCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
  HPE_HEADER_OVERFLOW: "HEAD_TOO_LARGE",
};

/** Answers on the connection itself, as there is no request, and ends it: where the next one would begin is unknown. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const code = own(CODES, error.code ?? "");
  const failure = code ? new Failure(code) : new Failure("VALIDATION", "This can't be read as a request");
  const problem = toProblem(failure, randomUUID());
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${problem.request_id}`,
    "Cache-Control: no-store",
    "Connection: close",
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** A name or an address, with or without a port (RFC 9112, 3.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const isHost = (name: string | undefined) => name?.toLowerCase() === "host";

/**
 * Refuses a request that names no host, more than one, or what is none: a proxy before the server may have believed
 * another one of them.
 */
export function refuseBadHosts(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { rawHeaders, httpVersion } = request.raw;
    const hosts = rawHeaders.flatMap((text, at) =>
      at % 2 === 1 && isHost(rawHeaders[at - 1]) ? [text] : [],
    );
    const [host] = hosts;
    if (hosts.length > 1) return done(invalid("host", "One Host header, and no more", "REPEATED"));
    if (host === undefined && httpVersion !== "1.1") return done();
    if (host === undefined) return done(invalid("host", "The Host header is missing", "REQUIRED"));
    done(HOST.test(host) ? undefined : invalid("host", "This is no host's name"));
  });
}
