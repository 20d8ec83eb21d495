// `npm run agent`: the network agent without a desktop, for an office server.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isId, newId } from "../shared/kernel/id.ts";
import { type AgentLog, createAgent } from "./agent.ts";
import { createServerLink } from "./network/server-link.ts";

/** Ends with exit code 2 and one line that names the variable. */
function refuse(variable: string, why: string): never {
  process.stderr.write(`${variable} ${why}\n`);
  process.exit(2);
}

function serverAddress(): URL {
  const text = process.env["LASTMILE_SERVER"] ?? "";
  if (text === "")
    refuse("LASTMILE_SERVER", "must be the server's address, such as http://127.0.0.1:4000; it is not set");
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    refuse("LASTMILE_SERVER", `must be an address like http://127.0.0.1:4000, not "${text}"`);
  return url;
}

function token(): string {
  const text = process.env["LASTMILE_TOKEN"] ?? "";
  if (text === "") refuse("LASTMILE_TOKEN", "must be an API token of the tenant; it is not set");
  if (!/^[\x21-\x7e]+$/.test(text)) refuse("LASTMILE_TOKEN", "holds characters that no token has");
  return text;
}

/** A server on this very machine means that its routers may be too: the demo, a trial. */
function isLoopback(url: URL): boolean {
  return url.hostname === "localhost" || url.hostname === "[::1]" || /^127\./.test(url.hostname);
}

/** The agent's id, made once and kept. */
async function agentId(folder: string): Promise<string> {
  const file = join(folder, "agent-id");
  const kept = await readFile(file, "utf8").catch(() => "");
  if (isId(kept.trim())) return kept.trim();
  const id = newId();
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${id}\n`, { mode: 0o600 });
  return id;
}

const log: AgentLog = (level, message, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
};

const server = serverAddress();
const link = createServerLink({ url: server.href, token: token() });
const folder = process.env["LASTMILE_DATA_DIR"] || ".data";
const agent_id = await agentId(folder).catch((error: Error) =>
  refuse("LASTMILE_DATA_DIR", `must be a folder that can be written to: ${error.message}`),
);
const site = process.env["LASTMILE_SITE"];
const agent = createAgent({
  link,
  agent_id,
  name: hostname(),
  ...(site ? { site } : {}),
  log,
  allowLoopback: isLoopback(server),
});
agent.start();
process.stdout.write(`lastmile agent ${agent_id} works for ${server.origin}\n`);
process.once("SIGTERM", () => void agent.stop());
process.once("SIGINT", () => void agent.stop());
