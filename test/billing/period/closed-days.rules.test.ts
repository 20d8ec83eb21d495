// Random lives of one customer's money that is told late, dated back, and taken back, in books that are closed now and then: on
// every day, past or present, they owe what their bills say and never less than nothing, and no day before an act's own ever
// changes.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import { type Chronicle, chronicleOf, dayOfStep, playOn, shownBefore, stands } from "../helpers/chronicle.ts";
import { expectConsistent } from "../helpers/money-invariants.ts";
import { newModel } from "../helpers/money-model.ts";
import { type MoneyStep, moneySteps } from "../helpers/money-sequences.ts";

/** More lives, longer ones, others: `LASTMILE_LIVES=500 LASTMILE_LIFE_STEPS=300 LASTMILE_LIVES_SEED=7`. */
const LIVES = Number(process.env.LASTMILE_LIVES ?? 60);
const LENGTH = Number(process.env.LASTMILE_LIFE_STEPS ?? 40);
const SEED = Number(process.env.LASTMILE_LIVES_SEED ?? 5);

interface Act {
  step: MoneyStep;
  ago: number;
  /** The books are closed up to so many days ago, or opened (null), before it; left out: they stay as they are. */
  lock?: number | null;
}

const acts = fc.array(
  fc.record(
    {
      step: moneySteps({ days: true }),
      ago: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(45)),
      lock: fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, fc.nat(30), fc.constant(null)),
    },
    { requiredKeys: ["step", "ago"] },
  ),
  { minLength: LENGTH, maxLength: LENGTH, size: "max" },
);

function expectDays(chronicle: Chronicle, seen: Set<string>): void {
  for (const { day, receivable, advance, bills } of stands(chronicle)) {
    if (receivable < 0n) throw new Error(`On ${day} the customer owes ${receivable}`);
    if (bills !== receivable) throw new Error(`On ${day} ${receivable} is owed, and ${bills} of bills`);
    if (advance < 0n) throw new Error(`On ${day} the customer's advance is ${advance}`);
    if (receivable > 0n && advance > 0n) seen.add("owes and has paid ahead");
  }
}

describe("a customer's days", () => {
  it("A customer's days are what their bills say, whatever is told late, dated back or taken back, and do not change before an act's day", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(acts, (life: readonly Act[]) => {
        const chronicle = chronicleOf(newModel());
        const { model } = chronicle;
        let lock_date: Day | null = null;
        for (const { step, ago, lock } of life) {
          if (lock !== undefined) lock_date = lock === null ? null : addDays(model.today, -1 - lock);
          const day = dayOfStep(chronicle, step, { ago, lock_date });
          const was = shownBefore(chronicle, day);
          seen.add(`${step.kind} ${playOn(chronicle, step, day)}${ago > 0 ? " late" : ""}`);
          expect(shownBefore(chronicle, day)).toEqual(was);
          expectDays(chronicle, seen);
        }
        expectConsistent(model);
      }),
      { numRuns: LIVES, seed: SEED, endOnFailure: true },
    );
    for (const what of [
      "recharge APPLIED late",
      "reverse APPLIED late",
      "invoice APPLIED late",
      "owes and has paid ahead",
    ])
      expect([what, seen.has(what)]).toEqual([what, true]);
  }, 3_600_000);
});
