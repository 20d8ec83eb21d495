// The demo's books, lived through the real operations, are right, and show each thing that an accountant looks for.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { ok } from "./helpers/tenant.ts";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ demo: true, demo_size: { months: 5, customers: 60 } });
  admin = await server.signIn("admin", "admin-demo", "demo");
});
afterAll(() => server.stop());

it("In the demo cash lies in the safe and in a drawer, months are closed, and a bill was credited, an advance refunded, a debt lost", async () => {
  for (const list of ["cash-transfers", "credit-notes", "refunds", "tax-codes"]) {
    const { count } = await ok<{ count: number }>(admin.get(`/${list}/`));
    expect([list, count > 0]).toEqual([list, true]);
  }
  const { accounts, balanced } = await ok<{
    accounts: { account: string; holder: string | null; balance: string }[];
    balanced: boolean;
  }>(admin.get("/reports/trial-balance/?group_by=holder"));
  expect(balanced).toBe(true);
  const cash = accounts.filter(({ account }) => account === "CASH:CASH");
  expect(cash.some(({ holder, balance }) => holder === "OFFICE" && Number(balance) !== 0)).toBe(true);
  for (const account of ["IN_TRANSIT", "BAD_DEBT", "SALARIES", "COMMISSION"])
    expect([account, accounts.some((line) => line.account === account)]).toEqual([account, true]);
  const { lock_date } = await ok<{ lock_date: string | null }>(admin.get("/settings/"));
  expect(lock_date).not.toBeNull();
  // Money for nobody, and of another currency: what the review list is for.
  const { results } = await ok<{ results: { status: string }[] }>(admin.get("/payments/events/"));
  expect(results.map(({ status }) => status).sort()).toEqual(["UNMATCHED", "UNMATCHED"]);
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});

it("In the demo nobody ever holds less than nothing, not the safe, no drawer and no wallet, on any day", async () => {
  const below = await server.services.db.platform`
    select * from (select t.subdomain, a.code, e.holder, e.entry_date::text as day,
        sum(sum(e.debit - e.credit)) over (partition by e.tenant_id, a.code, e.holder order by e.entry_date) as held
      from ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
        join tenants t on t.id = e.tenant_id
      where a.code like 'CASH:%' group by t.subdomain, e.tenant_id, a.code, e.holder, e.entry_date) held
    where held < 0`;
  expect(below).toEqual([]);
});
