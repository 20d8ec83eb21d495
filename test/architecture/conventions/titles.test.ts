// Every test's title is a sentence that says what broke, readable without the `describe` around it.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { project } from "../../helpers/build.ts";

interface Syntax {
  type: string;
  [member: string]: unknown;
}

/** `it`, `test` or another function that a call begins with, also behind `.each(…)`. */
function calleeOf(node: Syntax): string {
  const inner = node.object ?? node.callee ?? node.tag;
  return node.type === "Identifier" ? String(node.name) : inner ? calleeOf(inner as Syntax) : "";
}

/** The text of a literal; what is put into a template counts as a word. */
function textOf(node: Syntax | undefined): string | null {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type !== "TemplateLiteral") return null;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("Something");
}

/** The titles of the tests in a source, in its order. */
function titlesOf(file: string, source: string): string[] {
  const titles: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) walk(child);
    if (Array.isArray(node) || typeof node !== "object" || node === null) return;
    const call = node as Syntax & { arguments?: Syntax[] };
    const title = textOf(call.arguments?.[0]);
    const isTest = call.type === "CallExpression" && /^(it|test)$/.test(calleeOf(call));
    if (isTest && title !== null && (call.arguments?.length ?? 0) > 1) titles.push(title);
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseSync(file, source).program.body);
  return titles;
}

/** A word that is a verb, or looks like one. */
const VERB =
  /\b(is|are|was|were|has|have|do|does|doesn't|can|can't|may|must|will|let|come|go|keep|hold|show|say|take|lead|end|stay|stand|find|reach|refuse|post|[a-z]{2,}(s|ed))\b/;
/** What a sentence does not begin with: a title that does leans on the words before it. */
const LEANING = /^(Per|Of|That|But|As|On|Into|For|To|By|Is|Are|Has|Was|Refuses|Takes|Keeps|Does)\b/;
/** Begins as it is written everywhere: npm, a path, a procedure, a field. */
const CODE = /^(npm|axe|\S*[._/=%]\S*)\s/;

function faultOf(title: string): string | null {
  if (title.split(/\s+/).length < 4) return "has less than four words";
  if (/^[a-z]/.test(title) && !CODE.test(title)) return "begins in the middle of a sentence";
  if (LEANING.test(title)) return "leans on what stands before it";
  return VERB.test(title) ? null : "has no verb";
}

test("The title of each test is a sentence that can be read alone", () => {
  const files = globSync("test/**/*.test.{ts,tsx}", { cwd: project });
  const titles = files.flatMap((file) =>
    titlesOf(file, readFileSync(join(project, file), "utf8")).map((title) => ({ file, title })),
  );
  expect(titles.length).toBeGreaterThan(1_000);
  const wrong = titles.flatMap(({ file, title }) => {
    const fault = faultOf(title);
    return fault ? [`${file}: "${title}" ${fault}`] : [];
  });
  expect(wrong).toEqual([]);
});

test.each([
  ["per reversal, also for many at the same moment", "begins in the middle of a sentence"],
  ["Is undone whole, and a repeat changes nothing", "leans on what stands before it"],
  ["409 for a duplicate", "has no verb"],
  ["It works", "has less than four words"],
  ["A reversal is made once, also by many at the same moment", null],
  ["npm run agent keeps its id", null],
])("A title is judged as it reads: %s", (title, fault) => {
  expect(faultOf(title)).toBe(fault);
});
