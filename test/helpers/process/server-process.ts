// The server as a process of its own, as it runs in an office, so that a test can kill it.
import { SUPERUSER } from "../config.ts";
import { startProgram } from "./program.ts";

export interface ServerProcess {
  url: string;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
}

/** Starts `npm run server`'s program on a database; resolves when it answers. */
export async function startServerProcess(database_url: string, data_dir: string): Promise<ServerProcess> {
  const program = startProgram("server/start.js", {
    LASTMILE_PORT: "0",
    LASTMILE_DATABASE_URL: database_url,
    LASTMILE_DATA_DIR: data_dir,
    LASTMILE_OUTGOING_ALLOW: "127.0.0.0/8",
    LASTMILE_SUPERUSER: `${SUPERUSER.username}:${SUPERUSER.password}`,
  });
  const [, url = ""] = await program.says(/listening on (http:\/\/\S+)/);
  return {
    url,
    kill: async () => {
      program.process.kill("SIGKILL");
      await program.ended;
    },
  };
}
