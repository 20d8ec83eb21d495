// Who holds what is told by sums that are kept and what moved since: on any day it is what all entries add up to, and no
// more of them is read than has to be.
import { afterAll, beforeAll, expect, it } from "vitest";
import { cashSums } from "../../../server/billing/cash/cash-sums.ts";
import { sumUpKept } from "../../../server/billing/figures/kept-sums.ts";
import { random } from "../../../server/demo/random.ts";
import { openPool, type Row, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { ofPlans, PlanLog } from "../../helpers/database/plans.ts";
import { feedSettled } from "../../helpers/feed.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { skewTenants } from "../helpers/skewed-tenants.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

const DAYS = Array.from({ length: 12 }, (_, day) => `2026-03-${String(10 + day)}`);
const HOLDERS = ["anna", "ben", "cleo"];
const METHODS = ["CASH", "MOBILE"] as const;

interface Entry {
  holder: string;
  method: (typeof METHODS)[number];
  day: string;
  /** Cents: what came in, less than nothing: what went. */
  amount: number;
}

/** A company that has money of each method, with its accounts by their codes. */
interface Company extends TestTenant {
  account(code: string): string;
}

let server: TestServer;
let sql: Sql;
/** Whose holders are compared, and whose reads are counted. */
let isp: Company;
let counted: Company;
const entries: Entry[] = [];

async function makeCompany(): Promise<Company> {
  const tenant = await makeTenant(server);
  const customer = await tenant.customer();
  for (const method of METHODS)
    await ok(tenant.admin.post("/transactions/", { customer, amount: "1.00", method }));
  const rows = await sql<{ id: string; code: string }[]>`
    select id, code from billing_accounts where tenant_id = ${tenant.id} and code is not null`;
  const accounts = new Map(rows.map(({ id, code }) => [code, id]));
  return { ...tenant, account: (code) => accounts.get(code) ?? "" };
}

beforeAll(async () => {
  server = await startTestServer();
  await server.stopClock();
  sql = openPool(server.database_url, null, 1);
  isp = await makeCompany();
  counted = await makeCompany();
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

/** Lines of cash, each with its other half: an entry of no holder. */
async function post({ id: tenant_id, account }: Company, lines: readonly Entry[]): Promise<void> {
  const rows = lines.flatMap(({ holder, method, day, amount }) => {
    const line = (code: string, cents: number, of: string | null) => ({
      ...{ tenant_id, id: newId(), account: account(code), holder: of },
      ...{ entry_date: day, occurred_at: `${day}T10:00:00Z` },
      ...{ debit: Math.max(cents, 0) / 100, credit: Math.max(-cents, 0) / 100 },
      ...{ entry_type: "ADJUSTMENT", source_type: "test", posted_by: "x" },
    });
    const [journal, source_id] = [newId(), newId()];
    const both = [line(`CASH:${method}`, amount, holder), line("REVENUE", -amount, null)];
    return both.map((one) => ({ ...one, journal, source_id }));
  });
  await sql`insert into ledger_entries ${sql(rows)}`;
}

const dice = random(7);

/** Moves money of the company whose holders are compared; one of three goes out. */
async function move(count: number): Promise<void> {
  const moved = Array.from({ length: count }, () => ({
    ...{ holder: dice.pick(HOLDERS), method: dice.pick(METHODS), day: dice.pick(DAYS) },
    amount: (dice.chance(1 / 3) ? -1 : 1) * dice.between(1, 5_000),
  }));
  await post(isp, moved);
  entries.push(...moved);
}

/** What a holder has at a day's end, and since when its oldest part lies there, by going through every entry. */
function toldByEntries(holder: string, method: string, as_of: string) {
  const mine = entries.filter((one) => one.holder === holder && one.method === method && one.day <= as_of);
  if (mine.length === 0) return undefined;
  const sum = (of: readonly Entry[]) => of.reduce((total, { amount }) => total + amount, 0);
  const went = -sum(mine.filter(({ amount }) => amount < 0));
  const held_since = DAYS.find((day) => sum(mine.filter((one) => one.amount > 0 && one.day <= day)) > went);
  return { held: (sum(mine) / 100).toFixed(2), held_since: held_since ?? null };
}

async function expectToBeToldAlike(): Promise<void> {
  for (const as_of of ["2026-03-01", ...DAYS, "2026-03-30"]) {
    const { holders } = await ok<{ holders: Row[] }>(isp.admin.get(`/reports/cash/?as_of=${as_of}`));
    for (const holder of HOLDERS)
      for (const method of METHODS) {
        const row = holders.find((one) => one.holder === holder && one.method === method);
        const told = row && { held: row.held, held_since: row.held_since };
        expect(told, `${holder} ${method} ${as_of}`).toEqual(toldByEntries(holder, method, as_of));
      }
    const sheet = await ok(isp.admin.get(`/reports/cash/day-sheet/?holder=anna&date=${as_of}`));
    const before = entries.filter(({ holder, day }) => holder === "anna" && day < as_of);
    expect(sheet.opening).toBe((before.reduce((sum, { amount }) => sum + amount, 0) / 100).toFixed(2));
  }
}

it("Who holds what on any day, and since when, is what all entries add up to, however many are summed up", async () => {
  await move(60);
  await expectToBeToldAlike();
  await feedSettled(sql);
  await sumUpKept(server.services, cashSums, isp.id);
  await expectToBeToldAlike();
  await move(40);
  await expectToBeToldAlike();
  await feedSettled(sql);
  await sumUpKept(server.services, cashSums, isp.id);
  await expectToBeToldAlike();
});

const LINES = 4_000;

ofPlans(it)(
  "Handing money over, counting a till's day and choosing a holder read what moved since the sums were kept, not all that ever came in",
  async () => {
    await skewTenants(sql, counted.id, counted.package, 100, 50);
    // One takes money for years and hands all of it over the next day, another one never does.
    await sql`
      insert into ledger_entries (tenant_id, id, journal, account, holder, entry_type, debit, credit, entry_date,
        source_type, source_id, posted_by, occurred_at)
      select ${counted.id}, gen_random_uuid(), j.journal, l.account, l.holder, 'ADJUSTMENT', l.debit, l.credit,
        '2024-01-01'::date + j.n / 8 + l.later, 'test', j.journal, 'x', now()
      from (select n, gen_random_uuid() as journal from generate_series(1, ${LINES}) n) j,
        lateral (values
          (${counted.account("CASH:CASH")}::uuid, 'hands-over', 2, 0, 0),
          (${counted.account("CASH:CASH")}::uuid, 'hands-over', 0, 2, 1),
          (${counted.account("CASH:CASH")}::uuid, 'keeps', 1, 0, 0),
          (${counted.account("REVENUE")}::uuid, null, 0, 1, 0)
        ) l (account, holder, debit, credit, later)`;
    await post(counted, [{ holder: "hands-over", method: "CASH", day: "2026-06-01", amount: 500 }]);
    await feedSettled(sql);
    await sumUpKept(server.services, cashSums, counted.id);
    await sql`vacuum analyze ledger_entries`;
    const log = await PlanLog.start(server.database_url);
    const { holders } = await ok<{ holders: Row[] }>(counted.admin.get("/reports/cash/"));
    const rowOf = (name: string) => holders.find(({ holder }) => holder === name);
    expect(rowOf("hands-over")).toMatchObject({ held: "5.00", held_since: "2026-06-01" });
    expect(rowOf("keeps")).toMatchObject({ held: `${LINES}.00`, held_since: "2024-01-01" });
    await ok(counted.admin.get("/reports/cash/day-sheet/?holder=hands-over"));
    const { results } = await ok<{ results: Row[] }>(counted.admin.get("/cash-holders/"));
    expect(results.map(({ holder }) => holder)).toContain("keeps");
    const scans = (await log.read())
      .flatMap((one) => one.scans)
      .filter((scan) => /ledger_entries/.test(scan));
    await log.end();
    const rows = scans.reduce((sum, scan) => sum + Number(/: ([\d.]+)$/.exec(scan)?.[1]), 0);
    // Each of the three knows every holder by their first entry; the report's ends are some entries of each of them.
    expect(rows, scans.join("\n")).toBeLessThanOrEqual(100);
    expect(rows, scans.join("\n")).toBeGreaterThan(0);
  },
);
