// The last line of a CI run: what it counts, also when a file breaks before its tests or when nothing ran.
import { expect, test } from "vitest";
import { countLine } from "../helpers/counts.ts";

const file = (status: string, ...tests: string[]) => ({
  name: "a.test.ts",
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});

test.each([
  [[file("passed", "passed", "passed", "skipped", "todo")], "2 passed, 0 failed, 2 skipped"],
  [[file("failed", "passed", "failed"), file("passed", "pending")], "1 passed, 1 failed, 1 skipped"],
  [[file("failed")], "0 passed, 1 failed, 0 skipped"],
])("The last line counts what is in %j", (testResults, line) => {
  expect(countLine(JSON.stringify({ testResults }))).toBe(line);
});

test("No report means that the checks or the build failed", () => {
  expect(countLine(undefined)).toBe("0 passed, 1 failed, 0 skipped");
});
