// What an invoice takes over from earlier ones, and what an advance pays of it, from outside.
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
beforeAll(async () => {
  isp = await startProvider();
});
afterAll(() => isp.server.stop());

const read = (id: string): Promise<Body> => expectStatus(200, isp.owner.get(`/invoices/${id}/`));

describe("carry-forward", () => {
  it("Carry-forward moves the due of earlier invoices into the new one, in one journal", async () => {
    const customer = await newCustomer(isp.owner);
    const first = await newInvoice(isp.owner, customer.id, "100.00");
    await newRecharge(isp.owner, customer.id, "40.00");
    const second = await newInvoice(isp.owner, customer.id, "200.00");
    expect(second).toMatchObject({ previous_due: "60.00", total_payable: "260.00", due_amount: "260.00" });
    expect(await read(first.id)).toMatchObject({
      total_payable: "100.00",
      paid_amount: "40.00",
      carried_amount: "60.00",
      carried_to: second.id,
      due_amount: "0.00",
      status: "PAID",
    });
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "260.00",
      advance: "0.00",
      balance: "-260.00",
    });
    const entries = await ledgerOf(isp.owner, customer.id);
    const carried = entries.find((entry) => entry.entry_type === "CARRY_FORWARD");
    const charged = entries.filter((entry) => entry.entry_type === "INVOICE").at(-1);
    expect(carried).toMatchObject({ credit: "60.00", debit: "0.00" });
    expect(charged).toMatchObject({ debit: "260.00", credit: "0.00", journal: carried.journal });
  });

  it("Carry-forward goes oldest first, and what an explicit previous_due does not cover stays open", async () => {
    const customer = await newCustomer(isp.owner);
    const [a, b] = [
      await newInvoice(isp.owner, customer.id, "100.00", { issue_date: day(-40), due_date: day(30) }),
      await newInvoice(isp.owner, customer.id, "50.00", { previous_due: 0 }),
    ];
    const c = await newInvoice(isp.owner, customer.id, "10.00", { previous_due: "100.00" });
    expect(c).toMatchObject({ total_payable: "110.00", due_amount: "110.00" });
    expect(await read(a.id)).toMatchObject({
      carried_amount: "100.00",
      carried_to: c.id,
      due_amount: "0.00",
    });
    expect(await read(b.id)).toMatchObject({ carried_amount: "0.00", carried_to: null, due_amount: "50.00" });
    expect(await figures(isp.owner, customer.id)).toMatchObject({ due: "160.00" });
  });
});

describe("advance", () => {
  it("Advance pays a new invoice in one journal that leaves the net balance where it was", async () => {
    const customer = await newCustomer(isp.owner);
    const recharge = await newRecharge(isp.owner, customer.id, "150.00");
    const invoice = await newInvoice(isp.owner, customer.id, "100.00");
    expect(invoice).toMatchObject({ status: "PAID", paid_amount: "100.00", due_amount: "0.00" });
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "0.00",
      advance: "50.00",
      balance: "50.00",
    });
    const entries = await ledgerOf(isp.owner, customer.id);
    const drawn = entries.find((entry) => entry.entry_type === "ADVANCE");
    const paid = entries.filter((entry) => entry.entry_type === "PAYMENT").at(-1);
    expect(drawn).toMatchObject({ debit: "100.00", credit: "0.00" });
    expect(paid).toMatchObject({ credit: "100.00", debit: "0.00", journal: drawn.journal });
    const allocations = await all(isp.owner, `/payment-allocations/?invoice=${invoice.id}`);
    expect(allocations).toMatchObject([
      {
        payment_transaction: recharge.payment_transaction,
        invoice: invoice.id,
        allocated_amount: "100.00",
      },
    ]);
  });

  it("Advance applies no more than there is: PARTIAL", async () => {
    const customer = await newCustomer(isp.owner);
    await newRecharge(isp.owner, customer.id, "30.00");
    const invoice = await newInvoice(isp.owner, customer.id, "100.00");
    expect(invoice).toMatchObject({ status: "PARTIAL", paid_amount: "30.00", due_amount: "70.00" });
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "70.00",
      advance: "0.00",
      balance: "-70.00",
    });
  });

  it("Advance waits for apply-advance where the body says apply_advance: false; oldest credits first", async () => {
    const customer = await newCustomer(isp.owner);
    const older = await newRecharge(isp.owner, customer.id, "30.00");
    const newer = await newRecharge(isp.owner, customer.id, "100.00");
    const invoice = await newInvoice(isp.owner, customer.id, "50.00", { apply_advance: false });
    expect(invoice).toMatchObject({ status: "UNPAID", due_amount: "50.00" });
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "50.00",
      advance: "130.00",
      balance: "80.00",
    });
    const path = `/invoices/${invoice.id}/apply-advance/`;
    expect(await expectStatus(200, isp.owner.post(path))).toMatchObject({
      id: invoice.id,
      status: "PAID",
      paid_amount: "50.00",
      due_amount: "0.00",
    });
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "0.00",
      advance: "80.00",
      balance: "80.00",
    });
    const allocations = await all(isp.owner, `/payment-allocations/?invoice=${invoice.id}`);
    const amounts = Object.fromEntries(
      allocations.map((allocation) => [allocation.payment_transaction, allocation.allocated_amount]),
    );
    expect(amounts).toEqual({ [older.payment_transaction]: "30.00", [newer.payment_transaction]: "20.00" });
    const before = await ledgerOf(isp.owner, customer.id);
    await expectStatus(200, isp.owner.post(path, {}));
    expect(await ledgerOf(isp.owner, customer.id)).toEqual(before);
    await expectProblem(404, isp.owner.post("/invoices/01890000-0000-7000-8000-000000000000/apply-advance/"));
  });

  it("Advance is left alone where the tenant switched auto_apply_advance off", async () => {
    const careful = await anotherProvider(isp.server, { auto_apply_advance: false });
    const customer = await newCustomer(careful.owner);
    await newRecharge(careful.owner, customer.id, "150.00");
    const invoice = await newInvoice(careful.owner, customer.id, "100.00");
    expect(invoice).toMatchObject({ status: "UNPAID", due_amount: "100.00" });
    const asked = await newInvoice(careful.owner, customer.id, "10.00", {
      apply_advance: true,
      previous_due: 0,
    });
    expect(asked).toMatchObject({ status: "PAID" });
  });
});
