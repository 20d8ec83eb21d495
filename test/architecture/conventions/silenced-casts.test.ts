// A cast that silences the compiler hides what is missing until somebody presses the button: `as unknown as`, `as never` and
// `as any` stand only where a type can't be said, each with its reason here.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { project } from "../../helpers/build.ts";

/** What is silenced in a source: the places in their order. */
function silenced(file: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    TSAsExpression: ({ expression, typeAnnotation, start, end }) => {
      const isDoubled =
        expression.type === "TSAsExpression" && expression.typeAnnotation.type === "TSUnknownKeyword";
      const isNever = typeAnnotation.type === "TSNeverKeyword" || typeAnnotation.type === "TSAnyKeyword";
      const isNevers =
        typeAnnotation.type === "TSArrayType" && typeAnnotation.elementType.type === "TSNeverKeyword";
      if (isDoubled || isNever || isNevers) found.push(source.slice(start, end));
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** By file: how many there are, and why their types can't be said. */
const KNOWN: Readonly<Record<string, readonly [count: number, why: string]>> = {
  "main/network/routeros/repair.ts": [
    3,
    "the library's classes have private members that its repair replaces",
  ],
  "renderer/kernel/expected/rules.ts": [
    4,
    "rules of all operations lie in one map: which input is whose, `expect` has said",
  ],
  "renderer/kernel/practice/practice-replica.ts": [
    1,
    "the same for outcomes, whose payload is their operation's",
  ],
  "server/kernel/db/db.ts": [1, "the driver types a pool by the names of its own value types"],
  "server/kernel/db/one-transaction.ts": [
    1,
    "a proxy over a connection, of which a Tx is made statement by statement",
  ],
  "server/kernel/operation/run-operation.ts": [
    3,
    "implementations lie in one list: `implement` has tied handler to input",
  ],
  "server/kernel/resource/record.ts": [1, "a field's own way of showing takes what its column holds"],
  "shared/kernel/operation.ts": [
    1,
    "the union of an area's operations is computed from a list that is made at run time",
  ],
};

test("The compiler is silenced nowhere but in places that are named here with their reason", () => {
  const planted =
    "const a = b as unknown as C; const d = e as never; f(g as any, h as I, ...(j as never[]));";
  expect(silenced("a.ts", planted)).toHaveLength(4);
  const files = globSync("{shared,server,main,renderer}/**/*.{ts,tsx}", {
    cwd: project,
    exclude: ["**/node_modules/**"],
  });
  const found = files.flatMap((file) => {
    const count = silenced(file, readFileSync(join(project, file), "utf8")).length;
    return count > 0 ? [[file, count] as const] : [];
  });
  const known = Object.entries(KNOWN).map(([file, [count]]) => [file, count]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known));
});
