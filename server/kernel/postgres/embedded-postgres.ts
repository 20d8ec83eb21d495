// A real PostgreSQL under the data directory, for a machine that has none: binaries from npm, run by pg_ctl, watched.
import { randomBytes } from "node:crypto";
import { access, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { holdDirectory } from "./data-directory.ts";
import { machineSettings } from "./machine-settings.ts";
import { binaries, execute, type RunAs, runAs } from "./postgres-programs.ts";
import { readPostmaster } from "./postmaster.ts";

const OWNER = "lastmile_owner";
const LOOK_EVERY_MS = 1_000;
const TRIES = 3;
/** Connections that it takes, unless more server processes want more. */
const CONNECTIONS = 200;
/** Once it has been up for so long, its next end is a new one. */
const STEADY_MS = 60_000;
/** A database that has to recover from a crash may take its time. */
const ANSWERS_WITHIN_MS = 60_000;

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

/** Who is told what becomes of the database. */
export interface Watcher {
  /** Its programs have been asked to start it, and do the rest without us. */
  onStarting?(): void;
  onRevived(tries: number): void;
  /** It ended and could not be started again. */
  onGone(error: Error): void;
}

async function initialise(initdb: string, directory: string, password: string, as: RunAs): Promise<void> {
  await mkdir(directory, { recursive: true });
  if (as.uid !== undefined) await chown(directory, as.uid, as.gid ?? as.uid);
  // initdb runs as another user than ours where we are root, so it gets its own copy of the password, for a moment.
  const copy = `${directory}.password`;
  await writeFile(copy, `${password}\n`, { mode: 0o600 });
  if (as.uid !== undefined) await chown(copy, as.uid, as.gid ?? as.uid);
  try {
    const options = [`--username=${OWNER}`, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"];
    await execute(as, initdb, `--pgdata=${directory}`, `--pwfile=${copy}`, ...options);
  } finally {
    await rm(copy, { force: true });
  }
}

/** Whether something listens on the port; only a clear refusal is a no. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ host: "127.0.0.1", port, timeout: 2_000 });
    const end = (answer: boolean) => {
      probe.destroy();
      resolve(answer);
    };
    probe.once("connect", () => end(true));
    probe.once("timeout", () => end(true));
    probe.once("error", (error) => end(!("code" in error && error.code === "ECONNREFUSED")));
  });
}

/** With a socket's name behind it a folder's path is still as long as every system takes. */
const FOLDER_MAX = 80;

/** Whether a local socket can lie in the folder, and PostgreSQL be told so: not on Windows, nor on every kind of disk. */
async function takesSockets(folder: string): Promise<boolean> {
  if (process.platform === "win32" || folder.length > FOLDER_MAX || !/^\/[\w./-]+$/.test(folder))
    return false;
  const probe = createServer();
  const works = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(join(folder, `.socket-${process.pid}`), () => resolve(true));
  });
  // Closed, it takes its socket away.
  if (works) await new Promise((resolve) => probe.close(resolve));
  return works;
}

/** PostgreSQL's log is rotated once it is longer than this; one older file is kept. */
const LONGEST_LOG = 16 * 1024 * 1024;

/** Before a start, when PostgreSQL does not write to it. */
async function keepLogShort(path: string): Promise<void> {
  const size = await stat(path).then(
    (file) => file.size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return 0;
      throw error;
    },
  );
  if (size > LONGEST_LOG) await rename(path, `${path}.1`);
}

/** One cluster: the programs and folders it needs, and the port it has. */
class Cluster {
  readonly #pgCtl: string;
  readonly #directory: string;
  readonly #as: RunAs;
  readonly #connections: number;
  readonly #watcher: Watcher;
  port = 0;
  /** Of its local socket; null: it is reached over TCP alone. */
  socket_folder: string | null = null;

  constructor(pgCtl: string, directory: string, as: RunAs, connections: number, watcher: Watcher) {
    this.#pgCtl = pgCtl;
    this.#directory = directory;
    this.#as = as;
    this.#connections = connections;
    this.#watcher = watcher;
  }

  /** Finds it running (its server was killed, the database was not), or starts it. */
  async up(): Promise<void> {
    const end = performance.now() + ANSWERS_WITHIN_MS;
    for (;;) {
      const running = await readPostmaster(this.#directory);
      if (!running) return this.#start();
      if (running.ready && (await listens(running.port))) {
        this.port = running.port;
        this.socket_folder = running.socket_folder;
        return;
      }
      // It is on its way up or down.
      if (performance.now() > end) throw new Error(`PostgreSQL (process ${running.pid}) does not answer`);
      await pause(200);
    }
  }

  async #start(): Promise<void> {
    this.port ||= await freePort();
    this.socket_folder = (await takesSockets(this.#directory)) ? this.#directory : null;
    await this.#forgetSockets();
    const logFile = join(this.#directory, "server.log");
    await keepLogShort(logFile);
    const settings = [
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${this.socket_folder ?? "''"}`,
      `max_connections=${this.#connections}`,
      ...machineSettings(),
    ];
    const options = `-p ${this.port} ${settings.map((setting) => `-c ${setting}`).join(" ")}`;
    try {
      const command = ["start", "-w", "-t", "60", "-D", this.#directory, "-l", logFile, "-o", options];
      const starting = execute(this.#as, this.#pgCtl, ...command);
      this.#watcher.onStarting?.();
      await starting;
    } catch (error) {
      const log = await readFile(logFile, "utf8").catch(() => "");
      throw new Error(`PostgreSQL did not start: ${log.split("\n").slice(-8).join("\n") || String(error)}`);
    }
  }

  /** Those of other ports, which crashes left. */
  async #forgetSockets(): Promise<void> {
    const own = `.s.PGSQL.${this.port}`;
    const names = (await readdir(this.#directory)).filter((name) => name.startsWith(".s.PGSQL."));
    const others = names.filter((name) => name !== own && name !== `${own}.lock`);
    await Promise.all(others.map((name) => rm(join(this.#directory, name), { force: true })));
  }

  async down(): Promise<void> {
    if (!(await readPostmaster(this.#directory))) return;
    await execute(this.#as, this.#pgCtl, "stop", "-w", "-m", "fast", "-D", this.#directory).catch(
      async (error: unknown) => {
        // It has ended already.
        if (await readPostmaster(this.#directory)) throw error;
      },
    );
  }

  /** Brings it back each time it ends, until `stopped`. */
  async watch(stopped: AbortSignal): Promise<void> {
    let tries = 0;
    let up_since = performance.now();
    while (await waited(LOOK_EVERY_MS, stopped)) {
      if (await listens(this.port)) {
        if (performance.now() - up_since > STEADY_MS) tries = 0;
        continue;
      }
      if (tries === TRIES) {
        const message = `PostgreSQL ended and could not be kept running in ${TRIES} tries; its log is ${join(this.#directory, "server.log")}`;
        this.#watcher.onGone(new Error(message));
        return;
      }
      tries += 1;
      const started = await this.up().then(
        () => true,
        () => false,
      );
      up_since = performance.now();
      if (started) this.#watcher.onRevived(tries);
    }
  }
}

/** Waits; answers false at once when the signal comes. */
function waited(milliseconds: number, stopped: AbortSignal): Promise<boolean> {
  return pause(milliseconds, true, { signal: stopped, ref: false }).catch(() => false);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Starts (or finds running) the cluster under `dataDir`, made on first use, and brings it back when it ends.
 * @throws DataDirectoryInUse, or Error with PostgreSQL's own words when it can't start.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  watcher: Watcher,
  connections = CONNECTIONS,
): Promise<EmbeddedPostgres> {
  const { initdb, pg_ctl } = await binaries();
  const directory = join(dataDir, "postgres");
  const passwordFile = join(dataDir, "postgres-password");
  await mkdir(dataDir, { recursive: true });
  const release = holdDirectory(dataDir);
  try {
    const as = await runAs(dataDir, pg_ctl);
    if (!(await exists(passwordFile)))
      await writeFile(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
    const password = await readFile(passwordFile, "utf8");
    if (!(await exists(join(directory, "PG_VERSION")))) await initialise(initdb, directory, password, as);
    const cluster = new Cluster(pg_ctl, directory, as, connections, watcher);
    await cluster.up();
    const stopping = new AbortController();
    const watched = cluster.watch(stopping.signal);
    const socket = cluster.socket_folder ? `?host=${encodeURIComponent(cluster.socket_folder)}` : "";
    return {
      url: `postgresql://${OWNER}:${password}@127.0.0.1:${cluster.port}/postgres${socket}`,
      stop: async () => {
        stopping.abort();
        await watched;
        await cluster.down();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
