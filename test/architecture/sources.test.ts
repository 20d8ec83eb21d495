// What every file of the project keeps to, where no other tool looks.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const notOurs = new Set(["node_modules", ".git", ".build", ".data"]);

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

const files = filesUnder(".");
const text = (file: string) => readFileSync(join(root, file), "utf8");
const lineCount = (file: string) => text(file).trimEnd().split("\n").length;
const code = files.filter((file) => /\.tsx?$/.test(file));
const inProcess = files.filter((file) => /^(shared|server|main|renderer|test)\//.test(file));
const self = "test/architecture/sources.test.ts";

test("Nine of ten source files have at most 250 lines, and a style sheet at most 400", () => {
  const sizes = code
    .filter((file) => !file.startsWith("test/"))
    .map((file) => ({ file, lines: lineCount(file) }))
    .sort((a, b) => a.lines - b.lines);
  const ninth = sizes[Math.ceil(sizes.length * 0.9) - 1];
  expect(ninth?.lines ?? 0, `the ninth decile is ${ninth?.file}`).toBeLessThanOrEqual(250);
  const styles = files.filter((file) => file.endsWith(".css"));
  expect(styles.filter((file) => lineCount(file) > 400)).toEqual([]);
});

/** Folders that may hold more or fewer, each with its reason. */
const OTHER_ROOMS = new Map([
  ["server/migrations", "the schema's history lies in one row, in the order in which it is applied"],
  ["renderer/practice", "what the assembly adds to practice: a kernel knows no area"],
]);
const ROOM = { least: 3, most: 20 };

test("A folder is one subject: one that holds no other has at least three files, and none has more than twenty", () => {
  const own = inProcess.filter((file) => !file.startsWith("test/"));
  const rooms = new Map<string, number>();
  for (const file of own) rooms.set(dirname(file), (rooms.get(dirname(file)) ?? 0) + 1);
  const isLeaf = (folder: string) => ![...rooms.keys()].some((other) => other.startsWith(`${folder}/`));
  const odd = [...rooms].filter(
    ([folder, count]) => count > ROOM.most || (count < ROOM.least && isLeaf(folder)),
  );
  expect(odd.filter(([folder]) => !OTHER_ROOMS.has(folder))).toEqual([]);
});

test("Folders and files are named in kebab-case", () => {
  const plain = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
  const guides = /^[A-Z]+\.md$/;
  const odd = inProcess.filter((file) => {
    const parts = file.split("/");
    if (guides.test(basename(file))) parts.pop();
    return !parts.every((part) => plain.test(part));
  });
  expect(odd).toEqual([]);
});

test("Every source file begins with a line that says its purpose", () => {
  const starts = /^(#!.*\n)?(\/\/ \S|\/\*\*? ?\S|\/\*\*\n \* \S)/;
  expect(code.filter((file) => !starts.test(text(file)))).toEqual([]);
});

test("Nothing names a folder of one machine or a package registry's address", () => {
  const machine = /(^|[\s"'`(=:])\/(home|Users|root|work|mnt)\/\w|[A-Z]:\\Users\\/;
  const registry = /https?:\/\/[^\s"'`)]*(npmjs|registry|artifactory|nexus|verdaccio|yarnpkg)/i;
  const naming = files.filter((file) => file !== self && !/\.(png|woff2|ico|pdf)$/.test(file));
  expect(naming.filter((file) => machine.test(text(file)) || registry.test(text(file)))).toEqual([]);
});

test("The database is spoken to by what openPool opens alone, which knows its sockets, its types and its limits", () => {
  const opens = files.filter((file) => /\.tsx?$/.test(file) && /^import postgres\b/m.test(text(file)));
  expect(opens).toEqual(["server/kernel/db/db.ts"]);
});

test("A test in the browser asks its office for the day: the machine's is another for hours of each day", () => {
  const machines = /toISOString\(\)\.slice\(0, (7|10)\)/;
  const flows = code.filter((file) => file.startsWith("test/e2e/"));
  expect(flows.filter((file) => machines.test(text(file)))).toEqual([]);
});

test("No check is switched off and nothing is left for later", () => {
  const off = /@ts-(ignore|nocheck)|biome-ignore-all|\b(TODO|FIXME|XXX|HACK)\b|\b(test|it|describe)\.only\(/;
  expect(code.filter((file) => file !== self && off.test(text(file)))).toEqual([]);
});
