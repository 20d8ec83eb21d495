// Undoing a recharge, from outside: allocations, advance, expiry, carried dues, repeats.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  all,
  anotherProvider,
  type Body,
  day,
  expectProblem,
  expectStatus,
  figures,
  ledgerOf,
  newCustomer,
  newInvoice,
  newRecharge,
  type Provider,
  startProvider,
} from "../helpers/money.ts";

let isp: Provider;
let router: Body;
beforeAll(async () => {
  isp = await startProvider();
  router = await expectStatus(
    201,
    isp.owner.post("/routers/", { name: "R1", host: "192.0.2.1", username: "api", password: "x" }),
  );
});
afterAll(() => isp.server.stop());

const read = (path: string): Promise<Body> => expectStatus(200, isp.owner.get(path));
const customerNow = (id: string) => read(`/customers/${id}/`);
const reverse = (id: string, body?: unknown) => isp.owner.post(`/recharges/${id}/reverse/`, body);
const jobKinds = async (customer: string) =>
  (await all(isp.owner, `/network-sync-jobs/?customer=${customer}`)).map((job) => job.kind);

describe("POST /recharges/{id}/reverse/", () => {
  it("POST /recharges/{id}/reverse/ answers exactly {success, recharge: {id, is_reversed, customer}, reversed_by}, and the same again", async () => {
    const customer = await newCustomer(isp.owner, { expiry_date: day(5) });
    const invoice = await newInvoice(isp.owner, customer.id, "100.00");
    const recharge = await newRecharge(isp.owner, customer.id, "150.00");
    const expected = {
      success: true,
      recharge: { id: recharge.id, is_reversed: true, customer: customer.id },
      reversed_by: "tenant-1-owner",
    };
    expect(await expectStatus(200, reverse(recharge.id, { reason: "Wrong customer" }))).toEqual(expected);
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "100.00",
      advance: "0.00",
      balance: "-100.00",
    });
    const entries = await ledgerOf(isp.owner, customer.id);
    expect(entries.at(-1)).toMatchObject({ entry_type: "REVERSAL", debit: "150.00", credit: "0.00" });
    expect(await customerNow(customer.id)).toMatchObject({ expiry_date: day(5) });
    expect(await read(`/transactions/${recharge.payment_transaction}/`)).toMatchObject({
      status: "REFUNDED",
      unallocated_amount: "0.00",
    });
    expect(await read(`/invoices/${invoice.id}/`)).toMatchObject({
      status: "UNPAID",
      paid_amount: "0.00",
      due_amount: "100.00",
    });
    expect(await all(isp.owner, `/payment-allocations/?invoice=${invoice.id}`)).toEqual([]);
    expect(await read(`/recharges/${recharge.id}/`)).toMatchObject({ is_reversed: true, amount: "150.00" });
    // A repeat, by whoever and with whatever reason: the same body, nothing written.
    const manager = await isp.staff("manager-reverse", "Manager");
    const again = manager.post(`/recharges/${recharge.id}/reverse/`, { reason: "Once more" });
    expect(await expectStatus(200, again)).toEqual(expected);
    expect(await expectStatus(200, reverse(recharge.id))).toEqual(expected);
    expect(await ledgerOf(isp.owner, customer.id)).toEqual(entries);
  });

  it("POST /recharges/{id}/reverse/ needs no body; an unknown id is 404, a wrong body 400, without the right 403", async () => {
    const customer = await newCustomer(isp.owner);
    const recharge = await newRecharge(isp.owner, customer.id, 10);
    await expectProblem(400, reverse(recharge.id, { reason: 7 }));
    await expectProblem(400, reverse(recharge.id, { why: "x" }));
    await expectProblem(404, reverse("01890000-0000-7000-8000-000000000000"));
    await expectProblem(404, reverse("not-an-id"));
    const other = await anotherProvider(isp.server);
    await expectProblem(404, other.owner.post(`/recharges/${recharge.id}/reverse/`));
    const technician = await isp.staff("tech-reverse", "Technician");
    await expectProblem(403, technician.post(`/recharges/${recharge.id}/reverse/`));
    expect((await expectStatus(200, reverse(recharge.id))).success).toBe(true);
  });

  it("POST /recharges/{id}/reverse/ takes validity_days off where a later recharge moved the expiry", async () => {
    const customer = await newCustomer(isp.owner, { expiry_date: day(10) });
    const first = await newRecharge(isp.owner, customer.id, 10, { validity_days: 30 });
    await newRecharge(isp.owner, customer.id, 10, { validity_days: 7 });
    expect((await customerNow(customer.id)).expiry_date).toBe(day(47));
    await expectStatus(200, reverse(first.id));
    expect((await customerNow(customer.id)).expiry_date).toBe(day(17));
    expect(await figures(isp.owner, customer.id)).toMatchObject({ advance: "10.00" });
  });

  it("POST /recharges/{id}/reverse/ takes back the advance that a later invoice was paid from", async () => {
    const customer = await newCustomer(isp.owner);
    const recharge = await newRecharge(isp.owner, customer.id, "150.00");
    const invoice = await newInvoice(isp.owner, customer.id, "100.00");
    expect(invoice.status).toBe("PAID");
    await expectStatus(200, reverse(recharge.id));
    expect(await read(`/invoices/${invoice.id}/`)).toMatchObject({ status: "UNPAID", due_amount: "100.00" });
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "100.00",
      advance: "0.00",
      balance: "-100.00",
    });
  });

  it("POST /recharges/{id}/reverse/ reopens as PARTIAL where another payment remains, as OVERDUE past the due date", async () => {
    const customer = await newCustomer(isp.owner);
    const invoice = await newInvoice(isp.owner, customer.id, "100.00");
    await newRecharge(isp.owner, customer.id, "40.00");
    const second = await newRecharge(isp.owner, customer.id, "60.00");
    await expectStatus(200, reverse(second.id));
    expect(await read(`/invoices/${invoice.id}/`)).toMatchObject({
      status: "PARTIAL",
      paid_amount: "40.00",
      due_amount: "60.00",
    });
    const late = await newCustomer(isp.owner);
    const dates = { issue_date: day(-20), due_date: day(-10) };
    const overdue = await newInvoice(isp.owner, late.id, "100.00", dates);
    const paid = await newRecharge(isp.owner, late.id, "100.00");
    expect((await read(`/invoices/${overdue.id}/`)).status).toBe("PAID");
    await expectStatus(200, reverse(paid.id));
    expect((await read(`/invoices/${overdue.id}/`)).status).toBe("OVERDUE");
  });

  it("POST /recharges/{id}/reverse/ returns the due to the invoice that it was carried into since", async () => {
    const customer = await newCustomer(isp.owner);
    const first = await newInvoice(isp.owner, customer.id, "100.00");
    const recharge = await newRecharge(isp.owner, customer.id, "40.00");
    const second = await newInvoice(isp.owner, customer.id, "200.00");
    await expectStatus(200, reverse(recharge.id));
    expect(await read(`/invoices/${first.id}/`)).toMatchObject({
      paid_amount: "0.00",
      carried_amount: "100.00",
      due_amount: "0.00",
      status: "PAID",
    });
    expect(await read(`/invoices/${second.id}/`)).toMatchObject({ due_amount: "300.00", status: "UNPAID" });
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "300.00",
      advance: "0.00",
      balance: "-300.00",
    });
    // REVERSAL is the full amount, whatever moved besides.
    const entries = await ledgerOf(isp.owner, customer.id);
    const reversals = entries.filter((entry) => entry.entry_type === "REVERSAL");
    expect(reversals).toMatchObject([{ debit: "40.00", credit: "0.00" }]);
  });

  it("POST /recharges/{id}/reverse/ leaves the customer EXPIRED with a DISABLE_USER job where no access is left", async () => {
    const customer = await newCustomer(isp.owner, { router: router.id, expiry_date: day(-3) });
    const recharge = await newRecharge(isp.owner, customer.id, 10);
    expect((await customerNow(customer.id)).status).toBe("ACTIVE");
    await expectStatus(200, reverse(recharge.id));
    expect(await customerNow(customer.id)).toMatchObject({ status: "EXPIRED", expiry_date: day(-3) });
    expect(await jobKinds(customer.id)).toContain("DISABLE_USER");
  });
});
