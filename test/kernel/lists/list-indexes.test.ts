// Lists that stay fast: what a large resource declares as fast, an index of its table answers, led by the tenant.
import { afterAll, beforeAll, expect, it } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { hasSearchIndex } from "../../../server/kernel/resource/list/search.ts";
import { fieldsOf } from "../../../shared/kernel/resource.ts";
import { freshDatabase } from "../../helpers/postgres.ts";

let database: { url: string; drop(): Promise<void> };
let sql: Sql;
/** The columns of each index in their order, with its whole definition. */
let indexes: { table: string; columns: string[]; definition: string }[];

beforeAll(async () => {
  database = await freshDatabase();
  sql = openPool(database.url, null, 1);
  const rows = await sql<{ table: string; definition: string; columns: string }[]>`
    select i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid) as definition,
      (select string_agg(pg_get_indexdef(i.indexrelid, n, false), ' ' order by n) from generate_series(1, i.indnatts) n)
        as columns
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = current_schema()::regnamespace`;
  indexes = rows.map(({ columns, ...index }) => ({
    ...index,
    columns: columns.replaceAll('"', "").split(" "),
  }));
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const resources = AREAS.flatMap((area) => area.resources).map(({ resource }) => resource);
const large = resources.filter((resource) => resource.large !== null);

/** The tables of the platform's own resources, which have no tenant. */
const of_platform = new Set(resources.filter((one) => one.of_platform).map(({ table }) => table));

/** Whether an index of the table begins with the tenant, where it has one, and these columns. */
const begins = (table: string, wanted: readonly string[]) => {
  const led = of_platform.has(table) ? wanted : ["tenant_id", ...wanted];
  return indexes.some(
    (index) => index.table === table && led.every((name, at) => index.columns[at] === name),
  );
};

/** What grows by itself: with the subscribers, and with every day of work. */
const GROW = ["customer", "audit_log", "review_item"];

it("The resources whose tables grow with every customer and every month are declared large, and so is what refers to them", () => {
  const names = large.map(({ name }) => name);
  expect(GROW.filter((name) => !names.includes(name))).toEqual([]);
  const grown = resources.flatMap((resource) => {
    const references = fieldsOf(resource).flatMap(([, { references }]) => references ?? []);
    return resource.large === null && references.some((name) => names.includes(name)) ? [resource.name] : [];
  });
  expect(grown).toEqual([]);
});

it("Every large list's own order is an index's, led by the tenant", () => {
  const slow = large.filter(
    ({ table, order }) =>
      !begins(
        table,
        order.map((term) => term.replace(/^-/, "")),
      ),
  );
  expect(slow.map(({ name, order }) => `${name} by ${order}`)).toEqual([]);
});

it("Every filter that a large resource documents has an index led by the tenant, which goes on with the list's order", () => {
  const slow: string[] = [];
  for (const { name, table, large: fast, order, ...resource } of large) {
    const kinds = new Map(fieldsOf({ ...resource, name, table, order, large: fast } as never));
    for (const filter of fast?.filters ?? []) {
      // A range, or one record, is sorted as soon as it is found.
      const isNarrow = ["date", "instant", "money", "count"].includes(kinds.get(filter)?.kind ?? "");
      const isOne = indexes.some(
        ({ table: of, definition }) =>
          of === table && definition.includes("UNIQUE") && definition.includes(`(tenant_id, ${filter})`),
      );
      const sorted = order.map((term) => term.replace(/^-/, ""));
      const wanted = isNarrow || isOne || sorted[0] === filter ? [filter] : [filter, ...sorted];
      if (!begins(table, wanted)) slow.push(`${name} by ${filter}`);
    }
  }
  expect(slow).toEqual([]);
});

it("What a large resource can be searched by is what its search index holds", async () => {
  const wrong: string[] = [];
  for (const { name, table, search } of large.filter(hasSearchIndex)) {
    if (table === "customers") continue;
    const index = indexes.find(({ definition }) => definition.includes(`INDEX ${table}_search `));
    const held = [...(index?.definition ?? "").matchAll(/COALESCE\(\(?"?(\w+)/g)].map((match) => match[1]);
    if (!index?.definition.includes("gin (tenant_id,") || held.join() !== search.join()) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});

it("What a customer can be searched by is what lies beside them, whoever wrote it there and whenever it changed", async () => {
  const search = large.find(({ table }) => table === "customers")?.search ?? [];
  const written = await sql<{ source: string }[]>`
    select prosrc as source from pg_proc where proname in ('keep_customer_texts', 'fill_customer_texts')`;
  const texts = written.map(({ source }) =>
    /texts_of_customer\(([^)]*)\)/.exec(source)?.[1]?.replaceAll("new.", ""),
  );
  expect(texts).toEqual([search.join(", "), search.join(", ")]);
  const [changed] = await sql<{ trigger: string }[]>`
    select pg_get_triggerdef(oid) as trigger from pg_trigger where tgname = 'keep_texts'`;
  expect(changed?.trigger).toContain(`UPDATE OF ${search.join(", ")} ON`);
  const compared = [...(changed?.trigger ?? "").matchAll(/old\.(\w+) IS DISTINCT FROM new\.\1/g)];
  expect(compared.map(([, field]) => field)).toEqual(search);
});

it("Every search index is put in order before so much has gathered that a writer waits long for it", () => {
  const searched = indexes.filter(({ definition }) => definition.includes(" USING gin "));
  expect(searched.length).toBeGreaterThan(10);
  const slow = searched.filter(({ definition }) => !definition.includes("gin_pending_list_limit='1024'"));
  expect(slow.map(({ definition }) => definition)).toEqual([]);
});
