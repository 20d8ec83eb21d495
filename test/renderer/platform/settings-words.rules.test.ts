// What settings hold as codes is said in words.
import { expect, test } from "vitest";
import { localeText } from "../../../renderer/platform/settings/settings-inputs.tsx";

test("A way of writing numbers is called by its language and country, in the reader's language", () => {
  expect(localeText("en-IN", "en")).toBe("English (India)");
  expect(localeText("bn-BD", "bn")).toBe("বাংলা (বাংলাদেশ)");
  expect(localeText("nb-NO", "en")).toMatch(/^Norwegian Bokmål \(Norway\)$/);
});
