// `npm run agent`: the network agent without a desktop, for an office computer. `--pair CODE --server URL` makes it one; from then
// on it starts with what it was given.
import { hostname } from "node:os";
import { parseArgs } from "node:util";
import { isLoopbackHost, isPlainHttp } from "../shared/kernel/desktop/server-address.ts";
import type { HelloInput } from "../shared/network/agent-wire.ts";
import { createAgent } from "./agent.ts";
import { agentId } from "./agent-id.ts";
import { type AgentLog, messageOf } from "./agent-settings.ts";
import { readAllowHttp } from "./allow-http.ts";
import { createServerLink, LinkError, type ServerLink } from "./network/server-link.ts";
import { keepPairing, keptPairing, type Pairing, tradeCode } from "./pairing.ts";

/** Ends with exit code 2 and one line that names the variable or option. */
function refuse(name: string, why: string): never {
  process.stderr.write(`${name} ${why}\n`);
  process.exit(2);
}

function allowHttp(): boolean {
  try {
    return readAllowHttp(process.env);
  } catch (error) {
    return refuse("LASTMILE_ALLOW_HTTP", (error as Error).message.replace("LASTMILE_ALLOW_HTTP ", ""));
  }
}

interface Options {
  readonly pair: string | undefined;
  readonly server: string | undefined;
}

function optionsGiven(): Options {
  try {
    const { values } = parseArgs({ options: { pair: { type: "string" }, server: { type: "string" } } });
    return { pair: values.pair, server: values.server };
  } catch (error) {
    return refuse("--pair CODE --server URL:", messageOf(error));
  }
}

function checkedServer(text: string): URL {
  if (text === "")
    refuse("LASTMILE_SERVER", "must be the server's address, such as http://127.0.0.1:4000; it is not set");
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    refuse("LASTMILE_SERVER", `must be an address like http://127.0.0.1:4000, not "${text}"`);
  if (isPlainHttp(url.href)) {
    if (!allowHttp())
      refuse(
        "LASTMILE_SERVER",
        "must be https: over plain http passwords can be read on the way (LASTMILE_ALLOW_HTTP=1)",
      );
    log("warn", "the line to the server is not encrypted: the routers' passwords can be read on the way");
  }
  return url;
}

function checkedToken(text: string): string {
  if (text === "")
    refuse(
      "LASTMILE_TOKEN",
      "must be an API token of the tenant; it is not set, and no --pair CODE was given",
    );
  if (!/^[\x21-\x7e]+$/.test(text)) refuse("LASTMILE_TOKEN", "holds characters that no token has");
  return text;
}

/** A token or a version that the server refuses is said at once; a server that can not be reached yet is waited for. */
async function checkToken(link: ServerLink, agent: HelloInput): Promise<void> {
  try {
    await link.hello(agent);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    if (error.code === "UNAUTHORIZED" || error.code === "FORBIDDEN")
      refuse("LASTMILE_TOKEN", `is refused by the server: ${error.message.split("\n")[0]}`);
    if (error.code === "SERVER_TOO_OLD")
      refuse("LASTMILE_SERVER", "is older than this agent: update the server");
    if (error.code === "AGENT_TOO_OLD")
      refuse("LASTMILE_SERVER", "is newer than this agent: update the agent");
  }
}

const log: AgentLog = (level, message, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
};

const folder = process.env["LASTMILE_DATA_DIR"] || ".data";

/** Trades the code of `--pair`. The token is kept before anything is done with it: the code works once. */
async function pairWith(code: string, address: string): Promise<Pairing> {
  const server = checkedServer(address);
  const { token, site, company } = await tradeCode(server.href, code, hostname()).catch((error: unknown) =>
    refuse("--pair", `is refused: ${messageOf(error)}`),
  );
  const pairing = { server: server.href, token };
  await keepPairing(folder, pairing).catch((error: unknown) =>
    refuse("LASTMILE_DATA_DIR", `must be a folder that can be written to: ${messageOf(error)}`),
  );
  log("info", "paired", { company, site });
  return pairing;
}

/** What it was told by variables, else what it was paired with. */
async function pairingOf({ pair, server }: Options): Promise<Pairing> {
  const told = server ?? process.env["LASTMILE_SERVER"] ?? "";
  if (pair !== undefined) return pairWith(pair, told);
  const token = process.env["LASTMILE_TOKEN"] ?? "";
  if (told !== "" || token !== "") return { server: told, token };
  const kept = await keptPairing(folder).catch((error: unknown) =>
    refuse("LASTMILE_DATA_DIR", `holds an agent.json that can't be read: ${messageOf(error)}`),
  );
  return kept ?? { server: "", token: "" };
}

async function start(): Promise<void> {
  const pairing = await pairingOf(optionsGiven());
  const server = checkedServer(pairing.server);
  const link = createServerLink({ url: server.href, token: checkedToken(pairing.token) });
  const agent_id = await agentId(folder).catch((error: Error) =>
    refuse("LASTMILE_DATA_DIR", `must be a folder that can be written to: ${error.message}`),
  );
  const name = hostname();
  const site = process.env["LASTMILE_SITE"];
  const identity = { agent_id, name, ...(site ? { site } : {}) };
  await checkToken(link, identity);
  const agent = createAgent({ link, ...identity, log, allowLoopback: isLoopbackHost(server.hostname) });
  agent.start();
  process.once("SIGTERM", () => void agent.stop());
  process.once("SIGINT", () => void agent.stop());
  process.stdout.write(`lastmile agent ${agent_id} works for ${server.origin}\n`);
}

void start();
