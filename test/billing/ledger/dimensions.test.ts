// What the trial balance tells apart: dues from advances, cash by holder, days; and that closed days stay as they are.
import { afterAll, beforeAll, expect, it } from "vitest";
import { postJournals, systemAccounts } from "../../../server/billing/ledger/journal.ts";
import { loadTenant } from "../../../server/identity/sign-in/authenticate.ts";
import { inTenant } from "../../../server/kernel/db/db.ts";
import { toFailure } from "../../../server/kernel/db/db-failure.ts";
import { journalOf } from "../../../shared/billing/ledger/posting.rules.ts";
import { addDays, dayOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let today: string;
beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  today = dayOf(new Date(), "UTC");
});
afterAll(() => server.stop());

interface Line {
  account: string;
  holder?: string | null;
  debit: string;
  credit: string;
  balance: string;
}

async function balances(query = ""): Promise<Record<string, string>> {
  const { accounts, balanced } = await ok<{ accounts: Line[]; balanced: boolean }>(
    isp.admin.get(`/reports/trial-balance/${query}`),
  );
  expect(balanced).toBe(true);
  return Object.fromEntries(
    accounts.map(({ account, holder, balance }) => [holder ? `${account} ${holder}` : account, balance]),
  );
}

it("The trial balance shows what customers owe apart from what they have paid before, and cash by who holds it", async () => {
  const [owing, ahead] = [await isp.customer(), await isp.customer()];
  const lines = [{ description: "Installation", unit_price: "900.00" }];
  await ok(isp.admin.post("/invoices/", { customer: owing, lines }));
  await ok(isp.admin.post("/transactions/", { customer: owing, amount: "200.00" }));
  await ok(isp.admin.post("/transactions/", { customer: ahead, amount: "70.00", method: "MOBILE" }));
  const { body: me } = await isp.admin.get("/auth/me/");
  expect(await balances()).toEqual({
    "CASH:CASH": "200.00",
    "CASH:MOBILE": "70.00",
    "CUSTOMERS:RECEIVABLE": "700.00",
    "CUSTOMERS:ADVANCE": "-70.00",
    REVENUE: "-900.00",
  });
  const held = await balances("?group_by=holder");
  expect(held).toMatchObject({ [`CASH:CASH ${me.user.username}`]: "200.00", "CASH:MOBILE BANK": "70.00" });
  // A payment of two thirds and one third: what it settles and what is left over.
  await ok(isp.admin.post("/transactions/", { customer: owing, amount: "1050.00" }));
  expect(await balances()).toMatchObject({ "CUSTOMERS:RECEIVABLE": "0.00", "CUSTOMERS:ADVANCE": "-420.00" });
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});

it("The trial balance as of a day counts invoices by their issue date", async () => {
  const customer = await isp.customer();
  const before = await balances();
  const lines = [{ description: "Line", unit_price: "40.00" }];
  const issue_date = addDays(today, -2);
  await ok(isp.admin.post("/invoices/", { customer, lines, issue_date, apply_advance: false }));
  expect(await balances(`?as_of=${addDays(today, -3)}`)).toEqual({});
  expect(await balances(`?as_of=${issue_date}`)).toEqual({
    "CUSTOMERS:RECEIVABLE": "40.00",
    REVENUE: "-40.00",
  });
  expect(Number((await balances(`?as_of=${today}`)).REVENUE)).toBe(Number(before.REVENUE) - 40);
});

it("Nothing is booked on a closed day, neither by a request nor by a journal that was under way while the books were closed", async () => {
  const customer = await isp.customer();
  const { platform } = server.services.db;
  const tenant = await loadTenant(platform, isp.id);
  if (!tenant) throw new Error("There is no such company");
  const accounts = await systemAccounts(server.services.db, tenant);
  await ok(isp.admin.patch("/settings/", { lock_date: addDays(today, -1) }));
  const issue_date = addDays(today, -1);
  const lines = [{ description: "Line", unit_price: "40.00" }];
  expect(await isp.admin.post("/invoices/", { customer, lines, issue_date })).toMatchObject({
    status: 422,
    body: { code: "PERIOD_LOCKED", lock_date: issue_date },
  });
  // Whoever read the settings before they changed is refused by the database.
  const source = { source_type: "adjustment", source_id: newId() } as const;
  const amount = parseMoney("1.00", 2);
  const late = journalOf([
    { account: "WAIVER", entry_type: "ADJUSTMENT", credit: amount, source },
    { account: "REVENUE", entry_type: "ADJUSTMENT", credit: -amount as typeof amount, source },
  ]);
  const by = { username: "x", till: null, occurred_at: new Date(), is_command: false };
  const journal = { id: newId(), customer: null, lines: late, entry_date: issue_date };
  const refused = inTenant(server.services.db, tenant, (tx) =>
    postJournals(tx, tenant, accounts, by, [journal]),
  ).catch(toFailure);
  expect(await refused).toMatchObject({ code: "PERIOD_LOCKED" });
  await ok(isp.admin.post("/invoices/", { customer, lines, issue_date: today }));
  expect(await checkBooks(platform)).toEqual([]);
});
