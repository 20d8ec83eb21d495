// A document's number as people type it into the search over everything.
import { expect, test } from "vitest";
import {
  hasNumber,
  looksLikeNumber,
  wholeNumbers,
} from "../../../renderer/kernel/shell/palette/document-number.ts";

const bill = { invoice_number: "INV-202611-0003" };

test.each(["INV-202611-0003", "inv-202611", "INV-২০২৬১১-০০০৩", " inv-২০২৬", "INV-२०२६११"])(
  "A bill is found by the number on its paper, in the digits of any script: %s",
  (typed) => {
    expect(looksLikeNumber(typed)).toBe(true);
    expect(hasNumber(["invoice_number"], typed)(bill)).toBe(true);
  },
);

test("What is read from the disk by its whole number is asked for as papers print it", () => {
  expect(wholeNumbers("inv-২০২৬১১-০০০৩")).toContain("INV-202611-0003");
  expect(wholeNumbers("T00012")).toEqual(["T00012"]);
});

test("A phone number is no document's, in no script", () => {
  expect([looksLikeNumber("01729838189"), looksLikeNumber("০১৭২৯৮৩৮১৮৯")]).toEqual([false, false]);
});
