// The desktop's own network agent gets a token that is made for it, bound to its site, and gone when it is stopped.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type AgentDoors,
  roleForAgent,
  startAgentHere,
  stopAgentHere,
} from "../../../renderer/network/router/agent-here.ts";
import type { AgentSettings, DesktopAgentStatus } from "../../../shared/kernel/desktop/desktop-bridge.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { agentAt, type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterAll(() => fixture.server.stop());

it("The agent of this computer starts with a token of the least role that will do, and ends the token with the agent", async () => {
  const { owner } = fixture.tenant;
  const north = await fixture.router({ site: "North" });
  await fixture.router({ site: "South" });
  const kept = new Map<string, string>();
  const started: AgentSettings[] = [];
  const status: DesktopAgentStatus = {
    running: true,
    connected: false,
    server_error: null,
    jobs_running: 0,
    routers: [],
    olts: [],
  };
  const doors: AgentDoors = {
    rest: async (method, path, body) => {
      const short = path.replace("/api/v1", "");
      const answer = await (method === "POST" ? owner.post(short, body) : owner.delete(short));
      if (answer.status >= 400) throw Object.assign(new Error(path), { code: answer.body.code });
      return answer.body;
    },
    start: async (settings) => {
      started.push(settings);
      return status;
    },
    stop: async () => ({ ...status, running: false }),
    storage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
  };
  const roles = (await owner.get("/roles/?page_size=100")).body.results;
  const role = roleForAgent<{ id: string; name: string; permissions: string[] }>(roles);
  expect(role?.name).toBe("Agent");
  const start = (site: string) =>
    startAgentHere(doors, { server: fixture.server.url, computer: "Desk 1", role: role?.id ?? "", site });
  const reach = async (settings: AgentSettings | undefined) => {
    const agent = agentAt(fixture, settings?.token ?? "");
    return (await agent.link.hello({ agent_id: newId(), name: "x" })).routers.map(({ id }) => id);
  };
  await start(" North ");
  expect(started[0]).toMatchObject({ server: fixture.server.url, site: "North" });
  expect(await reach(started[0])).toEqual([north]);
  await start("");
  expect(await reach(started[1])).toHaveLength(2);
  await expect(reach(started[0])).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(await stopAgentHere(doors)).toMatchObject({ running: false });
  await expect(reach(started[1])).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  // Stopped twice, or after somebody else took the token away: nothing is left to do.
  await stopAgentHere(doors);
});
