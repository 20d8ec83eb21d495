// The months of the books: their first and last days, and what a lock date makes of each.
import { expect, test } from "vitest";
import { periodsUntil } from "../../../renderer/billing/period/months.ts";

test("Months end on their last day, also in February of a leap year and across the turn of a year", () => {
  const months = periodsUntil("2028-03-01", null, 4).map(({ month, first, last }) => [month, first, last]);
  expect(months).toEqual([
    ["2028-03", "2028-03-01", "2028-03-31"],
    ["2028-02", "2028-02-01", "2028-02-29"],
    ["2028-01", "2028-01-01", "2028-01-31"],
    ["2027-12", "2027-12-01", "2027-12-31"],
  ]);
});

test.each([
  [null, ["OPEN", "OPEN", "OPEN"]],
  ["2026-09-30", ["OPEN", "OPEN", "CLOSED"]],
  ["2026-10-01", ["OPEN", "PART", "CLOSED"]],
  ["2026-10-30", ["OPEN", "PART", "CLOSED"]],
  ["2026-10-31", ["OPEN", "CLOSED", "CLOSED"]],
  ["2026-08-31", ["OPEN", "OPEN", "OPEN"]],
])("With the books closed up to %s, November, October and September 2026 are %s", (lock_date, states) => {
  expect(periodsUntil("2026-11-22", lock_date, 3).map(({ state }) => state)).toEqual(states);
});
