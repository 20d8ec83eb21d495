// Puts the server together: database, services, schedules, the app; and takes it apart in the right order.
import { buildApp } from "./app.ts";
import { AREAS } from "./areas.ts";
import type { ServerConfig } from "./config.ts";
import { ensureSuperuser } from "./identity/index.ts";
import { taskJob } from "./kernel/background-tasks.ts";
import { openDatabase } from "./kernel/db.ts";
import { startEmbeddedPostgres } from "./kernel/embedded-postgres.ts";
import { Feed } from "./kernel/feed.ts";
import { Jobs } from "./kernel/jobs.ts";
import { migrate } from "./kernel/migrate.ts";
import { loadSecretKey, secretBox } from "./kernel/secret-box.ts";
import type { Log, Services } from "./kernel/services.ts";

export interface RunningServer {
  url: string;
  services: Services;
  stop(): Promise<void>;
}

export interface ServerOptions extends ServerConfig {
  /** Requests a minute and token; tests and benchmarks raise it. */
  requests_per_minute?: number;
}

/** One line of JSON per event, so that a log collector can read it. */
const consoleLog: Log = {
  info: () => {},
  warn: (fields, message) => console.warn(JSON.stringify({ level: "warn", message, ...fields })),
  error: (fields, message) => console.error(JSON.stringify({ level: "error", message, ...describe(fields) })),
};

function describe(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? { message: value.message, stack: value.stack } : value]),
  );
}

/** Starts the server; resolves when it answers requests. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const embedded = options.database_url ? null : await startEmbeddedPostgres(options.data_dir);
  const database_url = options.database_url ?? embedded?.url ?? "";
  await migrate(database_url);
  const db = openDatabase(database_url);
  const log = consoleLog;
  const feed = new Feed(db, (error) => log.error({ error }, "change feed"));
  const jobs = new Jobs(database_url, (error, job) => log.error({ error, job }, "job failed"));
  const secrets = secretBox(await loadSecretKey(options.secret_key, options.data_dir));
  const services: Services = { db, feed, jobs, secrets, log, sign_in: options.sign_in };
  await feed.start();
  if (options.superuser) await ensureSuperuser(services, options.superuser);
  const app = await buildApp({ services, requests_per_minute: options.requests_per_minute });
  const definitions = AREAS.flatMap((area) => area.jobs ?? []);
  const tasks = AREAS.flatMap((area) => area.tasks ?? []);
  await jobs.start(services, [...definitions, taskJob(tasks)]);
  const url = await app.listen({ host: options.host, port: options.port });
  return {
    url,
    services,
    stop: async () => {
      await app.close();
      await jobs.stop();
      await feed.close();
      await db.close();
      await embedded?.stop();
    },
  };
}
