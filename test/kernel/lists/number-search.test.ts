// Numbers on papers have most of their letters in common. What an index reads to find one is counted, in a table made for that.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { onOnePostgres } from "../../helpers/database/cluster.ts";
import { searchBlocks } from "../../helpers/database/search-blocks.ts";
import { freshDatabase } from "../../helpers/postgres.ts";

const MONTHS = 10;
const OF_A_MONTH = 10_000;
/** Blocks that a search of one number may read: 249 when all its trigrams were compared. */
const FEW = 80;

const tenant = newId();
let database: Awaited<ReturnType<typeof freshDatabase>>;
let sql: Sql;

beforeAll(async () => {
  database = await freshDatabase();
  sql = openPool(database.url, null, 1);
  await sql`create table papers (tenant_id uuid not null, id uuid not null default gen_random_uuid(), number text, note text)`;
  await sql`insert into papers (tenant_id, number, note)
    select ${tenant}, 'INV-2026' || lpad(month::text, 2, '0') || '-' || lpad(n::text, 4, '0'), 'Home 20 Mbps'
    from generate_series(1, ${MONTHS}::int) month, generate_series(1, ${OF_A_MONTH}::int) n`;
  await sql`select make_searchable('papers', 'number', 'note')`;
  await sql`vacuum analyze papers`;
  await sql`select set_config('app.tenant_id', ${tenant}, false)`;
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const found = async (text: string) =>
  (
    await sql<
      { number: string }[]
    >`select number from papers where id in (select search_papers(${text}, 100000)) order by 1`
  ).map(({ number }) => number);

onOnePostgres(it, "counts blocks of one database")(
  "The whole number of a paper is found without comparing what all numbers have in common",
  async () => {
    expect(await found("INV-202607-4321")).toEqual(["INV-202607-4321"]);
    expect(await searchBlocks(sql, "papers", "INV-202607-4321")).toBeLessThan(FEW);
  },
);

it("A part of a number finds all that hold it, wherever it stands and however much of it is digits", async () => {
  expect(await found("07-4321")).toEqual(["INV-202607-4321"]);
  expect(await found("-4321")).toHaveLength(MONTHS);
  expect(await found("inv-202607-432")).toEqual([...Array(10).keys()].map((n) => `INV-202607-432${n}`));
  expect(await found("V-202607")).toHaveLength(OF_A_MONTH);
  expect(await found("XX-202607-4321")).toEqual([]);
  expect(await found("%-202607-4321")).toEqual([]);
  expect(await found("INV_202607-4321")).toEqual([]);
  expect(await found("home 20")).toHaveLength(MONTHS * OF_A_MONTH);
});
