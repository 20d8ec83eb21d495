// Processor time and memory of a program with all its processes, as the operating system counts them: other programs that
// are busy meanwhile change neither.
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

interface Process {
  parent: number;
  /** Its own, and that of its children that have ended. */
  cpu_ms: number;
  resident_bytes: number;
}

/** Linux counts in hundredths of a second, and memory in pages. */
const TICK_MS = 10;
const PAGE_BYTES = 4_096;

async function fromProc(): Promise<Map<number, Process>> {
  const processes = new Map<number, Process>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const field = (number: number) => Number(fields[number - 3]);
    if (fields.length < 22) continue;
    const ticks = field(14) + field(15) + field(16) + field(17);
    processes.set(Number(name), {
      parent: field(4),
      cpu_ms: ticks * TICK_MS,
      resident_bytes: field(24) * PAGE_BYTES,
    });
  }
  return processes;
}

/** "1-02:03:04.56" as milliseconds. */
function milliseconds(time: string): number {
  const [clock = "", days = "0"] = time.split("-").reverse();
  const seconds = clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1_000;
}

async function fromPs(): Promise<Map<number, Process>> {
  const command = ["-A", "-o", "pid=,ppid=,time=,rss="];
  const { stdout } = await promisify(execFile)("ps", command).catch(() => ({ stdout: "" }));
  return new Map(
    stdout.split("\n").flatMap((line): [number, Process][] => {
      const [pid, parent, time, kilobytes] = line.trim().split(/\s+/);
      if (!pid || !time) return [];
      const resident_bytes = Number(kilobytes) * 1_024;
      return [[Number(pid), { parent: Number(parent), cpu_ms: milliseconds(time), resident_bytes }]];
    }),
  );
}

export interface Usage {
  /** NaN where this machine does not tell. */
  cpu_ms: number;
  resident_bytes: number;
}

/** What each of these programs has used since it began, with all processes below it. */
export async function usageOf(roots: readonly number[]): Promise<Usage[]> {
  const processes = await (process.platform === "linux" ? fromProc() : fromPs());
  const usage = (pid: number): Usage => {
    const own = processes.get(pid) ?? { cpu_ms: Number.NaN, resident_bytes: Number.NaN };
    const below = [...processes].filter(([, { parent }]) => parent === pid).map(([child]) => usage(child));
    return [own, ...below].reduce<Usage>(
      (sum, one) => ({
        cpu_ms: sum.cpu_ms + one.cpu_ms,
        resident_bytes: sum.resident_bytes + one.resident_bytes,
      }),
      { cpu_ms: 0, resident_bytes: 0 },
    );
  };
  return roots.map(usage);
}
