// A telephony gateway on loopback that answers as a test says, and remembers what it was asked for.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface AskedCall {
  body: { id: string; phone_number: string; text: string };
  headers: IncomingHttpHeaders;
  at: number;
}

/** A status, with what is answered beside it; HANG: no answer at all. */
export type GatewayReply =
  | number
  | { status: number; body?: object; headers?: Record<string, string> }
  | "HANG";

export interface TestGateway {
  url: string;
  calls: AskedCall[];
  /** The ids that it was asked for. */
  ids(): string[];
  /** Resolves when it has been asked so often. */
  asked(times: number): Promise<void>;
  close(): Promise<void>;
}

export async function openGateway(
  reply: (call: AskedCall, earlier: number) => GatewayReply | Promise<GatewayReply>,
): Promise<TestGateway> {
  const calls: AskedCall[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const call = { body, headers: request.headers, at: Date.now() };
    const earlier = calls.filter((other) => other.body.id === body.id).length;
    calls.push(call);
    for (const look of waiting) look();
    const answer = await reply(call, earlier);
    if (answer === "HANG") return;
    const { status, body: said, headers = {} } = typeof answer === "number" ? { status: answer } : answer;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(said ? JSON.stringify(said) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls`,
    calls,
    ids: () => calls.map(({ body }) => body.id),
    asked: (times) =>
      new Promise((resolve) => {
        const look = () => {
          if (calls.length < times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
