// What is typed into the search over everything, and which screens and records answer to it.
import { describe, expect, test } from "vitest";
import {
  holdsWords,
  isWordOf,
  looksLikeAddress,
  screenFit,
} from "../../../renderer/kernel/shell/palette/matching.ts";
import { ALSO_CALLED } from "../../../renderer/places/also-called.ts";
import { SCREENS } from "../../../renderer/screens.tsx";

/** The addresses of screens that answer to what was typed by another name, in the order of the screens. */
const answering = (typed: string) =>
  SCREENS.flatMap(({ path }) => (screenFit("", ALSO_CALLED[path] ?? [], typed) === 1 ? [path] : []));

describe("screens by what people call them", () => {
  test.each([
    ["trial balance", "books"],
    ["balance sheet", "books"],
    ["add user", "staff"],
    ["unpaid bills", "invoices"],
    ["backup", "sync"],
    ["to decide", "inbox"],
    ["outages", "incidents"],
    ["mikrotik", "routers"],
    ["ভ্যাট", "tax-codes"],
    ["রেওয়ামিল", "books"],
    ["complaint", "tickets"],
  ])("%s leads to %s", (typed, path) => {
    expect(answering(typed)).toContain(path);
  });

  test("Each screen of the office that has a name has other words in both languages", () => {
    const named = SCREENS.filter(({ nav }) => nav !== undefined).map(({ path }) => path);
    const worded = (path: string) => ALSO_CALLED[path]?.every((text) => text.trim() !== "") ?? false;
    expect(named.filter((path) => !worded(path))).toEqual([]);
  });

  test("A word inside of another is no beginning, and too few letters are nobody's word", () => {
    expect(screenFit("Month end", [], "onth")).toBe(2);
    expect(screenFit("Month end", [], "end")).toBe(0);
    expect(screenFit("Bills", ["unpaid bills"], "paid")).toBeNull();
    expect(isWordOf(0, "mo")).toBe(false);
    expect(isWordOf(1, "mon")).toBe(true);
    expect(isWordOf(2, "month")).toBe(false);
    expect(isWordOf(null, "month")).toBe(false);
  });
});

describe("records by their words", () => {
  test("A member of the staff is found by any of their words, in any order and in either digits", () => {
    const record = { full_name: "Babul Mia", phone: "01711000001", role: "r1" };
    const fields = ["full_name", "phone"];
    expect(holdsWords(fields, "babul mia")(record)).toBe(true);
    expect(holdsWords(fields, "mia bab")(record)).toBe(true);
    expect(holdsWords(fields, "০১৭১১")(record)).toBe(true);
    expect(holdsWords(fields, "babul r1")(record)).toBe(false);
  });

  test("A serial number is found in the list of what somebody has with them", () => {
    expect(holdsWords(["serial_numbers"], "fhtt0002")({ serial_numbers: ["FHTT0001", "FHTT0002"] })).toBe(
      true,
    );
    expect(holdsWords(["serial_numbers"], "fhtt0003")({ serial_numbers: ["FHTT0001"] })).toBe(false);
  });

  test("An address is one by its dots; a phone number and an amount of money are none", () => {
    expect(["10.64.0.59", "10.64.", "১০.৬৪"].map(looksLikeAddress)).toEqual([true, true, true]);
    expect(["01711000001", "drop cable", "10", "10.64.0.59.1"].map(looksLikeAddress)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
