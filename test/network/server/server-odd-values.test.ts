// What a router says that no router can mean: it costs that value alone, not the look.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import type { OpenRouter } from "../../../main/network/driver.ts";
import { openRouterOs } from "../../../main/network/routeros/session.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { until } from "../helpers/fixtures.ts";
import { type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
let simulator: RouterSimulator;
let agent: Agent;
/** What the router says instead, by command and column. */
let odd: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
const logged: string[] = [];

const open: OpenRouter = async (access, options) => {
  const session = await openRouterOs(access, options);
  return {
    run: async (command, more) => {
      const reply = await session.run(command, more);
      return { ...reply, rows: reply.rows.map((row) => ({ ...row, ...odd[command] })) };
    },
    close: () => session.close(),
    get open() {
      return session.open;
    },
    local_address: session.local_address,
    dropped_replies: 0,
  };
};

beforeAll(async () => {
  fixture = await openNetworkFixture();
  simulator = await startRouterSimulator({ connect_delay_ms: 0 });
  agent = createAgent({
    link: createServerLink({ url: fixture.server.url, token: fixture.agentToken }),
    ...{ agent_id: newId(), name: "office", allowLoopback: true, open },
    log: (level, message, fields) => logged.push(JSON.stringify({ level, message, ...fields })),
    timings: { look_ms: 100, hello_ms: 200 },
  });
  agent.start();
});
afterAll(async () => {
  await agent.stop();
  await simulator.close();
  await fixture.server.stop();
});

test.each([
  ["a counter of bytes", { "/interface/print": { "rx-byte": String(2n ** 64n - 1n) } }],
  ["the load", { "/system/resource/print": { "cpu-load": "99999999999" } }],
  ["how long it has run", { "/system/resource/print": { uptime: "99999999999999w" } }],
  ["how long a session has lasted", { "/ppp/active/print": { uptime: "99999999999w" } }],
])(
  "An odd value for %s loses neither the sessions nor what else is seen of the router",
  async (_, values) => {
    odd = values;
    simulator.seed([{ name: `subscriber-${simulator.secrets().length}` }]);
    const [user] = simulator.users;
    const { host, port: api_port } = simulator;
    const { owner } = fixture.tenant;
    const place = { host, api_port, username: user?.username, password: user?.password };
    const router = await fixture.router(place);
    onTestFinished(() => owner.delete(`/routers/${router}/`).then(() => undefined));
    await until("the look", async () => (await owner.get(`/routers/${router}/`)).body.status === "ONLINE");
    await until(
      "the sessions",
      async () =>
        (await owner.get(`/user-sessions/?router=${router}`)).body.count === simulator.sessions().length,
    );
    expect(logged.filter((line) => line.includes("not delivered"))).toEqual([]);
  },
);
