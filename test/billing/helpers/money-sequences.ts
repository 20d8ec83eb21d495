// Random lives of one customer's money: steps to replay.
import fc from "fast-check";
import type { LineInput } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { type Minor, ZERO } from "../../../shared/kernel/money.ts";

/** One step of a customer's life. `pick` chooses among what exists by then (modulo), so that every sequence is playable. */
export type MoneyStep =
  | { kind: "recharge"; amount: Minor; validity_days: number }
  | { kind: "payment"; amount: Minor; method: "CASH" | "BANK" | "MOBILE" }
  | {
      kind: "invoice";
      lines: LineInput[];
      discount: Minor | null;
      previous_due: Minor | null;
      total_payable: Minor | null;
      due_in_days: number;
      apply_advance: boolean;
    }
  | { kind: "apply_advance"; pick: number }
  | { kind: "adjustment"; adjustment_type: "CREDIT" | "DEBIT" | "WAIVER"; amount: Minor }
  | { kind: "reverse"; pick: number }
  | { kind: "reverse_payment"; pick: number }
  | { kind: "reverse_adjustment"; pick: number }
  | { kind: "void"; pick: number }
  /** `part` in thousandths of what is left: of one line, of all, or 0: everything. */
  | { kind: "credit_note"; pick: number; line: number | null; part: number }
  | { kind: "refund"; amount: Minor; method: "CASH" | "BANK" }
  | { kind: "reverse_refund"; pick: number }
  | { kind: "days_pass"; days: number };

const money = (most: bigint): fc.Arbitrary<Minor> => fc.bigInt({ min: 1n, max: most }) as fc.Arbitrary<Minor>;

const givenBack = money(40_000n).map((amount) => -amount as Minor);

const line: fc.Arbitrary<LineInput> = fc.record({
  description: fc.constantFrom("Home 20 Mbps", "Installation", "Router"),
  quantity: fc.constantFrom("1", "2", "0.5", "1.333333", "3.25"),
  unit_price: fc.oneof({ weight: 6, arbitrary: money(150_000n) }, { weight: 1, arbitrary: givenBack }),
  discount: fc.option(fc.constantFrom(ZERO, 1n as Minor), { nil: null }),
  tax_amount: fc.option(money(9_000n), { nil: null }),
  tax_code: fc.constantFrom(null, "vat", "gst"),
  source: fc.constantFrom("PACKAGE" as const, "HARDWARE" as const, null),
});

/** One step; without `days` no time passes. */
export function moneySteps(options: { days: boolean }): fc.Arbitrary<MoneyStep> {
  const pick = fc.nat(50);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("recharge" as const),
        amount: money(250_000n),
        validity_days: fc.constantFrom(0, 1, 7, 30),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("payment" as const),
        amount: money(200_000n),
        method: fc.constantFrom("CASH" as const, "BANK" as const, "MOBILE" as const),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("invoice" as const),
        lines: fc.array(line, { minLength: 1, maxLength: 3 }),
        discount: fc.option(money(20_000n), { nil: null }),
        previous_due: fc.option(fc.oneof(fc.constant(ZERO), money(200_000n)), { nil: null, freq: 2 }),
        total_payable: fc.option(fc.oneof(fc.constant(ZERO), money(300_000n)), { nil: null, freq: 4 }),
        due_in_days: fc.constantFrom(0, 7, 15),
        apply_advance: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("apply_advance" as const), pick }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("adjustment" as const),
        adjustment_type: fc.constantFrom("CREDIT" as const, "DEBIT" as const, "WAIVER" as const),
        amount: money(60_000n),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("reverse" as const), pick }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("reverse_payment" as const), pick }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("reverse_adjustment" as const), pick }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("void" as const), pick }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("credit_note" as const),
        pick,
        line: fc.option(fc.nat(3)),
        part: fc.constantFrom(0, 1, 333, 500, 1_000),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("refund" as const),
        amount: money(80_000n),
        method: fc.constantFrom("CASH" as const, "BANK" as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("reverse_refund" as const), pick }) },
    ...(options.days
      ? [
          {
            weight: 2,
            arbitrary: fc.record({
              kind: fc.constant("days_pass" as const),
              days: fc.integer({ min: 1, max: 40 }),
            }),
          },
        ]
      : []),
  );
}

/** Sequences of steps; without `days` no time passes, for a replay against a server with a real clock. */
export function moneySequences(options: {
  days: boolean;
  minLength?: number;
  maxLength?: number;
}): fc.Arbitrary<MoneyStep[]> {
  return fc.array(moneySteps(options), { minLength: 1, maxLength: 25, ...options, size: "max" });
}
