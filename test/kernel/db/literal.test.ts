// Values that are a part of a statement's text: whatever a person wrote comes back as it was, and is never more than a value.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { literal, literals, plannedAnew } from "../../../server/kernel/db/literal.ts";
import { type EmptyDatabase, emptyDatabase } from "../../helpers/postgres.ts";

let database: EmptyDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await emptyDatabase();
  sql = openPool(database.url, null, 1);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const AWKWARD = [
  "",
  "'",
  "''",
  "\\",
  "\\'",
  '"',
  "{}",
  ",",
  "null",
  "$1",
  "$$",
  "--",
  "/*",
  "E'",
  "বাংলা",
  "\n",
  "\u{1F600}",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: "grapheme" })), { maxLength: 6 })
  .map((parts) => parts.join("").replaceAll("\0", ""));

it("Any text and any array of texts is read back as it was, whatever the session takes a backslash for", async () => {
  for (const conforming of ["on", "off"]) {
    await sql.unsafe(`set standard_conforming_strings = ${conforming}`);
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.option(text), { minLength: 1 }), async (one, many) => {
        const [row] = await plannedAnew(
          sql,
          `select ${literal(one)}::text as one, to_jsonb(${literals(many)}::text[]) as many`,
        );
        expect(row).toEqual({ one, many });
      }),
      { numRuns: 300 },
    );
  }
});

it("A zero byte, which would end the statement, is refused before anything is sent", () => {
  expect(() => literal("a\0b")).toThrow("zero byte");
  expect(() => literals(["a", "\0"])).toThrow("zero byte");
});
