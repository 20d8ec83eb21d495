// A clock that was ahead for a while has left moments that are still to come: what waits for them would wait for days.
import type { JobDefinition } from "../kernel/jobs/jobs.ts";

/** Nothing waits, is held or locked for so long. */
const LONGEST = "1 day";

/** Puts such moments at now: what waits goes on, what is held is free, who is locked out may try again. */
export const futureTimestampsJob: JobDefinition = {
  name: "moments-ahead",
  cron: "47 * * * *",
  at_start: true,
  on_clock_jump: "HARMLESS",
  async run({ db: { platform } }) {
    await platform`delete from request_counts where ends > now() + ${LONGEST}::interval`;
    await platform`delete from login_failures where locked_until > now() + ${LONGEST}::interval
      or since > now() + ${LONGEST}::interval`;
    await platform`update /* every tenant */ mails set next_try_at = now()
      where status in ('QUEUED', 'SENDING') and next_try_at > now() + ${LONGEST}::interval`;
    await platform`update /* every tenant */ network_sync_jobs set next_attempt_at = now()
      where status = 'QUEUED' and next_attempt_at > now() + ${LONGEST}::interval`;
    await platform`update /* every tenant */ network_sync_jobs set leased_until = now()
      where status = 'LEASED' and leased_until > now() + ${LONGEST}::interval`;
    await platform`update /* every tenant */ routers set watched_until = now() where watched_until > now() + ${LONGEST}::interval`;
    await platform`update /* every tenant */ olts set watched_until = now() where watched_until > now() + ${LONGEST}::interval`;
  },
};
