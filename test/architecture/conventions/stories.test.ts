// Each story of docs/stories.md is played by the test that it names, which tells how many keys and seconds it took.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../../helpers/build.ts";

const stories = readFileSync(join(project, "docs/stories.md"), "utf8");
const quoted = (cell: string | undefined) =>
  [...(cell ?? "").matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? "");
const rows = stories
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [, told, story, keys, , file] = line.split("|").map((cell) => cell.trim());
    return { story, keys, file: `test/e2e/${quoted(file)[0]}`, told: quoted(told) };
  });
/** What a test file tells, by the file. */
const told = new Map<string, readonly string[]>(
  readdirSync(join(project, "test/e2e"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => {
      const text = readFileSync(join(project, "test/e2e", file), "utf8");
      const names = [...text.matchAll(/\.told\(\s*"([^"]+)"/g)].map(([, name]) => name ?? "");
      return [`test/e2e/${file.replaceAll("\\", "/")}`, names] as const;
    }),
);

test("Every story names its test, and that test tells what it took", () => {
  expect(rows.length).toBeGreaterThan(40);
  const untold = rows.flatMap(({ story, file, told: names }) => {
    if (!existsSync(join(project, file))) return [`${story}: there is no ${file}`];
    const missing = names.filter((name) => !told.get(file)?.includes(name));
    return names.length === 0 || missing.length > 0
      ? [`${story}: ${file} tells nothing of it ${missing}`]
      : [];
  });
  expect(untold).toEqual([]);
});

test("Every story has its keys, and what a test tells belongs to one story", () => {
  expect(rows.filter(({ keys }) => !/^\d/.test(keys ?? "")).map(({ story }) => story)).toEqual([]);
  const names = rows.flatMap((row) => row.told);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect([...told.values()].flat().filter((name) => !names.includes(name))).toEqual([]);
});
