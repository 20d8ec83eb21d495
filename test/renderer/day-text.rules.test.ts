// Days as people of different countries type and read them.
import { expect, test } from "vitest";
import {
  addMonths,
  calendarDays,
  typedDay,
  typedMonth,
  writtenDay,
  writtenMonth,
} from "../../renderer/kernel/form/day-text.ts";

const TODAY = "2026-11-21";

test.each([
  ["en-IN", "2/1", "2027-01-02"],
  ["en-IN", "30/9", "2026-09-30"],
  ["en-US", "1/2", "2027-01-02"],
  ["en-IN", "2.1.27", "2027-01-02"],
  ["en-IN", "2 1 2027", "2027-01-02"],
  ["en-IN", "020127", "2027-01-02"],
  ["en-US", "01022027", "2027-01-02"],
  ["en-IN", "0201", "2027-01-02"],
  ["en-IN", "5", "2026-11-05"],
  ["en-IN", "+7", "2026-11-28"],
  ["en-IN", "-1", "2026-11-20"],
  ["en-IN", "2027-01-02", "2027-01-02"],
  ["bn-BD", "২/১/২০২৭", "2027-01-02"],
  ["hu-HU", "2027. 01. 02.", "2027-01-02"],
])("In %s a person who types %s means %s", (locale, text, day) => {
  expect(typedDay(text, locale, TODAY)).toBe(day);
});

test.each(["", "31/2", "29/2/2027", "tomorrow", "1/2/3/4", "123", "32", "2/13", "1e3", "2-"])(
  "What is no day of the calendar is none: %s",
  (text) => {
    expect(typedDay(text, "en-IN", TODAY)).toBe(text === "2-" ? "2026-11-02" : null);
  },
);

test("What is shown of a day or a month can be typed again, in every order and script", () => {
  for (const locale of ["en-IN", "en-US", "bn-BD", "hu-HU", "sv-SE", "de-DE", "en-TH"]) {
    for (const day of ["2026-01-02", "2026-12-31"]) {
      expect(typedDay(writtenDay(day, locale), locale, TODAY), locale).toBe(day);
      expect(typedMonth(writtenMonth(day.slice(0, 7), locale), locale, TODAY), locale).toBe(day.slice(0, 7));
    }
  }
  expect(writtenDay("2026-01-02", "en-IN")).toBe("02/01/2026");
});

test.each([
  ["11/2026", "2026-11"],
  ["2026-11", "2026-11"],
  ["1/27", "2027-01"],
  ["112026", "2026-11"],
  ["3", "2026-03"],
  ["13", null],
  ["1/2/2026", null],
  ["soon", null],
])("A person who types %s means the month %s", (text, month) => {
  expect(typedMonth(text, "en-IN", TODAY)).toBe(month);
});

test("A calendar shows whole weeks, and a month later is the last day of a shorter month", () => {
  const monday = calendarDays("2026-11", 1);
  expect([monday[0], monday.at(-1), monday.length]).toEqual(["2026-10-26", "2026-12-06", 42]);
  expect(calendarDays("2026-11", 7)[0]).toBe("2026-11-01");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
});

test("The calendar opens on the last and on the first month that there are, and turns no further", () => {
  expect(calendarDays("9999-12", 7).slice(0, 34).at(-1)).toBe("9999-12-31");
  expect(calendarDays("9999-12", 7).length % 7).toBe(0);
  expect([addMonths("9999-12-15", 1), addMonths("9999-11-30", 1), addMonths("1900-01-31", -1)]).toEqual([
    "9999-12-15",
    "9999-12-30",
    "1900-01-31",
  ]);
});
