// The server's configuration: environment variables only (contract §6), each checked before anything starts.
import { Resolver } from "node:dns";
import { availableParallelism } from "node:os";
import { isStorable } from "../shared/kernel/money.ts";
import { ConfigError } from "./config-error.ts";
import {
  type HttpConfig,
  isLoopback,
  readHttpConfig,
  readNetworks,
  readPort,
  readUrl,
} from "./config-http.ts";
import { readPublicUrl, readSmtpUrl, readWebhookRetries } from "./config-outside.ts";
import type { DemoSize } from "./demo/seed.ts";
import type { DatabaseOptions } from "./kernel/db/db.ts";
import type { Reading } from "./kernel/jobs/clock.rules.ts";
import type { Relay } from "./kernel/mail/relay.ts";
import { keyOf } from "./kernel/secrets/secret-box.ts";
import type { Limits, Services } from "./kernel/services.ts";

export interface ServerConfig {
  host: string;
  port: number;
  /** Null: embedded PostgreSQL under the data directory. */
  database_url: string | null;
  /** A copy of the database that follows it, for reports, and how far behind it may be. */
  replica?: { url: string; behind_seconds: number } | null;
  data_dir: string;
  superuser: { username: string; password: string } | null;
  /** 32 bytes, base64; null: made once into the data directory. */
  secret_key: string | null;
  /** Keys that sealed what is not sealed again yet. */
  old_secret_keys?: readonly string[];
  demo: boolean;
  /** "address" or "address:port" of the DNS resolver that domains are verified with; null: the machine's own. */
  dns_server?: string | null;
  /** Networks that connections made at a company's word may reach although they are private; none unless set. */
  outgoing_allow?: readonly string[];
  /** What links and callback addresses begin with, where a company has no verified domain of its own; null: what the caller used. */
  public_url?: string | null;
  /** How long a webhook waits after each failed attempt, in seconds; `WEBHOOK_RETRIES` unless set. */
  webhook_retries?: readonly number[];
  /** The mail server of companies that have named none of their own. */
  smtp?: Relay | null;
  /** ISO 4217: in which providers pay for this service; USD unless set. */
  platform_currency?: string;
  limits: Limits;
  http: HttpConfig;
  /** Server processes that share the port; 1 unless set. */
  workers?: number;
  /** Whether this process is one of several, of which another one starts the database and tells the figures. */
  is_worker?: boolean;
  /** Other connections to the database than usual: for tests. */
  database?: Partial<DatabaseOptions>;
  /** Tests fail on an operation that changes what it does not declare. */
  onUndeclared?: Services["onUndeclared"];
  /** What tests shorten; the product uses what server.ts says. */
  recheck_ms?: number;
  /** What the machine says of its clock; another one in tests. */
  read_clock?: () => Promise<Reading>;
  /** Tests sign in hundreds of times, and do not wait for hashes that are made to be slow. */
  password_cost?: number;
  /** The demo's whole year takes minutes. */
  demo_size?: DemoSize;
  /** Aborted when the server is to stop while it starts: the demo goes on at the next start. */
  stopping?: AbortSignal;
  gap_wait_ms?: number;
  /** Unset: `BACKUPS_KEPT`. */
  backups?: { daily: number; weekly: number };
}

/** Of the backups that the server takes each night, unless configured otherwise. */
export const BACKUPS_KEPT = { daily: 7, weekly: 4 };

function databaseUrl(name: string, text: string | undefined): string | null {
  if (!text) return null;
  if (!/^postgres(ql)?:\/\//.test(text) || !readUrl(text)) {
    throw new ConfigError(`${name} must be an address like postgresql://user:password@host:5432/name`);
  }
  return text;
}

function superuser(text: string | undefined): ServerConfig["superuser"] {
  if (!text) return null;
  const at = text.indexOf(":");
  const [username, password] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || password.length < 8) {
    throw new ConfigError(
      "LASTMILE_SUPERUSER must be username:password, the password of 8 characters or more",
    );
  }
  return { username, password };
}

function secretKey(text: string | undefined): string | null {
  if (!text) return null;
  if (!keyOf(text)) throw new ConfigError("LASTMILE_SECRET_KEY must be 32 bytes in base64");
  return text;
}

function oldSecretKeys(text: string | undefined): string[] {
  const keys = (text ?? "").split(",").filter((key) => key !== "");
  if (!keys.every(keyOf))
    throw new ConfigError("LASTMILE_SECRET_KEY_OLD must be keys of 32 bytes in base64, separated by commas");
  return keys;
}

/** An address, since a resolver's own name cannot be resolved. */
function dnsServer(text: string | undefined): string | null {
  if (!text) return null;
  try {
    new Resolver().setServers([text]);
  } catch {
    throw new ConfigError(
      `LASTMILE_DNS_SERVER must be an address such as 192.0.2.53 or 192.0.2.53:53, not "${text}"`,
    );
  }
  return text;
}

function currency(text: string | undefined): string {
  const code = text || "USD";
  if (!Intl.supportedValuesOf("currency").includes(code) || !isStorable(code)) {
    throw new ConfigError(`LASTMILE_PLATFORM_CURRENCY must be an ISO 4217 code such as USD, not "${code}"`);
  }
  return code;
}

function flag(name: string, text: string | undefined): boolean {
  if (text && text !== "0" && text !== "1") throw new ConfigError(`${name} must be 0 or 1, not "${text}"`);
  return text === "1";
}

/** The demo's passwords are known to everybody. */
function demo(text: string | undefined, host: string): boolean {
  const isDemo = flag("LASTMILE_DEMO", text);
  if (isDemo && !isLoopback(host))
    throw new ConfigError(`LASTMILE_DEMO: the demo is for this machine alone, not for LASTMILE_HOST=${host}`);
  return isDemo;
}

/** The demo's mail server and gateway are on this machine. */
const OUTGOING_OF_DEMO = "127.0.0.0/8,::1";

/** Never by where the server listens: behind a proxy every server listens on loopback. */
const outgoingAllow = (text: string | undefined, isDemo: boolean): string[] =>
  readNetworks("LASTMILE_OUTGOING_ALLOW", text || (isDemo ? OUTGOING_OF_DEMO : ""));

function count(name: string, text: string | undefined, initial: number, most: number, least = 1): number {
  if (!text) return initial;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}

/** A number, or "auto": one per core. */
function workers(text: string | undefined): number {
  return text === "auto" ? availableParallelism() : count("LASTMILE_WORKERS", text, 1, 64);
}

/** Nothing follows an embedded database. */
function replica(env: Readonly<Record<string, string | undefined>>): ServerConfig["replica"] {
  const url = databaseUrl("LASTMILE_REPLICA_URL", env.LASTMILE_REPLICA_URL);
  const most = "LASTMILE_REPLICA_BEHIND_SECONDS";
  const behind_seconds = count(most, env[most], 30, 3_600);
  if (url && !env.LASTMILE_DATABASE_URL)
    throw new ConfigError("LASTMILE_REPLICA_URL needs LASTMILE_DATABASE_URL, the database that it follows");
  return url ? { url, behind_seconds } : null;
}

const perMinute = (name: string, text: string | undefined, initial: number) =>
  count(name, text, initial, 10_000_000);

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError naming the variable that is wrong.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const host = env.LASTMILE_HOST || "127.0.0.1";
  const isDemo = demo(env.LASTMILE_DEMO, host);
  return {
    host,
    port: readPort("LASTMILE_PORT", env.LASTMILE_PORT || "4000"),
    database_url: databaseUrl("LASTMILE_DATABASE_URL", env.LASTMILE_DATABASE_URL),
    replica: replica(env),
    data_dir: env.LASTMILE_DATA_DIR || ".data",
    superuser: superuser(env.LASTMILE_SUPERUSER),
    secret_key: secretKey(env.LASTMILE_SECRET_KEY),
    old_secret_keys: oldSecretKeys(env.LASTMILE_SECRET_KEY_OLD),
    demo: isDemo,
    outgoing_allow: outgoingAllow(env.LASTMILE_OUTGOING_ALLOW, isDemo),
    dns_server: dnsServer(env.LASTMILE_DNS_SERVER),
    public_url: readPublicUrl(env.LASTMILE_PUBLIC_URL),
    webhook_retries: readWebhookRetries(env.LASTMILE_WEBHOOK_RETRIES),
    smtp: readSmtpUrl(env.LASTMILE_SMTP_URL),
    platform_currency: currency(env.LASTMILE_PLATFORM_CURRENCY),
    limits: {
      token_idle_hours: count("LASTMILE_TOKEN_IDLE_HOURS", env.LASTMILE_TOKEN_IDLE_HOURS, 12, 8_760),
      token_days: count("LASTMILE_TOKEN_DAYS", env.LASTMILE_TOKEN_DAYS, 30, 3_650),
      logins_per_minute: perMinute("LASTMILE_LOGINS_PER_MINUTE", env.LASTMILE_LOGINS_PER_MINUTE, 10),
      lookups_per_minute: perMinute("LASTMILE_LOOKUPS_PER_MINUTE", env.LASTMILE_LOOKUPS_PER_MINUTE, 30),
      requests_per_minute: perMinute("LASTMILE_REQUESTS_PER_MINUTE", env.LASTMILE_REQUESTS_PER_MINUTE, 1_200),
      streams_per_token: 20,
      streams_per_address: 500,
      request_seconds: 120,
    },
    backups: {
      daily: count("LASTMILE_BACKUPS_DAILY", env.LASTMILE_BACKUPS_DAILY, BACKUPS_KEPT.daily, 365, 0),
      weekly: count("LASTMILE_BACKUPS_WEEKLY", env.LASTMILE_BACKUPS_WEEKLY, BACKUPS_KEPT.weekly, 520, 0),
    },
    http: readHttpConfig(env),
    workers: workers(env.LASTMILE_WORKERS),
  };
}
