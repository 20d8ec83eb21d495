// A logged-in RouterOS session on the repaired library: connect, check the TLS pin, log in, run commands, close.
import { createHash } from "node:crypto";
import { TLSSocket } from "node:tls";
import type { RouterAccess } from "../../../shared/network/agent-wire.ts";
import { resolveRouterAddress } from "../address-guard.ts";
import {
  type CommandOptions,
  DriverError,
  type OpenOptions,
  type Reply,
  type RouterSession,
} from "../driver.ts";
import { RepairedChannel, RepairedConnector } from "./repair.ts";

const CONNECT_TIMEOUT_MS = 5_000;
const LOGIN_TIMEOUT_MS = 10_000;
const COMMAND_TIMEOUT_MS = 10_000;
/** Silence allowed inside a print: large tables take slow routers long before the first row. */
const PRINT_TIMEOUT_MS = 60_000;

const comparable = (fingerprint: string): string => fingerprint.replaceAll(":", "").toLowerCase();

/** Checks the certificate against the pin; runs before a byte of the login is sent. */
function pinCheck(access: RouterAccess, seen: object): DriverError | null {
  if (!access.use_tls) return null;
  const fingerprint = seen instanceof TLSSocket ? seen.getPeerCertificate().fingerprint256 : undefined;
  if (fingerprint === undefined)
    return new DriverError("ETLS", "The router showed no certificate: give its api-ssl service one.");
  if (access.tls_fingerprint === null)
    return new DriverError(
      "ETLSPIN",
      `The router's certificate is not confirmed yet. Its SHA-256 fingerprint: ${fingerprint}.`,
      { fingerprint },
    );
  if (comparable(access.tls_fingerprint) === comparable(fingerprint)) return null;
  return new DriverError(
    "ETLSPIN",
    `The router shows another certificate than the confirmed one (now ${fingerprint}): nothing was sent to it.`,
    { fingerprint },
  );
}

function connect(access: RouterAccess, address: string, timeout_ms: number): Promise<RepairedConnector> {
  const connector = new RepairedConnector(
    {
      host: address,
      port: access.api_port,
      timeout: timeout_ms / 1000,
      // Routers have self-signed certificates: the pin decides, at secureConnect.
      ...(access.use_tls ? { tls: { rejectUnauthorized: false } } : {}),
    },
    (socket) => pinCheck(access, socket),
  );
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      connector.fail(
        new DriverError("ETIMEDOUT", `The router did not answer within ${timeout_ms / 1000} seconds.`),
      );
    }, timeout_ms);
    connector.once("connected", () => {
      clearTimeout(timer);
      resolve(connector);
    });
    connector.once("gone", (reason: DriverError) => {
      clearTimeout(timer);
      reject(reason);
    });
    connector.connect();
  });
}

/** MD5 answer of the login before RouterOS 6.43, over bytes (the library counted characters). */
function challengeResponse(password: string, challenge: string): string {
  const bytes = Buffer.concat([Buffer.of(0), Buffer.from(password, "utf8"), Buffer.from(challenge, "hex")]);
  return `00${createHash("md5").update(bytes).digest("hex")}`;
}

/** Whether a RouterOS version is known to take the login of 6.43 and later. */
function isModern(version: string | null): boolean {
  const [major = 0, minor = 0] = (version ?? "").split(".").map((part) => Number.parseInt(part, 10) || 0);
  return major > 6 || (major === 6 && minor >= 43);
}

type Send = (words: string[]) => Promise<Reply>;

/**
 * Asks, without a name or password, how the router wants to be logged in to: one older than 6.43 answers with a
 * challenge, a newer one refuses. @returns false when the router cut the connection over it.
 */
async function takesModernLogin(send: Send): Promise<boolean> {
  try {
    const { done } = await send(["/login"]);
    if (done["ret"] === undefined) return true;
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    if (error.code === "ETRAP") return true;
    if (error.code === "ECLOSED" || error.code === "EFATAL") return false;
    throw error;
  }
  throw new DriverError(
    "EAUTH",
    "The router is older than 6.43 and wants the legacy login: allow it in its settings. The password was not sent.",
  );
}

async function login(send: Send, access: RouterAccess): Promise<void> {
  try {
    const name = `=name=${access.username}`;
    // An old router must not be sent the password in clear when its administrator chose the challenge.
    const first = await send(
      access.legacy_login ? ["/login"] : ["/login", name, `=password=${access.password}`],
    );
    const challenge = first.done["ret"];
    if (challenge === undefined) return;
    if (!access.legacy_login)
      throw new DriverError("EAUTH", "The router wants the legacy login: allow it in its settings.");
    await send(["/login", name, `=response=${challengeResponse(access.password, challenge)}`]);
  } catch (error) {
    if (!(error instanceof DriverError) || error.code !== "ETRAP") throw error;
    const original = error.original ?? "";
    const wrong = /invalid user name or password|cannot log in/i.test(original);
    const message = wrong
      ? "The router did not accept the user name or password."
      : `The router refused the login: ${original}.`;
    throw new DriverError("EAUTH", message, { category: error.category, original });
  }
}

/** A connection that is logged in. Throws DriverError. */
async function connectAndLogin(access: RouterAccess, options: OpenOptions): Promise<RepairedConnector> {
  const address = await resolveRouterAddress(access.host, options.allow_loopback ?? false);
  const reach = () => connect(access, address, options.connect_timeout_ms ?? CONNECT_TIMEOUT_MS);
  let connector = await reach();
  const send: Send = (words) =>
    new RepairedChannel(connector).run(words, options.login_timeout_ms ?? LOGIN_TIMEOUT_MS);
  try {
    const asks = !access.legacy_login && !isModern(access.ros_version);
    if (asks && !(await takesModernLogin(send))) {
      connector.fail(new DriverError("ECLOSED", "The router cut the connection."));
      connector = await reach();
    }
    await login(send, access);
    return connector;
  } catch (error) {
    connector.fail(new DriverError("ECLOSED", "The login failed."));
    throw error;
  }
}

function toWords(command: string, options: CommandOptions): string[] {
  return [
    command,
    ...(options.proplist ? [`=.proplist=${options.proplist.join(",")}`] : []),
    ...Object.entries(options.attributes ?? {}).map(([name, value]) => `=${name}=${value}`),
    ...(options.queries ?? []).map((query) => `?${query}`),
  ];
}

/** Opens a session on a RouterOS device (the port `OpenRouter`). Throws DriverError. */
export async function openRouterOs(access: RouterAccess, options: OpenOptions = {}): Promise<RouterSession> {
  const connector = await connectAndLogin(access, options);
  return {
    async run(command, command_options = {}) {
      const usual = command.endsWith("/print") ? PRINT_TIMEOUT_MS : COMMAND_TIMEOUT_MS;
      const timeout_ms = command_options.timeout_ms ?? options.command_timeout_ms ?? usual;
      return new RepairedChannel(connector).run(toWords(command, command_options), timeout_ms);
    },
    async close() {
      connector.fail(new DriverError("ECLOSED", "The connection was closed on this side."));
    },
    get open() {
      return connector.gone === null;
    },
    local_address: connector.local_address,
    get dropped_replies() {
      return connector.dropped;
    },
  };
}
