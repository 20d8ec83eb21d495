// An agent that dies after a given step, a step being a word to the server or a command to a router: what it sent last
// was carried out, its answer is heard by nobody, and nothing follows.
import { type Agent, createAgent } from "../../../main/agent.ts";
import { DriverError, type OpenRouter, type RouterSession } from "../../../main/network/driver.ts";
import { openRouterOs } from "../../../main/network/routeros/session.ts";
import { createServerLink, LinkError, type ServerLink } from "../../../main/network/server-link.ts";
import { newId } from "../../../shared/kernel/id.ts";

export interface MortalAgent {
  id: string;
  agent: Agent;
  /** From now on its steps are counted, and it dies after this many (0: at once, before the next). */
  diesAfter(steps: number): void;
  /** The steps since, by their words. */
  readonly steps: readonly string[];
  readonly dead: boolean;
}

const gone = () => new LinkError("UNREACHABLE", "The agent is dead.");

export function mortalAgent(url: string, token: string): MortalAgent {
  const real = createServerLink({ url, token });
  const sessions = new Set<RouterSession>();
  const steps: string[] = [];
  let last = Number.POSITIVE_INFINITY;
  let dead = false;
  const die = (): void => {
    dead = true;
    real.close();
    for (const session of sessions) void session.close();
  };
  const step = async <Result>(word: string, does: () => Promise<Result>, error: () => Error) => {
    if (last === 0 && !dead) die();
    if (dead) throw error();
    steps.push(word);
    const is_last = steps.length === last;
    try {
      return await does();
    } finally {
      if (is_last) die();
      // Of two words under way at its death neither answer is heard.
      // biome-ignore lint/correctness/noUnsafeFinally: the answer is what is to be lost
      if (dead) throw error();
    }
  };
  const link: ServerLink = {
    hello: (input) => step("hello", () => real.hello(input), gone),
    lease: (input) => step("lease", () => real.lease(input), gone),
    renew: (input) => step("renew", () => real.renew(input), gone),
    report: (input) => step("report", () => real.report(input), gone),
    snapshot: (input) => step("snapshot", () => real.snapshot(input), gone),
    observe: (input) => step("observe", () => real.observe(input), gone),
    observeOlt: (input) => step("observeOlt", () => real.observeOlt(input), gone),
    answer: (input) => step("answer", () => real.answer(input), gone),
    onWake: (agent_id, listener) => real.onWake(agent_id, listener),
    close: () => real.close(),
  };
  const cut = () => new DriverError("ECLOSED", "The agent is dead.");
  const open: OpenRouter = async (access, options) => {
    const session = await openRouterOs(access, options);
    sessions.add(session);
    return {
      run: (command, more) => step(command, () => session.run(command, more), cut),
      close: () => session.close(),
      get open() {
        return session.open;
      },
      local_address: session.local_address,
      dropped_replies: 0,
    };
  };
  const id = newId();
  const agent = createAgent({
    link,
    open,
    ...{ agent_id: id, name: "mortal", log: () => undefined, allowLoopback: true },
    // One look, and nothing by itself after it, so that all further steps are the job's.
    timings: {
      ...{ look_ms: 3_600_000, hello_ms: 3_600_000, standby_hello_ms: 50, lease_idle_ms: 3_600_000 },
      reboot_poll_ms: 50,
    },
  });
  return {
    id,
    agent,
    diesAfter: (count) => {
      steps.length = 0;
      last = count;
    },
    steps,
    get dead() {
      return dead;
    },
  };
}
