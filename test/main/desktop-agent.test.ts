// The network agent in the desktop: never two at once, started again with the program, gone when stopped.
import { expect, test } from "vitest";
import type { SecretStore } from "../../main/electron/bridge-procedures.ts";
import { createDesktopAgent } from "../../main/electron/desktop-agent.ts";
import type { AgentSettings } from "../../shared/kernel/desktop/desktop-bridge.ts";

function keyring(available = true): SecretStore & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    available: async () => available,
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  };
}

/** Notes what runs; stopping takes a turn of the event loop, as a real one's does. */
function machine() {
  const running = new Set<AgentSettings>();
  const log: string[] = [];
  const create = (settings: AgentSettings) => ({
    start() {
      running.add(settings);
      log.push(`start ${settings.token} (${running.size} running)`);
    },
    async stop() {
      await new Promise((resolve) => setImmediate(resolve));
      running.delete(settings);
      log.push(`stop ${settings.token}`);
    },
    status: () => ({ connected: true, server_error: null, jobs_running: 2, routers: [], olts: [] }),
  });
  return { running, log, create };
}

const settings = (token: string) => ({ server: "http://127.0.0.1:4000", token });

test("A second start replaces the first, and starts at the same time leave one running", async () => {
  const { create, log, running } = machine();
  const agent = createDesktopAgent(create, keyring());
  expect(agent.status()).toMatchObject({ running: false, connected: false });
  await Promise.all([agent.start(settings("a")), agent.start(settings("b")), agent.start(settings("c"))]);
  expect(log.filter((line) => line.includes("running"))).toEqual([
    "start a (1 running)",
    "start b (1 running)",
    "start c (1 running)",
  ]);
  expect([...running].map((one) => one.token)).toEqual(["c"]);
  expect(agent.status()).toMatchObject({ running: true, connected: true, jobs_running: 2 });
});

test("It starts again with the program until it is stopped", async () => {
  const secrets = keyring();
  const first = machine();
  const before = createDesktopAgent(first.create, secrets);
  await before.start({ ...settings("a"), site: "Head office" });
  await before.close();
  expect(first.running.size).toBe(0);

  const second = machine();
  const after = createDesktopAgent(second.create, secrets);
  await after.resume();
  expect([...second.running]).toEqual([{ ...settings("a"), site: "Head office" }]);
  expect(await after.stop()).toMatchObject({ running: false });

  const third = machine();
  await createDesktopAgent(third.create, secrets).resume();
  expect(third.log).toEqual([]);
});

test("The agent without a key store it runs, but its token is not kept", async () => {
  const secrets = keyring(false);
  const { create } = machine();
  const agent = createDesktopAgent(create, secrets);
  expect((await agent.start(settings("a"))).running).toBe(true);
  expect(secrets.kept.size).toBe(0);
  await agent.resume();
  expect(agent.status()).toMatchObject({ running: true, connected: true, jobs_running: 2 });
});
