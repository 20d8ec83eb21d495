// Runs test files in a worktree, or a tool of it, until the first failure or the end of the time there is.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The child that runs, for whoever is told to stop. */
let running: ChildProcess | null = null;

/** @param pid below zero: a group of processes. What has ended already is left alone. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Ends what runs, with the processes that it started. */
export function endRunning(name: NodeJS.Signals): void {
  if (running?.pid !== undefined) signal(-running.pid, name);
}

/** So long what was told to end may take. */
const TO_END_MS = 15_000;

/** Where what runs keeps its temporary files: PostgreSQL, which lives in a group of its own, is found by them. */
let scratch: string | null = null;

const pidOf = (file: string): number => Number.parseInt(readFileSync(file, "utf8"), 10);

/** Ends each PostgreSQL that a run left behind, and removes its temporary files. */
export async function clearScratch(): Promise<void> {
  if (scratch === null) return;
  for (const name of globSync("**/postmaster.pid", { cwd: scratch })) {
    const file = join(scratch, name);
    signal(pidOf(file), "SIGINT");
    for (const end = Date.now() + TO_END_MS; existsSync(file) && Date.now() < end; ) await pause(100);
  }
  rmSync(scratch, { recursive: true, force: true });
  scratch = null;
}

/** Runs a program of node_modules. @returns its exit code; null: it did not end in time. */
export async function run(root: string, program: string, args: string[], ms: number): Promise<number | null> {
  // Short: PostgreSQL's socket lies in it, and its path has a limit.
  scratch = mkdtempSync(join(tmpdir(), "mutant-"));
  const child = spawn(process.execPath, [join(root, "node_modules", program), ...args], {
    cwd: root,
    stdio: "ignore",
    detached: true,
    env: { ...process.env, TMPDIR: scratch },
  });
  running = child;
  const ended = new Promise<number | null>((done, failed) => {
    child.once("error", failed);
    child.once("exit", (code) => done(code));
  });
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    endRunning("SIGTERM");
  }, ms);
  const killed = setTimeout(() => endRunning("SIGKILL"), ms + TO_END_MS);
  const code = await ended;
  clearTimeout(late);
  clearTimeout(killed);
  running = null;
  await clearScratch();
  return isLate ? null : (code ?? 1);
}

interface Assertion {
  status: string;
  fullName: string;
  failureMessages?: string[];
}

interface Results {
  testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[];
}

/** A test that failed. */
export interface Failed {
  file: string;
  /** Null: its file could not be run at all. */
  name: string | null;
  message: string;
}

export type Outcome = "late" | "passed" | readonly Failed[];

const firstLine = (text: string) => text.trim().split("\n")[0] ?? "";

function failuresIn(root: string, { testResults }: Results): Failed[] {
  return testResults.flatMap(({ name, status, message, assertionResults }): Failed[] => {
    const file = name.slice(name.indexOf(root) + root.length + 1);
    const failed = assertionResults
      .filter((one) => one.status === "failed")
      .map((one) => ({
        file,
        name: one.fullName.trim(),
        message: firstLine(one.failureMessages?.[0] ?? ""),
      }));
    const isBroken = status === "failed" && failed.length === 0;
    return isBroken ? [{ file, name: null, message: firstLine(message) }] : failed;
  });
}

/** Runs test files as the project runs them. @param names only tests of these names */
export async function runTests(
  root: string,
  files: readonly string[],
  { ms, all = false, names = [] }: { ms: number; all?: boolean; names?: readonly string[] },
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "lastmile-mutants-results-"));
  const results = join(folder, "results.json");
  const pattern = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  try {
    const code = await run(
      root,
      "vitest/vitest.mjs",
      [
        ...["run", "--config", "test/architecture/vitest.config.ts"],
        ...["--reporter=json", `--outputFile.json=${results}`],
        ...(all ? [] : ["--bail", "1"]),
        ...(names.length > 0 ? ["--testNamePattern", pattern] : []),
        ...files,
      ],
      ms,
    );
    if (code === null) return "late";
    if (code === 0) return "passed";
    const failed = failuresIn(root, JSON.parse(readFileSync(results, "utf8")) as Results);
    return failed.length > 0
      ? failed
      : [{ file: files.join(" "), name: null, message: "an error of no test" }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
