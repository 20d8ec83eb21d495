// What a change of package settles, for any days that money paid for: parts are the whole, and taken back nothing has moved.
import fc from "fast-check";
import { expect, it } from "vitest";
import { restoreDays, settleDays } from "../../../server/billing/service/settle-days.ts";
import {
  type ChangeSnapshot,
  type Covering,
  describeChange,
  planChange,
  worthOf,
} from "../../../shared/billing/service/change.rules.ts";
import { costOfDays } from "../../../shared/billing/service/proration.rules.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import { add, type Minor, ZERO } from "../../../shared/kernel/money.ts";
import { lot } from "../../helpers/lot.ts";

const RUNS = { numRuns: lot(1_000, 100_000) };
const money = (max: number) => fc.integer({ min: 0, max }).map((amount) => BigInt(amount) as Minor);
/** 29 February, the 31st, a night that is an hour shorter somewhere, and any other day. */
const today = fc.oneof(
  fc.constantFrom("2028-02-28", "2028-02-29", "2026-12-31", "2027-01-31", "2027-03-27", "2027-10-30"),
  fc.integer({ min: 0, max: 4_000 }).map((days) => addDays("2026-01-01", days)),
);
const pack = (id: string) =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    price: money(1_000_000),
    validity_days: fc.oneof(fc.constantFrom(1, 365, 3_650), fc.integer({ min: 1, max: 90 })),
    billing_months: fc.integer({ min: 1, max: 12 }),
    tax_code: fc.constant(null),
    rates: fc.constant([]),
  });
const bought = fc.record({ amount: money(500_000), days: fc.integer({ min: 1, max: 60 }), spent: fc.boolean() });

/** Recharges one behind the other, of which the first may be over in part. */
const snapshots = fc
  .tuple(today, pack("old"), pack("new"), fc.array(bought, { maxLength: 4 }), money(50_000), fc.nat(20))
  .map(([day, from, to, recharges, discount, passed]) => {
    let at = addDays(day, -passed);
    const covers = recharges.map(({ amount, days }, index): Covering => {
      const covers_from = at;
      at = addDays(at, days);
      const id = `r${index}`;
      return { kind: "recharge", id, payment_transaction: id, amount, days, covers_from, covers_to: addDays(at, -1) };
    });
    const snapshot: ChangeSnapshot = {
      ...{ today: day, discount, from, to, covers, addons: [], billing_mode: "AUTO" },
      ...{ billed: [], charges: [], offers: [] },
      expiry_date: covers.at(-1)?.covers_to ?? null,
    };
    const credits = recharges.map(({ amount, spent }, index) => ({
      payment_transaction: `r${index}`,
      received_at: "2026-01-01T00:00:00Z",
      unallocated_amount: spent ? ZERO : amount,
      bound_amount: spent ? ZERO : amount,
    }));
    return { snapshot, credits };
  });
const how = fc.record({
  when: fc.constantFrom("NOW" as const, "AT_EXPIRY" as const),
  settle: fc.constantFrom("KEEP_DAYS" as const, "CONVERT" as const),
});

it("What is left and what is to be paid are what the new days cost and what is freed, and the lines shown are their difference", () => {
  fc.assert(
    fc.property(snapshots, how, ({ snapshot }, asked) => {
      const figures = planChange(snapshot, { ...asked, furthest: 366 });
      const { rest_value, to_pay, cost, freed, price, mode, days } = figures;
      if (mode === "PREPAID") expect(add(rest_value, to_pay)).toBe(add(cost, freed));
      expect(to_pay === 0n || freed === 0n).toBe(true);
      expect(to_pay >= 0n && freed >= 0n && days >= 0).toBe(true);
      const shown = describeChange(snapshot, figures);
      expect(add(...shown.lines.map(({ amount }) => amount))).toBe((to_pay - freed) as Minor);
      // Converted are as many days as the rest pays for, and not one more.
      const { CONVERT } = figures.options;
      if (mode !== "PREPAID" || price === ZERO) return;
      expect(CONVERT.cost <= rest_value).toBe(true);
      expect(costOfDays(price, snapshot.to.validity_days, CONVERT.days + 1) >= CONVERT.cost).toBe(true);
      const next = costOfDays(price, snapshot.to.validity_days, CONVERT.days + 1);
      expect(next > rest_value || next === CONVERT.cost).toBe(true);
    }),
    RUNS,
  );
});

it("The worth of days in a row is the sum of their parts, wherever they are cut", () => {
  fc.assert(
    fc.property(snapshots, fc.nat(100), ({ snapshot }, at) => {
      const { covers, today: first, expiry_date: last } = snapshot;
      if (last === null || last < first) return;
      const cut = addDays(first, at);
      const middle = cut > last ? last : cut;
      expect(worthOf(covers, first, last)).toBe(
        add(worthOf(covers, first, middle), worthOf(covers, addDays(middle, 1), last)),
      );
    }),
    RUNS,
  );
});

it("Days and money that a change took over are put back to the day and to the cent", () => {
  fc.assert(
    fc.property(snapshots, how, ({ snapshot, credits }, asked) => {
      const figures = planChange(snapshot, { ...asked, furthest: 366 });
      const { covers } = snapshot;
      const settled = settleDays(figures, covers, credits);
      const cut = new Map(settled.plan.covers.map((one) => [one.id, one]));
      const then = covers.flatMap((one): Covering[] => {
        const { covers_from, covers_to } = { ...one, ...cut.get(one.id) };
        return covers_from && covers_to ? [{ ...one, covers_from, covers_to }] : [];
      });
      const bound = new Map(settled.plan.bound.map((one) => [one.payment_transaction, one.bound_amount]));
      const freed = credits.map((one) => ({
        ...one,
        bound_amount: bound.get(one.payment_transaction) ?? one.bound_amount,
      }));
      const { mode, new_expiry_date } = figures;
      const moved = { after: mode === "PREPAID" ? new_expiry_date : null, by: settled.moved };
      const back = restoreDays(settled, moved, then, freed);
      expect(back).not.toBeNull();
      const days = new Map(then.map((one) => [one.id, one]));
      for (const one of back?.plan.covers ?? []) {
        const had = covers.find(({ id }) => id === one.id);
        if (had && one.covers_from && one.covers_to)
          days.set(one.id, { ...had, covers_from: one.covers_from, covers_to: one.covers_to });
      }
      expect([...days.values()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(covers);
      const again = new Map(back?.plan.bound.map((one) => [one.payment_transaction, one.bound_amount]));
      expect(
        freed.map((one) => ({ ...one, bound_amount: again.get(one.payment_transaction) ?? one.bound_amount })),
      ).toEqual(credits);
    }),
    RUNS,
  );
});
