// How rows are locked: what is read beside a lock that waited is old, and two orders of locking are a deadlock.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { customerLocks } from "../../../server/subscribers/customer-lock.ts";

const root = fileURLToPath(new URL("../../../server/", import.meta.url));
const LOCK = /\bfor\s+(no\s+key\s+update|update|key\s+share|share)\b/i;

interface Statement {
  file: string;
  sql: string;
}

/** Every template literal of the server that locks rows; what was put into it is left out. */
const statements: Statement[] = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8").replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, "");
    const literals = text.match(/`(?:[^`\\$]|\\.|\$\{[^{}`]*\}|\$)*`/g) ?? [];
    return literals.filter((sql) => LOCK.test(sql)).map((sql) => ({ file, sql }));
  });
/** A lock that waits; one that skips what is locked never does. */
const waiting = statements.filter(({ sql }) => !/\bskip locked\b/i.test(sql));

test("The statements that lock rows are found", () => {
  expect(statements.length).toBeGreaterThan(10);
  expect(waiting.length).toBeGreaterThan(8);
});

test("A statement that waits for a lock reads one table and nothing beside it; one that locks several reads no value of them", () => {
  const bare = (sql: string) =>
    sql.replace(/\$\{((ctx|this)\.)?tx\(\w+(\.\w+)?\)\}/g, "t").replace(/\$\{[^}]*\}/g, "?");
  const reads = (sql: string) => (bare(sql).match(/\b(from|join|using)\b/gi) ?? []).length;
  const locks = (sql: string) =>
    (/\bfor [\w ]+? of (\w+(?:, *\w+)*)/i.exec(sql)?.[1] ?? "").split(",").length;
  const isLockAlone = (sql: string) => /^`\s*select 1 from/.test(sql) && reads(sql) === locks(sql);
  const beside = waiting.filter(
    ({ sql }) => (reads(sql) > 1 && !isLockAlone(sql)) || /\bfrom\s+(\?|\w+(\s+\w+)?\s*,)/i.test(bare(sql)),
  );
  expect(beside).toEqual([]);
});

test("A customer and his account are locked in one place, which keeps the order", () => {
  const elsewhere = waiting.filter(
    ({ file, sql }) =>
      file !== "subscribers/customer-lock.ts" && /\b(customers|billing_accounts)\b/.test(sql),
  );
  expect(elsewhere).toEqual([]);
  const served = AREAS.flatMap((area) => area.resources).find(({ resource }) => resource.name === "customer");
  expect(served?.locks).toBe(customerLocks);
  const byHand = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .filter((file) =>
      /lockRecord[^(]*\(\s*"(customers|billing_accounts)"/.test(readFileSync(join(root, file), "utf8")),
    );
  expect(byHand).toEqual([]);
});
