// The demo's server: a separate process, as in an office, started with demo data.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ENTRY = fileURLToPath(new URL("../../server/start.js", import.meta.url));
const READY = /^lastmile server listening on (https?:\/\/\S+)/;

export interface DemoServer {
  /** Its address, once it listens. Rejects when it ends before; what it said is on the screen by then. */
  ready: Promise<string>;
  /** Its exit code, when it ends or is stopped. */
  ended: Promise<number>;
  /** Also while it starts: it ends in order all the same. */
  stop(): Promise<void>;
}

export function startDemoServer(data_dir: string, say: (line: string) => void): DemoServer {
  const child = spawn(process.execPath, [ENTRY], {
    env: { ...process.env, LASTMILE_DEMO: "1", LASTMILE_DATA_DIR: data_dir },
    stdio: ["ignore", "pipe", "inherit"],
    // Its own group: Ctrl+C reaches us alone, and we stop it in order.
    detached: process.platform !== "win32",
  });
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const match = READY.exec(line);
      if (match?.[1]) resolve(match[1]);
      else say(line);
    });
    void ended.then((code) => reject(new Error(`The server ended with code ${code} before it was ready`)));
  });
  return {
    ready,
    ended,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
