// Every object answers to `constructor`, `toString` and `__proto__`: tables are asked only for what was put into them.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
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

const tablesIn = (code: string) => [...code.matchAll(TABLE)].map((found) => found[1] as string);
const tables = [...new Set(sources.flatMap(({ code }) => tablesIn(code)))];
const byFile = new Map(sources.map(({ file, code }) => [file, tablesIn(code)]));

/** The tables of a file: its own, and those that it imports from where they are declared. */
function tablesOf(file: string, code: string): string[] {
  const imports = [...code.matchAll(/import \{([^}]*)\} from "(\.[^"]*)"/g)];
  const foreign = imports.flatMap(([, names = "", from = ""]) =>
    (byFile.get(join(dirname(file), from)) ?? []).filter((table) => new RegExp(`\\b${table}\\b`).test(names)),
  );
  return [...tablesIn(code), ...foreign];
}

/** `table[name]`, where it is read; numbers and texts that are written out are no names from outside. */
const lookUp = (table: string) =>
  new RegExp(`(?<![.\\w])${table}(\\?\\.)?\\[(?!["'\`\\d])[^\\]]+\\](?!\\s*=[^=])`);

test("The tables that any text may be looked up in are found", () => {
  expect(tables).toEqual(expect.arrayContaining(["READS", "types"]));
});

test("No table is asked for any text but through own(), which doesn't answer to inherited names", () => {
  const bare = sources.flatMap(({ file, code }) =>
    tablesOf(file, code)
      .filter((table) => lookUp(table).test(code))
      .map((table) => `${file}: ${table}[…]`),
  );
  expect(bare).toEqual([]);
});

test("Whether a record has a field is asked with Object.hasOwn, never with `in` and a variable", () => {
  const asking = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/[(!&|]\s*\(?(?!["'`])[a-z][\w.]*(?:\[\w+\])? in (?:[A-Za-z])[\w.]*\)/g)]
      .filter((found) => !/\b(const|let)\b/.test(found[0]))
      .filter((found) => !/\bfor \($/.test(code.slice(0, (found.index ?? 0) + 1).slice(-5)))
      .map((found) => `${file}: ${found[0]}`),
  );
  expect(asking).toEqual([]);
});
