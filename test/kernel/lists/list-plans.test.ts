// Every list that may grow, by every filter that it declares, in its own order and searched: what PostgreSQL reads for it is a
// page and what matches, never a whole tenant. Read off the declarations, so a new list comes by itself.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { openPool } from "../../../server/kernel/db/db.ts";
import { hasSearchIndex } from "../../../server/kernel/resource/list/search.ts";
import { columnsOf } from "../../../server/kernel/resource/record.ts";
import { ownerOf } from "../../../shared/kernel/ownership.ts";
import { makeTenant, ok, type TestTenant } from "../../billing/helpers/tenant.ts";
import { putManyRows, RARE_EVERY } from "../../helpers/database/many-rows.ts";
import { ofPlans, PlanLog, type ReadBy } from "../../helpers/database/plans.ts";
import { HANGS_MS } from "../../helpers/process/wait.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { putOneRowEach } from "../../identity/helpers/one-row-each.ts";

const ROWS = 8_000;
/** A page with the names that it shows, and what one value of a filter finds: far from the tenant's rows. */
const FEW = ROWS / 10;
/** Before every record, by the kind of a field. */
const LONG_AGO: Readonly<Record<string, string>> = {
  date: "1900-01-01",
  month: "1900-01",
  instant: "1900-01-01T00:00:00Z",
};
/** After five runs PostgreSQL may keep one plan for every value. */
const RUNS = 7;

const lists = AREAS.flatMap((area) => area.resources).filter(
  ({ resource }) => resource.large !== null && !resource.of_platform,
);

let server: TestServer;
let isp: TestTenant;
let plans: PlanLog;
const queries = new Map<string, Readonly<Record<string, string>>>();

beforeAll(async () => {
  server = await startTestServer({
    database: { sizes: { app: 1, platform: 1, platform_transactions: 1 } },
  });
  isp = await makeTenant(server);
  // What runs by the clock would look at rows that no company could have.
  await server.stopClock();
  const sql = openPool(server.database_url, null, 1);
  await putOneRowEach(sql, isp.id);
  for (const { resource } of lists) {
    const filled = await putManyRows(sql, isp.id, resource, ROWS);
    queries.set(resource.name, filled.queries);
  }
  await sql.end();
  plans = await PlanLog.start(server.database_url, { nested: true });
  await vi.waitFor(async () => expect((await isp.admin.get("/settings/")).status).toBe(200), HANGS_MS);
});
afterAll(async () => {
  await plans.end();
  await server.stop();
});

interface Page {
  count: number;
  next: string | null;
}

/** What the last of several runs read of these tables, told by statement. */
async function readBy(
  path: string,
  isAsked?: (statement: string) => boolean,
): Promise<{ page: Page; read: ReadBy[] }> {
  let page: Page = { count: 0, next: null };
  for (let run = 0; run < RUNS; run += 1) {
    if (run === RUNS - 1) await plans.read(isAsked);
    page = await ok<Page>(isp.admin.get(path));
  }
  return { page, read: await plans.read(isAsked) };
}

/** Counted a list is exactly while that is cheap, which is another statement's matter. */
const ofPage = (statement: string) => !statement.endsWith(") counted");
const rowsOf = (read: readonly ReadBy[]) => read.reduce((sum, { rows }) => sum + rows, 0);

ofPlans(describe)(`a list of ${ROWS} records of one tenant among many small ones`, () => {
  for (const { resource, list } of lists) {
    const path = `/${resource.path}/`;

    it(`${resource.name} by each filter that it declares, and searched, reads no more than ${FEW} rows`, async () => {
      const asked = Object.entries(queries.get(resource.name) ?? {});
      const declared = [...(resource.large?.filters ?? []), ...(hasSearchIndex(resource) ? ["search"] : [])];
      const names = asked
        .map(([name]) => name)
        .filter((name) => name !== "search" || hasSearchIndex(resource));
      expect([...names].sort()).toEqual([...declared].sort());
      for (const name of names) {
        const { page, read } = await readBy(`${path}?${queries.get(resource.name)?.[name]}`);
        expect(page.count, name).toBeGreaterThan(0);
        expect(page.count, name).toBeLessThanOrEqual((2 * ROWS) / RARE_EVERY);
        expect(rowsOf(read), `${name}: ${JSON.stringify(read, null, 1)}`).toBeLessThanOrEqual(FEW);
      }
    });

    // What a list shows unless it is asked for more is a condition of its own, on a column that no filter's index holds.
    if (resource.view === resource.table && ownerOf(resource) && !list?.defaults)
      it(`${resource.name} is counted by an index alone, whichever of its filters is asked for`, async () => {
        for (const name of resource.large?.filters ?? []) {
          const isCount = (statement: string) => !ofPage(statement);
          const { read } = await readBy(`${path}?${queries.get(resource.name)?.[name]}`, isCount);
          const scans = read.flatMap((one) => one.scans);
          expect(scans, name).toEqual([expect.stringMatching(/^Index Only Scan /)]);
        }
      });

    const ranges = Object.entries(columnsOf(resource)).flatMap(([name, kind]) =>
      (resource.large?.filters ?? []).includes(name) && kind in LONG_AGO
        ? `${name}__gte=${LONG_AGO[kind]}`
        : [],
    );
    if (ranges.length > 0)
      it(`${resource.name} since long ago reads a page, not all that is of a later day`, async () => {
        for (const range of ranges) {
          // What counts all that is of a later day goes through them all, by whatever index.
          const { page, read } = await readBy(`${path}?${range}`, ofPage);
          expect(page.count, range).toBeGreaterThan(0);
          expect(rowsOf(read), `${range}: ${JSON.stringify(read, null, 1)}`).toBeLessThanOrEqual(FEW);
        }
      });

    it(`${resource.name} in its own order reads a page, at its beginning as in its middle`, async () => {
      const ofPages = (all: readonly ReadBy[]) => all.filter(({ statement }) => ofPage(statement));
      const first = await readBy(path);
      expect(rowsOf(ofPages(first.read)), JSON.stringify(first.read, null, 1)).toBeLessThanOrEqual(FEW);
      const far = await ok<Page>(isp.admin.get(`${path}?page_size=500`));
      const next = String(far.next)
        .replace(/^.*\/api\/v1/, "")
        .replace("page_size=500", "page_size=50");
      const { read } = await readBy(next);
      expect(rowsOf(ofPages(read)), JSON.stringify(read, null, 1)).toBeLessThanOrEqual(FEW);
    });
  }
});
