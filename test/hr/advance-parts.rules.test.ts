// What pays take back of advances, by example and by property: drawn up, paid and undone in any order.
import fc from "fast-check";
import { expect, it } from "vitest";
import { dueBy, type OwedAdvance, type PayOfAdvances, planParts } from "../../shared/hr/index.ts";
import { addMonths, type Month } from "../../shared/kernel/day.ts";
import { add, type Minor } from "../../shared/kernel/money.ts";

const FIRST: Month = "2026-11";
const minor = (amount: number) => BigInt(amount) as Minor;
const advance = (id: string, amount: number, instalments: number, from = 0): OwedAdvance => ({
  ...{ id, amount: minor(amount), instalments, deduction_month: addMonths(FIRST, from) },
});
const draft = (at: number, room: number): PayOfAdvances => ({
  ...{ month: addMonths(FIRST, at), room: minor(room), is_paid: false, parts: [] },
});
const taken = (advances: OwedAdvance[], pays: PayOfAdvances[]) =>
  [...planParts(advances, pays).values()].map((parts) => parts.map(({ amount }) => Number(amount)));

it("Parts are equal, the last takes the rest, and none comes before the first month", () => {
  const owed = advance("a", 1_000, 3);
  const due = [-1, 0, 1, 2, 3].map((at) => Number(dueBy(owed, addMonths(FIRST, at))));
  expect(due).toEqual([0, 333, 666, 1_000, 1_000]);
});

it("What a pay can't bear is due with the next one, and no pay falls below zero", () => {
  const pays = [draft(0, 500), draft(1, 0), draft(2, 900)];
  expect(taken([advance("a", 1_200, 1)], pays)).toEqual([[500], [], [700]]);
  expect(taken([advance("a", 300, 1), advance("b", 300, 2)], pays)).toEqual([[300, 150], [], [150]]);
});

it("However pays are drawn up, paid and undone: no advance is taken twice, none is lost, no net is negative", () => {
  const owed = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 5_000 }),
      instalments: fc.integer({ min: 1, max: 6 }),
      from: fc.integer({ min: 0, max: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const step = fc.record({
    act: fc.constantFrom("draw", "draw", "pay", "pay", "undo", "drop"),
    month: fc.integer({ min: 0, max: 7 }),
    room: fc.integer({ min: 0, max: 2_000 }),
  });
  fc.assert(
    fc.property(owed, fc.array(step, { maxLength: 40 }), (given, steps) => {
      const advances = given.map(({ amount, instalments, from }, at) =>
        advance(String(at), amount, instalments, from),
      );
      const pays = new Map<Month, PayOfAdvances>();
      const spread = () => {
        for (const [month, parts] of planParts(advances, [...pays.values()])) {
          const pay = pays.get(month);
          if (pay) pays.set(month, { ...pay, parts });
        }
      };
      const of = (id: string, wanted: (pay: PayOfAdvances) => boolean = () => true) =>
        [...pays.values()]
          .filter(wanted)
          .flatMap(({ parts }) => parts)
          .filter((part) => part.advance === id)
          .reduce((sum, { amount }) => sum + amount, 0n);
      const check = () => {
        for (const { room, parts } of pays.values()) {
          expect(add(...parts.map(({ amount }) => amount)) <= room).toBe(true);
          expect(parts.every(({ amount }) => amount > 0n)).toBe(true);
        }
        for (const { id, amount } of advances) expect(of(id) <= amount).toBe(true);
      };
      for (const { act, month: at, room } of steps) {
        const month = addMonths(FIRST, at);
        const pay = pays.get(month);
        if (act === "draw" && !pay) pays.set(month, draft(at, room));
        else if (act === "drop" && pay && !pay.is_paid) pays.delete(month);
        // What is paid is what the draft said: nothing is planned anew for it.
        else if (pay && (act === "pay" || act === "undo"))
          pays.set(month, { ...pay, is_paid: act === "pay" });
        if (act !== "pay") spread();
        check();
        // Planned again, nothing moves.
        const before = JSON.stringify([...pays], (_key, value) => String(value));
        if (act !== "pay") spread();
        expect(JSON.stringify([...pays], (_key, value) => String(value))).toBe(before);
      }
      // A pay that is large enough, after all months are due, takes the rest of each.
      pays.set(addMonths(FIRST, 20), draft(20, 1_000_000));
      spread();
      for (const { id, amount } of advances) expect(of(id)).toBe(amount);
    }),
    { numRuns: 300 },
  );
});
