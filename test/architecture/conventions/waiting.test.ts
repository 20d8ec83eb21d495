// Waiting for what is to become true: on a busy machine it takes its time, and a second, vitest's own limit, says nothing.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { project } from "../../helpers/build.ts";

/** Calls of `vi.waitFor` and `vi.waitUntil` in a source that name no limit. */
function unlimited(file: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given, start, end }) => {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      const waits = ["waitFor", "waitUntil"].includes(callee.property.name);
      const isVitests = callee.object.type === "Identifier" && callee.object.name === "vi";
      if (waits && isVitests && given.length < 2) found.push(`${file}: ${source.slice(start, end)}`);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** What has a limit of its own, and why. */
const OWN_LIMITS: Record<string, string> = {
  "test/identity/token-memory.test.ts": "What is remembered for two seconds must be forgotten sooner",
  "test/network/held-lease.rules.test.ts": "A lease that has run out in any case proves nothing",
  "test/kernel/jobs/woken-at-the-end.test.ts": "What comes by the clock comes a minute later in any case",
  "test/api/guide.test.ts": "A program of somebody else's that hangs is ended",
  "test/e2e/forms/every-form.test.ts": "Some hundred dialogs, one after the other",
  "test/network/agent/run-job-properties.test.ts": "The night's lot",
  "test/kernel/sync/proof/forged-commands.test.ts": "The night's lot",
  "test/billing/period/closed-days.rules.test.ts": "The night's lot",
};

/** Limits in milliseconds that stand in a test: of a wait, or of the test or hook that ends there. */
const LIMIT = /\btimeout: \d[\d_]{3,}|^\s*\}, \d[\d_]{3,}\);/gm;

test("No test says itself how long something may take: a hang ends by HANGS_MS, and what is to be quick is a row of the bench", () => {
  expect("  .waitFor({ timeout: N });\n}, N);\n}, 5);".replaceAll("N", "30_000").match(LIMIT)).toHaveLength(
    2,
  );
  const files = globSync("test/**/*.test.{ts,tsx}", { cwd: project });
  const limited = files.filter((file) => readFileSync(join(project, file), "utf8").match(LIMIT));
  expect(limited.sort()).toEqual([...Object.keys(OWN_LIMITS)].sort());
});

test("Whoever waits by vitest's own means says how long, or uses expect.poll", () => {
  expect(unlimited("a.ts", "await vi.waitFor(() => x); await vi.waitFor(y, 9); p.waitFor()")).toHaveLength(1);
  const files = globSync("test/**/*.{ts,tsx}", { cwd: project });
  expect(files.flatMap((file) => unlimited(file, readFileSync(join(project, file), "utf8")))).toEqual([]);
});
