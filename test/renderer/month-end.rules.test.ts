// The month end's figures at their edges.
import { describe, expect, test } from "vitest";
import { batchPreview, collections, monthChoices } from "../../renderer/billing/month-end/month-figures.ts";
import { createdBy, monthOfRun } from "../../renderer/billing/month-end/use-batch.ts";

describe("whom a run would bill", () => {
  const customer = (id: string, more: object = {}) => ({
    id,
    status: "ACTIVE" as const,
    package: "p",
    ...more,
  });

  test("active, with a package, without a recurring invoice of the month", () => {
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
    expect(batchPreview(customers, invoices)).toEqual({
      active: 4,
      without_package: 1,
      billed: 1,
      to_bill: 2,
    });
  });
});

describe("collections", () => {
  const paid = (received_at: string, more: object = {}) => ({
    amount: "100.00",
    method: "CASH" as const,
    status: "COMPLETED" as const,
    received_at,
    ...more,
  });

  test("days are the tenant's; adjustments and refunds are no money; older days are left out", () => {
    const rows = collections(
      [
        paid("2026-11-19T19:00:00Z"),
        paid("2026-11-19T17:00:00Z"),
        paid("2026-11-20T01:00:00Z", { method: "ADJUSTMENT" }),
        paid("2026-11-20T01:00:00Z", { status: "REFUNDED" }),
        paid("2026-11-01T01:00:00Z"),
      ],
      { today: "2026-11-20", days: 3, timezone: "Asia/Dhaka", digits: 2 },
    );
    expect(rows).toEqual([
      { day: "2026-11-18", amount: 0n, payments: 0 },
      { day: "2026-11-19", amount: 10_000n, payments: 1 },
      { day: "2026-11-20", amount: 10_000n, payments: 1 },
    ]);
  });
});

test("months to choose from run over the turn of the year", () => {
  expect(monthChoices("2026-12-31").slice(0, 3)).toEqual(["2027-01", "2026-12", "2026-11"]);
  expect(monthChoices("2026-01-01").slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
  expect(monthChoices("2026-01-01")).toHaveLength(14);
});

test("a run's result says how many and for which month, where it does", () => {
  const result = { invoices_created: 7, month: "November 2026", billing_month: "2026-11" };
  expect([createdBy({ result }), monthOfRun({ result })]).toEqual([7, "2026-11"]);
  expect([createdBy({ result: null }), monthOfRun({ result: null })]).toEqual([null, null]);
});
