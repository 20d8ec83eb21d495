// What a search has found of thousands is known for the next page, as long as nobody is called otherwise: the texts that were
// looked at are told by the plans.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { ofPlans } from "../../helpers/database/plans.ts";
import { HANGS_MS } from "../../helpers/process/wait.ts";
import { type ManyCustomers, openManyCustomers, type Page } from "./helpers/many-customers.ts";

const ROWS = 3_000;

let many: ManyCustomers;
/** What all customers have in common, and one of them. */
let query: string;
let one: string;

beforeAll(async () => {
  many = await openManyCustomers(ROWS);
  const [row] = await many.sql<{ id: string; phone: string }[]>`
    select id, phone from customers where tenant_id = ${many.isp.id} and status = 'ACTIVE' order by id limit 1`;
  query = `search=${encodeURIComponent(row?.phone ?? "")}`;
  one = row?.id ?? "";
});
afterAll(() => many.end());

const lookedAt = async () =>
  (await many.plans.read((statement) => statement.startsWith("select id from customer_texts"))).reduce(
    (sum, { rows }) => sum + rows,
    0,
  );

/** How many the search finds, and whether it was made for that. */
async function search(more = ""): Promise<{ count: number; is_made: boolean; page: Page }> {
  await lookedAt();
  const page = await many.get(`${query}${more}`);
  return { count: page.count, is_made: (await lookedAt()) > 0, page };
}

/** Asked again, what it finds is known: as soon as transactions are over that began before the change, whosever they are. */
const isKnown = (count: number) =>
  vi.waitFor(async () => expect(await search()).toMatchObject({ count, is_made: false }), HANGS_MS);

const change = (id: string, columns: Record<string, unknown>) => many.sql`
  update customers set ${many.sql(columns)} where tenant_id = ${many.isp.id} and id = ${id}`;

ofPlans(describe)(`a search that finds ${ROWS} customers`, () => {
  it("A search of thousands is made once for all of its pages, whatever is sold meanwhile", async () => {
    const { count } = await search();
    expect(count).toBeGreaterThanOrEqual(ROWS);
    await isKnown(count);
    await change(one, { due_amount: "12.00", notes: "Paid a part" });
    expect(await search()).toMatchObject({ count, is_made: false });
    const { page } = await search();
    const next = new URL(page.next ?? "").searchParams.get("cursor");
    const second = await search(`&ordering=-id&cursor=${next}`);
    expect(second).toMatchObject({ count, is_made: false });
    expect(second.page.results.map(({ id }) => id)).toEqual(
      (await many.get(`${query}&page=2`)).results.map(({ id }) => id),
    );
  });

  it("Who comes, is called otherwise or goes is found, or not, at once", async () => {
    const { count } = await search();
    await isKnown(count);
    await change(one, { phone: "elsewhere" });
    expect(await search()).toMatchObject({ count: count - 1, is_made: true });
    await isKnown(count - 1);

    const id = newId();
    await many.copy(many.sql, id);
    expect(await search()).toMatchObject({ count, is_made: true });
    expect((await many.walk(query)).map((found) => found.id)).toContain(id);
    await isKnown(count);

    expect((await many.isp.admin.delete(`/customers/${id}/`)).status).toBe(204);
    expect(await search()).toMatchObject({ count: count - 1, is_made: true });
  });

  it("Found while another customer was being written, a search has them as soon as they are there", async () => {
    const { count } = await search();
    const connection = await many.sql.reserve();
    await connection`begin`;
    await many.copy(connection, newId());
    // A change that began later is over before, and has the search made anew.
    await change(one, { phone: `elsewhere ${count}` });
    expect((await search()).count).toBe(count);
    await connection`commit`;
    connection.release();
    expect((await search()).count).toBe(count + 1);
  });
});

ofPlans(it)(
  "Of hundreds that a search finds, more than the largest page, only those of the page are read, newest first",
  async () => {
    const HUNDREDS = 700;
    const called = await many.sql<{ id: string }[]>`
      update customers set notes = 'one of hundreds', address = 'Seven Hundred Lane' where tenant_id = ${many.isp.id}
        and id in (select id from customers where tenant_id = ${many.isp.id} order by id limit ${HUNDREDS}) returning id`;
    await many.get("search=hundred%20lane");
    await many.plans.read();
    const page = await many.get("search=hundred%20lane");
    const read = await many.plans.read((statement) => /from "?customers"?/.test(statement));
    const newest = called
      .map(({ id }) => id)
      .sort()
      .reverse();
    expect(page.count).toBe(HUNDREDS);
    expect(page.results.map(({ id }) => id)).toEqual(newest.slice(0, 50));
    // The ids, the look at each, and the row.
    expect(read.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(3 * 51);
  },
);

it("Thousands that a search finds come page by page, each once, newest first or in the order that is asked for", async () => {
  const ids = async (more: string) => (await many.walk(`${query}${more}`)).map(({ id }) => id);
  const rows = await many.sql<{ id: string }[]>`
    select c.id from customers c join customers o on o.tenant_id = c.tenant_id and o.phone = c.phone
    where c.tenant_id = ${many.isp.id} and o.id <> c.id group by c.id order by c.id`;
  const all = rows.map(({ id }) => id);
  expect(all.length).toBeGreaterThanOrEqual(ROWS - 1);
  expect(await ids("&ordering=id&page_size=400")).toEqual(all);
  expect(await ids("&page_size=400")).toEqual(all.toReversed());
  expect((await ids("&ordering=name&page_size=500")).sort()).toEqual(all);
  const last = await many.get(`${query}&page_size=400&page=8`);
  expect(last.results.map(({ id }) => id)).toEqual(all.toReversed().slice(2_800, 3_200));
});
