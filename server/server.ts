// Puts the server together: database, services, schedules, the app; and takes it apart in the right order.
import { Server as HttpsServer } from "node:https";
import { resolve } from "node:path";
import type { FastifyInstance } from "fastify";
import { Failure } from "../shared/kernel/failure.ts";
import { kindOfAddress } from "../shared/kernel/outgoing/address.rules.ts";
import { buildApp } from "./app.ts";
import { AREAS } from "./areas.ts";
import { BACKUPS_KEPT, type ServerConfig } from "./config.ts";
import { ConfigError, listening, whyNoData, whyNoDatabase } from "./config-error.ts";
import { isLoopback } from "./config-http.ts";
import { WEBHOOK_RETRIES } from "./config-outside.ts";
import { consoleLog } from "./console-log.ts";
import { closeDemoAccounts } from "./demo/known-passwords.ts";
import { seedDemo } from "./demo/seed.ts";
import { type FoundDatabase, findDatabase } from "./find-database.ts";
import { ensureSuperuser, firstOwner, followProgram, requireGoodPassword } from "./identity/index.ts";
import { keepTriggers } from "./integrations/index.ts";
import { ChangeNotices } from "./kernel/db/change-notices.ts";
import { WrongNodes } from "./kernel/db/cluster/distribute.ts";
import { isCluster } from "./kernel/db/cluster/is-cluster.ts";
import { DatabaseIdentity } from "./kernel/db/database-identity.ts";
import {
  DATABASE_OPTIONS,
  type Database,
  type DatabaseOptions,
  isConnectionError,
  isSqlState,
  type Logins,
  openDatabase,
} from "./kernel/db/db.ts";
import { prepareLogins } from "./kernel/db/logins.ts";
import { migrate, NewerDatabase } from "./kernel/db/migrate.ts";
import { SpellingsCollide } from "./kernel/db/normal/fill.ts";
import { openStandby, type Standby } from "./kernel/db/standby.ts";
import { hearOfDeaths } from "./kernel/heartbeat.ts";
import { type Metrics, serveMetrics } from "./kernel/http/health.ts";
import { watchCertificate } from "./kernel/http/tls.ts";
import { taskJobs } from "./kernel/jobs/background-tasks.ts";
import { ClockWatch } from "./kernel/jobs/clock-watch.ts";
import { Jobs } from "./kernel/jobs/jobs.ts";
import { platformPlace } from "./kernel/operation/principal.ts";
import { OutgoingGuard } from "./kernel/outgoing/guard.ts";
import { PdfWorkers } from "./kernel/pdf/pdf-workers.ts";
import { giveUpOlderKeys, requireKeys, UnknownKey } from "./kernel/secrets/keys-in-use.ts";
import { loadSecretKey, secretBox, UnusableKey } from "./kernel/secrets/secret-box.ts";
import { PASSWORD_COST, type Services } from "./kernel/services.ts";
import { Shutdown } from "./shutdown.ts";

export interface RunningServer {
  url: string;
  /** Where this machine reads the figures. */
  metrics_url: string;
  /** Who is to sign in and make the first company; null once there is one. */
  first_owner: string | null;
  services: Services;
  stop(): Promise<void>;
}

async function migrateOrExplain(url: string, options: ServerConfig): Promise<void> {
  try {
    await migrate(url, { tell: (line) => console.log(line) });
  } catch (error) {
    if (error instanceof SpellingsCollide)
      throw new ConfigError(
        `LASTMILE_DATABASE_URL: these are one from this version on: start the version before, rename one of each, then update (docs/operating.md)\n${error.message}`,
      );
    if (error instanceof WrongNodes) throw new ConfigError(`LASTMILE_DATABASE_URL: ${error.message}`);
    if (error instanceof NewerDatabase) {
      const variable = options.database_url ? "LASTMILE_DATABASE_URL" : "LASTMILE_DATA_DIR";
      throw new ConfigError(`${variable}: ${error.message}`);
    }
    // Who may not make its tables.
    if (options.database_url && isSqlState(error, "42501"))
      throw new ConfigError(`LASTMILE_DATABASE_URL: its PostgreSQL refuses what it names (${error.message})`);
    throw error;
  }
}

/** @throws ConfigError for a weak password. */
async function checkSuperuser({ superuser }: ServerConfig): Promise<void> {
  if (!superuser) return;
  const { username, password } = superuser;
  await requireGoodPassword(password, username, "LASTMILE_SUPERUSER").catch((error: Error) => {
    throw error instanceof Failure ? new ConfigError(`LASTMILE_SUPERUSER: ${error.message}`) : error;
  });
}

/**
 * Where the system can part a port's connections among processes (`reusePort`), each of several listens on the port. Else the first
 * process hands them out, and one on its way to a process that is killed stays open there for ever, without an answer.
 */
function listen(app: FastifyInstance, { host, port, is_worker }: ServerConfig): Promise<string> {
  const reusePort = is_worker === true && process.platform === "linux";
  // Fastify hands on what it does not name itself.
  const at = { host, port, reusePort };
  return listening({ variable: "LASTMILE_PORT", port, host }, () => app.listen(at));
}

/** @throws ConfigError for a key of the data directory that is none, or is not the database's. */
function refuseKey(error: unknown): never {
  const is_wrong = error instanceof UnusableKey || error instanceof UnknownKey;
  throw is_wrong ? new ConfigError(`LASTMILE_SECRET_KEY: ${error.message}`) : error;
}

/** Knows every key of the database, and seals with the present one what older ones sealed. */
async function settleKeys(services: Services, hasOlder: boolean): Promise<void> {
  await requireKeys(services, AREAS).catch(refuseKey);
  if (!hasOlder) return;
  const count = await giveUpOlderKeys(services, AREAS).catch((error: unknown) => {
    if (isConnectionError(error)) throw error;
    throw new ConfigError(
      `LASTMILE_SECRET_KEY_OLD: not all secrets open with these keys (${(error as Error).message})`,
    );
  });
  console.log(`${count} secrets were sealed with the new key`);
}

async function listenForMetrics(metrics: Metrics, { http, is_worker }: ServerConfig) {
  if (is_worker) return { url: "", stop: async () => {} };
  const { port } = http.metrics;
  return listening({ variable: "LASTMILE_METRICS_PORT", port }, () => serveMetrics(metrics, port));
}

const openLogins = (database_url: string): Promise<Logins> =>
  prepareLogins(database_url, (why) =>
    consoleLog.warn(
      { why },
      "LASTMILE_DATABASE_URL: requests run in the owner's sessions; the README says what to grant",
    ),
  );

/** What the connections tell the log. */
const TOLD: Pick<DatabaseOptions, "onNested" | "onRefused"> = {
  onNested: (held, wanted) =>
    consoleLog.error({ held, wanted, error: new Error("nested") }, "a task asked for a second connection"),
  onRefused: (error) => consoleLog.error({ error }, "the database refuses everybody, or every change"),
};

function findReplica(
  { replica: where, database }: ServerConfig,
  logins: Logins,
  db: Database,
): Standby | null {
  if (!where) return null;
  const { url, behind_seconds } = where;
  const options = { behind_seconds, log: consoleLog, onNested: TOLD.onNested, ...database };
  return openStandby(url, logins.lastmile_app, db.platform, options);
}

/** Whether others than this machine's users reach the server: by its own address, or through a proxy. */
const isPublic = ({ host, http }: ServerConfig) => !isLoopback(host) || http.trusted_proxies.length > 0;

/** Breaks off where the server is to stop: each of its acts has a key, so that the next start goes on. */
const fillDemo = (services: Services, { demo_size, stopping }: ServerConfig) =>
  seedDemo(
    services,
    (line) => {
      stopping?.throwIfAborted();
      console.log(line);
    },
    demo_size,
  );

const JOBS = [
  ...AREAS.flatMap((area) => area.jobs ?? []),
  ...taskJobs(AREAS.flatMap((area) => area.tasks ?? [])),
];

/** Takes a renewed certificate. @returns what ends it. */
function followCertificate(
  { server }: FastifyInstance,
  { http: { tls } }: ServerConfig,
): () => Promise<void> {
  if (!tls) return async () => {};
  if (!(server instanceof HttpsServer)) throw new Error("A server with a certificate speaks plain HTTP");
  const stopWatching = watchCertificate(server, tls, consoleLog);
  return async () => stopWatching();
}

/** Begins what goes on beside requests and jobs. @returns what ends it. */
const startWork = (services: Services) => AREAS.flatMap(({ start }) => (start ? [start(services)] : []));

async function startParts(
  options: ServerConfig,
  closers: Shutdown,
  finding: Promise<FoundDatabase>,
): Promise<Omit<RunningServer, "stop">> {
  // One that was not found has nothing to end: who waits for it below hears why.
  closers.add(async () => (await finding.catch(() => null))?.stop());
  await checkSuperuser(options);
  const { url: database_url } = await finding;
  await migrateOrExplain(database_url, options);
  await keepTriggers(database_url);
  const log = consoleLog;
  const key = await loadSecretKey(options.secret_key, options.data_dir).catch(refuseKey);
  const [is_cluster, logins] = await Promise.all([isCluster(database_url), openLogins(database_url)]);
  const { data_dir } = options;
  const incarnation = await DatabaseIdentity.open({ database_url, data_dir, is_cluster, key, log });
  closers.add(() => incarnation.close());
  const db = openDatabase(logins, { ...DATABASE_OPTIONS, ...TOLD, is_cluster, ...options.database });
  closers.add(() => db.close());
  const replica = findReplica(options, logins, db);
  closers.add(async () => replica?.close());
  const notices = new ChangeNotices(db, (error) => log.error({ error }, "change feed"));
  closers.add(() => notices.close());
  const jobs = new Jobs(database_url, db.is_cluster, (error, job) => log.error({ error, job }, "job failed"));
  const older = (options.old_secret_keys ?? []).map((text) => Buffer.from(text, "base64"));
  const secrets = secretBox(key, older);
  const pdfs = new PdfWorkers();
  closers.add(() => pdfs.close());
  const services: Services = {
    db,
    replica,
    notices,
    jobs,
    clock: new ClockWatch(db, options.read_clock),
    pdfs,
    secrets,
    log,
    limits: options.limits,
    incarnation,
    installation: {
      data_dir: resolve(options.data_dir),
      database_url,
      backups: options.backups ?? BACKUPS_KEPT,
    },
    dns_server: options.dns_server ?? null,
    public_url: options.public_url ?? null,
    webhook_retries: options.webhook_retries ?? WEBHOOK_RETRIES,
    smtp: options.smtp ?? null,
    platform: platformPlace(options.platform_currency ?? "USD"),
    password_cost: options.password_cost ?? PASSWORD_COST,
    recheck_ms: options.recheck_ms ?? 60_000,
    gap_wait_ms: options.gap_wait_ms ?? 5_000,
    push_hold_ms: 250,
    onUndeclared:
      options.onUndeclared ??
      ((operation, collections) => log.error({ operation, collections }, "changed what it does not declare")),
    outgoing: new OutgoingGuard(options.outgoing_allow ?? [], options.dns_server ?? null),
    loopback_routers: kindOfAddress(options.host) === "LOOPBACK",
  };
  await settleKeys(services, older.length > 0);
  incarnation.watch(services.recheck_ms);
  await notices.start();
  if (options.is_worker) hearOfDeaths(() => notices.lookAnew());
  if (options.superuser) await ensureSuperuser(services, options.superuser);
  await followProgram(services);
  const { app, metrics } = await buildApp({ services, http: options.http, is_worker: options.is_worker });
  closers.add(followCertificate(app, options));
  if (isPublic(options) && !options.demo) await closeDemoAccounts(services);
  if (options.demo) await fillDemo(services, options);
  closers.add(() => jobs.stop());
  const figures = await listenForMetrics(metrics, options);
  closers.add(() => figures.stop());
  // Requests end first, then the work they caused, then what both stand on.
  closers.add(() => app.close());
  const first_owner = await firstOwner(services);
  const url = await listen(app, options);
  // Who can't have the port has begun no work.
  for (const end of startWork(services)) closers.add(end);
  await jobs.start(services, JOBS);
  return { first_owner, url, metrics_url: figures.url, services };
}

/**
 * Starts the server; resolves when it answers requests.
 * @param finding its database, which the caller may be looking for already.
 * @throws ConfigError when an address or port of the configuration can't be used; nothing stays open then.
 */
export async function startServer(
  options: ServerConfig,
  finding: Promise<FoundDatabase> = findDatabase(options),
): Promise<RunningServer> {
  const closers = new Shutdown();
  try {
    return { ...(await startParts(options, closers, finding)), stop: () => closers.closeAll() };
  } catch (error) {
    await closers.closeAll();
    throw whyNoDatabase(whyNoData(error, options.data_dir), options.database_url);
  }
}
