// A month's pay and a day's lateness, by example and by property: month ends, leap days, clocks put forward, far zones.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkSpan,
  DAY_PARTS,
  daysWithoutAttendance,
  dayToLeave,
  markOf,
  monthsOf,
  planCheckIn,
  planCheckOut,
  planPayroll,
  requireCancellable,
  statusOf,
  unpaidDays,
} from "../../shared/hr/index.ts";
import { addDays, daysOfMonth, nextMonth } from "../../shared/kernel/day.ts";
import { type Minor, ZERO } from "../../shared/kernel/money.ts";
import { SALARY_DAYS } from "../../shared/platform/index.ts";

const CALENDAR = { salary_days: "CALENDAR", days_off: "FRI" } as const;
const always = { join_date: null, end_date: null };
const span = (start_date: string, end_date: string, day_part: (typeof DAY_PARTS)[number] = "WHOLE") => ({
  start_date,
  end_date,
  day_part,
});
const pay = (over: Partial<Parameters<typeof planPayroll>[0]> = {}) => ({
  month: "2026-11",
  term: always,
  basic_salary: 30_000n as Minor,
  bonus: ZERO,
  given: ZERO,
  unpaid_leaves: [],
  worked: [],
  ...over,
});

describe("a month's pay", () => {
  it("A leave over a month's end costs each month the days that lie in it", () => {
    const leaves = [span("2026-11-29", "2026-12-02")];
    expect(unpaidDays("2026-11", always, leaves, CALENDAR).leave).toBe(2);
    expect(unpaidDays("2026-12", always, leaves, CALENDAR).leave).toBe(2);
    expect(unpaidDays("2027-01", always, leaves, CALENDAR).leave).toBe(0);
    expect(planPayroll(pay({ unpaid_leaves: leaves }), CALENDAR)).toMatchObject({
      unpaid_leave: 2_000n,
      net_salary: 28_000n,
    });
  });

  it("Who was seen at work on a day of leave without pay is paid for it", () => {
    const planned = planPayroll(
      pay({ unpaid_leaves: [span("2026-11-02", "2026-11-04")], worked: ["2026-11-03", "2026-11-10"] }),
      CALENDAR,
    );
    expect(planned).toMatchObject({ unpaid_leave_days: 2, net_salary: 28_000n });
  });

  it("Half a day without pay costs half a day, also of who works the other half; two halves are a day", () => {
    const [first, second] = [
      span("2026-11-03", "2026-11-03", "FIRST_HALF"),
      span("2026-11-03", "2026-11-03", "SECOND_HALF"),
    ];
    const planned = (unpaid_leaves: (typeof first)[], worked: string[] = [], basic_salary = 30_000n) => {
      const input = pay({ unpaid_leaves, worked, basic_salary: basic_salary as Minor });
      const { unpaid_leave, unpaid_leave_days } = planPayroll(input, CALENDAR);
      return [unpaid_leave_days, unpaid_leave];
    };
    expect(planned([first])).toEqual([0.5, 500n]);
    expect(planned([second], ["2026-11-03"])).toEqual([0.5, 500n]);
    expect(planned([first, second])).toEqual([1, 1_000n]);
    expect(planned([first, first])).toEqual([0.5, 500n]);
    expect(planned([first, second], ["2026-11-03"])).toEqual([0, 0n]);
    expect(planned([first, span("2026-11-10", "2026-11-11")])).toEqual([2.5, 2_500n]);
    // Half-up once: half a day of 30 of 0.30 and of 0.29.
    expect(planned([first], [], 30n)).toEqual([0.5, 1n]);
    expect(planned([first], [], 29n)).toEqual([0.5, 0n]);
  });

  it("A leap day is a day of work and of leave", () => {
    expect(unpaidDays("2028-02", always, [span("2028-02-29", "2028-02-29")], CALENDAR)).toMatchObject({
      leave: 1,
      divisor: 29,
    });
    expect(unpaidDays("2027-02", always, [span("2027-02-28", "2027-03-01")], CALENDAR)).toMatchObject({
      leave: 1,
      divisor: 28,
    });
  });

  it("Days before joining and after leaving are not paid, and count once where they were leave as well", () => {
    const term = { join_date: "2026-11-11", end_date: "2026-11-20" };
    const planned = planPayroll(pay({ term, unpaid_leaves: [span("2026-11-01", "2026-11-12")] }), CALENDAR);
    expect(planned).toMatchObject({ outside_days: 20, unpaid_leave_days: 2, net_salary: 8_000n });
  });

  it("A whole month without pay is the whole salary where it is counted as 30 days, in February and in March", () => {
    const by30 = { salary_days: "30", days_off: "" } as const;
    for (const month of ["2027-02", "2027-03"]) {
      const leaves = [span(`${month}-01`, daysOfMonth(month).at(-1) ?? "")];
      expect(planPayroll(pay({ month, unpaid_leaves: leaves }), by30).net_salary, month).toBe(0n);
    }
    const oneDay = pay({ month: "2027-02", unpaid_leaves: [span("2027-02-03", "2027-02-03")] });
    expect(planPayroll(oneDay, by30).unpaid_leave).toBe(1_000n);
  });

  it("Where a month counts as 30 days, who joins and who leaves is paid by the smaller part of its days", () => {
    const by30 = { salary_days: "30", days_off: "" } as const;
    const earned = (month: string, join_date: string | null, end_date: string | null) =>
      planPayroll(pay({ month, term: { join_date, end_date } }), by30).net_salary;
    // Fifteen days of October either way, and one.
    expect(earned("2026-10", "2026-10-17", null)).toBe(15_000n);
    expect(earned("2026-10", null, "2026-10-15")).toBe(15_000n);
    expect(earned("2026-10", "2026-10-16", null)).toBe(15_000n);
    expect(earned("2026-10", "2026-10-31", null)).toBe(1_000n);
    expect(earned("2026-10", null, "2026-10-01")).toBe(1_000n);
    expect(earned("2026-10", "2026-10-11", "2026-10-20")).toBe(10_000n);
    expect(earned("2026-10", "2026-10-02", null)).toBe(29_000n);
    expect(earned("2027-02", null, "2027-02-28")).toBe(30_000n);
    expect(earned("2027-02", "2027-02-28", null)).toBe(1_000n);
  });

  it("However a month is divided between who leaves and who follows, both get one salary at most, and more days are never less pay", () => {
    const at = fc.integer({ min: 0, max: 1_500 }).map((count) => addDays("2026-01-01", count));
    const amount = fc.bigInt({ min: 0n, max: 1_000_000n }).map((value) => value as Minor);
    fc.assert(
      fc.property(at, amount, fc.constantFrom(...SALARY_DAYS), (last, basic_salary, salary_days) => {
        const month = last.slice(0, 7);
        const net = (join_date: string | null, end_date: string | null) =>
          planPayroll(pay({ month, basic_salary, term: { join_date, end_date } }), {
            salary_days,
            days_off: "FRI",
          }).net_salary;
        const [left, joined] = [net(null, last), net(addDays(last, 1), null)];
        expect(left >= 0n && joined >= 0n && left + joined <= basic_salary).toBe(true);
        expect(net(null, addDays(last, 1)) >= left || !addDays(last, 1).startsWith(month)).toBe(true);
        expect(net(`${month}-01`, daysOfMonth(month).at(-1) ?? "")).toBe(basic_salary);
        if (salary_days === "30") expect(net(last, last) * 30n - basic_salary <= 15n).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("A day off costs nothing where working days are counted", () => {
    const working = { salary_days: "WORKING", days_off: "FRI,SAT" } as const;
    // A Thursday to a Saturday; November 2026 has 22 days that are neither Friday nor Saturday.
    const leaves = [span("2026-11-05", "2026-11-07")];
    expect(unpaidDays("2026-11", always, leaves, working)).toMatchObject({ leave: 1, divisor: 22 });
    const never = { salary_days: "WORKING", days_off: "SUN,MON,TUE,WED,THU,FRI,SAT" } as const;
    expect(unpaidDays("2026-11", always, leaves, never)).toMatchObject({ leave: 3, divisor: 30 });
  });

  it("Whatever happens in a month, its pay adds up, and unpaid days cost from nothing to the salary", () => {
    const day = fc.integer({ min: 0, max: 800 }).map((count) => addDays("2027-01-01", count));
    const leaves = fc
      .array(fc.tuple(day, fc.integer({ min: 0, max: 40 }), fc.constantFrom(...DAY_PARTS)), { maxLength: 6 })
      .map((made) =>
        made.map(([start, days, part]) => span(start, part === "WHOLE" ? addDays(start, days) : start, part)),
      );
    const amount = fc.bigInt({ min: 0n, max: 10_000_000n }).map((value) => value as Minor);
    const count = fc.record({
      salary_days: fc.constantFrom(...SALARY_DAYS),
      days_off: fc.constantFrom("", "FRI", "SAT,SUN", "SUN,MON,TUE,WED,THU,FRI,SAT"),
    });
    const term = fc.record({ join_date: fc.option(day), end_date: fc.option(day) });
    fc.assert(
      fc.property(
        day,
        term,
        leaves,
        amount,
        amount,
        count,
        (at, employed, unpaid_leaves, salary, given, rule) => {
          const month = at.slice(0, 7);
          const input = pay({ month, term: employed, unpaid_leaves, basic_salary: salary, given });
          const planned = planPayroll(input, rule);
          const unpaid = planned.unpaid_leave + planned.outside;
          expect(unpaid >= 0n && unpaid <= salary && planned.outside >= 0n).toBe(true);
          expect(planned.deductions).toBe(unpaid + given);
          expect(planned.net_salary).toBe(salary - planned.deductions);
          const days = unpaidDays(month, employed, unpaid_leaves, rule);
          expect(planned.unpaid_leave_days).toBe(days.leave);
          expect(Number.isInteger(days.leave * 2) && days.leave <= days.employed).toBe(true);
          if (days.outside + days.leave === days.of) expect(unpaid).toBe(salary);
          if (days.outside + days.leave === 0) expect(unpaid).toBe(0n);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("Every day of a time belongs to one of its months, and each of these holds one of its days", () => {
    const day = fc.integer({ min: 0, max: 4_000 }).map((count) => addDays("2024-01-15", count));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 366 }), (start, length) => {
        const end = addDays(start, length);
        const months = monthsOf(span(start, end));
        const days = Array.from({ length: length + 1 }, (_, index) => addDays(start, index));
        expect(months).toEqual([...new Set(days.map((one) => one.slice(0, 7)))]);
        for (const [index, month] of months.entries())
          if (index > 0) expect(nextMonth(months[index - 1] ?? "")).toBe(month);
      }),
      { numRuns: 100 },
    );
  });
});

it("The months of a time until the last day that there is are counted, and no more", () => {
  expect(monthsOf(span("9999-12-31", "9999-12-31"))).toEqual(["9999-12"]);
  expect(monthsOf(span("1000-01-01", "9999-12-31"))).toHaveLength(9_000 * 12);
});

describe("a day at work", () => {
  const dhaka = { timezone: "Asia/Dhaka", work_start: "09:00", late_after_minutes: 15 };
  const came = (check_in: string | null) => ({ check_in, check_out: null });

  it("Who comes a quarter of an hour after the start is in time, a second later late", () => {
    expect(statusOf("2026-11-02", came("2026-11-02T09:15:00+06:00"), dhaka)).toBe("PRESENT");
    expect(statusOf("2026-11-02", came("2026-11-02T09:15:01+06:00"), dhaka)).toBe("LATE");
    expect(statusOf("2026-11-02", came(null), dhaka)).toBe("ABSENT");
  });

  it("Lateness goes by the clocks of the tenant's zone: on Kiritimati it is tomorrow already", () => {
    const kiritimati = { ...dhaka, timezone: "Pacific/Kiritimati" };
    expect(statusOf("2026-03-01", came("2026-02-28T19:10:00Z"), kiritimati)).toBe("PRESENT");
    expect(statusOf("2026-03-01", came("2026-02-28T19:20:00Z"), kiritimati)).toBe("LATE");
  });

  it("Work begins by the clock on the day on which clocks are put forward", () => {
    const oslo = { ...dhaka, timezone: "Europe/Oslo" };
    expect(statusOf("2027-03-27", came("2027-03-27T08:10:00Z"), oslo)).toBe("PRESENT");
    expect(statusOf("2027-03-28", came("2027-03-28T07:10:00Z"), oslo)).toBe("PRESENT");
    expect(statusOf("2027-03-28", came("2027-03-28T08:10:00Z"), oslo)).toBe("LATE");
    // 02:30 does not exist that night: the start comes an hour later by the sun, and nobody is late for it before.
    const night = { ...oslo, work_start: "02:30", late_after_minutes: 0 };
    expect(statusOf("2027-03-28", came("2027-03-28T01:30:00Z"), night)).toBe("PRESENT");
  });

  it("The earliest coming and the latest leaving of a day count, in whatever order they are told", () => {
    const [early, late] = ["2026-11-02T03:00:00.000Z", "2026-11-02T05:00:00.000Z"];
    expect(planCheckIn("2026-11-02", came(late), early, dhaka)).toMatchObject({
      check_in: early,
      status: "PRESENT",
    });
    expect(planCheckIn("2026-11-02", came(early), late, dhaka)).toBeNull();
    expect(planCheckIn("2026-11-02", { check_in: null, check_out: early }, late, dhaka)).toBeNull();
    expect(planCheckOut({ check_in: early, check_out: late }, early)).toBeNull();
    expect(planCheckOut(came(early), late)).toEqual({ check_out: late });
    expect(planCheckOut(came(late), early)).toBeNull();
  });

  it("Who worked through midnight leaves on the day that they came", () => {
    const night = { date: "2026-11-01", ...came("2026-11-01T15:00:00Z") };
    const at = "2026-11-01T23:00:00Z";
    expect(dayToLeave([night], "2026-11-02", at, false)).toBe(night);
    expect(() => dayToLeave([night], "2026-11-02", "2026-11-02T12:00:00Z", false)).toThrow("can't leave");
    expect(dayToLeave([night], "2026-11-02", "2026-11-02T12:00:00Z", true)).toBeUndefined();
  });

  it("A month's sheet tells a day off, a leave, a day that nobody knows of, and a day that was not worked yet", () => {
    const person = {
      join_date: "2026-11-02",
      end_date: null,
      seen: { "2026-11-02": "LATE", "2026-11-04": "ABSENT" } as const,
      leaves: [span("2026-11-04", "2026-11-05")],
    };
    const marks = daysOfMonth("2026-11").map((day) => markOf(day, "2026-11-09", person, CALENDAR));
    expect(marks.slice(0, 10)).toEqual([
      "OUTSIDE",
      "LATE",
      "NONE",
      "ON_LEAVE",
      "ON_LEAVE",
      "OFF",
      "NONE",
      "NONE",
      "NONE",
      "OUTSIDE",
    ]);
    const known = { ...person, attended: new Set(["2026-11-02", "2026-11-04"]) };
    expect(daysWithoutAttendance("2026-11", "2026-11-09", known, CALENDAR)).toEqual([
      "2026-11-03",
      "2026-11-07",
      "2026-11-08",
    ]);
  });
});

it("Half a day of leave is told on the sheet, and nobody knows of the other half until somebody says so", () => {
  const person = {
    ...{ join_date: null, end_date: null },
    seen: { "2026-11-03": "LATE", "2026-11-04": "ABSENT" } as const,
    leaves: [
      ...["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"].map((day) => span(day, day, "FIRST_HALF")),
      span("2026-11-05", "2026-11-05", "SECOND_HALF"),
    ],
  };
  const days = daysOfMonth("2026-11").slice(1, 5);
  const marks = days.map((day) => markOf(day, "2026-11-09", person, CALENDAR));
  expect(marks).toEqual(["HALF_LEAVE", "LATE", "ABSENT", "ON_LEAVE"]);
  const known = { ...person, attended: new Set(Object.keys(person.seen)) };
  expect(daysWithoutAttendance("2026-11", "2026-11-06", known, CALENDAR)).toEqual([
    "2026-11-01",
    "2026-11-02",
  ]);
});

it("Half a day of leave is of one day", () => {
  expect(() => checkSpan(span("2026-11-02", "2026-11-02", "SECOND_HALF"))).not.toThrow();
  expect(() => checkSpan(span("2026-11-02", "2026-11-03", "SECOND_HALF"))).toThrow(
    expect.objectContaining({ errors: [expect.objectContaining({ field: "day_part" })] }),
  );
});

it("An approved leave can be taken back until the day before it begins", () => {
  const approved = { status: "APPROVED", start_date: "2026-11-10" };
  expect(() => requireCancellable(approved, "2026-11-09")).not.toThrow();
  expect(() => requireCancellable(approved, "2026-11-10")).toThrow("has begun");
  expect(() => requireCancellable({ ...approved, status: "REJECTED" }, "2026-11-01")).toThrow("REJECTED");
});
