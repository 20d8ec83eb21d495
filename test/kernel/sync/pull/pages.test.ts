// What PostgreSQL reads for a page of what desktops hold is the page, wherever in a large collection it lies, once the planner has
// settled on plans for the average tenant. Read off the declarations, so a new collection comes by itself.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AREAS } from "../../../../server/areas.ts";
import { openPool } from "../../../../server/kernel/db/db.ts";
import { makeTenant, ok, type TestTenant } from "../../../billing/helpers/tenant.ts";
import { putManyRows } from "../../../helpers/database/many-rows.ts";
import { ofPlans, PlanLog } from "../../../helpers/database/plans.ts";
import { openDesktop, type WireDesktop } from "../../../helpers/desktop.ts";
import { feedSettledHere } from "../../../helpers/feed.ts";
import { HANGS_MS } from "../../../helpers/process/wait.ts";
import { startTestServer, type TestServer } from "../../../helpers/server.ts";
import { putOneRowEach } from "../../../identity/helpers/one-row-each.ts";

const ROWS = 8_000;
const DELETED = 2_000;
const PAGE = 100;
/** After five runs PostgreSQL may keep one plan for every value. */
const RUNS = 7;

const held = AREAS.flatMap((area) => area.resources).filter(
  ({ resource }) => resource.large !== null && !resource.of_platform && resource.replica,
);

let server: TestServer;
let isp: TestTenant;
let desk: WireDesktop;
let plans: PlanLog;
/** That the server sent so far. */
let statements = 0;

beforeAll(async () => {
  const onStatement = () => {
    statements += 1;
  };
  server = await startTestServer({
    database: { sizes: { app: 1, platform: 1, platform_transactions: 1 }, onStatement },
  });
  isp = await makeTenant(server);
  // What runs by the clock would look at rows that no company could have.
  await server.stopClock();
  const sql = openPool(server.database_url, null, 1);
  await putOneRowEach(sql, isp.id);
  // Days and leaves are held by whose they are alone.
  const { user } = await ok<{ user: { id: string } }>(isp.admin.get("/auth/me/"));
  await sql`update employees set "user" = ${user.id} where tenant_id = ${isp.id}`;
  for (const { resource } of held) await putManyRows(sql, isp.id, resource, ROWS);
  // What was deleted before, here and elsewhere: the records are all of one transaction, and come by their ids.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into deletions (tenant_id, collection, id, changed_xid)
      select t.id, c, lpad(n::text, 32, '0')::uuid, (select min(changed_xid) from customers)
      from tenants t, unnest(${held.map(({ resource }) => resource.collection)}::text[]) c,
        generate_series(1, ${DELETED}::int) n`;
  });
  await sql`vacuum analyze deletions`;
  await sql.end();
  await feedSettledHere();
  plans = await PlanLog.start(server.database_url, { nested: true });
  await vi.waitFor(async () => expect((await isp.admin.get("/settings/")).status).toBe(200), HANGS_MS);
  desk = await openDesktop(server.url, isp.admin.token ?? "");
});
afterAll(async () => {
  await plans.end();
  await server.stop();
});

const isBeside = (statement: string) => /pass_over_foreign|pg_notify|member_is_active/.test(statement);

ofPlans(describe)(`a collection of ${ROWS} records of one tenant among many small ones`, () => {
  for (const { resource } of held) {
    const { collection, replica_own } = resource;
    // Of what a desktop holds as its user's own alone each record's owner is looked up.
    const most = (replica_own ? 2 : 1) * PAGE + 10;

    it(`A page of ${PAGE} in the middle of ${collection} reads at most ${most} rows, by a few statements`, async () => {
      const { documents, checkpoint } = await desk.pull(collection, null, ROWS / 2);
      expect(documents.filter((one: { _deleted: boolean }) => one._deleted)).toHaveLength(DELETED);
      const sent: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        await plans.read();
        const before = statements;
        const page = await desk.pull(collection, checkpoint, PAGE);
        sent.push(statements - before);
        expect(page.documents.length).toBe(PAGE);
      }
      // BEGIN and COMMIT, up to where may be read, the records, what was deleted, and what came to the user or left them.
      expect(Math.min(...sent)).toBe(replica_own ? 6 : 5);
      const read = await plans.read((statement) => !isBeside(statement));
      const by = [...read].sort((a, b) => b.rows - a.rows).slice(0, 3);
      const rows = read.reduce((sum, one) => sum + one.rows, 0);
      expect(rows, JSON.stringify(by, null, 1)).toBeGreaterThanOrEqual(PAGE);
      expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(most);
    });
  }
});
