// A program of the product as a process of its own, as an office starts it.
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface Program {
  process: ChildProcess;
  /** What it wrote so far, on either stream. */
  output(): string;
  errors(): string;
  /** Resolves with the first match in its output; rejects when it ends without one. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code once it has ended. */
  ended: Promise<number | null>;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<number | null>;
}

/**
 * Starts `node <script>` with nothing of LASTMILE_* in its environment but what is given.
 * @param as another user than this process's own, which only root may name; and what is told on the command line.
 */
export function startProgram(
  script: string,
  env: Record<string, string>,
  { args = [], ...as }: { uid?: number; gid?: number; args?: readonly string[] } = {},
): Program {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("LASTMILE_"));
  const child = spawn(process.execPath, [script, ...args], {
    ...as,
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  const hearers = new Set<() => void>();
  const hear = (text: string) => {
    output += text;
    for (const heard of hearers) heard();
  };
  child.stdout?.on("data", (chunk: Buffer) => hear(chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
    hear(chunk.toString());
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return {
    process: child,
    output: () => output,
    errors: () => errors,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output);
          if (!match) return;
          hearers.delete(look);
          resolve(match);
        };
        hearers.add(look);
        look();
        void ended.then((code) => reject(new Error(`${script} ended with ${code}: ${output}`)));
      }),
    ended,
    stop: () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      return ended;
    },
  };
}
