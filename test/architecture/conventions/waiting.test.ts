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

test("Whoever waits by vitest's own means says how long, or uses expect.poll", () => {
  expect(unlimited("a.ts", "await vi.waitFor(() => x); await vi.waitFor(y, 9); p.waitFor()")).toHaveLength(1);
  const files = globSync("test/**/*.{ts,tsx}", { cwd: project });
  expect(files.flatMap((file) => unlimited(file, readFileSync(join(project, file), "utf8")))).toEqual([]);
});
