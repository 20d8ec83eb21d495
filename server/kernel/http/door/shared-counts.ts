// What all server processes of one database have let through of a key's minute.
import { createHash } from "node:crypto";
import type { Sql } from "../../db/db.ts";
import type { JobDefinition } from "../../jobs/jobs.ts";
import type { TakeShared } from "./request-counts.ts";

/** Keys hold tokens and addresses: the table knows their hashes alone. */
const hash = (key: string) => createHash("sha256").update(key).digest();

export function sharedCounts(sql: Sql): TakeShared {
  return async (key, amount, ends_in) => {
    const [row] = await sql<{ taken: number; ends_in: number }[]>`
      insert into request_counts as c (key, taken, ends)
        values (${hash(key)}, ${amount}, now() + ${ends_in} * interval '1 millisecond')
      on conflict (key) do update set
        taken = excluded.taken + case when c.ends > now() then c.taken else 0 end,
        ends = case when c.ends > now() then c.ends else excluded.ends end
      returning taken, ceil(extract(epoch from ends - now()) * 1000)::int as ends_in`;
    return row ?? { taken: amount, ends_in };
  };
}

export const forgetCounts: JobDefinition = {
  name: "forget-request-counts",
  cron: "41 * * * *",
  on_clock_jump: "HARMLESS",
  run: async ({ db }) => void (await db.platform`delete from request_counts where ends < now()`),
};
