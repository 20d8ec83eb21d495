// Accounts, the journal, adjustments and the customer's summary, from outside.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client } from "../../helpers/server.ts";
import {
  all,
  anotherProvider,
  type Body,
  cents,
  day,
  expectBooksBalance,
  expectProblem,
  expectStatus,
  figures,
  INSTANT,
  key,
  ledgerOf,
  newCustomer,
  newInvoice,
  newRecharge,
  type Provider,
  startProvider,
  UUID,
} from "../helpers/money.ts";

let isp: Provider;
let customer: Body;
let invoice: Body;
let recharge: Body;
beforeAll(async () => {
  isp = await startProvider();
  customer = await newCustomer(isp.owner, { name: "Ledger Person" });
  const lines = [{ description: "S", quantity: 1, unit_price: "100.00", tax_amount: "15.00" }];
  invoice = await expectStatus(201, isp.owner.post("/invoices/", { customer: customer.id, lines }));
  recharge = await newRecharge(isp.owner, customer.id, "150.00", { method: "CARD" });
});
afterAll(() => isp.server.stop());

const read = (path: string): Promise<Body> => expectStatus(200, isp.owner.get(path));
const adjust = (body: Record<string, unknown>, headers: Record<string, string> = key()) =>
  isp.owner.post("/adjustments/", body, headers);

describe("GET /ledger-entries/", () => {
  it("GET /ledger-entries/ shows customers' entries by default, and everything with scope=all", async () => {
    const own = await all(isp.owner, "/ledger-entries/");
    expect(own.map((entry) => entry.entry_type).sort()).toEqual(["INVOICE", "PAYMENT"]);
    const whole = await all(isp.owner, "/ledger-entries/?scope=all");
    expect(whole.length).toBeGreaterThan(own.length);
    const accounts = await all(isp.owner, "/billing-accounts/?scope=all");
    const codeOf = new Map(accounts.map((account) => [account.id, account.code ?? "customer"]));
    const totals: Record<string, number> = {};
    for (const entry of whole) {
      const code = String(codeOf.get(entry.account));
      totals[code] = (totals[code] ?? 0) + cents(entry.credit) - cents(entry.debit);
    }
    // Charged 115 of which 15 tax; 150 came in by card: 35 is the customer's.
    expect(totals).toEqual({ customer: 3500, REVENUE: 10000, TAX: 1500, "CASH:CARD": -15000 });
    await expectBooksBalance(isp.owner);
    await expectProblem(400, isp.owner.get("/ledger-entries/?scope=some"));
  });

  it("GET /ledger-entries/ says account, type, amounts, balance, source, who and when", async () => {
    const [charged, paid] = await ledgerOf(isp.owner, customer.id);
    expect(charged).toMatchObject({
      id: expect.stringMatching(UUID),
      journal: expect.stringMatching(UUID),
      account: expect.stringMatching(UUID),
      entry_type: "INVOICE",
      debit: "115.00",
      credit: "0.00",
      balance_after: "-115.00",
      source_type: "invoice",
      source_id: invoice.id,
      posted_by: "tenant-1-owner",
      posted_at: expect.stringMatching(INSTANT),
      occurred_at: expect.stringMatching(INSTANT),
    });
    expect(paid).toMatchObject({
      entry_type: "PAYMENT",
      debit: "0.00",
      credit: "150.00",
      balance_after: "35.00",
      source_id: recharge.payment_transaction,
    });
    expect(await read(`/ledger-entries/${paid.id}/`)).toMatchObject({ id: paid.id, balance_after: "35.00" });
  });

  it("GET /ledger-entries/ filters by customer, account, entry_type, journal and posted_at", async () => {
    const other = await newCustomer(isp.owner);
    await newRecharge(isp.owner, other.id, 5);
    const [charged, paid] = await ledgerOf(isp.owner, customer.id);
    const ids = async (query: string) =>
      (await all(isp.owner, `/ledger-entries/?${query}`)).map((entry) => entry.id).sort();
    const mine = [charged.id, paid.id].sort();
    expect(await ids(`account=${charged.account}`)).toEqual(mine);
    expect(await ids(`customer=${customer.id}&entry_type=PAYMENT`)).toEqual([paid.id]);
    expect(await ids(`journal=${charged.journal}`)).toEqual([charged.id]);
    expect((await ids(`journal=${charged.journal}&scope=all`)).length).toBe(3);
    const hour = (offset: number) =>
      encodeURIComponent(new Date(Date.now() + offset * 3_600_000).toISOString());
    const range = `posted_at__gte=${hour(-1)}&posted_at__lt=${hour(1)}`;
    expect(await ids(`customer=${customer.id}&${range}`)).toEqual(mine);
    expect(await ids(`customer=${customer.id}&posted_at__gt=${hour(1)}`)).toEqual([]);
    await expectProblem(400, isp.owner.get("/ledger-entries/?colour=red"));
  });

  it("GET /ledger-entries/ is walked whole with a cursor, each entry once, while new ones come in", async () => {
    const walker = await newCustomer(isp.owner);
    for (let round = 0; round < 7; round += 1) await newRecharge(isp.owner, walker.id, 1);
    const seen: string[] = [];
    const before = await ledgerOf(isp.owner, walker.id);
    let page = await read(`/ledger-entries/?customer=${walker.id}&page_size=3&cursor=`);
    for (let pages = 0; pages < 10; pages += 1) {
      seen.push(...page.results.map((entry: Body) => entry.id));
      if (pages === 0) await newRecharge(isp.owner, walker.id, 1);
      if (!page.next) break;
      page = await read(page.next.slice(page.next.indexOf("/ledger-entries/")));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  });

  it("GET /ledger-entries/ is append-only: nothing but GET", async () => {
    const [entry] = await ledgerOf(isp.owner, customer.id);
    for (const [method, path] of [
      ["POST", "/ledger-entries/"],
      ["PATCH", `/ledger-entries/${entry.id}/`],
      ["PUT", `/ledger-entries/${entry.id}/`],
      ["DELETE", `/ledger-entries/${entry.id}/`],
    ]) {
      const response = await fetch(`${isp.server.url}/api/v1${path}`, {
        method: method ?? "",
        headers: { authorization: `Bearer ${isp.owner.token}`, "content-type": "application/json" },
        ...(method === "DELETE" ? {} : { body: "{}" }),
      });
      expect(response.status, `${method} ${path}`).toBe(405);
    }
    const other = await anotherProvider(isp.server);
    await expectProblem(404, other.owner.get(`/ledger-entries/${entry.id}/`));
    expect(await all(other.owner, "/ledger-entries/?scope=all")).toEqual([]);
  });
});

describe("GET /billing-accounts/", () => {
  it("GET /billing-accounts/ has one account a customer with the live balance", async () => {
    const found = await read(`/billing-accounts/?customer=${customer.id}`);
    expect(found.count).toBe(1);
    expect(found.results[0]).toMatchObject({
      id: expect.stringMatching(UUID),
      account_number: expect.stringMatching(/\S/),
      customer: customer.id,
      customer_name: "Ledger Person",
      currency: "USD",
      status: "ACTIVE",
      balance: "35.00",
    });
    expect(await read(`/billing-accounts/${found.results[0].id}/`)).toMatchObject({ balance: "35.00" });
    const fresh = await newCustomer(isp.owner);
    expect(await read(`/billing-accounts/?customer=${fresh.id}`)).toMatchObject({
      count: 1,
      results: [{ balance: "0.00" }],
    });
  });
});

describe("a customer's summary", () => {
  it("A customer's summary says balance, dues, advance, open invoices, recent entries, the last payment and the account", async () => {
    const person = await newCustomer(isp.owner);
    const open = await newInvoice(isp.owner, person.id, "80.00");
    const paid = await newRecharge(isp.owner, person.id, "30.00");
    const summary = await read(`/customers/${person.id}/financial-summary/`);
    expect(summary).toMatchObject({
      balance: "-50.00",
      due_amount: "50.00",
      advance_amount: "0.00",
      open_invoices: [{ id: open.id, due_amount: "50.00", status: "PARTIAL" }],
      last_payment: { id: paid.payment_transaction, amount: "30.00" },
      account: { customer: person.id, balance: "-50.00" },
    });
    expect(summary.customer?.id ?? summary.customer).toBe(person.id);
    expect(summary.recent_ledger_entries.map((entry: Body) => entry.entry_type)).toEqual([
      "PAYMENT",
      "INVOICE",
    ]);
    for (let round = 0; round < 21; round += 1) await newRecharge(isp.owner, person.id, 1);
    const later = await read(`/customers/${person.id}/financial-summary/`);
    expect(later.recent_ledger_entries).toHaveLength(20);
  });

  it("A customer's summary recalculates to {before, after, drift} with no drift", async () => {
    const expected = { due_amount: "0.00", advance_amount: "35.00", balance: "35.00" };
    const path = `/customers/${customer.id}/recalculate-balance/`;
    expect(await expectStatus(200, isp.owner.post(path))).toEqual({
      before: expected,
      after: expected,
      drift: { due_amount: "0.00", advance_amount: "0.00", balance: "0.00" },
    });
    await expectProblem(
      404,
      isp.owner.post("/customers/01890000-0000-7000-8000-000000000000/recalculate-balance/"),
    );
  });

  it("A customer's summary has a trial balance that sums to zero, as JSON and as CSV", async () => {
    const report = await read("/reports/trial-balance/");
    const rows = (report.accounts ?? report.rows ?? report.results) as Body[];
    const total = rows.reduce((sum, row) => sum + cents(row.debit) - cents(row.credit), 0);
    expect(rows.length).toBeGreaterThan(2);
    expect(total).toBe(0);
    for (const row of rows) expect(cents(row.balance)).toBe(cents(row.debit) - cents(row.credit));
    const response = await isp.owner.get("/reports/trial-balance/?format=csv");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/csv");
  });
});

describe("POST /adjustments/", () => {
  it("POST /adjustments/ needs an idempotency key, in the header or the body", async () => {
    const person = await newCustomer(isp.owner);
    const body = { customer: person.id, amount: "5.00", adjustment_type: "CREDIT", reason: "Outage" };
    await expectProblem(400, isp.owner.post("/adjustments/", body), "IDEMPOTENCY_KEY_REQUIRED");
    const headers = key();
    const first = await adjust(body, headers);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const again = await adjust(body, headers);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    await expectProblem(422, adjust({ ...body, amount: "6.00" }, headers), "IDEMPOTENCY_KEY_REUSED");
    const keyed = { ...body, idempotency_key: crypto.randomUUID() };
    await expectStatus(201, isp.owner.post("/adjustments/", keyed));
    expect(await figures(isp.owner, person.id)).toMatchObject({ advance: "10.00", balance: "10.00" });
  });

  it("CREDIT adds to the balance, DEBIT takes from it; the caller answers for both", async () => {
    const person = await newCustomer(isp.owner);
    const staff = await all(isp.owner, "/staff/");
    const [account] = (await read(`/billing-accounts/?customer=${person.id}`)).results;
    const debit = await expectStatus(
      201,
      adjust({ account: account.id, amount: 40, adjustment_type: "DEBIT", reason: "Broken router" }),
    );
    expect(debit).toMatchObject({
      account: account.id,
      amount: "40.00",
      adjustment_type: "DEBIT",
      reason: "Broken router",
    });
    expect(staff.map((member) => member.id)).toContain(debit.approved_by);
    expect(await figures(isp.owner, person.id)).toEqual({
      due: "40.00",
      advance: "0.00",
      balance: "-40.00",
    });
    const credit = { customer: person.id, amount: "55.00", adjustment_type: "CREDIT", reason: "Goodwill" };
    const made = await expectStatus(201, adjust(credit));
    expect(await figures(isp.owner, person.id)).toEqual({
      due: "0.00",
      advance: "15.00",
      balance: "15.00",
    });
    expect(await read(`/adjustments/${made.id}/`)).toMatchObject({ id: made.id, amount: "55.00" });
    expect((await read(`/adjustments/?customer=${person.id}`)).count).toBe(2);
    const entries = await ledgerOf(isp.owner, person.id);
    expect(entries.map((entry) => [entry.debit, entry.credit])).toEqual([
      ["40.00", "0.00"],
      ["0.00", "55.00"],
    ]);
  });

  it("WAIVER settles open invoices oldest first, and never more than is due", async () => {
    const person = await newCustomer(isp.owner);
    const older = await newInvoice(isp.owner, person.id, "30.00", {
      issue_date: day(-5),
      previous_due: 0,
    });
    const newer = await newInvoice(isp.owner, person.id, "50.00", { previous_due: 0 });
    const waiver = { customer: person.id, adjustment_type: "WAIVER", reason: "Moved house" };
    await expectProblem(422, adjust({ ...waiver, amount: "80.01" }), "OVER_ALLOCATION");
    await expectStatus(201, adjust({ ...waiver, amount: "45.00" }));
    expect(await read(`/invoices/${older.id}/`)).toMatchObject({ status: "PAID", paid_amount: "30.00" });
    expect(await read(`/invoices/${newer.id}/`)).toMatchObject({ status: "PARTIAL", due_amount: "35.00" });
    expect(await figures(isp.owner, person.id)).toEqual({
      due: "35.00",
      advance: "0.00",
      balance: "-35.00",
    });
    await expectBooksBalance(isp.owner);
  });

  it("POST /adjustments/ asks a machine token to name the staff member; anybody may name another one of the tenant", async () => {
    const person = await newCustomer(isp.owner);
    const body = { customer: person.id, amount: "5.00", adjustment_type: "CREDIT", reason: "By machine" };
    const { token } = await expectStatus(
      201,
      isp.owner.post("/api-tokens/", { name: "erp", role: isp.roles.Owner }),
    );
    const machine = client(isp.server.url, token);
    await expectProblem(400, machine.post("/adjustments/", body, key()));
    const accountant = await isp.staff("accountant-1", "Accountant");
    const approved_by = accountant.staff_id;
    const made = await expectStatus(201, machine.post("/adjustments/", { ...body, approved_by }, key()));
    expect(made.approved_by).toBe(approved_by);
    expect((await expectStatus(201, adjust({ ...body, approved_by }))).approved_by).toBe(approved_by);
    const other = await anotherProvider(isp.server);
    const [stranger] = await all(other.owner, "/staff/");
    await expectProblem(400, adjust({ ...body, approved_by: stranger.id }));
  });

  it("POST /adjustments/ refuses what is no adjustment", async () => {
    const person = await newCustomer(isp.owner);
    const good = { customer: person.id, amount: "5.00", adjustment_type: "CREDIT", reason: "R" };
    for (const wrong of [
      { amount: "0" },
      { amount: "-5" },
      { amount: undefined },
      { adjustment_type: "GIFT" },
      { adjustment_type: undefined },
      { reason: "" },
      { reason: undefined },
      { customer: undefined },
      { customer: "01890000-0000-7000-8000-000000000000" },
      { colour: "red" },
    ]) {
      await expectProblem(400, adjust({ ...good, ...wrong }));
    }
    expect(await ledgerOf(isp.owner, person.id)).toEqual([]);
    const counter = await isp.staff("counter-adjust", "Technician");
    await expectProblem(403, counter.post("/adjustments/", good, key()));
  });
});
