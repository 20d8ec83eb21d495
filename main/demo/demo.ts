// `npm start`: the whole product on one machine, with nothing else installed: simulated router and OLT, server with demo data,
// network agent, and the desktop app (in Electron, or in a browser where Electron can't be had).
import { resolve } from "node:path";
import { buildRenderer } from "./build.ts";
import { openDesktop } from "./desktop.ts";
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
  const server = startDemoServer(data_dir, say);
  running.push(() => server.stop());
  // Beside the server's start: the app's build, and reading what the network is made of.
  const built = buildRenderer(say);
  // Their failures are told below.
  for (const waited of [built, server.ready]) waited.catch(() => undefined);
  const { startDemoNetwork } = await import("./network.ts");
  const network = await startDemoNetwork({ say, onStarted: (end) => running.push(end) });
  const url = await server.ready;
  is_up = true;
  server.ended.then(stop, () => stop(1));
  await built;
  say(`Server on ${url}   API: ${url}/api/v1   reference: ${url}/docs`);
  const { bringInLine } = await network.join(url, data_dir);
  bringInLine().catch(
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
