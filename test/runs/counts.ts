// Turns the test runner's JSON report into plain lines: how long each group took, what failed, and last `N passed, N failed, N skipped`.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      /** Why a file failed before its tests did. */
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().optional(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
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

/** So much of a message says what was seen; the rest stands above, in the run's own output. */
const SAID = 300;

/**
 * A line for each test that failed, and for each file that failed before its tests did: where it stands and what it said.
 * @param root what files are named from: the project's folder
 */
export function failedLines(text: string, root: string): string[] {
  const said = (message = "") => message.replaceAll(/\s+/g, " ").slice(0, SAID);
  return report.parse(JSON.parse(text)).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    const file = relative(root, name);
    if (failed.length === 0) return status === "failed" ? [`FAILED ${file}: ${said(message)}`] : [];
    return failed.map((test) => `FAILED ${file} > ${test.fullName}: ${said(test.failureMessages?.[0])}`);
  });
}

/**
 * How long the files of each group took, the longest group first, and which of its files took longest: the seconds of files
 * that ran beside each other are added up.
 * @param root what the groups are folders of: the tests' own folder
 * @example timeLines(text, "/project/test")[0] // "e2e          634 s in  43 files, longest accessibility.test.ts 61 s"
 */
export function timeLines(text: string, root: string): string[] {
  const groups = new Map<string, { file: string; seconds: number }[]>();
  for (const { name, startTime, endTime } of report.parse(JSON.parse(text)).testResults) {
    const [group = "", ...rest] = relative(root, name).split("/");
    const file = { file: rest.join("/"), seconds: (endTime - startTime) / 1000 };
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  const sums = [...groups].map(([group, files]) => {
    const [longest] = files.toSorted((a, b) => b.seconds - a.seconds);
    return {
      group,
      files: files.length,
      longest,
      seconds: files.reduce((sum, file) => sum + file.seconds, 0),
    };
  });
  return sums
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ group, files, longest, seconds }) => {
      const sum = `${group.padEnd(12)} ${seconds.toFixed(0).padStart(4)} s in ${String(files).padStart(3)} files`;
      return `${sum}, longest ${longest?.file} ${longest?.seconds.toFixed(0)} s`;
    });
}

if (import.meta.main) {
  const file = process.argv[2];
  if (!file) throw new Error("counts.ts needs the path of the report");
  const text = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  if (text !== undefined)
    for (const line of [...timeLines(text, "test"), ...failedLines(text, ".")]) console.log(line);
  console.log(countLine(text));
}
