// Dues by age, back through every carry to the invoice that first charged them (contract §4.15).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AGE_BUCKETS, agedDues, bucketOf, byAge } from "../../../shared/billing/ledger/ageing.rules.ts";
import { add, ZERO } from "../../../shared/kernel/money.ts";
import { type MoneyModel, newModel } from "../helpers/money-model.ts";
import { playStep } from "../helpers/money-play.ts";
import { type MoneyStep, moneySequences } from "../helpers/money-sequences.ts";
import { m } from "../helpers/samples.ts";

const bill = (amount: string, more: Partial<Extract<MoneyStep, { kind: "invoice" }>> = {}): MoneyStep => ({
  kind: "invoice",
  lines: [{ description: "Home 20 Mbps", quantity: "1", unit_price: m(amount) }],
  ...{ discount: null, previous_due: null, total_payable: null, due_in_days: 0, apply_advance: false },
  ...more,
});
const pay = (amount: string): MoneyStep => ({ kind: "payment", amount: m(amount), method: "CASH" });
const wait = (days: number): MoneyStep => ({ kind: "days_pass", days });

function play(...steps: MoneyStep[]): MoneyModel {
  const model = newModel();
  for (const step of steps) playStep(model, step);
  return model;
}

const invoicesOf = (model: MoneyModel) =>
  [...model.invoices.values()].map((invoice) => ({ ...invoice, customer: "customer" }));
/** Due date → what is owed since. */
const sinceOf = (model: MoneyModel) =>
  agedDues(invoicesOf(model))
    .map(({ due_date, amount }): [string, bigint] => [due_date, amount])
    .sort(([a], [b]) => (a < b ? -1 : 1));

describe("a due's bucket", () => {
  it.each([
    ["2026-11-21", "CURRENT"],
    ["2026-11-20", "CURRENT"],
    ["2026-11-19", "1-30"],
    ["2026-10-21", "1-30"],
    ["2026-10-20", "31-60"],
    ["2026-09-21", "31-60"],
    ["2026-09-20", "61-90"],
    ["2026-08-22", "61-90"],
    ["2026-08-21", "90+"],
  ])("A due's bucket due on %s is %s on 2026-11-20", (due, bucket) => {
    expect(bucketOf(due, "2026-11-20")).toBe(bucket);
  });
});

describe("what is owed", () => {
  it("What is owed is as old as its charge, however often it was carried on", () => {
    const model = play(bill("100.00"), wait(30), bill("200.00"), wait(30), bill("300.00"), wait(31));
    expect(sinceOf(model)).toEqual([
      ["2026-11-20", m("100.00")],
      ["2026-12-20", m("200.00")],
      ["2027-01-19", m("300.00")],
    ]);
    expect(byAge(agedDues(invoicesOf(model)), model.today)).toMatchObject([
      { bucket: "CURRENT", amount: ZERO, customers: 0 },
      { bucket: "1-30", amount: ZERO },
      { bucket: "31-60", amount: m("300.00"), invoices: 1, customers: 1 },
      { bucket: "61-90", amount: m("200.00") },
      { bucket: "90+", amount: m("100.00") },
    ]);
  });

  it("What is owed is paid from its oldest part on", () => {
    const model = play(bill("100.00"), wait(30), bill("200.00"), wait(30), bill("300.00"), pay("150.00"));
    expect(sinceOf(model)).toEqual([
      ["2026-12-20", m("150.00")],
      ["2027-01-19", m("300.00")],
    ]);
  });

  it("What is owed of which only a part was carried on is in both invoices as old as it is", () => {
    const model = play(bill("100.00"), wait(40), bill("10.00", { previous_due: m("60.00") }));
    expect(sinceOf(model)).toEqual([
      ["2026-11-20", m("40.00")],
      ["2026-11-20", m("60.00")],
      ["2026-12-30", m("10.00")],
    ]);
  });

  it("What is owed comes back as old as it was when a payment is reversed", () => {
    const model = play(bill("100.00"), pay("100.00"), wait(40), bill("10.00"));
    expect(sinceOf(model)).toEqual([["2026-12-30", m("10.00")]]);
    playStep(model, { kind: "reverse_payment", pick: 0 });
    expect(sinceOf(model)).toEqual([
      ["2026-11-20", m("100.00")],
      ["2026-12-30", m("10.00")],
    ]);
  });

  it("What is owed counts from the carrying invoice where the carried one is not known", () => {
    const model = play(bill("100.00"), wait(30), bill("200.00"));
    const [, last] = invoicesOf(model);
    expect(agedDues([last!]).map(({ amount }) => amount)).toEqual([m("200.00"), m("100.00")]);
  });

  it("What is owed adds up to what the customer owes, after any life", () => {
    let aged = 0;
    fc.assert(
      fc.property(moneySequences({ days: true }), (steps) => {
        const model = newModel();
        for (const step of steps) {
          playStep(model, step);
          const dues = agedDues(invoicesOf(model));
          expect(dues.every(({ amount }) => amount > 0n)).toBe(true);
          expect(add(...dues.map(({ amount }) => amount))).toBe(model.customer.due_amount);
          const rows = byAge(agedDues(invoicesOf(model)), model.today);
          expect(rows.map(({ bucket }) => bucket)).toEqual([...AGE_BUCKETS]);
          expect(add(...rows.map(({ amount }) => amount))).toBe(model.customer.due_amount);
          if (new Set(dues.map(({ due_date }) => due_date)).size > 1) aged += 1;
        }
      }),
      { numRuns: 300 },
    );
    // Lives that hardly ever leave two ages side by side would prove little.
    expect(aged).toBeGreaterThan(50);
  });
});
