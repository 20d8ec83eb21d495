// The last line of a CI run: what it counts, also when a file breaks before its tests or when nothing ran.
import { expect, test } from "vitest";
import { countLine, timeLines } from "../runs/counts.ts";

const file = (status: string, ...tests: string[]) => ({
  name: "/here/test/a.test.ts",
  status,
  startTime: 0,
  endTime: 2_000,
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

test("A line for each folder of tests says how long the files in it took together, and which took longest", () => {
  const took = (name: string, endTime: number) => ({
    ...file("passed"),
    name: `/here/test/${name}`,
    endTime,
  });
  const testResults = [
    took("store/a.test.ts", 1_000),
    took("e2e/x/b.test.ts", 9_000),
    took("e2e/c.test.ts", 4_000),
  ];
  expect(timeLines(JSON.stringify({ testResults }), "/here/test")).toEqual([
    "e2e            13 s in   2 files, longest x/b.test.ts 9 s",
    "store           1 s in   1 files, longest a.test.ts 1 s",
  ]);
});
