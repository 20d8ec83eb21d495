// Whether PostgreSQL runs in a data directory: what its own note of its process says, if that is still true.
import { execFile } from "node:child_process";
import { readFile, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

interface Postmaster {
  pid: number;
  /** NaN while it is only starting. */
  port: number;
  /** The folder of its local socket; null: it has none. */
  socket_folder: string | null;
  /** It takes sessions; after a crash it listens long before, and refuses each until it has recovered. */
  ready: boolean;
}

/** The arguments with which a process was started; none when there is no such process, or it is dead and not yet buried. */
async function argumentsOf(pid: number): Promise<string[]> {
  switch (process.platform) {
    case "linux": {
      const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return text.split("\0").filter((part) => part !== "");
    }
    case "win32": {
      const filter = ["/fo", "csv", "/nh", "/fi", `PID eq ${pid}`];
      const { stdout } = await run("tasklist", filter).catch(() => ({ stdout: '"postgres.exe"' }));
      const [name] = /^"([^"]+)"/.exec(stdout.trim())?.slice(1) ?? [];
      return name ? [name] : [];
    }
    default: {
      const { stdout } = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(() => ({
        stdout: "",
      }));
      return stdout
        .trim()
        .split(/\s+/)
        .filter((part) => part !== "");
    }
  }
}

const sameFolder = async (a: string, b: string) => {
  const real = (path: string) => realpath(path).catch(() => path);
  return (await real(a)) === (await real(b));
};

/** Whether the process is PostgreSQL on this directory. */
async function serves(pid: number, directory: string): Promise<boolean> {
  const [program = "", ...rest] = await argumentsOf(pid);
  if (!/(^|[\\/])postgres(\.exe)?$/i.test(program)) return false;
  const given = rest[rest.indexOf("-D") + 1];
  // Where the arguments can't be read whole, a PostgreSQL with this number is taken for ours.
  return given === undefined || process.platform !== "linux" || sameFolder(given, directory);
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

/**
 * The PostgreSQL that runs in the directory. After a power cut its note (postmaster.pid) outlives it, and the number in
 * it may be another program's: PostgreSQL would then refuse to start, so the note is taken away.
 */
export async function readPostmaster(directory: string): Promise<Postmaster | null> {
  const note = join(directory, "postmaster.pid");
  const text = await readFile(note, "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  const [pid, port, ready] = [Number(lines[0]), Number(lines[3]), lines[7]?.trim() === "ready"];
  if (!(pid > 0 && isAlive(pid))) return null;
  if (await serves(pid, directory)) return { pid, port, ready, socket_folder: lines[4]?.trim() || null };
  await rm(note, { force: true });
  return null;
}
