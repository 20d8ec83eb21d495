// Somebody between a computer and the server: an HTTP proxy that answers some calls itself, or keeps what streams bring.
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What is done with a call: passed on, answered with a page of this status, or its answer's body kept for ever. */
type Rule = "pass" | "keep" | { readonly page: number };

export interface Between {
  /** Address for HTTP clients: http://127.0.0.1:<port>. */
  readonly url: string;
  /** The bytes of each body that came for a procedure whose path ends so. */
  bodies(end: string): readonly number[];
  /** @param rule told the path without its query and the body's length in bytes. */
  rule(rule: (path: string, bytes: number) => Rule): void;
  close(): Promise<void>;
}

async function bodyOf(asked: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of asked) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function pass(asked: IncomingMessage, body: Buffer, answer: ServerResponse, port: number, keep: boolean) {
  const { method, url: path, headers } = asked;
  const onward = request({ host: "127.0.0.1", port, method, path, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    answer.flushHeaders();
    if (keep) got.resume();
    else got.pipe(answer);
    got.on("error", () => answer.destroy());
  });
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  onward.end(body);
}

/** Listens on a free loopback port before the server on `port`. */
export async function startBetween(port: number): Promise<Between> {
  let rule: (path: string, bytes: number) => Rule = () => "pass";
  const seen: { path: string; bytes: number }[] = [];
  const server = createServer(async (asked, answer) => {
    const [path = ""] = (asked.url ?? "").split("?");
    const body = await bodyOf(asked);
    seen.push({ path, bytes: body.length });
    const how = asked.method === "OPTIONS" ? "pass" : rule(path, body.length);
    if (how === "pass" || how === "keep") return pass(asked, body, answer, port, how === "keep");
    answer.writeHead(how.page, { "content-type": "text/html", "access-control-allow-origin": "*" });
    answer.end("<html><body><h1>Not from here</h1></body></html>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies: (end) => seen.filter(({ path }) => path.endsWith(end)).map(({ bytes }) => bytes),
    rule(next) {
      rule = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
