// The network agent in the desktop: never two at once, started again with the program, gone when stopped.
import { expect, test } from "vitest";
import { createDeskAgent } from "../../main/desk-agent.ts";
import type { SecretStore } from "../../main/desk-router.ts";
import type { AgentSettings } from "../../shared/kernel/desk.ts";

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

/** Notes what runs; starting and stopping take a turn of the event loop, as a real one's do. */
function machine() {
  const running = new Set<AgentSettings>();
  const log: string[] = [];
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const create = (settings: AgentSettings) => ({
    async start() {
      await turn();
      if (settings.token === "bad") throw new Error("the server refuses the token");
      running.add(settings);
      log.push(`start ${settings.token} (${running.size} running)`);
    },
    async stop() {
      await turn();
      running.delete(settings);
      log.push(`stop ${settings.token}`);
    },
    status: () => ({ state: running.has(settings) ? "RUNNING" : "STARTING", site: settings.site }),
  });
  return { running, log, create };
}

const settings = (token: string) => ({ server: "http://127.0.0.1:4000", token });

test("a second start replaces the first, and starts at the same time leave one running", async () => {
  const { create, log, running } = machine();
  const agent = createDeskAgent(create, keyring());
  expect(agent.status()).toEqual({ state: "STOPPED" });
  await Promise.all([agent.start(settings("a")), agent.start(settings("b")), agent.start(settings("c"))]);
  expect(log.filter((line) => line.includes("running"))).toEqual([
    "start a (1 running)",
    "start b (1 running)",
    "start c (1 running)",
  ]);
  expect([...running].map((one) => one.token)).toEqual(["c"]);
  expect(agent.status().state).toBe("RUNNING");
});

test("it starts again with the program until it is stopped", async () => {
  const secrets = keyring();
  const first = machine();
  const before = createDeskAgent(first.create, secrets);
  await before.start({ ...settings("a"), site: "Head office" });
  await before.close();
  expect(first.running.size).toBe(0);

  const second = machine();
  const after = createDeskAgent(second.create, secrets);
  await after.resume();
  expect(after.status()).toEqual({ state: "RUNNING", site: "Head office" });
  expect(await after.stop()).toEqual({ state: "STOPPED" });

  const third = machine();
  await createDeskAgent(third.create, secrets).resume();
  expect(third.log).toEqual([]);
});

test("without a key store it runs, but its token is not kept", async () => {
  const secrets = keyring(false);
  const { create } = machine();
  const agent = createDeskAgent(create, secrets);
  expect((await agent.start(settings("a"))).state).toBe("RUNNING");
  expect(secrets.kept.size).toBe(0);
  await agent.resume();
  expect(agent.status().state).toBe("RUNNING");
});

test("a failed start is reported, keeps nothing, and the next one works", async () => {
  const secrets = keyring();
  const { create } = machine();
  const agent = createDeskAgent(create, secrets);
  await expect(agent.start(settings("bad"))).rejects.toThrow("the server refuses the token");
  expect(agent.status()).toEqual({ state: "STOPPED" });
  expect(secrets.kept.size).toBe(0);
  expect((await agent.start(settings("a"))).state).toBe("RUNNING");
});
