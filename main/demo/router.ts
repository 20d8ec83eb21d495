// Introduces the simulated router to the demo tenant and brings it to the tenant's state, through the public API.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AGENT } from "../../shared/identity/default-roles.ts";
import { type DemoApi, type Page, signInAsOwner } from "./api.ts";

/** The simulated router's API user; the demo tenant's router record holds the same. */
export const DEMO_ROUTER_USER = { username: "lastmile", password: "lastmile-simulator" };

interface SyncJob {
  id: string;
  status: string;
  error_code: string | null;
  plan_id: string | null;
}

/** Whether a token is known there, and the agent's alone. */
async function isAgents(url: string, token: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/v1/auth/me/`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) return false;
  const { membership } = (await answer.json()) as { membership: { role: { name: string } } | null };
  return membership?.role.name === AGENT;
}

/** The agent's API token, made once and kept in the data directory. */
async function agentToken(url: string, data_dir: string, asOwner: DemoApi): Promise<string> {
  const path = join(data_dir, "demo-agent-token");
  const kept = await readFile(path, "utf8").catch(() => "");
  if (kept && (await isAgents(url, kept))) return kept;
  const roles = await asOwner<Page<{ id: string; name: string }>>("GET", `/roles/?name=${AGENT}`);
  const made = await asOwner<{ token: string }>("POST", "/api-tokens/", {
    name: "Demo office agent",
    role: roles.results[0]?.id,
  });
  await writeFile(path, made.token, { mode: 0o600 });
  return made.token;
}

/**
 * Points the demo's router record at the simulator's port, which is another at each start.
 * @returns the token for the network agent, and what brings the router to the tenant's state once the agent runs: the
 * simulator keeps its state in memory alone, so that it looks reset at each start and the plan wants confirming.
 */
export async function connectDemoRouter(
  url: string,
  data_dir: string,
  port: number,
): Promise<{ agent_token: string; bringInLine(): Promise<void> }> {
  const asOwner = await signInAsOwner(url);
  const record = { name: "Core router", host: "127.0.0.1", api_port: port, ...DEMO_ROUTER_USER };
  const [known] = (await asOwner<Page<{ id: string }>>("GET", "/routers/?name=Core%20router")).results;
  const router = known ?? (await asOwner<{ id: string }>("POST", "/routers/", record));
  await asOwner("PATCH", `/routers/${router.id}/`, { ...record, is_active: true });
  const sync = (body: object) => asOwner<SyncJob>("POST", `/routers/${router.id}/sync/`, body);
  const finished = async (job: SyncJob): Promise<SyncJob> => {
    let now = job;
    while (now.status === "QUEUED" || now.status === "LEASED") {
      await new Promise((resolve) => setTimeout(resolve, 500));
      now = await asOwner<SyncJob>("GET", `/network-sync-jobs/${job.id}/`);
    }
    return now;
  };
  return {
    agent_token: await agentToken(url, data_dir, asOwner),
    async bringInLine() {
      const asked = await finished(await sync({}));
      if (asked.error_code === "NEEDS_CONFIRMATION") await finished(await sync({ confirm: asked.plan_id }));
      await asOwner("POST", "/auth/logout/");
    },
  };
}
