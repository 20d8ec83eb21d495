// How findings are told: lines on the screen, a file of JSON, a chart.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chart } from "./chart.ts";
import { type Finding, isGood } from "./row.ts";
import { speed } from "./speed.ts";

const DIRECTORY = fileURLToPath(new URL("../../../.build/bench", import.meta.url));

export interface Told extends Finding {
  row: string;
}

const number = (value: number) =>
  value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

export function lineOf(finding: Finding): string {
  const { what, value, unit, goal, spread, figures = {} } = finding;
  if (value === null) return `- ${what}: not measured here`;
  const wanted =
    goal === null ? "" : "at_least" in goal ? ` (goal ≥ ${goal.at_least})` : ` (goal ≤ ${goal.at_most})`;
  const mark = goal === null ? "·" : isGood(finding) ? "✓" : "✗";
  const apart = spread === undefined ? "" : `, spread ${number(spread)}`;
  const more = Object.entries(figures).map(
    ([name, figure]) => `\n      ${name.replaceAll("_", " ")}: ${figure}`,
  );
  return `${mark} ${what}: ${number(value)}${unit}${wanted}${apart}${more.join("")}`;
}

function commit(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

/** What the figures were measured on; load: how many tasks wanted a processor, on average of the last minute. */
export async function machine() {
  const [load_at_start = 0] = loadavg();
  return {
    ...{ commit: commit(), node: process.version, platform: `${process.platform} ${process.arch}` },
    ...{ processor: cpus()[0]?.model ?? "unknown", cores: availableParallelism(), load_at_start },
    speed: await speed(),
  };
}

type Machine = Awaited<ReturnType<typeof machine>>;

/** The machine in a line, as the figures' reader compares it with another one. */
export function lineOfMachine({ cores, load_at_start, speed }: Machine): string {
  const { memory_ms, disk_ms, steps_ms } = speed;
  const times = `64 MB of memory ${number(memory_ms)} ms, 8 kB to disk ${number(disk_ms)} ms, 100 million steps ${number(steps_ms)} ms`;
  return `this machine: ${cores} cores, load ${number(load_at_start)}; ${times}`;
}

/** Writes the findings down. @returns where. */
export function writeReport(of: Machine, findings: readonly Told[]): string[] {
  mkdirSync(DIRECTORY, { recursive: true });
  const at = new Date().toISOString();
  const files: [string, string][] = [
    ["bench.json", `${JSON.stringify({ at, machine: of, findings }, null, 2)}\n`],
    ["bench.svg", chart(findings)],
  ];
  return files.map(([name, text]) => {
    const path = join(DIRECTORY, name);
    writeFileSync(path, text);
    return path;
  });
}
