// What a report is compared with: whole months with whole months, each day with its own, and no row is lost or told twice.
import fc from "fast-check";
import { expect, test } from "vitest";
import { beside, counterpart, earlier, shiftDay } from "../../../renderer/kernel/compare/periods.ts";
import { addDays, daysBetween, isDay, lastDayOf, monthOf } from "../../../shared/kernel/day.ts";

const day = fc
  .integer({ min: 0, max: daysBetween("1990-01-01", "2090-12-31") })
  .map((n) => addDays("1990-01-01", n));
const days = fc
  .tuple(day, fc.integer({ min: 0, max: 120 }))
  .map(([from, length]) => ({ from, to: addDays(from, length) }));
const compared = fc.constantFrom("before" as const, "year" as const);

test("A month is compared with the month before and with that of last year, of whatever length; a part of it with as much", () => {
  const of = (from: string, to: string) => [earlier({ from, to }, "before"), earlier({ from, to }, "year")];
  expect(of("2024-02-01", "2024-02-29")).toEqual([
    { from: "2024-01-01", to: "2024-01-31" },
    { from: "2023-02-01", to: "2023-02-28" },
  ]);
  expect(of("2026-03-01", "2026-03-30")).toEqual([
    { from: "2026-02-01", to: "2026-02-28" },
    { from: "2025-03-01", to: "2025-03-30" },
  ]);
  expect(of("2026-01-01", "2026-03-31")[0]).toEqual({ from: "2025-10-01", to: "2025-12-31" });
  expect(earlier({ from: "2026-03-01", to: "2026-03-31" }, "none")).toBeNull();
});

test("What is compared is over before the days begin, is in order, and is made of days", () => {
  fc.assert(
    fc.property(days, compared, (asked, with_) => {
      const before = earlier(asked, with_);
      if (!before) throw new Error("Nothing is compared");
      expect([isDay(before.from), isDay(before.to), before.from <= before.to]).toEqual([true, true, true]);
      if (with_ === "before") expect(monthOf(before.to) < monthOf(asked.from)).toBe(true);
    }),
  );
});

test("A day is the counterpart of one day at most, with its own number in the month", () => {
  fc.assert(
    fc.property(days, compared, (asked, with_) => {
      const before = earlier(asked, with_);
      const found: string[] = [];
      for (let one = before?.from ?? ""; before && one <= before.to; one = addDays(one, 1)) {
        const later = counterpart(one, asked, with_);
        if (later === null) continue;
        expect(later.slice(8)).toBe(one.slice(8));
        expect(asked.from <= later && later <= asked.to).toBe(true);
        found.push(later);
      }
      expect(new Set(found).size).toBe(found.length);
    }),
  );
});

test("A day moved by months keeps its number, or is the last of a shorter month", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -24, max: 24 }), (one, months) => {
      const moved = shiftDay(one, months);
      expect(moved === lastDayOf(monthOf(moved)) || moved.slice(8) === one.slice(8)).toBe(true);
    }),
  );
});

test("Each row of two lists stands once, beside its own where there is one", () => {
  const keys = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
  fc.assert(
    fc.property(keys, keys, (now, was) => {
      const rows = beside(now, was, (key) => key);
      expect(rows.flatMap((row) => row.now ?? [])).toEqual(now);
      expect(rows.flatMap((row) => row.was ?? []).sort()).toEqual([...was].sort());
      for (const row of rows) if (row.now && row.was) expect(row.now).toBe(row.was);
    }),
  );
});
