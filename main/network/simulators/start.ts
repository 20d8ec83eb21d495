// `npm run simulate`: a simulated router and simulated OLTs to try the product against; their state lives in memory.

import { startControl } from "./control.ts";
import { demoSecrets } from "./demo-secrets.ts";
import { OLT_MODELS, oltModel } from "./olt/models/index.ts";
import { type OltSimulator, startOltSimulator } from "./olt/olt.ts";
import { startRouterSimulator } from "./router.ts";
import { startWebhookReceiver } from "./webhook-receiver.ts";

/** Where the first OLT listens when no port is asked for and this one is free; SNMP's own 161 needs an administrator. */
const OLT_PORT = 1161;

/** Ends with exit code 2 and one line that names the variable. */
function refuse(variable: string, why: string): never {
  process.stderr.write(`${variable}: ${why}\n`);
  process.exit(2);
}

function wholeNumber(variable: string, fallback: number, max: number): number {
  const text = process.env[variable];
  if (text === undefined || text === "") return fallback;
  if (!/^\d+$/.test(text) || Number(text) > max)
    refuse(variable, `a whole number from 0 to ${max} is needed, not "${text}"`);
  return Number(text);
}

function credentials(variable: string): { username: string; password: string } {
  const [username = "", ...rest] = (process.env[variable] ?? "lastmile:lastmile-simulator").split(":");
  if (username === "" || rest.length === 0) refuse(variable, "username:password is needed");
  return { username, password: rest.join(":") };
}

/** LASTMILE_SIM_OLTS: the models wanted, with commas between; "none" for none. */
function modelsWanted(): ReturnType<typeof oltModel>[] {
  const wanted = process.env["LASTMILE_SIM_OLTS"] || OLT_MODELS.map(({ name }) => name).join(",");
  if (wanted === "none") return [];
  try {
    return wanted.split(",").map((name) => oltModel(name.trim()));
  } catch (error) {
    return refuse("LASTMILE_SIM_OLTS", error instanceof Error ? error.message : String(error));
  }
}

/** One OLT of each model, at ports that follow each other; a port that was not asked for may be any free one. */
async function startOlts(host: string): Promise<OltSimulator[]> {
  const asked = wholeNumber("LASTMILE_SIM_OLT_PORT", 0, 65535 - OLT_MODELS.length);
  const olts: OltSimulator[] = [];
  for (const [at, model] of modelsWanted().entries()) {
    const start = (port: number) =>
      startOltSimulator({ model, host, port, unconfigured: [{ port: 0, serial: "HWTC0DDBA11E" }] });
    const started =
      asked > 0
        ? start(asked + at).catch((error: Error) => refuse("LASTMILE_SIM_OLT_PORT", error.message))
        : start(OLT_PORT + at).catch(() => start(0));
    olts.push(await started);
  }
  return olts;
}

const host = process.env["LASTMILE_SIM_ROUTER_HOST"] ?? "127.0.0.1";
const port = wholeNumber("LASTMILE_SIM_ROUTER_PORT", 8728, 65535);
const count = wholeNumber("LASTMILE_SIM_ROUTER_SECRETS", 0, 100_000);
const user = credentials("LASTMILE_SIM_ROUTER_USER");

const legacy_login = wholeNumber("LASTMILE_SIM_ROUTER_LEGACY_LOGIN", 0, 1) === 1;

const router = await startRouterSimulator({
  host,
  port,
  users: [user],
  legacy_login,
  ...(legacy_login ? { version: "6.42.12" } : {}),
  secrets: demoSecrets(count),
}).catch((error: Error) => refuse("LASTMILE_SIM_ROUTER_PORT", error.message));
const olts = await startOlts(host);
const control = await startControl(router, wholeNumber("LASTMILE_SIM_CONTROL_PORT", 0, 65535), olts);
const receiver = await startWebhookReceiver(host, wholeNumber("LASTMILE_SIM_WEBHOOK_PORT", 0, 65535)).catch(
  (error: Error) => refuse("LASTMILE_SIM_WEBHOOK_PORT", error.message),
);
process.stdout.write(
  `simulated router listening on ${router.host}:${router.port}, user ${user.username}, password ${user.password}\n`,
);
for (const olt of olts)
  process.stdout.write(
    `simulated OLT ${olt.name} listening on ${olt.host}:${olt.port}, community ${olt.community}, write community ${olt.write_community}\n`,
  );
process.stdout.write(
  `fault control on ${control.url} (GET /state, POST /faults, DELETE /faults, POST /down, POST /up; the same below /olts/<name>, with POST /onu and POST /port)\n`,
);

process.stdout.write(`webhook receiver at ${receiver.url}, endpoint address ${receiver.url}hook\n`);

const stop = async (): Promise<void> => {
  await receiver.close();
  await control.close();
  await router.close();
  for (const olt of olts) await olt.close();
};
process.once("SIGTERM", () => void stop());
process.once("SIGINT", () => void stop());
