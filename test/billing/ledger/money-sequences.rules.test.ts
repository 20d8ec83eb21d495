// Any order of operations on one customer's money keeps every invariant of contract §4.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planReversal } from "../../../shared/billing/payment/reversal.rules.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import { hasAccess } from "../../../shared/subscribers/access.rules.ts";
import { lot } from "../../helpers/lot.ts";
import { expectConsistent } from "../helpers/money-invariants.ts";
import { contextOf, type MoneyModel, newModel, reversalSnapshot } from "../helpers/money-model.ts";
import { playStep } from "../helpers/money-play.ts";
import { type MoneyStep, moneySequences } from "../helpers/money-sequences.ts";
import { m } from "../helpers/samples.ts";

/** Lives that are played: more of them with LASTMILE_RUNS. */
const RUNS = Number(process.env.LASTMILE_RUNS ?? lot(200, 10_000));

type Bill = Extract<MoneyStep, { kind: "invoice" }>;

/** A bill of single units of the currency's smallest part, where rounding shows. */
const bill = (
  lines: readonly Partial<Bill["lines"][number]>[],
  total_payable: Minor | null = null,
  previous_due: Minor | null = null,
) =>
  ({
    kind: "invoice",
    lines: lines.map((line) => ({
      description: "Home 20 Mbps",
      quantity: "1",
      unit_price: m("0.01"),
      discount: null,
      tax_amount: null,
      tax_code: null,
      source: "PACKAGE",
      ...line,
    })),
    discount: null,
    previous_due,
    total_payable,
    due_in_days: 0,
    apply_advance: false,
  }) as Bill;

/** All that an undone recharge must give back; the ledger only grows, so it is not part of it. */
const stateOf = (model: MoneyModel) => ({
  customer: model.customer,
  invoices: [...model.invoices.values()],
  allocations: [...model.allocations.values()],
  others: [...model.transactions.values()],
});

/** Takes each charge back as a whole, each on a copy of its own: how each ended. */
function takenBackNext(model: MoneyModel): string[] {
  const steps = [
    ...[...model.invoices.keys()].map(
      (_, pick) => ({ kind: "credit_note", pick, line: null, part: 0 }) as const,
    ),
    ...[...model.adjustments.keys()].map((_, pick) => ({ kind: "reverse_adjustment", pick }) as const),
  ];
  return steps.map((step) => {
    const copy = structuredClone(model);
    const how = playStep(copy, step);
    expectConsistent(copy);
    return how;
  });
}

describe("a customer's money, whatever happens", () => {
  it("A customer's money, whatever happens is consistent after every step", () => {
    fc.assert(
      fc.property(moneySequences({ days: true }), (steps) => {
        const model = newModel();
        for (const step of steps) {
          playStep(model, step);
          expectConsistent(model);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    {
      life: "A note takes one of two units that a waiver gave up, half net and half tax",
      steps: [
        bill([{}]),
        bill([{ unit_price: m("-0.01"), tax_amount: m("0.01") }, { unit_price: m("-0.01") }], m("0.04")),
        { kind: "recharge", amount: m("0.01"), validity_days: 0 },
        { kind: "credit_note", pick: 0, line: null, part: 0 },
        bill([{}]),
        bill([{}]),
        bill([{}], m("503.08")),
        { kind: "adjustment", adjustment_type: "WAIVER", amount: m("503.07") },
        { kind: "credit_note", pick: 6, line: null, part: 0 },
      ],
    },
    {
      life: "A note on a line of which the invoice's own total gave one unit up and a waiver both",
      steps: [
        bill([{ unit_price: m("0.02"), tax_code: "gst" }], m("312.59"), m("312.58")),
        { kind: "adjustment", adjustment_type: "WAIVER", amount: m("234.44") },
        { kind: "credit_note", pick: 0, line: 0, part: 1000 },
      ],
    },
    {
      life: "Notes take the whole of a bill that was paid in part, and of which a waiver gave up what a later bill carries",
      steps: [
        bill([{ unit_price: m("0.02") }]),
        { kind: "adjustment", adjustment_type: "CREDIT", amount: m("0.01") },
        bill([{}]),
        { kind: "adjustment", adjustment_type: "WAIVER", amount: m("0.01") },
        { kind: "credit_note", pick: 0, line: null, part: 1 },
        { kind: "credit_note", pick: 0, line: null, part: 0 },
      ],
    },
    {
      life: "A note takes what is owed where a waiver gave up of a charge by hand that was carried there with it",
      steps: [
        bill([{ unit_price: m("50.00") }]),
        { kind: "adjustment", adjustment_type: "DEBIT", amount: m("0.01") },
        bill([{}]),
        { kind: "payment", amount: m("50.00"), method: "CASH" },
        bill([{}]),
        { kind: "adjustment", adjustment_type: "WAIVER", amount: m("0.01") },
        { kind: "credit_note", pick: 0, line: null, part: 0 },
        { kind: "reverse_adjustment", pick: 0 },
      ],
    },
  ] satisfies { life: string; steps: MoneyStep[] }[])("$life, and the journal balances", ({ steps }) => {
    const model = newModel();
    for (const step of steps) {
      expect(playStep(model, step)).toBe("APPLIED");
      expectConsistent(model);
    }
  });

  it("A customer's money, whatever happens can be taken back, charge by charge, at the end of a long life", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(moneySequences({ days: true, minLength: 60, maxLength: 60 }), (steps) => {
        const model = newModel();
        for (const step of steps) playStep(model, step);
        for (const what of takenBackNext(model)) seen.set(what, (seen.get(what) ?? 0) + 1);
      }),
      { numRuns: RUNS / 4 },
    );
    expect(seen.get("APPLIED")).toBeGreaterThan(RUNS);
  });

  it("A customer's money, whatever happens reaches what the rules are about: carried invoices that reopen, advances undone, refusals", () => {
    const seen = new Map<string, number>();
    const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    for (const steps of fc.sample(moneySequences({ days: true }), { numRuns: 300, seed: 7 })) {
      const model = newModel();
      for (const step of steps) {
        count(`${step.kind} ${playStep(model, step)}`);
        if (step.kind !== "reverse") continue;
        if (model.postings.at(-1)?.entry_type === "INVOICE") count("reversal through a chain");
      }
    }
    expect(seen.get("reversal through a chain")).toBeGreaterThan(5);
    expect(seen.get("adjustment OVER_ALLOCATION")).toBeGreaterThan(5);
    expect(seen.get("invoice NEGATIVE_TOTAL")).toBeGreaterThan(5);
    expect(seen.get("apply_advance APPLIED")).toBeGreaterThan(5);
    expect(seen.get("reverse NOTHING")).toBeGreaterThan(5);
  });

  it("A recharge reversed at once leaves everything as it was", () => {
    fc.assert(
      fc.property(
        moneySequences({ days: true, maxLength: 12 }),
        fc.bigInt({ min: 1n, max: 300_000n }),
        fc.constantFrom(0, 1, 30),
        fc.constantFrom("2026-01-05", "2026-11-20", "2027-03-01", null),
        (steps, amount, validity_days, expiry_date) => {
          const model = newModel({ expiry_date });
          for (const step of steps) playStep(model, step);
          // As the expiry job and a resumption leave it: a reversal alone never revives an EXPIRED customer.
          const status = hasAccess(model.customer, model.today) ? "ACTIVE" : "EXPIRED";
          model.customer = { ...model.customer, status };
          for (const [id, invoice] of model.invoices) {
            const overdue = invoice.due_amount > 0n && model.today > invoice.due_date;
            if (overdue) model.invoices.set(id, { ...invoice, status: "OVERDUE" });
          }
          const before = stateOf(model);
          playStep(model, { kind: "recharge", amount: amount as never, validity_days });
          const pick = model.recharges.size - 1;
          expect(playStep(model, { kind: "reverse", pick })).toBe("APPLIED");
          const after = stateOf(model);
          expect({ ...after, others: after.others.slice(0, -1) }).toEqual(before);
          expectConsistent(model);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("A second reversal of the same recharge writes nothing", () => {
    const model = newModel();
    playStep(model, { kind: "recharge", amount: 5_000n as never, validity_days: 30 });
    playStep(model, { kind: "reverse", pick: 0 });
    const [recharge] = [...model.recharges.values()];
    const snapshot = reversalSnapshot(model, recharge!.payment_transaction);
    expect(planReversal(snapshot, contextOf(model))).toBeNull();
  });
});
