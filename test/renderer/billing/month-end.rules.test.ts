// The month end's figures at their edges.
import { describe, expect, test } from "vitest";
import {
  batchPreview,
  collections,
  debtorsOf,
  monthChoices,
} from "../../../renderer/billing/month-end/month-figures.ts";
import { createdBy, monthOfRun } from "../../../renderer/billing/month-end/use-batch.ts";
import { byAge } from "../../../shared/billing/ledger/ageing.rules.ts";
import { add, type Minor } from "../../../shared/kernel/money.ts";

describe("whom a run would bill", () => {
  const customer = (id: string, more: object = {}) => ({
    id,
    status: "ACTIVE" as const,
    package: "p",
    joined_at: "2026-11-30T17:00:00Z",
    ...more,
  });

  test("A run would bill who is active, with a package, without a recurring invoice of the month", () => {
    const customers = [
      customer("a"),
      customer("b"),
      customer("c", { package: null }),
      customer("d", { status: "SUSPENDED" }),
      customer("e"),
    ];
    const invoices = [
      { customer: "b", is_recurring: true },
      { customer: "e", is_recurring: false },
    ];
    const later = customer("f", { joined_at: "2026-11-30T19:00:00Z" });
    const of = { month: "2026-11", timezone: "Asia/Dhaka" };
    expect(batchPreview([...customers, later], invoices, of)).toEqual({
      active: 5,
      without_package: 1,
      billed: 1,
      to_bill: 2,
    });
  });
});

describe("who owes", () => {
  const due = (customer: string, invoice: string, due_date: string, amount: bigint) => ({
    ...{ customer, invoice, due_date },
    amount: amount as Minor,
  });
  const dues = [
    due("a", "1", "2026-11-30", 100n),
    due("b", "2", "2026-10-01", 50n),
    due("a", "3", "2026-10-15", 20n),
    due("a", "3", "2026-10-15", 5n),
    due("c", "4", "2026-10-15", 900n),
  ];

  test("The list of who owes has one row a customer, with what is so old, since when, and of how many invoices; the oldest first", () => {
    expect(debtorsOf(dues, "31-60", "2026-11-20")).toEqual([
      { customer: "b", amount: 50n, oldest: "2026-10-01", invoices: 1 },
      { customer: "c", amount: 900n, oldest: "2026-10-15", invoices: 1 },
      { customer: "a", amount: 25n, oldest: "2026-10-15", invoices: 1 },
    ]);
    expect(debtorsOf(dues, "90+", "2026-11-20")).toEqual([]);
  });

  test("The list of who owes adds up to the bars, bucket by bucket and in all", () => {
    const today = "2026-11-20";
    for (const { bucket, amount, customers } of byAge(dues, today)) {
      const rows = debtorsOf(dues, bucket, today);
      expect(rows).toHaveLength(customers);
      expect(add(...rows.map((row) => row.amount))).toBe(amount);
    }
    expect(add(...debtorsOf(dues, null, today).map(({ amount }) => amount))).toBe(1_075n);
  });
});

describe("collections", () => {
  const paid = (received_at: string, more: object = {}) => ({
    amount: "100.00",
    method: "CASH" as const,
    status: "COMPLETED" as const,
    received_at,
    booked_on: null,
    returned_on: null,
    reseller_charge: null,
    ...more,
  });

  test("Days are the tenant's; adjustments are no money; older days are left out; what is given back is less of that day", () => {
    const rows = collections(
      [
        paid("2026-11-19T19:00:00Z"),
        paid("2026-11-19T17:00:00Z"),
        paid("2026-11-20T01:00:00Z", { method: "ADJUSTMENT" }),
        paid("2026-11-20T01:00:00Z", { status: "REFUNDED" }),
        paid("2026-11-18T01:00:00Z", { status: "REFUNDED", returned_on: "2026-11-20" }),
        paid("2026-11-01T01:00:00Z", { booked_on: "2026-11-19" }),
        paid("2026-11-18T01:00:00Z", { reseller_charge: "80.00" }),
        paid("2026-11-01T01:00:00Z"),
      ],
      { today: "2026-11-20", days: 3, timezone: "Asia/Dhaka", digits: 2 },
    );
    expect(rows).toEqual([
      { day: "2026-11-18", amount: 10_000n, payments: 1 },
      { day: "2026-11-19", amount: 20_000n, payments: 2 },
      { day: "2026-11-20", amount: 0n, payments: 0 },
    ]);
  });
});

test("The months to choose from are counted over the turn of the year", () => {
  expect(monthChoices("2026-12-31").slice(0, 3)).toEqual(["2027-01", "2026-12", "2026-11"]);
  expect(monthChoices("2026-01-01").slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
  expect(monthChoices("2026-01-01")).toHaveLength(14);
});

test("A run's result says how many and for which month, where it does", () => {
  const result = { invoices_created: 7, month: "November 2026", billing_month: "2026-11" };
  expect([createdBy({ result }), monthOfRun({ result })]).toEqual([7, "2026-11"]);
  expect([createdBy({ result: null }), monthOfRun({ result: null })]).toEqual([null, null]);
});
