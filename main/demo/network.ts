// The demo's network: a simulated router and OLT, and the agent that reaches them.
import { createAgent } from "../agent.ts";
import { agentId } from "../agent-id.ts";
import { createServerLink } from "../network/server-link.ts";
import { startRouterSimulator } from "../network/simulators/router.ts";
import { startDemoOlt } from "./olt.ts";
import { connectDemoRouter, DEMO_ROUTER_USER } from "./router.ts";

/** Whoever starts it: hears what happens, and keeps what ends each part, in the order of their starts. */
interface Starter {
  say(line: string): void;
  onStarted(end: () => unknown): void;
}

export interface DemoNetwork {
  /** Makes it the demo tenant's, once the server answers. @returns what brings the router to the tenant's state. */
  join(url: string, data_dir: string): Promise<{ bringInLine(): Promise<void> }>;
}

export async function startDemoNetwork({ say, onStarted }: Starter): Promise<DemoNetwork> {
  const router = await startRouterSimulator({ host: "127.0.0.1", port: 0, users: [DEMO_ROUTER_USER] });
  onStarted(() => router.close());
  say(`Simulated MikroTik router on ${router.host}:${router.port}`);
  return {
    async join(url, data_dir) {
      const demo = await connectDemoRouter(url, data_dir, router.port);
      const olt = await startDemoOlt(url, router);
      if (olt) {
        onStarted(() => olt.close());
        say(`Simulated Huawei OLT on ${olt.host}:${olt.port}`);
      }
      const agent = createAgent({
        link: createServerLink({ url, token: demo.agent_token }),
        agent_id: await agentId(data_dir),
        name: "Demo office",
        allowLoopback: true,
        log: (level, message, fields) => {
          if (level !== "info") say(`Network agent: ${message} ${JSON.stringify(fields ?? {})}`);
        },
      });
      agent.start();
      onStarted(() => agent.stop());
      say("Network agent running");
      return demo;
    },
  };
}
