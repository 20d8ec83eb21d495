// Removes sessions and failed sign-ins that no longer matter.
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";

export const cleanUp: JobDefinition = {
  name: "identity-clean-up",
  cron: "23 * * * *",
  on_clock_jump: "WAITS",
  async run({ db }) {
    // Kept while a leaver's desktop may come back: it is told why, and hands in its outbox.
    await db.platform`delete from auth_tokens
      where expires_at < now() - interval '45 days' or revoked_at < now() - interval '45 days'`;
    await db.platform`delete from login_failures where since < now() - interval '1 day'`;
    await db.platform`delete from known_devices where last_used_at < now() - interval '180 days'`;
  },
};
