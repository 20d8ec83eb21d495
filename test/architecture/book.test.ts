// The book on adding a resource shows the product's own code: each of its blocks stands in the file that it names.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

/** The book's code blocks, each with the file that is named on the line above it. */
function blocksOf(book: string): { path: string | undefined; code: string }[] {
  return [...book.matchAll(/(?:^`([\w./-]+)`\n\n)?^```(?:ts|sql)\n([\s\S]*?)^```$/gm)].map(
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

test("The book names a file above each of its blocks of code", () => {
  expect(blocks.length).toBeGreaterThan(6);
  expect(blocks.filter(({ path }) => path === undefined).map(({ code }) => code)).toEqual([]);
});

for (const { path = "", code } of blocks) {
  test(`The book shows ${path} as it is: ${code.trim().split("\n")[0]}`, () => {
    expect(missingIn(read(path), code)).toBeNull();
  });
}

test("A block that differs from its file by one word is found", () => {
  expect(missingIn("a = 1;\nb = 2;\nc = 3;\n", "a = 1;\n…\nc = 3;\n")).toBeNull();
  expect(missingIn("a = 1;\nb = 2;\nc = 3;\n", "a = 1;\n…\nc = 4;\n")).toBe("c = 4;\n");
  expect(missingIn("a = 1;\nb = 2;\nc = 3;\n", "c = 3;\n…\na = 1;\n")).toBe("a = 1;\n");
});
