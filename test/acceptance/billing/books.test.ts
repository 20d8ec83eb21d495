// What an accountant relies on, from outside: undo, cash by holder, periods, tax, receivables, ageing (contract §4.11–16).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Body,
  day,
  expectBooksBalance,
  expectProblem,
  expectStatus,
  key,
  newCustomer,
  newRecharge,
  type Provider,
  startProvider,
} from "../helpers/money.ts";

let isp: Provider;
beforeAll(async () => {
  isp = await startProvider();
});
afterAll(() => isp.server.stop());

const read = (path: string): Promise<Body> => expectStatus(200, isp.owner.get(path));
const make = (path: string, body: object): Promise<Body> =>
  expectStatus(201, isp.owner.post(path, body, key()));
const bill = (customer: string, unit_price: string, more: object = {}): Promise<Body> =>
  make("/invoices/", { customer, lines: [{ description: "Work", unit_price }], ...more });
const money = (id: string) =>
  read(`/customers/${id}/`).then(({ due_amount, advance_amount }) => [due_amount, advance_amount]);
async function balance(account: string, query = ""): Promise<string> {
  const { accounts, balanced } = await read(`/reports/trial-balance/${query}`);
  expect(balanced).toBe(true);
  return accounts.find((line: Body) => line.account === account)?.balance ?? "0.00";
}

describe("undo", () => {
  it("A payment is reversed with a reason, and a recharge's own payment only with its recharge", async () => {
    const { id } = await newCustomer(isp.owner);
    const payment = await make("/transactions/", { customer: id, amount: "30.00" });
    const path = `/transactions/${payment.id}/reverse/`;
    const refused = await expectProblem(400, isp.owner.post(path, {}));
    expect(refused.errors).toMatchObject([{ field: "reason", code: "REQUIRED" }]);
    await expectStatus(200, isp.owner.post(path, { reason: "Wrong customer" }));
    await expectStatus(200, isp.owner.post(path, { reason: "Wrong customer" }));
    expect(await money(id)).toEqual(["0.00", "0.00"]);
    const { payment_transaction } = await newRecharge(isp.owner, id, "20.00");
    const of = payment_transaction.id ?? payment_transaction;
    await expectProblem(
      409,
      isp.owner.post(`/transactions/${of}/reverse/`, { reason: "x" }),
      "REVERSE_THE_RECHARGE",
    );
  });

  it("An invoice is voided and the dues that it took over return; one on which something was paid is refused", async () => {
    const { id } = await newCustomer(isp.owner);
    const first = await bill(id, "100.00");
    const second = await bill(id, "50.00");
    expect(second).toMatchObject({ total_payable: "150.00" });
    await expectProblem(400, isp.owner.post(`/invoices/${second.id}/void/`, {}));
    await expectProblem(
      409,
      isp.owner.post(`/invoices/${first.id}/void/`, { reason: "x" }),
      "INVOICE_SETTLED",
    );
    const gone = await expectStatus(200, isp.owner.post(`/invoices/${second.id}/void/`, { reason: "Twice" }));
    expect(gone).toMatchObject({ status: "VOID", due_amount: "0.00" });
    await expectStatus(200, isp.owner.post(`/invoices/${second.id}/void/`, { reason: "Twice" }));
    expect(await read(`/invoices/${first.id}/`)).toMatchObject({ due_amount: "100.00", carried_to: null });
    await make("/transactions/", { customer: id, amount: "40.00" });
    await expectProblem(
      409,
      isp.owner.post(`/invoices/${first.id}/void/`, { reason: "x" }),
      "INVOICE_SETTLED",
    );
    expect(await money(id)).toEqual(["60.00", "0.00"]);
  });

  it("Credit notes give back lines, an amount, or all that is left; what was paid becomes advance", async () => {
    const { id } = await newCustomer(isp.owner);
    const lines = [
      { description: "Cable", quantity: 4, unit_price: "25.00" },
      { description: "Work", unit_price: "60.00", tax_amount: "6.00" },
    ];
    const invoice = await make("/invoices/", { customer: id, lines });
    await make("/transactions/", { customer: id, amount: "166.00" });
    await expectProblem(400, isp.owner.post("/credit-notes/", { invoice: invoice.id }, key()));
    const { lines: stored } = await read(`/invoices/${invoice.id}/`);
    const one = await make("/credit-notes/", {
      invoice: invoice.id,
      lines: [{ invoice_line: stored[0].id, quantity: 1 }],
      reason: "One too many",
    });
    expect(one).toMatchObject({ amount: "25.00", credit_note_number: expect.any(String) });
    await make("/credit-notes/", { invoice: invoice.id, amount: "41.00", reason: "Goodwill" });
    const rest = await make("/credit-notes/", { invoice: invoice.id, reason: "All of it" });
    expect(rest.amount).toBe("100.00");
    expect(await money(id)).toEqual(["0.00", "166.00"]);
    const after = await read(`/invoices/${invoice.id}/`);
    expect(after).toMatchObject({ credited_amount: "166.00", paid_amount: "0.00", due_amount: "0.00" });
    expect((await isp.owner.post("/credit-notes/", { invoice: invoice.id, reason: "x" }, key())).status).toBe(
      422,
    );
  });

  it("A refund pays an advance out, and never more than there is", async () => {
    const { id } = await newCustomer(isp.owner);
    await make("/transactions/", { customer: id, amount: "80.00" });
    const before = Number(await balance("CASH:CASH"));
    const body = { amount: "50.00", method: "CASH", reason: "Leaves" };
    await expectProblem(
      400,
      isp.owner.post(`/customers/${id}/refund/`, { amount: "50.00", method: "CASH" }, key()),
    );
    await expectProblem(
      422,
      isp.owner.post(`/customers/${id}/refund/`, { ...body, amount: "80.01" }, key()),
      "INSUFFICIENT_ADVANCE",
    );
    expect(await make(`/customers/${id}/refund/`, body)).toMatchObject({ amount: "50.00" });
    expect(await money(id)).toEqual(["0.00", "30.00"]);
    expect(Number(await balance("CASH:CASH"))).toBe(before - 50);
  });
});

describe("cash and periods", () => {
  it("A transfer is in transit until somebody else than the sender confirms it", async () => {
    const clerk = await isp.staff("sender", "Manager");
    const { id } = await newCustomer(isp.owner);
    await expectStatus(201, clerk.post("/transactions/", { customer: id, amount: "90.00" }, key()));
    const body = { from: "sender", to: "OFFICE", amount: "70.00", method: "CASH", note: "Evening" };
    const sent = await expectStatus(201, clerk.post("/cash-transfers/", body, key()));
    expect(await balance("IN_TRANSIT")).toBe("70.00");
    expect((await clerk.post(`/cash-transfers/${sent.id}/confirm/`, {})).status).toBe(403);
    await expectStatus(200, isp.owner.post(`/cash-transfers/${sent.id}/confirm/`, {}));
    const { accounts } = await read("/reports/trial-balance/?group_by=holder");
    const held = (holder: string) =>
      accounts.find((line: Body) => line.account === "CASH:CASH" && line.holder === holder)?.balance;
    expect([held("sender"), held("OFFICE")]).toEqual(["20.00", "70.00"]);
    expect(await balance("IN_TRANSIT")).toBe("0.00");
  });

  it("A shift's difference is booked to CASH_OVER_SHORT, its float is not", async () => {
    const clerk = await isp.staff("drawer", "Counter");
    const shift = await expectStatus(201, clerk.post("/shifts/", { opening_float: "100.00" }, key()));
    const { id } = await newCustomer(isp.owner);
    await expectStatus(201, clerk.post("/transactions/", { customer: id, amount: "60.00" }, key()));
    const closed = await expectStatus(
      200,
      clerk.post(`/shifts/${shift.id}/close/`, { counted_cash: "155.00", reason: "Change" }),
    );
    expect(closed).toMatchObject({ difference: "-5.00" });
    expect(await balance("CASH_OVER_SHORT")).toBe("5.00");
  });

  it("Nothing is booked on or before the lock date, and the far past needs a right of its own", async () => {
    const { id } = await newCustomer(isp.owner);
    const manager = await isp.staff("manager", "Manager");
    await expectProblem(403, manager.patch("/settings/", { lock_date: day(-10) }), "PERMISSION_DENIED");
    await expectStatus(200, isp.owner.patch("/settings/", { lock_date: day(-10) }));
    const lines = [{ description: "Old", unit_price: "1.00" }];
    const old = { customer: id, lines, issue_date: day(-10) };
    await expectProblem(422, isp.owner.post("/invoices/", old, key()), "PERIOD_LOCKED");
    await expectStatus(201, isp.owner.post("/invoices/", { ...old, issue_date: day(-9) }, key()));
    const counter = await isp.staff("teller", "Counter");
    const past = await expectProblem(
      403,
      counter.post("/invoices/", { ...old, issue_date: day(-5) }, key()),
      "PERMISSION_DENIED",
    );
    expect(JSON.stringify(past)).toContain("finance.backdate");
    expect(Number(await balance("REVENUE", `?as_of=${day(-9)}`))).toBe(-1);
  });
});

describe("tax, receivables, ageing", () => {
  it("Exclusive tax is added, inclusive tax is part of the price, and the report adds both up by code", async () => {
    const vat = await make("/tax-codes/", { name: "VAT", code: "VAT", rate: "15", is_inclusive: false });
    const gst = await make("/tax-codes/", { name: "GST", code: "GST", rate: "10", is_inclusive: true });
    const { id } = await newCustomer(isp.owner);
    const invoice = await make("/invoices/", {
      customer: id,
      discount: "0.00",
      lines: [
        { description: "A", quantity: 2, unit_price: "50.00", tax_code: vat.id, source: "PACKAGE" },
        { description: "B", unit_price: "110.00", tax_code: gst.id, source: "HARDWARE" },
      ],
    });
    expect(invoice.lines.map((line: Body) => line.total)).toEqual(["115.00", "110.00"]);
    expect(invoice.total_payable).toBe("225.00");
    const report = await read(`/reports/tax/?from=${day(-1)}&to=${day(1)}`);
    expect(report.codes.map(({ code, net, tax }: Body) => [code, net, tax])).toEqual(
      expect.arrayContaining([
        ["VAT", "100.00", "15.00"],
        ["GST", "100.00", "10.00"],
      ]),
    );
    const { accounts } = await read("/reports/trial-balance/?group_by=source");
    const revenue = (source: string) =>
      accounts.find((line: Body) => line.account === "REVENUE" && line.source === source)?.balance;
    expect([revenue("PACKAGE"), revenue("HARDWARE")]).toEqual(["-100.00", "-100.00"]);
    await expectStatus(200, isp.owner.post(`/invoices/${invoice.id}/void/`, { reason: "Test" }));
    expect((await read(`/reports/tax/?from=${day(-1)}&to=${day(1)}`)).total_tax).not.toBe("25.00");
  });

  it("What customers owe stands apart from what they paid ahead, and equals the sums over them", async () => {
    const customers: Body[] = (await read("/customers/?page_size=200")).results;
    const sum = (name: string) =>
      customers.reduce((total, one) => total + Math.round(Number(one[name]) * 100), 0);
    expect(Math.round(Number(await balance("CUSTOMERS:RECEIVABLE")) * 100)).toBe(sum("due_amount"));
    expect(Math.round(Number(await balance("CUSTOMERS:ADVANCE")) * -100)).toBe(sum("advance_amount"));
  });

  it("Ageing counts from the due date of the invoice that first charged it", async () => {
    const { id } = await newCustomer(isp.owner);
    const before = await read("/reports/ageing/");
    const amount = (report: Body, bucket: string) =>
      Number(report.buckets.find((one: Body) => one.bucket === bucket).amount);
    await bill(id, "77.00", { issue_date: day(-8), due_date: day(-8) });
    await bill(id, "11.00");
    const after = await read("/reports/ageing/");
    expect(after.buckets.map((one: Body) => one.bucket)).toEqual([
      "CURRENT",
      "1-30",
      "31-60",
      "61-90",
      "90+",
    ]);
    expect(amount(after, "1-30") - amount(before, "1-30")).toBeCloseTo(77);
    expect(amount(after, "CURRENT") - amount(before, "CURRENT")).toBeCloseTo(11);
    expect(after).toMatchObject({ as_of: day(), total: expect.any(String) });
  });

  it("The books balance after all of it", async () => {
    await expectBooksBalance(isp.owner);
  });
});
