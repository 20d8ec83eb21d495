// Two servers on one database, and agents whose requests reach both, as they do behind one port.
import { createServerLink, type ServerLink } from "../../../main/network/server-link.ts";
import { type Client, client, startBeside, type TestServer } from "../../helpers/server.ts";
import { agentAt, type FakeAgent, type NetworkFixture, openNetworkFixture } from "./network-fixture.ts";

export interface TwoServers extends NetworkFixture {
  other: TestServer;
  /** The owner at the other server: what this client asks for, no agent of the first one's hears of by itself. */
  there: Client;
  stop(): Promise<void>;
}

export async function openTwoServers(): Promise<TwoServers> {
  const fixture = await openNetworkFixture();
  const other = await startBeside(fixture.server);
  return {
    ...fixture,
    other,
    there: client(other.url, fixture.tenant.owner.token),
    stop: async () => {
      await other.stop();
      await fixture.server.stop();
    },
  };
}

/** Each call goes to the next server; the stream stays where it was opened, at the first. */
export function linkInTurn(urls: readonly [string, string], token: string): ServerLink {
  const links = urls.map((url) => createServerLink({ url, token, call_timeout_ms: 60_000 }));
  const [first] = links as [ServerLink, ServerLink];
  let calls = 0;
  const next = (): ServerLink => {
    calls += 1;
    return links[calls % links.length] ?? first;
  };
  return {
    hello: (input) => next().hello(input),
    lease: (input) => next().lease(input),
    renew: (input) => next().renew(input),
    report: (input) => next().report(input),
    snapshot: (input) => next().snapshot(input),
    observe: (input) => next().observe(input),
    observeOlt: (input) => next().observeOlt(input),
    answer: (input) => next().answer(input),
    onWake: (agent_id, listener) => first.onWake(agent_id, listener),
    close: () => {
      for (const link of links) link.close();
    },
  };
}

/** The agent's side of the wire, as agentAt has it, with its calls in turn at both servers. */
export const agentInTurn = (servers: TwoServers): FakeAgent =>
  agentAt(
    servers,
    servers.agentToken,
    linkInTurn([servers.server.url, servers.other.url], servers.agentToken),
  );
