// One language: files are named by the terms of the field (docs/glossary.md), and comments are plain English.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const project = fileURLToPath(new URL("../../..", import.meta.url));
const files = execFileSync("git", ["ls-files", "shared", "server", "main", "renderer"], {
  cwd: project,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(tsx?|css)$/.test(file));

/** What is no term of the field, and the term that stands for it. */
const INSTEAD = new Map([
  ["anew", "again"],
  ["aside", "worker"],
  ["away", "unavailable"],
  ["beginnings", "tenant hooks"],
  ["bill", "invoice"],
  ["billed", "invoiced"],
  ["bills", "invoices"],
  ["carried", "payload"],
  ["finder", "palette"],
  ["finding", "palette"],
  ["gathered", "batch"],
  ["gatherer", "batcher"],
  ["house", "address"],
  ["incarnation", "database identity"],
  ["looks", "poller"],
  ["matter", "review item"],
  ["mirror", "reversing entry"],
  ["outside", "outgoing"],
  ["several", "batch"],
  ["shelf", "index"],
  ["sight", "row scope"],
  ["staying", "unsaved guard"],
  ["surrender", "revoke and wipe"],
  ["undoing", "reverse"],
  ["unwinding", "trace"],
  ["verbs", "page actions"],
  ["whose", "owner"],
  ["writing", "formatting"],
]);
/** Files that have such a word still: the list can only become shorter. */
const STILL = [
  "renderer/callcenter/calls/whose-number.tsx",
  "renderer/hr/attendance/use-away.ts",
  "server/config-outside.ts",
];

test("No file is named by a word that is no term of the field", () => {
  const named = files.filter((file) =>
    basename(file)
      .split(/[-.]/)
      .some((word) => INSTEAD.has(word)),
  );
  expect(named).toEqual(STILL);
});

/** How many lines of comments may have a word that reads foreign: fewer each time, never more. */
const CEILINGS: readonly (readonly [RegExp, number])[] = [
  [/\bwhoever\b/i, 80],
  [/\banew\b/i, 64],
  [/\bby itself\b/i, 18],
  [/\bnought\b/i, 0],
  [/\b(he|his|him)\b/i, 4],
];

test("Words that read foreign become fewer in comments", () => {
  const comments = files.flatMap((file) =>
    readFileSync(join(project, file), "utf8")
      .split("\n")
      .filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)),
  );
  const over = CEILINGS.map(
    ([word, most]) => [word.source, comments.filter((line) => word.test(line)).length, most] as const,
  ).filter(([, count, most]) => count > most);
  expect(over).toEqual([]);
});
