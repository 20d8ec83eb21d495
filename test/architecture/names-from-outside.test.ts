// Every object answers to `constructor`, `toString` and `__proto__`: tables are asked only for what was put into them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = ["server", "shared", "main", "renderer"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    // The replica's tables are asked for the names of our own collections alone.
    .filter((file) => !(folder === "renderer" && file.startsWith(join("kernel", "replica"))))
    .map((file) => ({
      file: join(folder, file),
      code: readFileSync(join(root, folder, file), "utf8").replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, ""),
    })),
);

/** Tables that any text may be looked up in; with a closed union as the key the compiler sees to it. */
const TABLE = /\bconst (\w+): (?:Readonly<)?(?:Partial<)?(?:Readonly<)?Record<string,[^=]*= \{\s*[^\s}]/g;

const tables = [
  ...new Set(sources.flatMap(({ code }) => [...code.matchAll(TABLE)].map((found) => found[1]))),
];

/** `table[name]`, where it is read; numbers and texts that are written out are no names from outside. */
const lookUp = (table: string) =>
  new RegExp(`(?<![.\\w])${table}(\\?\\.)?\\[(?!["'\`\\d])[^\\]]+\\](?!\\s*=[^=])`);

test("the tables that any text may be looked up in are found", () => {
  expect(tables).toEqual(expect.arrayContaining(["READS", "SQL_TYPES", "types"]));
});

test("no table is asked for any text but through own(), which doesn't answer to inherited names", () => {
  const declares = (code: string, table: string | undefined) =>
    new RegExp(`\\b(const ${table}:|import [^;]*\\b${table}\\b)`).test(code);
  const bare = sources.flatMap(({ file, code }) =>
    tables
      .filter((table) => declares(code, table) && lookUp(table as string).test(code))
      .map((table) => `${file}: ${table}[…]`),
  );
  expect(bare).toEqual([]);
});

test("whether a record has a field is asked with Object.hasOwn, never with `in` and a variable", () => {
  const asking = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/[(!&|]\s*\(?(?!["'`])[a-z][\w.]*(?:\[\w+\])? in (?:[A-Za-z])[\w.]*\)/g)]
      .filter((found) => !/\b(const|let)\b/.test(found[0]))
      .filter((found) => !/\bfor \($/.test(code.slice(0, (found.index ?? 0) + 1).slice(-5)))
      .map((found) => `${file}: ${found[0]}`),
  );
  expect(asking).toEqual([]);
});
