// The last line of a CI run: what it counts, also when a file breaks before its tests or when nothing ran.
import { expect, test } from "vitest";
import { countLine, failedLines, timeLines } from "../runs/counts.ts";

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

test("A line for each test that failed, and for each file that failed before its tests, says where it stands and what it said", () => {
  const broken = { ...file("failed"), name: "/here/test/b.test.ts", message: "No such\n  file" };
  const failed = {
    ...file("failed"),
    assertionResults: [
      { status: "passed", fullName: "It opens" },
      { status: "failed", fullName: "It closes", failureMessages: [`expected 1 ${"to be 2 ".repeat(99)}`] },
    ],
  };
  const lines = failedLines(
    JSON.stringify({ testResults: [file("passed", "passed"), failed, broken] }),
    "/here",
  );
  expect(lines[0]).toMatch(/^FAILED test\/a\.test\.ts > It closes: expected 1 to be 2 .{200,300}$/);
  expect(lines.slice(1)).toEqual(["FAILED test/b.test.ts: No such file"]);
});
