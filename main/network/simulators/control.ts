// A tiny HTTP door to a running simulator, so that faults can be given from outside its process.
import { createServer, type IncomingMessage } from "node:http";
import { z } from "zod";
import type { Fault } from "./faults.ts";
import { actOnOlts } from "./olt/control.ts";
import type { OltSimulator } from "./olt/olt.ts";
import type { RouterSimulator } from "./router.ts";

const scope = { command: z.string().optional(), times: z.number().int().positive().optional() };
const milliseconds = z.number().int().min(0);
const fault: z.ZodType<Fault> = z.discriminatedUnion("kind", [
  z.strictObject({ ...scope, kind: z.literal("silent") }),
  z.strictObject({ ...scope, kind: z.literal("cut"), after_bytes: z.number().int().min(0).optional() }),
  z.strictObject({ ...scope, kind: z.literal("reset"), after_bytes: z.number().int().min(0).optional() }),
  z.strictObject({ ...scope, kind: z.literal("fatal"), message: z.string().optional() }),
  z.strictObject({ ...scope, kind: z.literal("delay"), ms: milliseconds }),
  z.strictObject({ ...scope, kind: z.literal("late"), ms: milliseconds }),
  z.strictObject({
    ...scope,
    kind: z.literal("split"),
    at: z.number().int().min(0).optional(),
    every: z.number().int().positive().optional(),
  }),
  z.strictObject({
    ...scope,
    kind: z.literal("trap"),
    message: z.string(),
    category: z.number().int().optional(),
    without_done: z.boolean().optional(),
  }),
  z.strictObject({ ...scope, kind: z.literal("unknown_reply"), word: z.string().optional() }),
  z.strictObject({ ...scope, kind: z.literal("no_ret") }),
  z.strictObject({ ...scope, kind: z.literal("no_rows") }),
]);
const cpe = z.strictObject({ username: z.string(), on: z.boolean() });

async function body(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8") || "null");
}

async function act(
  simulator: RouterSimulator,
  route: string,
  request: IncomingMessage,
): Promise<object | null> {
  switch (route) {
    case "GET /state":
      return {
        secrets: simulator.secrets(),
        profiles: simulator.profiles(),
        sessions: simulator.sessions(),
        faults: simulator.faults.list(),
        writes: simulator.writes,
        printed: simulator.printed,
        commands: Object.fromEntries(simulator.commands),
      };
    case "POST /faults":
      simulator.faults.add(fault.parse(await body(request)));
      return simulator.faults.list();
    case "DELETE /faults":
      simulator.faults.clear();
      return [];
    case "POST /cpe": {
      const { username, on } = cpe.parse(await body(request));
      simulator.setCpe(username, on);
      return {};
    }
    case "POST /down":
      await simulator.down();
      return {};
    case "POST /up":
      await simulator.up();
      return {};
    default:
      return null;
  }
}

/** Listens on loopback only. */
export async function startControl(
  simulator: RouterSimulator,
  port: number,
  olts: readonly OltSimulator[] = [],
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = (status: number, value: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    const { method = "", url = "" } = request;
    const acted = url.startsWith("/olts")
      ? actOnOlts(olts, method, url, () => body(request))
      : act(simulator, `${method} ${url}`, request);
    acted.then(
      (value) => (value === null ? answer(404, { error: "no such route" }) : answer(200, value)),
      (error: Error) => answer(400, { error: error.message }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const actual = address !== null && typeof address === "object" ? address.port : port;
  return {
    url: `http://127.0.0.1:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
