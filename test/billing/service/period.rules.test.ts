// Days of a bill that are given back: each day once, to the cent, however they are cut.
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type ChargedPart,
  periodEnd,
  periodOf,
  worthOfDays,
} from "../../../shared/billing/service/period.rules.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import { add, type Minor } from "../../../shared/kernel/money.ts";

const amount = fc.bigInt({ min: 0n, max: 10n ** 9n }).map((value) => value as Minor);
const whole = (price: Minor, months: number): ChargedPart => {
  const { start, days } = periodOf("2028-02", months);
  return { from: start, to: periodEnd({ start, days }), start, days, price, back: [] };
};

it("Whatever ranges of days are given back one after the other come to the whole, each day once", () => {
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.integer({ min: 1, max: 14 }),
      fc.array(fc.nat(500)),
      (charged, price, months, cuts) => {
        let part = whole(price, months);
        const ends = [...new Set(cuts.map((cut) => cut % part.days)), part.days - 1].sort((a, b) => a - b);
        const given: Minor[] = [];
        // Ranges that overlap those before them: each begins with the period.
        for (const end of ends) {
          const days = { from: part.start, to: addDays(part.start, end) };
          given.push(worthOfDays(charged, part, days));
          const from = part.back.at(-1)?.to;
          if (from === days.to) continue;
          part = {
            ...part,
            back: [...part.back, { from: from ? addDays(from, 1) : days.from, to: days.to }],
          };
        }
        expect(add(...given)).toBe(charged);
        for (const one of given) expect(one >= 0n).toBe(true);
      },
    ),
  );
});
