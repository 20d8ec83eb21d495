// `npm start`: the whole product on one machine, with nothing else installed: simulated router and OLT, server with demo data,
// network agent, and the desktop app (in Electron, or in a browser where Electron can't be had).
import { resolve } from "node:path";
import { createAgent } from "../agent.ts";
import { agentId } from "../agent-id.ts";
import { createServerLink } from "../network/server-link.ts";
import { startRouterSimulator } from "../network/simulators/router.ts";
import { buildRenderer } from "./build.ts";
import { openDesktop } from "./desktop.ts";
import { startDemoOlt } from "./olt.ts";
import { connectDemoRouter, DEMO_ROUTER_USER } from "./router.ts";
import { startDemoServer } from "./server.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What runs, ended in the opposite order of its start. */
const running: (() => unknown)[] = [];
let stopping = false;
let is_up = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  say(is_up ? "Stopping…" : "Stopping… once what has begun is done");
  for (const end of running.reverse()) await end();
  process.exit(code);
}

async function main(): Promise<void> {
  const data_dir = resolve(process.env.LASTMILE_DATA_DIR || ".data");
  // Beside the server's start, which waits for the disk at first.
  const built = buildRenderer(say);
  // Its failure is told once the server is up.
  built.catch(() => undefined);
  const router = await startRouterSimulator({ host: "127.0.0.1", port: 0, users: [DEMO_ROUTER_USER] });
  running.push(() => router.close());
  say(`Simulated MikroTik router on ${router.host}:${router.port}`);
  const server = startDemoServer(data_dir, say);
  running.push(() => server.stop());
  const url = await server.ready;
  is_up = true;
  server.ended.then(stop, () => stop(1));
  await built;
  say(`Server on ${url}   API: ${url}/api/v1   reference: ${url}/docs`);
  const demo = await connectDemoRouter(url, data_dir, router.port);
  const olt = await startDemoOlt(url, router);
  if (olt) {
    running.push(() => olt.close());
    say(`Simulated Huawei OLT on ${olt.host}:${olt.port}`);
  }
  const link = createServerLink({ url, token: demo.agent_token });
  const agent = createAgent({
    link,
    agent_id: await agentId(data_dir),
    name: "Demo office",
    allowLoopback: true,
    log: (level, message, fields) => {
      if (level !== "info") say(`Network agent: ${message} ${JSON.stringify(fields ?? {})}`);
    },
  });
  agent.start();
  running.push(() => agent.stop());
  say("Network agent running");
  demo
    .bringInLine()
    .catch(
      (error: Error) => stopping || say(`The simulated router was not brought in line: ${error.message}`),
    );
  const desktop = await openDesktop(url, say);
  running.push(() => desktop?.kill());
  say("");
  say(
    "Sign in as counter, password counter-demo (tenant demo). Others: admin, tech; other-admin (tenant other); each",
  );
  say("password is the username followed by -demo. Ctrl+C stops everything.");
}

// From the beginning on: who gives up while it starts leaves no server behind.
process.on("SIGINT", () => void stop(0));
process.on("SIGTERM", () => void stop(0));
main().catch((error: unknown) => {
  // What is being stopped fails.
  if (stopping) return;
  console.error(error instanceof Error ? error.message : error);
  void stop(1);
});
