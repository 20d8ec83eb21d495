// Removes what has served its time.
import type { JobDefinition } from "../kernel/jobs/jobs.ts";

export const cleanUp: JobDefinition = {
  name: "platform-clean-up",
  cron: "17 3 * * *",
  on_clock_jump: "WAITS",
  async run({ db }) {
    await db.platform`delete /* every tenant */ from idempotency_keys where expires_at < now()`;
    await db.platform`delete from platform_idempotency_keys where expires_at < now()`;
  },
};
