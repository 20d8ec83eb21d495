// A program of a company's own that is told things: it keeps what comes, verifies it with the published library, and answers as told.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";

export interface Told {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  event: any;
}

type Answer = (response: ServerResponse, told: Told) => void;

export interface Receiver {
  url: string;
  port: number;
  told: Told[];
  /** What is verified with; empty: nothing is. */
  secrets: string[];
  /** What the library refused. */
  refused: string[];
  answer: Answer;
  ofType(type: string): Told[];
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end("answered");
  };

/** Never answers. */
export const silence: Answer = () => {};

const textOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

export async function startReceiver(path = "/hook"): Promise<Receiver> {
  const receiver: Receiver = {
    ...{ url: "", port: 0, told: [], secrets: [], refused: [], answer: status(200) },
    ofType: (type) => receiver.told.filter(({ event }) => event.type === type),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const told = {
        id: String(request.headers["webhook-id"]),
        headers: request.headers,
        body,
        event: JSON.parse(body),
      };
      receiver.told.push(told);
      for (const secret of receiver.secrets)
        try {
          new Webhook(secret).verify(body, textOf(request.headers));
        } catch (error) {
          receiver.refused.push(`${told.id}: ${error}`);
        }
      receiver.answer(response, told);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.port = (server.address() as { port: number }).port;
  receiver.url = `http://127.0.0.1:${receiver.port}${path}`;
  return receiver;
}
