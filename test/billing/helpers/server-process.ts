// The server as a process of its own, as it runs in an office, so that a test can kill it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SUPERUSER } from "../../helpers/config.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface ServerProcess {
  url: string;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const url = /listening on (http:\/\/\S+)/.exec(said)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
}

/** Starts `npm run server`'s program on a database; resolves when it answers. */
export async function startServerProcess(database_url: string, data_dir: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, ["server/start.ts"], {
    cwd: root,
    env: {
      ...process.env,
      LASTMILE_PORT: "0",
      LASTMILE_DATABASE_URL: database_url,
      LASTMILE_DATA_DIR: data_dir,
      LASTMILE_SUPERUSER: `${SUPERUSER.username}:${SUPERUSER.password}`,
      LASTMILE_DEMO: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await listening(child);
  return {
    url,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
