// The one rule of parts of days: what it promises, for any price, any period and any way of cutting it.
import fc from "fast-check";
import { expect, it } from "vitest";
import { usedBy } from "../../../shared/billing/period/usage.rules.ts";
import {
  costOfDays,
  daysWorth,
  share,
  shareOfDays,
} from "../../../shared/billing/service/proration.rules.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import { add, type Minor } from "../../../shared/kernel/money.ts";

const price = fc.bigInt({ min: 0n, max: 10n ** 15n }).map((amount) => amount as Minor);
const days = fc.integer({ min: 1, max: 3650 });

it("The part of none of the days is nothing, that of all of them the price, and between them it is the formula of the specification", () => {
  fc.assert(
    fc.property(price, days, fc.nat(4000), (amount, of, at) => {
      const passed = Math.min(at, of);
      const [P, n, k] = [amount, BigInt(of), BigInt(passed)];
      expect(share(amount, of, passed)).toBe((2n * P * k + n) / (2n * n));
      expect(share(amount, of, 0)).toBe(0n);
      expect(share(amount, of, of)).toBe(amount);
    }),
  );
});

it("Parts add up to the whole however a period is cut, and none is more than one minor unit from exact", () => {
  fc.assert(
    fc.property(price, days, fc.array(fc.nat(3650), { maxLength: 12 }), (amount, of, cuts) => {
      const ends = [...new Set([...cuts.filter((day) => day > 0 && day < of), of])].sort((a, b) => a - b);
      const parts = ends.map((end, at) => shareOfDays(amount, of, (ends[at - 1] ?? 0) + 1, end));
      expect(add(...parts)).toBe(amount);
      for (const [at, part] of parts.entries()) {
        const length = BigInt((ends[at] ?? 0) - (ends[at - 1] ?? 0));
        const off = part * BigInt(of) - amount * length;
        expect(off <= BigInt(of) && off >= -BigInt(of)).toBe(true);
        expect(part >= 0n).toBe(true);
      }
    }),
  );
});

it("The most days that money is worth cost no more than it, and one day more would", () => {
  fc.assert(
    fc.property(price, price, fc.integer({ min: 1, max: 400 }), (worth, of, period) => {
      fc.pre(of > 0n && worth / of < 10_000n);
      const bought = daysWorth(worth, of, period, 7);
      expect(costOfDays(of, period, bought) <= worth).toBe(true);
      expect(costOfDays(of, period, bought + 1) > worth).toBe(true);
    }),
  );
  expect(daysWorth(500n as Minor, 0n as Minor, 30, 7)).toBe(7);
});

it("What a recharge has used by a day is the same rule", () => {
  fc.assert(
    fc.property(price, days, fc.integer({ min: -5, max: 3700 }), (amount, validity_days, day) => {
      const recharge = { amount, validity_days, covers_from: "2026-01-01" };
      const used = usedBy(recharge, addDays("2026-01-01", day - 1));
      expect(used).toBe(share(amount, validity_days, Math.max(0, day)));
    }),
  );
});
