// Turns the test runner's JSON report into one plain line: `N passed, N failed, N skipped`.
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/**
 * The line for a report's text. A file that failed before any of its tests ran (a broken import, a failed hook)
 * counts as one failure; no report at all means that the checks or the build failed, which is one failure too.
 * @example countLine(undefined) // "0 passed, 1 failed, 0 skipped"
 */
export function countLine(text: string | undefined): string {
  let [passed, failed, skipped] = [0, 0, 0];
  if (text === undefined) failed = 1;
  else {
    for (const file of report.parse(JSON.parse(text)).testResults) {
      const statuses = file.assertionResults.map((test) => test.status);
      const broken = statuses.filter((status) => status === "failed").length;
      passed += statuses.filter((status) => status === "passed").length;
      failed += broken === 0 && file.status === "failed" ? 1 : broken;
      skipped += statuses.filter((status) => status !== "passed" && status !== "failed").length;
    }
  }
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

if (import.meta.main) {
  const file = process.argv[2];
  if (!file) throw new Error("counts.ts needs the path of the report");
  console.log(countLine(existsSync(file) ? readFileSync(file, "utf8") : undefined));
}
