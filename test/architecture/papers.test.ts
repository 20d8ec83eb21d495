// The papers in docs/: each is listed for its readers, small enough to be read, names what is there, and shows the product's own code.
import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../helpers/build.ts";

const read = (path: string) => readFileSync(join(project, path), "utf8");
const pages = readdirSync(join(project, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
/** The first cells of a page's tables, heads left out. */
const rowsOf = (page: string): string[] =>
  [...read(page).matchAll(/^\| ([^|]+) \|.*\n(?!\|---)/gm)].map(([, first = ""]) => first);

test("Each page of docs/ is listed once in its README, with whom it is for", () => {
  const listed = rowsOf("docs/README.md").map((cell) => `docs/${/\]\((.+)\)$/.exec(cell)?.[1]}`);
  expect(listed.sort()).toEqual(pages.filter((page) => page !== "docs/README.md").sort());
});

test("The pages of docs/ have 200 kB in all, 40 words and 60 decisions at most", () => {
  const sizes = pages.map((page) => statSync(join(project, page)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200_000);
  expect(rowsOf("docs/glossary.md").length).toBeLessThanOrEqual(40);
  expect(rowsOf("docs/decisions.md").length).toBeLessThanOrEqual(60);
});

/** The pages that stand beside what they are about. */
const besideCode = globSync("{README.md,{main,server,test}/**/README.md}", { cwd: project });

/** The name by which a link leads to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\-_ ]/gu, "")
    .replaceAll(" ", "-");
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));

/** What a text names that is not there: paths of the project in backticks, and pages that it links, with their headings. */
function danglingIn(page: string, text: string): string[] {
  const paths = [...text.matchAll(/`((?:shared|server|main|renderer|test|docs)\/[\w./-]+)`/g)];
  const links = [...text.matchAll(/\]\((?!https?:)([\w./-]*)(?:#([^)]+))?\)/g)];
  const missing = paths.map(([, path = ""]) => path).filter((path) => !existsSync(join(project, path)));
  const leading = links.flatMap(([, path, anchor]) => {
    const target = path ? join(page, "..", path) : page;
    if (!existsSync(join(project, target))) return [target];
    return anchor && !anchorsOf(target).includes(anchor) ? [`${target}#${anchor}`] : [];
  });
  return [...missing, ...leading];
}

test("What a page names of the project, and every link of it, is there", () => {
  const named = [...pages, ...besideCode];
  expect(besideCode.length).toBeGreaterThan(4);
  expect(named.flatMap((page) => danglingIn(page, read(page)).map((path) => `${page}: ${path}`))).toEqual([]);
});

test("A path and a link that lead nowhere are found", () => {
  const text = "`server/none.ts`, [a page](none.md#part), [kept](README.md), [a part](README.md#none)";
  expect(danglingIn("docs/a.md", text)).toEqual(["server/none.ts", "docs/none.md", "docs/README.md#none"]);
});

/** The code blocks of a page, each with the file that is named on the line above it. */
function blocksOf(page: string): { path: string | undefined; code: string }[] {
  return [...page.matchAll(/(?:^`([\w./-]+)`\n\n)?^```(?:tsx?|sql)\n([\s\S]*?)^```$/gm)].map(
    ([, path, code = ""]) => ({ path, code }),
  );
}

/** The first piece of a block that the text does not hold, in the block's order; null when it holds them all. */
function missingIn(text: string, code: string): string | null {
  let from = 0;
  for (const piece of code.split(/^…\n/m)) {
    const at = text.indexOf(piece, from);
    if (at < 0) return piece;
    from = at + piece.length;
  }
  return null;
}

const blocks = blocksOf(read("docs/adding-a-resource.md"));

test("How to add a resource names a file above each of its blocks of code", () => {
  expect(blocks.length).toBeGreaterThan(6);
  expect(blocks.filter(({ path }) => path === undefined).map(({ code }) => code)).toEqual([]);
});

for (const { path = "", code } of blocks) {
  test(`How to add a resource shows ${path} as it is: ${code.trim().split("\n")[0]}`, () => {
    expect(missingIn(read(path), code)).toBeNull();
  });
}

test("A block that differs from its file by one word is found", () => {
  expect(missingIn("a = 1;\nb = 2;\nc = 3;\n", "a = 1;\n…\nc = 3;\n")).toBeNull();
  expect(missingIn("a = 1;\nb = 2;\nc = 3;\n", "a = 1;\n…\nc = 4;\n")).toBe("c = 4;\n");
  expect(missingIn("a = 1;\nb = 2;\nc = 3;\n", "c = 3;\n…\na = 1;\n")).toBe("a = 1;\n");
});
