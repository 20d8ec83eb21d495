// Calendar days: arithmetic over every kind of year, and the day that an instant has in a tenant's time zone.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  dayOf,
  daysBetween,
  isDay,
  isMonth,
  isTimezone,
  laterDay,
  monthName,
  monthOf,
} from "../../shared/kernel/day.ts";

const day = fc
  .integer({ min: 0, max: 60_000 })
  .map((count) => new Date(Date.UTC(1970, 0, 1 + count)).toISOString().slice(0, 10));

describe("days", () => {
  it("A day that is in no calendar is none", () => {
    expect(["2026-02-28", "2028-02-29", "2000-02-29"].every(isDay)).toBe(true);
    const wrong = [
      "2026-02-29",
      "2100-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-4-1",
      "20260401",
      "",
      "2026-04-31",
    ];
    expect(wrong.filter(isDay)).toEqual([]);
    expect(["2026-01", "2026-12"].every(isMonth)).toBe(true);
    expect(["2026-13", "2026-00", "2026-1", "2026-01-01"].filter(isMonth)).toEqual([]);
  });

  it("Days add and subtract as the calendar does", () => {
    expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
    expect(daysBetween("2026-01-01", "2027-01-01")).toBe(365);
    fc.assert(
      fc.property(day, fc.integer({ min: -5_000, max: 5_000 }), (from, count) => {
        const to = addDays(from, count);
        expect(isDay(to)).toBe(true);
        expect(daysBetween(from, to)).toBe(count);
        expect(addDays(to, -count)).toBe(from);
        expect(to > from).toBe(count > 0);
      }),
    );
  });

  it("The day that is remembered of a zone is the calendar's, on either side of each midnight and change of clocks", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    const plain = new Map(
      zones.map((timeZone) => {
        const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
        return [timeZone, new Intl.DateTimeFormat("en-CA", { timeZone, ...parts })];
      }),
    );
    const minute = fc.integer({ min: Date.UTC(1960, 0, 1) / 60_000, max: Date.UTC(2060, 0, 1) / 60_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, fc.nat(600), (zone, from, step) => {
        // Two moments near each other, so that the second may be of the same five minutes.
        for (const at of [from * 60_000, from * 60_000 + step * 1_000 + 59_999])
          expect(dayOf(new Date(at), zone)).toBe(plain.get(zone)?.format(new Date(at)));
      }),
      { numRuns: 2_000 },
    );
    for (const zone of zones) {
      const midnight = Array.from({ length: 24 * 4 }, (_, n) => Date.UTC(2026, 2, 29) + n * 900_000);
      for (const at of midnight.flatMap((start) => [start - 1, start, start + 299_999]))
        expect(dayOf(new Date(at), zone)).toBe(plain.get(zone)?.format(new Date(at)));
    }
  });

  it("Days are compared, and null is none", () => {
    expect(laterDay("2026-11-20", "2026-11-19")).toBe("2026-11-20");
    expect(laterDay(null, "2026-11-19")).toBe("2026-11-19");
    expect(laterDay("2026-11-19", null)).toBe("2026-11-19");
    expect(laterDay(null, null)).toBeNull();
  });

  it("Days belong to months, which have names", () => {
    expect(monthOf("2026-11-20")).toBe("2026-11");
    expect(monthName("2026-11")).toBe("November 2026");
    expect(monthName("2027-01")).toBe("January 2027");
  });
});

describe("the day of an instant", () => {
  it.each([
    ["2026-11-20T23:59:59.999Z", "UTC", "2026-11-20"],
    ["2026-11-20T18:00:00Z", "Asia/Dhaka", "2026-11-21"],
    ["2026-11-20T17:59:59Z", "Asia/Dhaka", "2026-11-20"],
    ["2026-11-20T10:00:00Z", "Pacific/Kiritimati", "2026-11-21"],
    ["2026-11-20T10:59:00Z", "Pacific/Pago_Pago", "2026-11-19"],
    ["2026-11-20T18:14:59Z", "Asia/Kathmandu", "2026-11-20"],
    ["2026-11-20T18:15:00Z", "Asia/Kathmandu", "2026-11-21"],
    ["2026-03-29T22:30:00Z", "Europe/Berlin", "2026-03-30"],
    ["2026-01-01T00:00:00Z", "America/New_York", "2025-12-31"],
  ])("The day of an instant %s in %s is %s", (instant, timezone, expected) => {
    expect(dayOf(new Date(instant), timezone)).toBe(expected);
  });

  it("The day of an instant is always a day that exists", () => {
    const zones = fc.constantFrom("UTC", "Asia/Kolkata", "America/St_Johns", "Australia/Lord_Howe");
    const instants = fc.date({
      min: new Date("1975-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        expect(isDay(dayOf(instant, zone))).toBe(true);
      }),
    );
  });

  it("The day of an instant needs a time zone that exists", () => {
    expect(isTimezone("Asia/Dhaka")).toBe(true);
    expect(isTimezone("Asia/Atlantis")).toBe(false);
    expect(() => dayOf(new Date(), "Asia/Atlantis")).toThrow(RangeError);
  });
});
