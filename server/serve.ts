// The headless sync server, which start.js starts: reads the configuration, starts everything, stops gracefully.
import cluster from "node:cluster";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { readConfig, type ServerConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { consoleLog } from "./console-log.ts";
import { findDatabase, type OnFatal, poolsOf } from "./find-database.ts";
import { surviveLostConnections } from "./kernel/db/unavailable.ts";
import { answerHeartbeats } from "./kernel/heartbeat.ts";
import { type Answering, type RunningWorkers, startWorkers, WorkerEnded } from "./workers.ts";

/** PostgreSQL starts while Node reads the rest of the program: that takes longer, and needs nothing of it. */
async function startThis(config: ServerConfig, onGone: OnFatal): Promise<RunningWorkers> {
  const { promise: starting, resolve: onStarting } = Promise.withResolvers<void>();
  const finding = findDatabase(config, { onGone, onStarting });
  // What it may fail of, startServer says.
  await Promise.race([starting, finding.catch(() => {})]);
  const { startServer } = await import("./server.ts");
  return startServer(config, finding);
}

/** One process, one of several, or the one that starts the others. */
async function start(config: ServerConfig, onFatal: OnFatal): Promise<RunningWorkers> {
  const workers = config.workers ?? 1;
  if (workers === 1) return startThis(config, onFatal);
  if (cluster.isPrimary) return startWorkers(config, onFatal);
  return startThis({ ...config, is_worker: true, database: { sizes: poolsOf(workers) } }, onFatal);
}

function tell({ url, metrics_url, first_owner }: RunningWorkers): void {
  if (cluster.isWorker) {
    answerHeartbeats();
    process.send?.({ url, first_owner } satisfies Answering);
    return;
  }
  // Said last: a reader of it may ask for the stop at once.
  console.log(`lastmile metrics at ${metrics_url}`);
  console.log(`lastmile server listening on ${url}`);
  if (first_owner) console.log(`open ${url} and sign in as ${first_owner}`);
}

const stopping_early = new AbortController();

/** It asks for the certificate to be reloaded (workers.ts, kernel/http/tls.ts); without a listener it would end the process. */
function surviveHangUps({ http }: ServerConfig): void {
  process.on("SIGHUP", () => {
    if (!http.tls) consoleLog.warn({ signal: "SIGHUP" }, "there is no certificate to read anew");
  });
}

async function main(): Promise<void> {
  surviveLostConnections();
  const config = readConfig(process.env);
  surviveHangUps(config);
  await mkdir(config.data_dir, { recursive: true }).catch((error: Error) => {
    throw new ConfigError(`LASTMILE_DATA_DIR: ${error.message}`);
  });
  let stop = (code: number): void => process.exit(code);
  // Who is still starting ends in order, so that no database is left behind; asked again, at once.
  let onSignal = (): void => {
    if (stopping_early.signal.aborted) process.exit(0);
    stopping_early.abort();
  };
  process.on("SIGTERM", () => onSignal());
  process.on("SIGINT", () => onSignal());
  const { signal } = stopping_early;
  const server = await start({ ...config, data_dir: resolve(config.data_dir), stopping: signal }, (error) => {
    console.error(`lastmile server ends: ${error.message}`);
    stop(1);
  });
  let stopping = false;
  stop = (code) => {
    if (stopping) return;
    stopping = true;
    server.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error("lastmile server did not stop cleanly:", error);
        process.exit(1);
      },
    );
  };
  onSignal = () => stop(0);
  if (signal.aborted) stop(0);
  else tell(server);
}

main().catch((error: unknown) => {
  if (error === stopping_early.signal.reason) process.exit(0);
  if (error instanceof WorkerEnded) process.exit(error.code);
  if (error instanceof ConfigError) {
    console.error(error.message);
    process.exit(2);
  }
  console.error(error);
  process.exit(1);
});
