// An agent that looks at a hundred routers at the same moment: whether its thread stays free for everything else.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createAgent } from "../../../main/agent.ts";
import type { ServerLink } from "../../../main/network/server-link.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { RouterAccess } from "../../../shared/network/agent-wire.ts";
import type { Finding } from "../harness/row.ts";
import { timed } from "../harness/statistics.ts";
import { startSimulators } from "../simulators.ts";

const ROUTERS = 100;
const SUBSCRIBERS = 100;
const LOOKS = 5;
const POLL_SECONDS = 2;

/** A server that tells of the routers and counts what is seen of them. */
function linkTo(routers: readonly RouterAccess[], seen: () => void): ServerLink {
  const nothing = async () => ({ accepted: true });
  return {
    hello: async () => ({
      routers: [...routers],
      watched_elsewhere: [],
      poll_seconds: POLL_SECONDS,
      olts: [],
      olts_watched_elsewhere: [],
      olt_poll_seconds: 60,
    }),
    lease: async () => ({ jobs: [], olt_jobs: [] }),
    answer: async () => ({ wanted: false }),
    renew: nothing,
    report: nothing,
    snapshot: nothing,
    observe: async ({ status }) => {
      if (status === "ONLINE") seen();
      return { watch: true };
    },
    observeOlt: async () => ({ watch: true }),
    onWake: (_agent, listener) => {
      listener({ routers: true });
      return () => undefined;
    },
    close: () => undefined,
  };
}

export async function benchRoutersAtOnce(): Promise<Finding[]> {
  const simulators = await startSimulators({ routers: ROUTERS, subscribers: SUBSCRIBERS });
  const routers = simulators.routers.map(
    ({ host, port }, number): RouterAccess => ({
      id: newId(),
      name: `Router ${number}`,
      host,
      api_port: port,
      use_tls: false,
      tls_fingerprint: null,
      username: "lastmile",
      password: "lastmile-simulator",
      legacy_login: false,
      ros_version: null,
    }),
  );
  let looks = 0;
  let enough: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const link = linkTo(routers, () => {
    looks += 1;
    if (looks >= ROUTERS * LOOKS) enough();
  });
  const agent = createAgent({
    link,
    agent_id: newId(),
    name: "bench",
    allowLoopback: true,
    log: () => undefined,
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  try {
    delay.enable();
    agent.start();
    const ms = await timed(() => seen);
    delay.disable();
    const at = (share: number) => (delay.percentile(share) / 1e6).toFixed(1);
    return [
      {
        what: `${ROUTERS} routers looked at ${LOOKS} times at once in ${(ms / 1000).toFixed(1)} s: event-loop delay p50 ${at(50)} ms, longest ${(delay.max / 1e6).toFixed(0)} ms, p99`,
        value: delay.percentile(99) / 1e6,
        unit: " ms",
        goal: { at_most: 20 },
      },
    ];
  } finally {
    await agent.stop();
    await simulators.stop();
  }
}
