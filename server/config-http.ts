// How the server is reached: https, proxies, browsers, metrics (contract §6), read from environment variables.
import { readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { createSecureContext } from "node:tls";
import { ConfigError } from "./config-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Files in PEM. They are read again when they change. */
export interface TlsFiles {
  cert: string;
  key: string;
}

export interface HttpConfig {
  /** Null: plain http, for loopback or behind a proxy that speaks https. */
  tls: TlsFiles | null;
  /** Addresses and networks whose X-Forwarded-For and -Proto are believed. */
  trusted_proxies: string[];
  /** Origins of web pages, beside the desktop's own, that may call from a browser. */
  cors_origins: string[];
  metrics: {
    /** Where loopback reads the figures; 0 takes a free port. */
    port: number;
    /** With it they are served at the server's own address too; null: they are not. */
    token: string | null;
  };
}

/** A port number of a variable. */
export function readPort(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535)
    throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${text}"`);
  return value;
}

function readable(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
}

function tlsFiles(env: Environment): TlsFiles | null {
  const { LASTMILE_TLS_CERT: cert, LASTMILE_TLS_KEY: key } = env;
  if (!cert && !key) return null;
  if (!cert)
    throw new ConfigError("LASTMILE_TLS_CERT must name the certificate that LASTMILE_TLS_KEY is for");
  if (!key) throw new ConfigError("LASTMILE_TLS_KEY must name the key of LASTMILE_TLS_CERT");
  const [certificate, secret] = [readable("LASTMILE_TLS_CERT", cert), readable("LASTMILE_TLS_KEY", key)];
  try {
    createSecureContext({ cert: certificate });
  } catch {
    throw new ConfigError("LASTMILE_TLS_CERT must be a certificate in PEM");
  }
  try {
    createSecureContext({ cert: certificate, key: secret });
  } catch {
    throw new ConfigError("LASTMILE_TLS_KEY must be the key of LASTMILE_TLS_CERT, in PEM");
  }
  return { cert, key };
}

/** An address with user and password; null: it is none, or what is read out of it later can't be decoded. */
export function readUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    for (const part of [url.username, url.password, url.host]) decodeURIComponent(part);
    return url;
  } catch {
    return null;
  }
}

const entries = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** An address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Addresses and networks of a variable, separated by commas. */
export function readNetworks(name: string, text: string | undefined): string[] {
  const wrong = entries(text).find((entry) => !isNetwork(entry));
  if (wrong !== undefined)
    throw new ConfigError(
      `${name} must be addresses or networks like 10.0.0.0/8, separated by commas, not "${wrong}"`,
    );
  return entries(text);
}

function corsOrigins(text: string | undefined): string[] {
  const wrong = entries(text).find((entry) => !URL.canParse(entry) || new URL(entry).origin !== entry);
  if (wrong !== undefined)
    throw new ConfigError(
      `LASTMILE_CORS_ORIGINS must be origins like https://portal.isp.example, separated by commas, not "${wrong}"`,
    );
  return entries(text);
}

function metricsToken(text: string | undefined): string | null {
  if (!text) return null;
  if (!/^[\x21-\x7e]{16,200}$/.test(text))
    throw new ConfigError("LASTMILE_METRICS_TOKEN must have 16 to 200 characters and no spaces");
  return text;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Whether a server that listens at `host` is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === "localhost" : LOOPBACK.check(host, family === 4 ? "ipv4" : "ipv6");
}

/** @throws ConfigError naming the variable that is wrong. */
export function readHttpConfig(env: Environment): HttpConfig {
  return {
    tls: tlsFiles(env),
    trusted_proxies: readNetworks("LASTMILE_TRUSTED_PROXIES", env.LASTMILE_TRUSTED_PROXIES),
    cors_origins: corsOrigins(env.LASTMILE_CORS_ORIGINS),
    metrics: {
      port: readPort("LASTMILE_METRICS_PORT", env.LASTMILE_METRICS_PORT || "0"),
      token: metricsToken(env.LASTMILE_METRICS_TOKEN),
    },
  };
}
