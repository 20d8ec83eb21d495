// A restart has happened when the router is back with a fresh uptime, and is ordered once.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAgent } from "../../../main/agent.ts";
import type { OpenRouter } from "../../../main/network/driver.ts";
import { openRouterOs } from "../../../main/network/routeros/session.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { accessTo, job, until } from "../helpers/fixtures.ts";
import { TOKEN, WireServer } from "../helpers/wire-server.ts";

const cleanup: (() => Promise<unknown>)[] = [];
let server: WireServer;
let simulator: RouterSimulator;
beforeEach(async () => {
  server = new WireServer();
  await server.start();
  simulator = await startRouterSimulator({ connect_delay_ms: 0 });
  cleanup.push(
    () => server.stop(),
    () => simulator.close(),
  );
});
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

/** The restart that an agent made of the order. */
async function ordered(open: OpenRouter = openRouterOs) {
  const access = accessTo(simulator);
  server.routers.push(access);
  const agent = createAgent({
    link: createServerLink({ url: server.url, token: TOKEN }),
    agent_id: newId(),
    name: "office",
    log: () => undefined,
    allowLoopback: true,
    open,
    timings: { reboot_ms: 1_500, reboot_poll_ms: 50 },
  });
  agent.start();
  cleanup.push(() => agent.stop());
  await until("on-line", () => server.last(access.id)?.status === "ONLINE");
  return server.enqueue(job("REBOOT_ROUTER", {}, { router: access.id }));
}
const restarts = () => simulator.commands.get("/system/reboot") ?? 0;

test("A restart is reported when the router is back, not when it took the order", async () => {
  const queued = await ordered();
  await until("the order", () => restarts() === 1);
  await simulator.down();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(queued.status).toBe("LEASED");
  await simulator.up();
  await until("the report", () => queued.status === "SUCCEEDED");
  expect(restarts()).toBe(1);
});

test("A router that took the order and went on running is not said to have restarted, nor told to again", async () => {
  let orders = 0;
  const deaf: OpenRouter = async (access, options) => {
    const session = await openRouterOs(access, options);
    return {
      ...session,
      run: (command, more) => {
        if (command !== "/system/reboot") return session.run(command, more);
        orders += 1;
        return Promise.resolve({ rows: [], done: {} });
      },
      get open() {
        return session.open;
      },
    };
  };
  const queued = await ordered(deaf);
  await until("the report", () => queued.status === "FAILED");
  expect(queued.report?.error).toMatchObject({ code: "NOT_CONFIRMED" });
  expect(orders).toBe(1);
});

test("A restart whose connection was cut before the answer is still seen to have happened", async () => {
  simulator.faults.add({ kind: "reset", command: "/system/reboot", after_bytes: 0, times: 1 });
  const queued = await ordered();
  await until("the report", () => queued.report !== null);
  expect(queued.status).toBe("SUCCEEDED");
  expect(restarts()).toBe(1);
});
