// Calendar days: arithmetic over every kind of year, and the day that an instant has in a tenant's time zone.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  dayOf,
  daysBetween,
  daysOfMonth,
  endOf,
  FIRST_DAY,
  isDay,
  isMonth,
  isTimezone,
  LAST_DAY,
  laterDay,
  momentOf,
  monthName,
  monthOf,
  monthsFrom,
  nextMonth,
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

describe("the ends of the calendar", () => {
  const ZONES = ["UTC", "Asia/Dhaka", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"];

  it("Days and months are known from 1900 to 9999, and those before are none", () => {
    expect([FIRST_DAY, "1999-12-31", LAST_DAY].filter(isDay)).toHaveLength(3);
    expect(["0000-01-01", "0001-01-01", "0050-01-01", "0999-12-31", "1899-12-31"].filter(isDay)).toEqual([]);
    expect(["0000-01", "0050-06", "1899-12"].filter(isMonth)).toEqual([]);
    expect(["1900-01", "9999-12"].every(isMonth)).toBe(true);
  });

  it("Reckoning stops at the first and at the last day, with a text that compares as a day", () => {
    expect(addDays(LAST_DAY, 1)).toBe(LAST_DAY);
    expect(addDays("2026-11-27", 2 ** 40)).toBe(LAST_DAY);
    expect(addDays("1900-01-05", -36_500)).toBe(FIRST_DAY);
    expect([nextMonth("9999-12"), addMonths("9999-10", 20), addMonths("1900-03", -5)]).toEqual([
      "9999-12",
      "9999-12",
      "1900-01",
    ]);
    expect([nextMonth("0050-12"), nextMonth("1999-12"), addMonths("2026-01", -1)]).toEqual([
      "1900-01",
      "2000-01",
      "2025-12",
    ]);
  });

  it("Months and days of months end, those of December 9999 as well", () => {
    expect([...monthsFrom("9999-11")]).toEqual(["9999-11", "9999-12"]);
    expect([...monthsFrom("2026-11", "2027-02")]).toEqual(["2026-11", "2026-12", "2027-01", "2027-02"]);
    expect([...monthsFrom("2026-11", "2026-10")]).toEqual([]);
    const ends = ["9999-12", "2100-02", "2000-02", "2028-02", "0096-02", "1900-02"];
    expect(ends.map((month) => daysOfMonth(month).at(-1)?.slice(8))).toEqual([
      "31",
      "28",
      "29",
      "29",
      "29",
      "28",
    ]);
  });

  it.each(ZONES)("Each time of the first and of the last day is a moment that can be written: %s", (zone) => {
    for (const day of [FIRST_DAY, LAST_DAY, "0050-01-01"])
      for (const time of ["00:00", "09:00", "23:59:59"])
        expect(momentOf(day, zone, time).toISOString()).toMatch(/^(1899|1900|9999)-/);
    expect(momentOf("9999-12-30", zone).getTime()).toBe(momentOf("9999-12-29", zone).getTime() + 86_400_000);
    expect(endOf(LAST_DAY, zone).toISOString()).toBe("9999-12-31T23:59:59.999Z");
  });

  it.each(ZONES)("A moment of any year has a day that the product knows: %s", (zone) => {
    const years = ["-000300", "0000", "0050", "0999", "1899", "1900", "9999"];
    const moments = years.flatMap((year) => [`${year}-01-01T00:00:00Z`, `${year}-12-31T23:59:59Z`]);
    for (const at of [...moments, "+010000-06-01T00:00:00Z"])
      expect(dayOf(new Date(at), zone), at).toSatisfy(isDay);
    expect(dayOf(new Date("9999-12-31T23:59:59Z"), zone)).toBe(LAST_DAY);
  });

  it("A day ends where the next one begins, also where clocks are changed at midnight", () => {
    expect(endOf("2026-11-27", "Asia/Dhaka").toISOString()).toBe("2026-11-27T17:59:59.999Z");
    expect(endOf("2026-10-25", "Europe/Berlin").toISOString()).toBe("2026-10-25T22:59:59.999Z");
    // Clocks went from 0 to 1 o'clock: the day before lasts until then.
    expect(endOf("2018-11-03", "America/Sao_Paulo").toISOString()).toBe("2018-11-04T02:59:59.999Z");
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
