// A customer's statement: what was charged and paid between two days, from the balance before to the balance after.
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseCsv } from "../../../shared/kernel/csv.ts";
import { addDays, dayOf } from "../../../shared/kernel/day.ts";
import { textsOf } from "../../helpers/read-pdf.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let rahim: string;
const today = dayOf(new Date(), "UTC");
const ago = (days: number) => addDays(today, -days);

const bill = (customer: string, days: number, unit_price: string) =>
  ok(
    isp.admin.post("/invoices/", {
      customer,
      issue_date: ago(days),
      due_date: ago(days),
      lines: [{ description: "Month", unit_price }],
    }),
  );
const pay = (customer: string, days: number, amount: string) =>
  ok(isp.admin.post("/transactions/", { customer, amount, occurred_at: `${ago(days)}T10:00:00Z` }));

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { language: "bn", currency: "BDT", locale: "bn-BD" });
  rahim = await isp.customer({ name: "লক্ষ্মী নির্দিষ্ট" });
  await bill(rahim, 100, "100.00");
  await bill(rahim, 70, "200.00");
  await pay(rahim, 30, "150.00");
  await bill(rahim, 10, "50.00");
  await pay(rahim, 5, "500.00");
  await bill(rahim, 1, "40.00");
});
afterAll(() => server.stop());

interface Statement {
  opening_balance: string;
  closing_balance: string;
  due_amount: string;
  advance_amount: string;
  total_debit: string;
  total_credit: string;
  entries: Record<string, string>[];
  ageing: { total: string; buckets: { bucket: string; amount: string; customers: number }[] };
}

const statement = (from: number, to: number) =>
  ok<Statement>(isp.admin.get(`/customers/${rahim}/statement/?from=${ago(from)}&to=${ago(to)}`));
const owedOf = ({ ageing }: Statement) =>
  Object.fromEntries(
    ageing.buckets.filter(({ customers }) => customers > 0).map(({ bucket, amount }) => [bucket, amount]),
  );

it("A statement says each deed once, not what carrying a due or using an advance moves about", async () => {
  const whole = await statement(200, 0);
  expect(
    whole.entries.map(({ date, entry_type, debit, credit, balance }) => [
      date,
      entry_type,
      debit,
      credit,
      balance,
    ]),
  ).toEqual([
    [ago(100), "INVOICE", "100.00", "0.00", "-100.00"],
    [ago(70), "INVOICE", "200.00", "0.00", "-300.00"],
    [ago(30), "PAYMENT", "0.00", "150.00", "-150.00"],
    [ago(10), "INVOICE", "50.00", "0.00", "-200.00"],
    [ago(5), "PAYMENT", "0.00", "500.00", "300.00"],
    [ago(1), "INVOICE", "40.00", "0.00", "260.00"],
  ]);
  expect(whole).toMatchObject({ opening_balance: "0.00", total_debit: "390.00", total_credit: "650.00" });
  const { balance } = await ok<{ balance: string }>(isp.admin.get(`/customers/${rahim}/financial-summary/`));
  expect(whole.closing_balance).toBe(balance);
  expect([whole.due_amount, whole.advance_amount]).toEqual(["0.00", "260.00"]);
});

it("A statement of some days begins with the balance before them and ends with the one after", async () => {
  const some = await statement(60, 8);
  expect(some).toMatchObject({
    opening_balance: "-300.00",
    closing_balance: "-200.00",
    due_amount: "200.00",
  });
  expect(some.entries.map(({ date }) => date)).toEqual([ago(30), ago(10)]);
});

it("What was owed on a past day is as old as its first charge, the oldest paid first, on the statement and in the report", async () => {
  expect(owedOf(await statement(200, 50))).toEqual({ "31-60": "100.00", "1-30": "200.00" });
  expect(owedOf(await statement(200, 20))).toEqual({ "31-60": "150.00" });
  expect(owedOf(await statement(200, 8))).toEqual({ "61-90": "150.00", "1-30": "50.00" });
  const report = await ok<Statement["ageing"]>(isp.admin.get(`/reports/ageing/?as_of=${ago(8)}`));
  expect(report).toMatchObject({ as_of: ago(8), total: "200.00" });
});

it("The report of a past day with what is owed then by everybody adds up to what customers owed in the trial balance", async () => {
  const other = await isp.customer();
  await bill(other, 40, "77.00");
  for (const days of [90, 50, 20, 8, 3, 0]) {
    const { total } = await ok<{ total: string }>(isp.admin.get(`/reports/ageing/?as_of=${ago(days)}`));
    const { accounts } = await ok<{ accounts: Record<string, string>[] }>(
      isp.admin.get(`/reports/trial-balance/?as_of=${ago(days)}`),
    );
    const owed = accounts.find(({ account }) => account === "CUSTOMERS:RECEIVABLE")?.balance ?? "0.00";
    expect([days, total]).toEqual([days, owed]);
  }
});

it("A statement on paper and as a file is in the company's language, and in the other when it is asked for", async () => {
  const path = `/customers/${rahim}/statement/?from=${ago(60)}&to=${ago(8)}`;
  const answer = await fetch(`${server.url}/api/v1${path}&format=pdf`, {
    headers: { authorization: `Bearer ${isp.admin.token}` },
  });
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const said = (await textsOf(new Uint8Array(await answer.arrayBuffer()))).join("").normalize("NFC");
  for (const part of ["হিসাব বিবরণী", "প্রারম্ভিক স্থিতি", "১৫০.০০", "লক্ষ্মী নির্দিষ্ট"])
    expect(said).toContain(part.normalize("NFC"));
  expect(said).not.toContain("?");
  const file = async (language: string) =>
    parseCsv(String((await isp.admin.get(`${path}&format=csv&language=${language}`)).body)).map(
      ({ cells }) => cells,
    );
  expect((await file("bn"))[0]).toContain("তারিখ");
  const rows = await file("en");
  const sign = "balance (paid ahead less owed)";
  expect(rows[0]).toEqual(["date", "document", "description", "debit", "credit", sign]);
  expect(rows[1]?.slice(2)).toEqual(["Opening balance", "", "", "-300.00"]);
  expect(rows.at(-1)?.slice(2)).toEqual(["Closing balance", "50.00", "150.00", "-200.00"]);
});

it("A statement is refused for days that end before they begin and for whom there is not", async () => {
  expect((await isp.admin.get(`/customers/${rahim}/statement/?from=${today}&to=${ago(1)}`)).status).toBe(400);
  expect((await isp.admin.get("/customers/01890000-0000-7000-8000-000000000000/statement/")).status).toBe(
    404,
  );
  const elsewhere = await makeTenant(server);
  expect((await elsewhere.admin.get(`/customers/${rahim}/statement/`)).status).toBe(404);
});

it("A reseller's user gets the statement of their own customer and of nobody else's", async () => {
  const seller = { username: "seller-of-few", password: "seller-of-few-secret" };
  await ok(isp.admin.post("/resellers/", { company_name: "Sub-ISP", ...seller }));
  const client = await server.signIn(seller.username, seller.password, isp.subdomain);
  const body = { name: "Own", username: "own-of-seller", phone: "1", package: isp.package };
  const { id } = await ok(client.post("/customers/", body));
  await bill(String(id), 40, "60.00");
  const own = await ok<Statement>(client.get(`/customers/${id}/statement/?from=${ago(60)}&to=${ago(8)}`));
  expect(own).toMatchObject({ closing_balance: "-60.00", ageing: { total: "60.00" } });
  expect(own.entries[0]?.document).toMatch(/^INV/);
  expect((await client.get(`/customers/${rahim}/statement/`)).status).toBe(404);
});

it("What was credited or refunded is on the statement with its number, and is owed on no later day", async () => {
  const one = await isp.customer();
  await bill(one, 60, "100.00");
  const invoice = await bill(one, 2, "50.00");
  const line = (invoice.lines as { id: string }[])[0]?.id;
  const note = { invoice: invoice.id, lines: [{ invoice_line: line, amount: "50.00" }], reason: "Wrong" };
  await ok(isp.admin.post("/credit-notes/", note));
  await ok(isp.admin.post("/transactions/", { customer: one, amount: "130.00" }));
  await ok(isp.admin.post(`/customers/${one}/refund/`, { amount: "30.00", method: "CASH", reason: "Left" }));
  const { entries, closing_balance, ageing } = await ok<Statement>(
    isp.admin.get(`/customers/${one}/statement/?from=${ago(90)}&to=${today}`),
  );
  expect(
    entries.slice(2).map(({ document, debit, credit }) => [document?.slice(0, 2), debit, credit]),
  ).toEqual([
    ["CN", "0.00", "50.00"],
    [expect.any(String), "0.00", "130.00"],
    ["RF", "30.00", "0.00"],
  ]);
  expect([closing_balance, ageing.total]).toEqual(["0.00", "0.00"]);
  const before = await ok<Statement>(
    isp.admin.get(`/customers/${one}/statement/?from=${ago(90)}&to=${ago(1)}`),
  );
  expect(owedOf(before)).toEqual({ "31-60": "100.00", "1-30": "50.00" });
});
