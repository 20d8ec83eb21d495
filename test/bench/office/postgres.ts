// The embedded PostgreSQL, with the settings that an office gets.
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../../server/kernel/postgres/embedded-postgres.ts";
import { readPostmaster } from "../../../server/kernel/postgres/postmaster.ts";

/** @param say is told when it ends by itself. */
export async function startPostgres(directory: string, say: (text: string) => void) {
  const postgres = await startEmbeddedPostgres(directory, {
    onRevived: () => say("PostgreSQL had ended, and runs again"),
    onGone: (error) => say(String(error)),
  });
  const postmaster = await readPostmaster(join(directory, "postgres"));
  return { url: postgres.url, pid: postmaster?.pid ?? 0, stop: () => postgres.stop() };
}
