// Runs the network agent inside the desktop: started and stopped from the renderer, and again when the desktop starts.
import {
  type AgentSettings,
  agentSettings,
  type DesktopAgentStatus,
} from "../../shared/kernel/desktop/desktop-bridge.ts";
import type { SecretStore } from "./bridge-procedures.ts";

/** The agent of agent.ts, as far as the desktop uses it. */
export interface RunningAgent {
  start(): void;
  stop(): Promise<void>;
  status(): Omit<DesktopAgentStatus, "running">;
}

const STOPPED: DesktopAgentStatus = {
  running: false,
  connected: false,
  server_error: null,
  jobs_running: 0,
  routers: [],
  olts: [],
};

/** The capital letters keep it out of reach of the renderer's own secret names. */
const SETTINGS = "AGENT";

export interface DesktopAgent {
  start(settings: AgentSettings): Promise<DesktopAgentStatus>;
  stop(): Promise<DesktopAgentStatus>;
  status(): DesktopAgentStatus;
  /** Starts with the settings of the last time, where there are any. */
  resume(): Promise<void>;
  /** Ends with the program; the settings stay for the next start. */
  close(): Promise<void>;
}

/**
 * @param create makes an agent for these settings, not yet started; an unreachable server is no error, it tries on
 * @param secrets keeps the settings (they hold a token); without a key store the agent runs until the program ends
 */
export function createDesktopAgent(
  create: (settings: AgentSettings) => RunningAgent,
  secrets: SecretStore,
): DesktopAgent {
  let agent: RunningAgent | undefined;
  // Starts and stops come from several windows and from quitting: one after the other, or two agents would run.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined); // the caller of this turn gets the error; the next one starts all the same
    return turn;
  };

  const status = (): DesktopAgentStatus => (agent ? { running: true, ...agent.status() } : STOPPED);
  const close = async () => {
    const running = agent;
    agent = undefined;
    await running?.stop();
  };
  const run = async (settings: AgentSettings) => {
    await close();
    agent = create(settings);
    agent.start();
  };

  return {
    status,
    start: (settings) =>
      inTurn(async () => {
        await run(settings);
        if (await secrets.available()) await secrets.set(SETTINGS, JSON.stringify(settings));
        return status();
      }),
    stop: () =>
      inTurn(async () => {
        await close();
        await secrets.remove(SETTINGS);
        return status();
      }),
    resume: () =>
      inTurn(async () => {
        const kept = (await secrets.available()) ? await secrets.get(SETTINGS) : null;
        if (kept !== null) await run(agentSettings.parse(JSON.parse(kept)));
      }),
    close: () => inTurn(close),
  };
}
