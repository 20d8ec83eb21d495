// Pauses: how long they may be, and that no paid day is lost or won by one.
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  checkPause,
  coversAfterPause,
  expiryAfterPause,
  lengthOf,
  pausedIn,
} from "../../../shared/billing/service/pause.rules.ts";
import { addDays, daysBetween } from "../../../shared/kernel/day.ts";
import type { Minor } from "../../../shared/kernel/money.ts";

const day = fc.integer({ min: 0, max: 900 }).map((at) => addDays("2027-06-01", at));
const pause = fc.tuple(day, fc.nat(120)).map(([from, days]) => ({ from, to: addDays(from, days) }));

it("A pause leaves as many paid days as there were when it began, and one behind the paid days changes nothing", () => {
  fc.assert(
    fc.property(pause, day, (days, expiry_date) => {
      const after = expiryAfterPause(expiry_date, days);
      if (expiry_date < days.from) expect(after).toBe(expiry_date);
      else expect(daysBetween(days.to, after ?? "")).toBe(daysBetween(days.from, expiry_date) + 1);
    }),
  );
  expect(expiryAfterPause(null, { from: "2027-06-01", to: "2027-06-09" })).toBeNull();
});

it("What pays for the days moves with them, and what was over before stays", () => {
  const cover = (id: string, covers_from: string, covers_to: string) => ({
    ...{ kind: "recharge" as const, id, payment_transaction: id, amount: 100n as Minor, days: 30 },
    ...{ covers_from, covers_to },
  });
  const covers = [cover("over", "2027-05-01", "2027-05-30"), cover("runs", "2027-05-31", "2027-06-29")];
  expect(coversAfterPause(covers, "2027-06-10", 7)).toEqual([
    { kind: "recharge", id: "runs", covers_from: "2027-06-07", covers_to: "2027-07-06" },
  ]);
});

it("A year's days are counted where they lie, and each limit says what is left", () => {
  const policy = { pause_min_days: 7, pause_max_days: 90, pause_max_days_a_year: 20 };
  const over_new_year = { from: "2027-12-25", to: "2028-01-10" };
  expect([pausedIn([over_new_year], "2027"), pausedIn([over_new_year], "2028")]).toEqual([7, 10]);
  expect(lengthOf(over_new_year)).toBe(17);
  const refused = (from: string, to: string) => {
    try {
      checkPause({ from, to }, [over_new_year], policy);
      return null;
    } catch (error) {
      return error;
    }
  };
  expect(refused("2028-03-01", "2028-03-10")).toBeNull();
  expect(refused("2028-03-01", "2028-03-11")).toMatchObject({
    code: "PAUSE_LIMIT",
    extra: { days_left: 10 },
  });
  expect(refused("2028-03-01", "2028-03-06")).toMatchObject({ extra: { pause_min_days: 7 } });
  expect(refused("2029-01-01", "2029-04-01")).toMatchObject({ extra: { pause_max_days: 90 } });
});
