// Connections of a server that end while it uses them.
import type { Sql } from "postgres";

const AT_MOST = 8;

/** Does some work while connections that are in use are ended, again and again. @returns how many were. */
export async function whileBroken(sql: Sql, work: () => Promise<unknown>): Promise<number> {
  let [isOver, broken] = [false, 0];
  const breaking = (async () => {
    while (broken < AT_MOST && !isOver) {
      const lost = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = 'lastmile_app' and state <> 'idle'`;
      broken += lost.length;
    }
  })();
  await work();
  isOver = true;
  await breaking;
  return broken;
}
