// The database that is configured, or an embedded one in the data directory.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ServerConfig } from "./config.ts";
import { ConfigError, whyNoData } from "./config-error.ts";
import { consoleLog } from "./console-log.ts";
import { DATABASE_OPTIONS, type DatabaseOptions } from "./kernel/db/db.ts";
import { DataDirectoryInUse } from "./kernel/postgres/data-directory.ts";
import { startEmbeddedPostgres } from "./kernel/postgres/embedded-postgres.ts";
import { ProgramsUnusable } from "./kernel/postgres/postgres-programs.ts";

/** Connections of a process beside its pools: the jobs', the locks', the change feed's, the incarnation's. */
const BESIDE = 8;
/** Of the embedded PostgreSQL, for all processes: each costs it memory. */
const IN_ALL = 160;

/** The pools of one of so many processes: together they stay below what the embedded PostgreSQL takes. */
export function poolsOf(workers: number): DatabaseOptions["sizes"] {
  const { app, platform, platform_transactions } = DATABASE_OPTIONS.sizes;
  const share = Math.min(1, (IN_ALL / workers - BESIDE) / (app + platform + platform_transactions));
  const part = (size: number) => Math.max(3, Math.floor(size * share));
  return { app: part(app), platform: part(platform), platform_transactions: part(platform_transactions) };
}

/** Connections that the embedded PostgreSQL has to take: those of the pools and a reserve for tools and backups. */
function connectionsOf(workers: number): number {
  const { app, platform, platform_transactions } = poolsOf(workers);
  return Math.max(200, workers * (app + platform + platform_transactions + BESIDE) + 40);
}

export type OnFatal = (error: Error) => void;

/** Later what can't be written there would end the server, or be missed, in the middle of something. */
async function requireWritable(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(probe, "Whether this directory can be written.\n");
  } finally {
    await rm(probe, { force: true });
  }
}

/** Who waits for the database, and watches it. */
export interface Finder {
  /** It is starting: the caller may do other work while it waits. */
  onStarting?(): void;
  onGone?: OnFatal;
}

export interface FoundDatabase {
  url: string;
  /** Stops what was started for it; one that was configured stays. */
  stop(): Promise<void>;
}

/** @throws ConfigError when the data directory can't be written, another server runs on the data directory, or PostgreSQL's programs can't be run. */
export async function findDatabase(options: ServerConfig, finder: Finder = {}): Promise<FoundDatabase> {
  await requireWritable(options.data_dir).catch((error: unknown) => {
    throw whyNoData(error, options.data_dir);
  });
  if (options.database_url) return { url: options.database_url, stop: async () => {} };
  const onRevived = (tries: number) => consoleLog.warn({ tries }, "PostgreSQL had ended; it runs again");
  return startEmbeddedPostgres(
    options.data_dir,
    { onRevived, onStarting: () => finder.onStarting?.(), onGone: (error) => finder.onGone?.(error) },
    connectionsOf(options.workers ?? 1),
  ).catch((error: unknown) => {
    if (error instanceof DataDirectoryInUse) throw new ConfigError(`LASTMILE_DATA_DIR: ${error.message}`);
    if (error instanceof ProgramsUnusable)
      throw new ConfigError(
        `LASTMILE_DATABASE_URL is not set, and the embedded PostgreSQL: ${error.message}`,
      );
    throw whyNoData(error, options.data_dir);
  });
}
