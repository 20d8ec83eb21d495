// `npm run simulate`: a simulated router to try the product against; its state lives in memory.
import { startControl } from "./control.ts";
import { demoSecrets } from "./demo-secrets.ts";
import { startRouterSimulator } from "./router.ts";

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
const control = await startControl(router, wholeNumber("LASTMILE_SIM_CONTROL_PORT", 0, 65535));
process.stdout.write(
  `simulated router listening on ${router.host}:${router.port}, user ${user.username}, password ${user.password}\n`,
);
process.stdout.write(
  `fault control on ${control.url} (GET /state, POST /faults, DELETE /faults, POST /down, POST /up)\n`,
);

const stop = async (): Promise<void> => {
  await control.close();
  await router.close();
};
process.once("SIGTERM", () => void stop());
process.once("SIGINT", () => void stop());
