// Balance sheet, profit and loss, and the journal's file: they say what the trial balance says, by the accounting day.
import { afterAll, beforeAll, expect, it } from "vitest";
import { csvLine, PLAIN_CSV, parseCsv } from "../../../shared/kernel/csv.ts";
import { addDays, dayOf } from "../../../shared/kernel/day.ts";
import { formatMoney, parseMoney } from "../../../shared/kernel/money.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
const today = dayOf(new Date(), "UTC");
const before = addDays(today, -20);

const bill = (customer: string, issue_date: string, unit_price: string, more: Record<string, unknown> = {}) =>
  ok(
    isp.admin.post("/invoices/", {
      customer,
      issue_date,
      lines: [{ description: "Month", unit_price }],
      ...more,
    }),
  );

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const [owing, ahead] = [await isp.customer({ name: "=Rahim, M." }), await isp.customer()];
  await bill(owing, before, "900.00");
  await bill(owing, today, "100.00", { discount: "30.00" });
  await ok(isp.admin.post("/transactions/", { customer: owing, amount: "200.00" }));
  await ok(isp.admin.post("/transactions/", { customer: ahead, amount: "70.00", method: "MOBILE" }));
});
afterAll(() => server.stop());

interface Sheet {
  sections: {
    kind: string;
    accounts: { account: string; source?: string | null; amount: string }[];
    total: string;
  }[];
  total_assets: string;
  balanced: boolean;
  result: string;
}

const amounts = ({ sections }: Sheet) =>
  Object.fromEntries(
    sections.flatMap(({ accounts }) => accounts.map(({ account, amount }) => [account, amount])),
  );

it("The balance sheet has what the company has on one side and whose it is on the other, and they are equal", async () => {
  const sheet = await ok<Sheet>(isp.admin.get("/reports/balance-sheet/"));
  expect(amounts(sheet)).toEqual({
    "CUSTOMERS:RECEIVABLE": "770.00",
    "CASH:CASH": "200.00",
    "CASH:MOBILE": "70.00",
    "CUSTOMERS:ADVANCE": "70.00",
    RESULT: "970.00",
  });
  expect(sheet).toMatchObject({
    total_assets: "1040.00",
    total_liabilities: "70.00",
    total_equity: "970.00",
    balanced: true,
  });
});

it("The balance sheet of a past day knows nothing of what was booked for later days", async () => {
  const sheet = await ok<Sheet>(isp.admin.get(`/reports/balance-sheet/?as_of=${before}`));
  expect(amounts(sheet)).toEqual({ "CUSTOMERS:RECEIVABLE": "900.00", RESULT: "900.00" });
  expect(sheet.balanced).toBe(true);
});

it("Profit and loss counts both of its days and no other, and tells discounts from revenue", async () => {
  const read = (from: string, to: string) =>
    ok<Sheet>(isp.admin.get(`/reports/profit-and-loss/?from=${from}&to=${to}`));
  expect(amounts(await read(before, before))).toEqual({ REVENUE: "900.00" });
  const now = await read(addDays(before, 1), today);
  expect(amounts(now)).toEqual({ REVENUE: "100.00", DISCOUNTS: "30.00" });
  expect(now.result).toBe("70.00");
  expect((await isp.admin.get(`/reports/profit-and-loss/?from=${today}&to=${before}`)).status).toBe(400);
});

it("The beginning of the journal's file is that of the whole file, and no longer than was asked for", async () => {
  const days = `/reports/general-ledger/?from=${before}&to=${today}`;
  const [whole, first] = [await isp.admin.get(days), await isp.admin.get(`${days}&limit=1`)];
  const [head, line] = parseCsv(String(whole.body));
  const begun = parseCsv(String(first.body));
  expect(begun.slice(0, 2)).toEqual([head, line]);
  expect(new Set(begun.slice(1).map(({ cells }) => cells[0])).size).toBe(1);
  expect((await isp.admin.get(`${days}&limit=0`)).status).toBe(400);
});

it("The journal's file has each entry with its document and partner, and adds up account by account to the trial balance", async () => {
  const { body } = await isp.admin.get(`/reports/general-ledger/?from=${before}&to=${today}&format=csv`);
  const [head, ...rows] = parseCsv(String(body)).map(({ cells }) => cells);
  const lines = rows.map((cells) =>
    Object.fromEntries((head ?? []).map((name, at) => [name, cells[at] ?? ""])),
  ) as Record<string, string>[];
  expect(lines[0]).toMatchObject({
    date: before,
    account: "CUSTOMERS:RECEIVABLE",
    debit: "900.00",
    partner_name: "=Rahim, M.",
    document: expect.stringMatching(/^INV/),
  });
  // No spreadsheet runs a name.
  expect(String(body)).toContain(csvLine(["=Rahim, M."], PLAIN_CSV).trim());
  const sum = (of: Record<string, string>[], side: string) =>
    formatMoney(
      of.map((line) => parseMoney(line[side] ?? "0", 2)).reduce((a, b) => (a + b) as typeof a),
      2,
    );
  for (const journal of new Set(lines.map((line) => line.journal_id))) {
    const its = lines.filter((line) => line.journal_id === journal);
    expect(sum(its, "debit")).toBe(sum(its, "credit"));
  }
  const { accounts } = await ok<{ accounts: Record<string, string>[] }>(
    isp.admin.get("/reports/trial-balance/"),
  );
  for (const { account, debit, credit } of accounts) {
    const its = lines.filter((line) => line.account === account);
    expect([account, sum(its, "debit"), sum(its, "credit")]).toEqual([account, debit, credit]);
  }
});

it("Who may see customers' entries at the counter, but no reports, gets neither profit nor the whole journal", async () => {
  const { results } = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  const role = results.find(({ name }) => name === "Counter")?.id;
  const clerk = {
    username: "clerk-reports",
    password: "clerk-password-1",
    phone: "1",
    designation: "Clerk",
    role,
  };
  await ok(isp.admin.post("/staff/", clerk));
  const counter = await server.signIn(clerk.username, clerk.password);
  for (const path of ["balance-sheet/", "profit-and-loss/", `general-ledger/?from=${today}&to=${today}`])
    expect((await counter.get(`/reports/${path}`)).status).toBe(403);
});
