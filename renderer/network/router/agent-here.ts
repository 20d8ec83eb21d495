// The network agent in this computer's main process: given a token that is made for it, which ends with it.
import type { AgentSettings, DesktopAgentStatus } from "../../../shared/kernel/desktop/desktop-bridge.ts";

/** What is needed of the server and of the main process. */
export interface AgentDoors {
  rest(method: "POST" | "DELETE", path: string, body?: object): Promise<unknown>;
  start(settings: AgentSettings): Promise<DesktopAgentStatus>;
  stop(): Promise<DesktopAgentStatus>;
  /** Keeps the token's id, so that it can be taken back. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

const TOKEN_ID = "lastmile.agent-token";
const NEEDED = "network.agent.run";

export interface AgentRole {
  readonly id: string;
  readonly permissions: readonly string[];
}

/** The role that may run an agent and least besides; null: there is none. */
export function roleForAgent<R extends AgentRole>(roles: readonly R[]): R | null {
  const fit = roles.filter(({ permissions }) => permissions.includes(NEEDED));
  return fit.sort((a, b) => a.permissions.length - b.permissions.length)[0] ?? null;
}

/** Makes a token for this computer's agent and starts the agent with it. @throws what the calls throw. */
export async function startAgentHere(
  doors: AgentDoors,
  { server, computer, role, site }: { server: string; computer: string; role: string; site: string },
): Promise<DesktopAgentStatus> {
  const bound = site.trim() === "" ? {} : { site: site.trim() };
  const made = await doors.rest("POST", "/api/v1/api-tokens/", {
    name: `Network agent: ${computer}`,
    role,
    ...bound,
  });
  const { id, token } = made as { id: string; token: string };
  await takeTokenBack(doors);
  doors.storage.setItem(TOKEN_ID, id);
  return doors.start({ server, token, ...bound });
}

/** Stops the agent; its token ends with it, where the server can be reached. */
export async function stopAgentHere(doors: AgentDoors): Promise<DesktopAgentStatus> {
  const status = await doors.stop();
  await takeTokenBack(doors);
  return status;
}

async function takeTokenBack({ rest, storage }: AgentDoors): Promise<void> {
  const id = storage.getItem(TOKEN_ID);
  if (id === null) return;
  await rest("DELETE", `/api/v1/api-tokens/${id}/`).catch((error: { code?: string }) => {
    if (error.code !== "NOT_FOUND") throw error;
  });
  storage.removeItem(TOKEN_ID);
}
