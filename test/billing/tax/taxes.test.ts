// Tax on bills through the API: codes with dates, discounts, the batch, what is given up, and the ledger under all of it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, dayOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

interface Bill {
  id: string;
  total_payable: string;
  due_amount: string;
  lines: { id: string; tax_amount: string; tax_code: string | null; total: string; source: string }[];
}

let server: TestServer;
let isp: TestTenant;
const today = dayOf(new Date(), "UTC");

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const post = <T = { id: string }>(path: string, body: object) => ok<T>(isp.admin.post(path, body));
const code = async (more: Record<string, unknown> = {}) =>
  (await post("/tax-codes/", { name: "VAT", code: "VAT", rate: 15, ...more })).id;
const bill = (customer: string, lines: object[], more: object = {}) =>
  post<Bill>("/invoices/", { customer, lines, ...more });
const line = (unit_price: string, tax_code: string | null, more: object = {}) => ({
  ...{ description: "Work", unit_price, tax_code },
  ...more,
});
const adjust = (body: object) =>
  ok<{ id: string; category: string | null }>(
    isp.admin.post("/adjustments/", { reason: "Sorry", ...body, idempotency_key: newId() }),
  );

async function balances(query = ""): Promise<Record<string, string>> {
  const { accounts } = await ok<{
    accounts: { account: string; source?: string | null; balance: string }[];
  }>(isp.admin.get(`/reports/trial-balance/${query}`));
  const named = accounts.map(({ account, source, balance }) => [
    source ? `${account} ${source}` : account,
    balance,
  ]);
  return Object.fromEntries(named.filter(([, balance]) => Number(balance) !== 0));
}

const booksAreSound = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);

describe("a tenant with taxes", () => {
  beforeEach(async () => {
    isp = await makeTenant(server);
  });

  it("A line of an exclusive code is taxed on what the line's and the bill's discounts leave of it", async () => {
    const vat = await code();
    const customer = await isp.customer();
    const made = await bill(
      customer,
      [line("120.00", vat, { discount: "20.00", source: "INSTALLATION" }), line("100.00", null)],
      { discount: "100.00" },
    );
    expect(made.lines).toMatchObject([
      { tax_amount: "7.50", tax_code: vat, total: "107.50", source: "INSTALLATION" },
      { tax_amount: "0.00", tax_code: null, total: "100.00", source: "OTHER" },
    ]);
    expect(made.total_payable).toBe("107.50");
    expect(await balances("?group_by=source")).toEqual({
      "CUSTOMERS:RECEIVABLE": "107.50",
      "DISCOUNTS INSTALLATION": "50.00",
      "DISCOUNTS OTHER": "50.00",
      "REVENUE INSTALLATION": "-100.00",
      "REVENUE OTHER": "-100.00",
      TAX: "-7.50",
    });
    await booksAreSound();
  });

  it("A line of an inclusive code costs what it says, its tax being part of it, and tax by hand stands", async () => {
    const gst = await code({ code: "GST", is_inclusive: true });
    const vat = await code();
    const made = await bill(await isp.customer(), [
      line("1150.00", gst),
      line("100.00", vat, { tax_amount: "3.00" }),
    ]);
    expect(made.lines).toMatchObject([
      { tax_amount: "150.00", total: "1150.00" },
      { tax_amount: "3.00", total: "103.00" },
    ]);
    expect(made.total_payable).toBe("1253.00");
    expect(await balances()).toMatchObject({ REVENUE: "-1100.00", TAX: "-153.00" });
    await booksAreSound();
  });

  it("The rate of the day of issue counts, whichever row of the code is named", async () => {
    const first = await code();
    const next = await code({ rate: 20, valid_from: today });
    const customer = await isp.customer();
    const before = await bill(customer, [line("100.00", next)], {
      issue_date: addDays(today, -1),
      due_date: today,
      previous_due: "0.00",
    });
    const now = await bill(customer, [line("100.00", first)], { previous_due: "0.00" });
    expect([before, now].map(({ lines }) => lines[0])).toMatchObject([
      { tax_amount: "15.00", tax_code: first },
      { tax_amount: "20.00", tax_code: next },
    ]);
  });

  it("A month's batch taxes each package by its code, less the standing discount, and carried dues not again", async () => {
    const vat = await code();
    await ok(isp.admin.patch(`/packages/${isp.package}/`, { tax_code: vat }));
    const joined_at = "2026-01-05T00:00:00Z";
    const customer = await isp.customer({ discount: "200.00", joined_at });
    const untaxed = await post("/packages/", { name: "Free of tax", price: "500.00", bandwidth_mbps: 5 });
    await isp.customer({ package: untaxed.id, joined_at });
    for (const billing_month of ["2026-01", "2026-02"]) {
      await post("/invoices/generate-batch/", { billing_month, async: false });
    }
    const { results } = await ok<{ results: Bill[] }>(
      isp.admin.get(`/invoices/?customer=${customer}&ordering=-billing_month`),
    );
    // 1000 + 15 % each month, the first carried into the second as it was.
    expect(results.map(({ total_payable }) => total_payable)).toEqual(["2300.00", "1150.00"]);
    const { lines } = await ok<Bill>(isp.admin.get(`/invoices/${results[0]?.id}/`));
    expect(lines).toMatchObject([{ tax_amount: "150.00", tax_code: vat, source: "PACKAGE" }]);
    expect(await balances()).toMatchObject({ TAX: "-300.00", REVENUE: "-3000.00" });
    await booksAreSound();
  });

  it("A waiver gives its tax back, of a carried due that of the bill that first charged it; all of it, exactly all", async () => {
    const vat = await code();
    const customer = await isp.customer();
    await bill(customer, [line("99.99", vat)]);
    await bill(customer, [line("50.00", null)]);
    const { due_amount } = await bill(customer, [line("10.00", vat)]);
    expect(due_amount).toBe("176.49");
    const waive = (amount: string, more: object = {}) =>
      adjust({ customer, adjustment_type: "WAIVER", amount, ...more });
    // Of the oldest, 99.99 + 15.00.
    expect((await waive("11.50")).category).toBe("GOODWILL");
    expect(await balances("?group_by=source")).toMatchObject({ TAX: "-15.00", "WAIVER GOODWILL": "10.00" });
    await waive("103.49", { category: "BAD_DEBT" });
    expect(await balances("?group_by=source")).toMatchObject({ TAX: "-1.50", "BAD_DEBT BAD_DEBT": "89.99" });
    await waive("50.00", { category: "SLA" });
    expect(await balances("?group_by=source")).toMatchObject({ TAX: "-1.50", "WAIVER SLA": "50.00" });
    await waive("11.50", { category: "ERROR" });
    expect(await balances()).not.toHaveProperty("TAX");
    await booksAreSound();
  });

  it("A waiver that was taken back gives its tax back once more when it is repeated, and never what a credit note gave", async () => {
    const vat = await code();
    const [one, two] = [await isp.customer(), await isp.customer()];
    await bill(one, [line("100.00", vat)]);
    const waiver = { customer: one, adjustment_type: "WAIVER", amount: "57.50" };
    const { id } = await adjust(waiver);
    expect(await balances()).toMatchObject({ TAX: "-7.50", WAIVER: "50.00" });
    await ok(isp.admin.post(`/adjustments/${id}/reverse/`, { reason: "Wrong customer" }));
    expect(await balances()).toMatchObject({ TAX: "-15.00" });
    await adjust(waiver);
    expect(await balances()).toMatchObject({ TAX: "-7.50", WAIVER: "50.00" });
    // A credit note for all of it takes the waiver back with the charge.
    const { results } = await ok<{ results: { id: string }[] }>(isp.admin.get(`/invoices/?customer=${one}`));
    await ok(isp.admin.post("/credit-notes/", { invoice: results[0]?.id, reason: "Never connected" }));
    expect(await balances()).toEqual({});
    // Of two lines the taxed one is credited: nothing is left to give back for the other.
    const mixed = await bill(two, [line("100.00", vat), line("100.00", null)]);
    const [taxed] = (await ok<Bill>(isp.admin.get(`/invoices/${mixed.id}/`))).lines;
    // An empty list is a slip, and no wish for all of it.
    const slip = { invoice: mixed.id, lines: [], reason: "Not delivered" };
    expect(await isp.admin.post("/credit-notes/", slip)).toMatchObject({
      status: 400,
      body: { errors: [{ field: "lines", code: "REQUIRED" }] },
    });
    const lines = [{ invoice_line: taxed?.id, amount: "115.00" }];
    await ok(isp.admin.post("/credit-notes/", { invoice: mixed.id, lines, reason: "Not delivered" }));
    expect(await balances()).not.toHaveProperty("TAX");
    await adjust({ ...waiver, customer: two, amount: "100.00" });
    expect(await balances()).not.toHaveProperty("TAX");
    await booksAreSound();
  });

  it("A total by hand gives up its share of the tax, beyond the bill's own charge that of the dues it takes over", async () => {
    const vat = await code();
    const [one, two] = [await isp.customer(), await isp.customer()];
    await bill(one, [line("100.00", vat)], { total_payable: "57.50" });
    expect(await balances("?group_by=source")).toMatchObject({ TAX: "-7.50", "WAIVER GOODWILL": "50.00" });
    for (const _month of [1, 2]) await bill(two, [line("100.00", vat)]);
    await bill(two, [line("100.00", vat)], { total_payable: "0.00" });
    expect(await balances()).toMatchObject({ TAX: "-7.50", WAIVER: "350.00" });
    await booksAreSound();
  });

  it("A bill that charges only what was owed before, its own lines given up by its total, leaves no revenue and no tax once it is credited", async () => {
    const vat = await code();
    const more = { previous_due: "300.00", total_payable: "200.00" };
    const { id } = await bill(await isp.customer(), [line("100.00", vat)], more);
    const before = await balances("?group_by=source");
    await ok(isp.admin.post("/credit-notes/", { invoice: id, amount: "50.00", reason: "A part" }));
    await ok(isp.admin.post("/credit-notes/", { invoice: id, reason: "The rest" }));
    expect(await balances()).toEqual({});
    const { results } = await ok<{ results: { id: string }[] }>(
      isp.admin.get(`/credit-notes/?invoice=${id}&ordering=-issued_at`),
    );
    for (const note of results)
      await ok(isp.admin.post(`/credit-notes/${note.id}/reverse/`, { reason: "Not so" }));
    expect(await balances("?group_by=source")).toEqual(before);
    await booksAreSound();
  });

  it("The tax report is the ledger's by code and rate, less what was given back, and its documents add up to it", async () => {
    const vat = await code();
    const gst = await code({ code: "GST", rate: "5.5", is_inclusive: true });
    const customer = await isp.customer({ name: "Nila" });
    await bill(customer, [line("100.00", vat), line("211.00", gst), line("40.00", null)]);
    const old = await bill(customer, [line("10.00", vat)], {
      issue_date: "2026-01-05",
      due_date: "2026-01-12",
      previous_due: "0.00",
    });
    await bill(customer, [line("10.00", null, { tax_amount: "1.00" })], { previous_due: "0.00" });
    await adjust({ customer, adjustment_type: "WAIVER", amount: "11.50", reason: "Slow line" });
    const report = (query = "") => ok(isp.admin.get(`/reports/tax/?from=2026-01-01&to=2099-01-01${query}`));
    expect(await report()).toEqual({
      ...{ from: "2026-01-01", to: "2099-01-01" },
      codes: [
        { code: "GST", rate: 5.5, net: "200.00", tax: "11.00" },
        // The oldest due was the ten of January.
        { code: "VAT", rate: 15, net: "100.00", tax: "15.00" },
        { code: null, rate: null, net: "0.00", tax: "1.00" },
      ],
      ...{ total_net: "300.00", total_tax: "27.00" },
    });
    expect((await balances()).TAX).toBe("-27.00");
    expect(await ok(isp.admin.get("/reports/tax/?from=2026-01-05&to=2026-01-05"))).toMatchObject({
      codes: [{ code: "VAT", net: "10.00", tax: "1.50" }],
    });
    const { results } = await ok<{ results: Record<string, unknown>[] }>(
      isp.admin.get("/reports/tax/invoices/?from=2026-01-01&to=2099-01-01&code=VAT"),
    );
    expect(results).toMatchObject([
      { source_type: "invoice", customer_name: "Nila", net: "100.00", tax: "15.00" },
      { source_id: old.id, entry_date: "2026-01-05", net: "10.00", tax: "1.50" },
      { source_type: "adjustment", number: null, customer, net: "-10.00", tax: "-1.50" },
    ]);
    const file = await isp.admin.get("/reports/tax/invoices/?from=2026-01-01&to=2099-01-01&format=csv");
    expect(String(file.body).trim().split("\n")).toHaveLength(6);
    expect((await isp.admin.get("/reports/tax/?from=2026-02-01&to=2026-01-01")).status).toBe(400);
  });

  it("A credit gives no tax back, and a charge has no category", async () => {
    const vat = await code();
    const customer = await isp.customer();
    await bill(customer, [line("100.00", vat)]);
    await adjust({ customer, adjustment_type: "CREDIT", amount: "20.00", category: "SLA" });
    expect(await balances("?group_by=source")).toMatchObject({ TAX: "-15.00", "WAIVER SLA": "20.00" });
    const body = { customer, adjustment_type: "DEBIT", amount: "1.00", reason: "Fee", category: "SLA" };
    const refused = await isp.admin.post("/adjustments/", { ...body, idempotency_key: newId() });
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, "category"]);
  });

  it("A rate that bills were made at can't be changed or deleted, its name can; a new row takes over", async () => {
    const vat = await code();
    await bill(await isp.customer(), [line("100.00", vat)]);
    const changed = await isp.admin.patch(`/tax-codes/${vat}/`, { rate: 20 });
    expect([changed.status, changed.body.code]).toEqual([409, "IN_USE"]);
    expect((await isp.admin.delete(`/tax-codes/${vat}/`)).body.code).toBe("IN_USE");
    await ok(isp.admin.patch(`/tax-codes/${vat}/`, { name: "Value added tax", rate: 15 }));
    const next = await code({ rate: 20, valid_from: "2030-01-01" });
    await ok(isp.admin.patch(`/tax-codes/${next}/`, { rate: 21 }));
    expect((await isp.admin.delete(`/tax-codes/${next}/`)).status).toBe(204);
    const again = await isp.admin.post("/tax-codes/", { name: "VAT", code: "VAT", rate: 1 });
    expect([again.status, again.body.code]).toEqual([409, "DUPLICATE"]);
    const above = await isp.admin.post("/tax-codes/", { name: "X", code: "X", rate: "100.01" });
    expect([above.status, above.body.errors?.[0]]).toMatchObject([400, { field: "rate", code: "TOO_LARGE" }]);
  });

  it("One code is the default: whoever becomes it takes the mark, also eight at once", async () => {
    await code({ is_default: true });
    await Promise.all(Array.from({ length: 8 }, (_, at) => code({ code: `T${at}`, is_default: true })));
    const { results } = await ok<{ results: object[] }>(isp.admin.get("/tax-codes/?is_default=true"));
    expect(results).toHaveLength(1);
  });

  it("A rate that is changed while bills are made is none of theirs, or refused", async () => {
    const vat = await code();
    const customers = await Promise.all(Array.from({ length: 6 }, () => isp.customer()));
    const bills = customers.map((customer) => bill(customer, [line("100.00", vat)]));
    const [changed, ...made] = await Promise.all([
      isp.admin.patch(`/tax-codes/${vat}/`, { rate: 20 }),
      ...bills,
    ]);
    const rate = changed.status === 200 ? "20.00" : "15.00";
    expect(made.map(({ lines }) => lines[0]?.tax_amount)).toEqual(made.map(() => rate));
  });

  it("A code of another tenant is refused on a line and on a package", async () => {
    const foreign = await code();
    isp = await makeTenant(server);
    const customer = await isp.customer();
    const refused = await isp.admin.post("/invoices/", { customer, lines: [line("1.00", foreign)] });
    expect([refused.status, refused.body.errors?.[0]]).toMatchObject([
      400,
      { field: "lines.0.tax_code", code: "DOES_NOT_EXIST" },
    ]);
    expect((await isp.admin.patch(`/packages/${isp.package}/`, { tax_code: foreign })).status).toBe(400);
  });
});

it.each([
  ["JPY", "1333", "200"],
  ["KWD", "1.333", "0.200"],
])("Tax in %s is rounded once to its digits", async (currency, price, tax) => {
  isp = await makeTenant(server, { currency });
  const made = await bill(await isp.customer(), [line(price, await code())]);
  expect(made.lines[0]?.tax_amount).toBe(tax);
  await booksAreSound();
});
