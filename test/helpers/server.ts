// A real server on a fresh database, and a client that speaks plain HTTP to it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerConfig } from "../../server/config.ts";
import { consoleLog } from "../../server/console-log.ts";
import { Jobs } from "../../server/kernel/jobs/jobs.ts";
import { type RunningServer, startServer } from "../../server/server.ts";
import { SUPERUSER, testConfig } from "./config.ts";
import { deviation } from "./conformance.ts";
import { readTenantTables, tenantCheck } from "./database/tenant-sql.ts";
import { servedDatabases } from "./feed.ts";
import { freshDatabase } from "./postgres.ts";

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  headers: Headers;
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>, body?: unknown): Promise<Answer>;
  token: string | null;
}

/** A client for /api/v1 with a token, or without. */
export function client(url: string, token: string | null = null, fixed: Record<string, string> = {}): Client {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...fixed,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    const answer = {
      status: response.status,
      body: /json/.test(type) && text ? JSON.parse(text) : text,
      headers: response.headers,
    };
    const wrong = deviation({ method, path: `/api/v1${path}`, type, ...answer });
    if (wrong) throw new Error(wrong);
    return answer;
  };
  return {
    token,
    get: (path, headers) => call("GET", path, undefined, headers),
    post: (path, body, headers) => call("POST", path, body, headers),
    patch: (path, body, headers) => call("PATCH", path, body, headers),
    put: (path, body, headers) => call("PUT", path, body, headers),
    delete: (path, headers, body) => call("DELETE", path, body, headers),
  };
}

const { warn } = consoleLog;
/** Tests are refused by the thousand, and look at the answers. */
consoleLog.warn = (fields, message) => {
  if (message !== "refused") warn(fields, message);
};

/** In tests a task that asks for a connection while it holds one fails, so that none can hang a server one day. */
function refuseNested(held: string, wanted: string): never {
  throw new Error(`A task that holds a connection of ${held} asked for one of ${wanted}`);
}

let checker: Promise<(text: string) => void> | null = null;

/** Every statement that a test server sends is held to the convention of tenants' tables. */
function tenantChecker(url: string): Promise<(text: string) => void> {
  checker ??= readTenantTables(url).then(tenantCheck);
  return checker;
}

/** What an operation changes is on its declaration: desktops know by it where a command is seen. */
function refuseUndeclared(operation: string, collections: readonly string[]): never {
  throw new Error(`${operation} changes ${collections.join(", ")}, and its declaration does not say so`);
}

export interface TestServer extends RunningServer {
  database_url: string;
  /** Not signed in. */
  anonymous: Client;
  signIn(username: string, password: string, tenant?: string): Promise<Client>;
  /** A super administrator, acting in no tenant. */
  superuser(): Promise<Client>;
  /** From here on nothing runs by the clock: what it does would be counted, too, and changes rows. */
  stopClock(): Promise<void>;
}

/** Signs in at a server. */
export function signingIn(url: string): Pick<TestServer, "signIn" | "superuser"> {
  const signInAt = async (path: string, body: object) => {
    const answer = await client(url).post(path, body);
    if (answer.status !== 200)
      throw new Error(`Sign-in failed: ${answer.status} ${JSON.stringify(answer.body)}`);
    return client(url, answer.body.token);
  };
  return {
    signIn: (username, password, tenant) =>
      signInAt("/auth/login/", { username, password, ...(tenant ? { tenant } : {}) }),
    superuser: () => signInAt("/saas/auth/login/", SUPERUSER),
  };
}

/** Where a server of a test works, and what is to be cleared away behind it. */
interface Ground {
  database_url: string;
  data_dir: string;
  leave(): Promise<void>;
}

async function startAt(ground: Ground, options: Partial<ServerConfig>): Promise<TestServer> {
  const { database_url, data_dir, leave } = ground;
  const server = await startServer({
    ...testConfig({ database_url, data_dir }),
    onUndeclared: refuseUndeclared,
    ...options,
    database: { onNested: refuseNested, onStatement: await tenantChecker(database_url), ...options.database },
  });
  const { platform } = server.services.db;
  servedDatabases.add(platform);
  return {
    ...server,
    database_url,
    anonymous: client(server.url),
    ...signingIn(server.url),
    stopClock: async () => {
      const { jobs } = server.services;
      if (jobs instanceof Jobs) await jobs.stop();
    },
    stop: async () => {
      servedDatabases.delete(platform);
      await server.stop();
      await leave();
    },
  };
}

export async function startTestServer(options: Partial<ServerConfig> = {}): Promise<TestServer> {
  const database = await freshDatabase("served");
  const data_dir = await mkdtemp(join(tmpdir(), "lastmile-server-"));
  const leave = async () => {
    await database.drop();
    await rm(data_dir, { recursive: true, force: true });
  };
  return startAt({ database_url: database.url, data_dir, leave }, options);
}

/** Another process of the server, as far as their database can tell: it is stopped before the first one. */
export function startBeside(
  { database_url, services }: TestServer,
  options: Partial<ServerConfig> = {},
): Promise<TestServer> {
  const { data_dir } = services.installation;
  return startAt({ database_url, data_dir, leave: async () => {} }, options);
}
