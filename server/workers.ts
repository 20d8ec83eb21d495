// Several server processes with one port: the first process starts the database and the others, keeps so many of them, and
// adds up their figures. It serves no requests, so that nothing a request does can end it.
import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerConfig } from "./config.ts";
import { listening } from "./config-error.ts";
import { consoleLog } from "./console-log.ts";
import { findDatabase, type OnFatal } from "./find-database.ts";
import { freePort } from "./kernel/free-port.ts";
import { tellOfDeath, watchHeartbeat } from "./kernel/heartbeat.ts";
import { figuresOfAll, serveMetrics } from "./kernel/http/health.ts";
import { Shutdown } from "./shutdown.ts";

/** What a process says once it answers. */
export interface Answering {
  url: string;
  first_owner: string | null;
}

export interface RunningWorkers extends Answering {
  metrics_url: string;
  stop(): Promise<void>;
}

/** A process could not start: it has said why, and ends with this code. */
export class WorkerEnded extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`a server process ended with ${code}`);
    this.code = code;
  }
}

/** Who has run for so long did not fail at the start. */
const STEADY_MS = 10_000;
const AGAIN_MS = { first: 100, most: 30_000 };

/** @throws WorkerEnded when it ends before it answers. */
function answering(worker: Worker): Promise<Answering> {
  return new Promise((resolve, reject) => {
    worker.once("message", (said: Answering) => resolve(said));
    worker.once("exit", (code) => reject(new WorkerEnded(code ?? 1)));
  });
}

const ended = (worker: Worker) =>
  worker.isDead() ? Promise.resolve() : new Promise<void>((resolve) => worker.once("exit", () => resolve()));

class Workers {
  readonly #env: Record<string, string>;
  readonly #running = new Set<Worker>();
  readonly #answering = new Set<Worker>();
  readonly #stopping = new AbortController();

  constructor(env: Record<string, string>) {
    this.#env = env;
  }

  async start(): Promise<Answering> {
    const begun = performance.now();
    const worker = cluster.fork(this.#env);
    this.#running.add(worker);
    worker.once("exit", () => this.#running.delete(worker));
    const said = await answering(worker);
    this.#answering.add(worker);
    worker.once("exit", () => this.#answering.delete(worker));
    watchHeartbeat(worker, () => {
      consoleLog.error({ process: worker.process.pid }, "a server process hangs, and is ended");
      worker.process.kill("SIGKILL");
    });
    console.log(`lastmile server process ${worker.process.pid} answers`);
    worker.once("exit", (code, signal) => void this.#replace(worker, code ?? signal, begun));
    return said;
  }

  /** Another one in the place of one that ended; who fails again and again is tried less often. */
  async #replace(gone: Worker, how: number | string, begun: number): Promise<void> {
    let wait = performance.now() - begun > STEADY_MS ? 0 : AGAIN_MS.first;
    for (const other of this.#answering) tellOfDeath(other);
    while (!this.#stopping.signal.aborted) {
      consoleLog.warn(
        { process: gone.process.pid, how },
        "a server process ended; another one takes its place",
      );
      try {
        await pause(wait, null, { signal: this.#stopping.signal });
        await this.start();
        return;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        consoleLog.error({ error }, "a server process did not start");
        wait = Math.min(AGAIN_MS.most, Math.max(AGAIN_MS.first, wait) * 2);
      }
    }
  }

  /** Passed on to who hears it: a process that starts has no ears yet, and reads the files as they are. */
  hangUp(): void {
    for (const worker of this.#answering) worker.process.kill("SIGHUP");
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const running = [...this.#running];
    for (const worker of running) worker.process.kill("SIGTERM");
    await Promise.all(running.map(ended));
  }
}

/**
 * Starts as many server processes as are configured; resolves when all of them answer.
 * @throws ConfigError, or WorkerEnded when the first one can't start.
 */
export async function startWorkers(config: ServerConfig, onFatal: OnFatal): Promise<RunningWorkers> {
  const closers = new Shutdown();
  try {
    const database = await findDatabase(config, { onGone: onFatal });
    closers.add(() => database.stop());
    const { host, http } = config;
    const told_at = http.metrics.port;
    const figures = await listening({ variable: "LASTMILE_METRICS_PORT", port: told_at }, () =>
      serveMetrics(figuresOfAll(), told_at),
    );
    closers.add(() => figures.stop());
    // Port 0 is chosen here: each process asks for the same one, also the one that comes in a dead one's place. Processes that
    // share a port let another server join them: whether it is free is asked once, before.
    const port = await listening({ variable: "LASTMILE_PORT", port: config.port, host }, () =>
      freePort(host, config.port),
    );
    const workers = new Workers({
      LASTMILE_DATABASE_URL: database.url,
      LASTMILE_PORT: String(port),
      LASTMILE_METRICS_PORT: new URL(figures.url).port,
    });
    closers.add(() => workers.stop());
    const hangUp = () => workers.hangUp();
    if (http.tls) process.on("SIGHUP", hangUp);
    closers.add(async () => process.off("SIGHUP", hangUp));
    // One after the other: the first one migrates, makes keys and the first accounts.
    const first = await workers.start();
    await Promise.all(Array.from({ length: (config.workers ?? 1) - 1 }, () => workers.start()));
    return { ...first, metrics_url: figures.url, stop: () => closers.closeAll() };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}
