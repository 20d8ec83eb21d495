// Invoices are voided and credited, advances paid out, money in suspense paid back or kept: each once, each to the cent.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { openDesktop } from "../../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

const eight = [1, 2, 3, 4, 5, 6, 7, 8];
const show = (customer: string) => ok(isp.admin.get(`/customers/${customer}/`));
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);
const charge = (customer: string, ...prices: string[]) =>
  ok<{ id: string; lines: { id: string }[] }>(
    isp.admin.post("/invoices/", {
      customer,
      lines: prices.map((unit_price) => ({ description: "Line", unit_price, quantity: "3" })),
      previous_due: "0.00",
    }),
  );
const balances = async () => {
  const { accounts } = await ok<{ accounts: { account: string; balance: string }[] }>(
    isp.admin.get("/reports/trial-balance/"),
  );
  return Object.fromEntries(
    accounts.map(({ account, balance }) => [account, Number(balance)]).filter(([, balance]) => balance !== 0),
  );
};

it("An invoice is voided once, by however many at once, and the dues that it took over return", async () => {
  const customer = await isp.customer();
  const before = await balances();
  const first = await charge(customer, "10.00");
  const second = await ok(
    isp.admin.post("/invoices/", {
      customer,
      lines: [{ description: "Line", unit_price: "50.00", tax_amount: "7.50" }],
      discount: "5.00",
    }),
  );
  const path = `/invoices/${second.id}`;
  expect(await isp.admin.post(`${path}/void/`, {})).toMatchObject({
    status: 400,
    body: { errors: [{ field: "reason", code: "REQUIRED" }] },
  });
  expect(await isp.admin.post(`/invoices/${first.id}/void/`, { reason: "Carried" })).toMatchObject({
    status: 409,
    body: { code: "INVOICE_SETTLED" },
  });
  expect(await ok(isp.admin.get(`${path}/void-preview/`))).toMatchObject({
    invoice: second.id,
    is_reversed: false,
    changes: { due_amount: { before: "82.50", after: "30.00" } },
  });
  const answers = await Promise.all(
    eight.map((at) => isp.admin.post(`${path}/void/`, { reason: `By ${at}` })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]?.body).toMatchObject({ status: "VOID", due_amount: "0.00", carried_from: [] });
  expect(await ok(isp.admin.get(`/invoices/${first.id}/`))).toMatchObject({
    due_amount: "30.00",
    carried_amount: "0.00",
    carried_to: null,
  });
  await ok(isp.admin.post(`/invoices/${first.id}/void/`, { reason: "Too" }));
  expect(await balances()).toEqual(before);
  await booksAreRight();
});

it("A fee that was carried into a bill, given up there and taken back leaves nothing of itself when the bill is voided", async () => {
  const customer = await isp.customer();
  const before = await balances();
  const carried = await charge(customer, "10.00");
  const body = { customer, adjustment_type: "DEBIT", amount: "27.00", reason: "Late fee" };
  const fee = await ok(isp.admin.post("/adjustments/", body, { "Idempotency-Key": newId() }));
  const lines = [{ description: "Line", unit_price: "50.00", tax_amount: "7.50" }];
  const bill = await ok(isp.admin.post("/invoices/", { customer, lines, total_payable: "0.00" }));
  await booksAreRight();
  await ok(isp.admin.post(`/adjustments/${fee.id}/reverse/`, { reason: "By mistake" }));
  await booksAreRight();
  await ok(isp.admin.post(`/invoices/${bill.id}/void/`, { reason: "By mistake" }));
  await booksAreRight();
  expect(await show(customer)).toMatchObject({ due_amount: "30.00", advance_amount: "0.00" });
  await ok(isp.admin.post(`/invoices/${carried.id}/void/`, { reason: "By mistake" }));
  expect(await balances()).toEqual(before);
  await booksAreRight();
});

it("Credit notes give back by line, by amount and all the rest, never more than was charged; what was paid is advance", async () => {
  const customer = await isp.customer();
  const before = await balances();
  const invoice = await charge(customer, "10.00", "5.00");
  await ok(isp.admin.post("/transactions/", { customer, amount: "40.00" }));
  const [one, two] = invoice.lines.map(({ id }) => id);
  const note = (more: object) =>
    isp.admin.post("/credit-notes/", { invoice: invoice.id, reason: "Off", ...more });
  expect((await note({ lines: [{ invoice_line: one }] })).status).toBe(400);
  expect((await note({ lines: [{ invoice_line: one, quantity: "1" }], amount: "1.00" })).status).toBe(400);
  expect((await note({ invoice: newId() })).status).toBe(400);
  const first = await note({ lines: [{ invoice_line: one, quantity: "1" }] });
  expect(first).toMatchObject({
    status: 201,
    body: { amount: "10.00", due_reduced: "5.00", made_advance: "5.00", lines: [{ quantity: 1 }] },
  });
  expect(await note({ lines: [{ invoice_line: one, quantity: "3" }] })).toMatchObject({
    status: 422,
    body: { code: "OVER_CREDITED" },
  });
  expect(await note({ lines: [{ invoice_line: two, amount: "15.01" }] })).toMatchObject({ status: 422 });
  expect(await note({ amount: "35.01" })).toMatchObject({ status: 422, body: { code: "OVER_CREDITED" } });
  const preview = { invoice: invoice.id, amount: "7.00" };
  expect(await ok(isp.admin.post("/credit-notes/preview/", preview))).toMatchObject({
    amount: "7.00",
    made_advance: "7.00",
    creditable: [{ charged: "30.00", credited: "10.00", left: "20.00" }, { left: "15.00" }],
  });
  await ok(note({ amount: "7.00" }));
  const rest = await Promise.all(eight.map(() => note({})));
  expect(rest.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(rest.filter(({ status }) => status === 422)).toHaveLength(7);
  expect(await ok(isp.admin.get(`/invoices/${invoice.id}/`))).toMatchObject({
    credited_amount: "45.00",
    paid_amount: "0.00",
    due_amount: "0.00",
  });
  expect(await show(customer)).toMatchObject({ due_amount: "0.00", advance_amount: "40.00" });
  await booksAreRight();
  for (const paper of ["pdf/", "receipt/?width=58&copy=true", "receipt/"]) {
    const response = await fetch(`${server.url}/api/v1/credit-notes/${first.body.id}/${paper}`, {
      headers: { authorization: `Bearer ${isp.admin.token}` },
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  }
  const paid = await ok(
    isp.admin.post(`/customers/${customer}/refund/`, { amount: "40.00", method: "CASH", reason: "Leaves" }),
  );
  expect(paid).toMatchObject({ refund_number: expect.stringMatching(/^RF-/), amount: "40.00" });
  expect(await balances()).toEqual(before);
  await booksAreRight();
});

it("An advance is paid out once, never more than there is; its payment is reversed after the refund is, to the cent", async () => {
  const customer = await isp.customer();
  const before = await balances();
  const payment = await ok(isp.admin.post("/transactions/", { customer, amount: "100.00" }));
  const refund = (amount: string) =>
    isp.admin.post(`/customers/${customer}/refund/`, { amount, method: "CASH", reason: "Leaves" });
  expect(await refund("100.01")).toMatchObject({ status: 422, body: { code: "INSUFFICIENT_ADVANCE" } });
  expect((await isp.admin.post(`/customers/${customer}/refund/`, { amount: "1.00" })).status).toBe(400);
  const answers = await Promise.all(eight.map(() => refund("60.00")));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422]);
  const made = answers.find(({ status }) => status === 201)?.body;
  expect(await isp.admin.post(`/transactions/${payment.id}/reverse/`, { reason: "x" })).toMatchObject({
    status: 409,
    body: { code: "REVERSE_THE_REFUND" },
  });
  const back = await Promise.all(
    eight.map(() => isp.admin.post(`/refunds/${made.id}/reverse/`, { reason: "x" })),
  );
  expect(new Set(back.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(await show(customer)).toMatchObject({ advance_amount: "100.00" });
  await ok(isp.admin.post(`/transactions/${payment.id}/reverse/`, { reason: "x" }));
  expect(await balances()).toEqual(before);
  await booksAreRight();
});

it("Money in suspense is paid back or kept, by exactly one decision", async () => {
  const before = await balances();
  const device = await openDesktop(server.url, isp.admin.token ?? "");
  const lost = ["70.00", "30.00"].map((amount) =>
    device.command("transaction.create", { customer: newId(), amount }),
  );
  const [first, second] = (await device.push(lost)).map(({ result }) => result as Record<string, string>);
  const path = (held: Record<string, string> | undefined) => `/review-items/${held?.review_item}/resolve/`;
  const customer = await isp.customer();
  for (const body of [{}, { customer, write_off: true }, { refund: { method: "CASH" }, write_off: true }]) {
    expect((await isp.admin.post(path(first), body)).status).toBe(400);
  }
  const answers = await Promise.all(
    eight.map((at) =>
      isp.admin.post(path(first), at % 2 ? { refund: { method: "CASH" } } : { write_off: true }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  await ok(isp.admin.post(path(second), { write_off: true, reason: "Nobody asked" }));
  const held = await ok(isp.admin.get(`/transactions/${second?.payment_transaction}/`));
  expect(held).toMatchObject({
    status: "COMPLETED",
    suspense_resolution: "WRITTEN_OFF",
    unallocated_amount: "0.00",
  });
  const after = await balances();
  expect(after.SUSPENSE).toBe(before.SUSPENSE);
  expect(after.OTHER_INCOME).toBeLessThanOrEqual(-30);
  await booksAreRight();
});
