// What a start does of schedules that are there already.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { freshDatabase } from "../../helpers/postgres.ts";
import { startTestServer } from "../../helpers/server.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let sql: Sql;
beforeAll(async () => {
  database = await freshDatabase("served");
  sql = openPool(database.url, null, 1);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** Each schedule and queue, with the times at which they were last written. */
const written = async () => ({
  schedules: await sql`select name, cron, updated_on from pgboss.schedule order by name`,
  queues: await sql`select name, policy, created_on from pgboss.queue where name !~ '^__' order by name`,
});
const startOnce = async () => (await startTestServer({ database_url: database.url })).stop();

it("A start writes no schedule anew that is there, and sets one right that is another", async () => {
  const before = await written();
  expect(before.schedules.length).toBeGreaterThan(10);
  await startOnce();
  expect(await written()).toEqual(before);
  const [first] = before.schedules;
  await sql`update pgboss.schedule set cron = '0 0 1 1 *' where name = ${first?.name}`;
  await sql`delete from pgboss.schedule where name = ${before.schedules[1]?.name}`;
  await startOnce();
  const crons = ({ schedules }: typeof before) => schedules.map(({ name, cron }) => [name, cron]);
  expect(crons(await written())).toEqual(crons(before));
});
