// What a new customer's form proposes and puts right.
import fc from "fast-check";
import { expect, test } from "vitest";
import { proposedUsername, tidyPhone } from "../../renderer/subscribers/customer/new-customer.ts";

test.each([
  ["+880 1711-000999", "BD", "01711000999"],
  ["00880 1711 000999", "BD", "01711000999"],
  ["০১৭১১-০০০৯৯৯", "BD", "01711000999"],
  ["01711 000999", "BD", "01711000999"],
  ["+44 20 7946 0000", "BD", "+442079460000"],
  ["+256 772 123456", "UG", "0772123456"],
  ["+880 1711-000999", "", "+8801711000999"],
  ["abc", "BD", "abc"],
])("The phone %s in %s is written %s", (typed, country, written) => {
  expect(tidyPhone(typed, country)).toBe(written);
});

test("A phone that was put right stays as it is, and words are none", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(..."+0123456789 -()") }),
      fc.constantFrom("BD", "UG", ""),
      (text, country) => {
        const once = tidyPhone(text, country);
        expect(tidyPhone(once, country)).toBe(once);
      },
    ),
  );
});

test("The username follows from the name, and is never one that somebody has", () => {
  const taken = new Set(["rahim.uddin", "rahim.uddin2"]);
  expect(proposedUsername("Rahim  Uddin", (name) => taken.has(name))).toBe("rahim.uddin3");
  expect(proposedUsername("José Álvarez", () => false)).toBe("jose.alvarez");
  expect(proposedUsername("শাপলা বেগম", () => false)).toBe("");
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(proposedUsername(name, () => false)).toMatch(/^[a-z0-9.]*$/);
    }),
  );
});
