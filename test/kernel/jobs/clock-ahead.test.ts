// What a clock that was ahead has left in the tables of schedules: nothing would run until that day comes.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { Jobs } from "../../../server/kernel/jobs/jobs.ts";
import { futureTimestampsJob } from "../../../server/platform/future-timestamps.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant } from "../../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
beforeAll(async () => {
  server = await startTestServer();
  await server.stopClock();
  sql = openPool(server.database_url, null, 1);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

it("Schedules go on after a clock that was sixty days ahead, and what it asked for is done now", async () => {
  const begun = async (run: () => void) => {
    const jobs = new Jobs(server.database_url, false, (error) => {
      throw error;
    });
    await jobs.start(server.services, [{ name: "asked-for-ahead", run: async () => run() }]);
    return jobs;
  };
  await (await begun(() => {})).stop();
  await sql`update pgboss.version set cron_on = now() + interval '60 days'`;
  await sql`insert into pgboss.job (name, data, start_after) values ('asked-for-ahead', '{}', now() + interval '60 days')`;
  const done = Promise.withResolvers<void>();
  const jobs = await begun(done.resolve);
  await done.promise;
  const [version] = await sql`select cron_on <= now() + interval '1 minute' as is_past from pgboss.version`;
  expect(version?.is_past).toBe(true);
  await jobs.stop();
});

it("What waits, is held or locked until a day that a wrong clock named is free at once", async () => {
  const { owner, tenant } = await makeTenant(server);
  const device = { name: "R", host: "192.0.2.7", username: "u", password: "p" };
  const router = (await owner.post("/routers/", device)).body.id;
  expect((await owner.post(`/routers/${router}/sync/`, { dry_run: true }, { Prefer: "wait=0" })).status).toBe(
    202,
  );
  await sql`update network_sync_jobs set next_attempt_at = now() + interval '60 days' where tenant_id = ${tenant.id}`;
  await sql`insert into login_failures (username, address, failures, since, locked_until)
    values ('somebody', '192.0.2.1', 5, now() + interval '60 days', now() + interval '60 days')`;
  await sql`insert into request_counts (key, taken, ends) values ('\\x00', 1200, now() + interval '60 days')`;
  await futureTimestampsJob.run(server.services, {});
  const ahead = await sql`
    select 'job' as what from network_sync_jobs where next_attempt_at > now() + interval '1 minute'
    union all select 'lock' from login_failures where locked_until > now() + interval '1 hour'
    union all select 'count' from request_counts where ends > now() + interval '1 hour'`;
  expect(ahead.map(({ what }) => what)).toEqual([]);
});
