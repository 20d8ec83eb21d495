// Each figure of the trial balance opens the entries that it is made of: as many, and of the same sum.
import { afterAll, beforeAll, expect, it } from "vitest";
import { chartOf, GROUPINGS, KINDS, type Sums, sum } from "../../../renderer/billing/accounts/chart.ts";
import { type EntriesAsked, listPath } from "../../../renderer/billing/accounts/entries-address.ts";
import { entrySums } from "../../../renderer/billing/accounts/entry-sums.ts";
import type { TrialBalance } from "../../../shared/billing/index.ts";
import { addDays, dayOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let today: string;
let ids: ReadonlyMap<string, string>;

type Entry = Parameters<typeof entrySums>[0];

interface Line {
  account: string;
  holder?: string | null;
  source?: string | null;
  balance: string;
}

const cents = (amount: string) => Math.round(Number(amount) * 100);

/** What the entries come to as their page shows them, in minor units. */
async function sumsOf(asked: EntriesAsked): Promise<Record<"debit" | "credit" | "balance", number>> {
  const { results } = await ok<{ results: Entry[] }>(isp.admin.get(`${listPath(asked, ids)}&page_size=500`));
  const { debit, credit, balance } = sum(results.map((entry) => entrySums(entry, asked, 2)));
  return { debit: Number(debit), credit: Number(credit), balance: Number(balance) };
}
const sumOf = async (asked: EntriesAsked) => (await sumsOf(asked)).balance;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  today = dayOf(new Date(), "UTC");
  const [owing, ahead] = [await isp.customer(), await isp.customer()];
  const lines = [{ description: "Installation", unit_price: "900.00" }];
  await ok(isp.admin.post("/invoices/", { customer: owing, lines, issue_date: addDays(today, -2) }));
  await ok(isp.admin.post("/transactions/", { customer: owing, amount: "1000.00" }));
  await ok(isp.admin.post("/transactions/", { customer: ahead, amount: "70.00", method: "MOBILE" }));
  await ok(
    isp.admin.post(
      "/adjustments/",
      {
        customer: ahead,
        amount: "5.00",
        adjustment_type: "CREDIT",
        reason: "Outage",
      },
      { "Idempotency-Key": newId() },
    ),
  );
  const accounts = await ok<{ results: { id: string; code: string }[] }>(
    isp.admin.get("/billing-accounts/?scope=all&customer__isnull=true"),
  );
  ids = new Map(accounts.results.map(({ id, code }) => [code, id]));
});
afterAll(() => server.stop());

it.each(["nothing", ...GROUPINGS] as const)(
  "Every figure of a trial balance told apart by %s is the sum of the entries that it opens",
  async (told_by) => {
    const group_by = told_by === "nothing" ? null : told_by;
    const query = new URLSearchParams({ as_of: today, ...(group_by ? { group_by } : {}) });
    const { accounts } = await ok<{ accounts: Line[] }>(isp.admin.get(`/reports/trial-balance/?${query}`));
    expect(accounts.length).toBeGreaterThan(4);
    for (const line of accounts) {
      const part = group_by ? line[group_by] : null;
      const asked = { account: line.account, to: today, ...(group_by && part ? { [group_by]: part } : {}) };
      expect([line.account, part, await sumOf(asked)]).toEqual([line.account, part, cents(line.balance)]);
    }
  },
);

it("The total of each kind of accounts, and of all, opens the entries that it is made of, debits and credits alike", async () => {
  const answer = await ok<TrialBalance>(isp.admin.get(`/reports/trial-balance/?as_of=${today}`));
  const sections = chartOf(answer, 2);
  const numbers = ({ debit, credit, balance }: Sums) => ({
    ...{ debit: Number(debit), credit: Number(credit), balance: Number(balance) },
  });
  const opened = await Promise.all(KINDS.map((kind) => sumsOf({ kind, to: today })));
  expect(opened).toEqual(sections.map(numbers));
  expect(sections.filter(({ debit, credit }) => debit !== credit).length).toBeGreaterThan(3);
  const all = await sumsOf({ to: today });
  expect(all).toEqual(numbers(sum(sections)));
  expect([all.debit, all.credit]).toEqual([cents(answer.total_debit), cents(answer.total_credit)]);
  const wrong = await isp.admin.get("/ledger-entries/?kind=CASH");
  expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, "kind"]);
});

it("Entries of days before those that were asked for are not among them", async () => {
  expect(await sumOf({ account: "REVENUE", to: addDays(today, -1) })).toBe(-90_000);
  expect(await sumOf({ account: "REVENUE", from: addDays(today, -1) })).toBe(0);
});

it("A side of customers' accounts that is none is refused, with the parameter named", async () => {
  const answer = await isp.admin.get("/ledger-entries/?side=both");
  expect([answer.status, answer.body.errors?.[0]?.field ?? JSON.stringify(answer.body)]).toEqual([
    400,
    "side",
  ]);
});
