// What schedules do for every tenant: in a plain loop the first one that fails ends it for all behind.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { project } from "../../helpers/build.ts";

const TRANSACTION = /await (runAsSystem|runOnPlatform|inTenant|transaction|sumUpKept)\(/;

/** Loops over items in a source that schedules run, with a transaction for each item. */
function plainLoops(file: string, source: string): string[] {
  if (!source.includes("JobDefinition")) return [];
  const found: string[] = [];
  new Visitor({
    ForOfStatement: ({ start, end }) => {
      const loop = source.slice(start, end);
      if (TRANSACTION.test(loop)) found.push(`${file}: ${loop.split("\n")[0]}`);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

test("A schedule works for many by eachApart, so that one that fails keeps no other waiting", () => {
  const loop = "const job: JobDefinition = x; for (const t of tenants) await inTenant(db, t, work);";
  expect(plainLoops("a.ts", loop)).toHaveLength(1);
  const files = globSync("server/**/*.ts", { cwd: project });
  expect(files.flatMap((file) => plainLoops(file, readFileSync(join(project, file), "utf8")))).toEqual([]);
});
