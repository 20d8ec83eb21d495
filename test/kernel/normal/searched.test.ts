// What the database compares as it searches is the program's own normal form, in a database that knows no letters beyond ASCII.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { plainDigits } from "../../../shared/kernel/formatting/digits.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import { freshDatabase } from "../../helpers/postgres.ts";

let sql: Sql;
let database: { url: string; drop(): Promise<void> };
beforeAll(async () => {
  database = await freshDatabase();
  sql = openPool(database.url, null, 1);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const AT_ONCE = 0x4000;

/** Every character that has a meaning. */
const CODES = Array.from({ length: 0x110000 }, (_, code) => code).filter(
  (code) => code > 0 && /[^\p{Cn}\p{Co}\p{Cs}]/u.test(String.fromCodePoint(code)),
);
/** A letter for S, given to Unicode after the version that this PostgreSQL knows: it leaves it as it is. */
const NEWER = "a7f1";

test("Every character is folded by SQL as by the program", async () => {
  const wrong: string[] = [];
  for (let from = 0; from < CODES.length; from += AT_ONCE) {
    const rows = await sql<{ code: number; form: string; digits: string }[]>`
      select code, encode(convert_to(folded_text('a' || chr(code) || 'B'), 'UTF8'), 'hex') as form,
        digits_of('1' || chr(code) || '2') as digits
      from unnest(${CODES.slice(from, from + AT_ONCE)}::int[]) code`;
    for (const { code, form, digits } of rows) {
      const character = String.fromCodePoint(code);
      const wanted = Buffer.from(normalText(`a${character}B`)).toString("hex");
      const plain = plainDigits(character.normalize("NFKC")).replace(/[^0-9]/g, "");
      if (form !== wanted || digits !== `1${plain}2`) wrong.push(code.toString(16));
    }
  }
  expect(wrong.filter((code) => code !== NEWER)).toEqual([]);
});
