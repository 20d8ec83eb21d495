// `npm start`: the whole product on one machine, with nothing else installed: simulated router and OLT, server with demo data,
// network agent, and the desktop app (in Electron, or in a browser where Electron can't be had).
import { resolve } from "node:path";
import { createAgent } from "./agent.ts";
import { agentId } from "./agent-id.ts";
import { buildRenderer } from "./demo/build.ts";
import { openDesktop } from "./demo/desktop.ts";
import { startDemoOlt } from "./demo/olt.ts";
import { connectDemoRouter, DEMO_ROUTER_USER } from "./demo/router.ts";
import { startDemoServer } from "./demo/server.ts";
import { createServerLink } from "./network/server-link.ts";
import { startRouterSimulator } from "./network/simulators/router.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  let stopping = false;
  const data_dir = resolve(process.env.LASTMILE_DATA_DIR || ".data");
  // Beside the server's start, which waits for the disk at first.
  const built = buildRenderer(say);
  // Its failure is told once the server, which has to be stopped then, is up.
  built.catch(() => undefined);
  const router = await startRouterSimulator({ host: "127.0.0.1", port: 0, users: [DEMO_ROUTER_USER] });
  say(`Simulated MikroTik router on ${router.host}:${router.port}`);
  const server = await startDemoServer(data_dir, say);
  await built.catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  say(`Server on ${server.url}   API: ${server.url}/api/v1   reference: ${server.url}/docs`);
  const demo = await connectDemoRouter(server.url, data_dir, router.port);
  const olt = await startDemoOlt(server.url, router);
  if (olt) say(`Simulated Huawei OLT on ${olt.host}:${olt.port}`);
  const link = createServerLink({ url: server.url, token: demo.agent_token });
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
  say("Network agent running");
  demo
    .bringInLine()
    .catch(
      (error: Error) => stopping || say(`The simulated router was not brought in line: ${error.message}`),
    );
  const desktop = await openDesktop(server.url, say);
  say("");
  say(
    "Sign in as counter, password counter-demo (tenant demo). Others: admin, tech; other-admin (tenant other); each",
  );
  say("password is the username followed by -demo. Ctrl+C stops everything.");

  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    say("Stopping…");
    desktop?.kill();
    await agent.stop();
    await server.stop();
    await router.close();
    await olt?.close();
    process.exit(code);
  };
  process.on("SIGINT", () => void stop(0));
  process.on("SIGTERM", () => void stop(0));
  server.ended.then(
    (code) => void stop(code),
    () => void stop(1),
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
