// How many records a list has is known for its next page, as long as none of them has changed: counted rows are told by the plans.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { RARE_EVERY } from "../../helpers/database/many-rows.ts";
import { ofPlans } from "../../helpers/database/plans.ts";
import { HANGS_MS } from "../../helpers/process/wait.ts";
import { type ManyCustomers, openManyCustomers } from "./helpers/many-customers.ts";

const ROWS = 4_000;
/** What asking whether anything has changed reads: the latest change, and the latest deletion. */
const ASKED = 4;

let many: ManyCustomers;

beforeAll(async () => {
  many = await openManyCustomers(ROWS);
});
afterAll(() => many.end());

const list = () => many.get("status=ACTIVE");
const isCount = (statement: string) => statement.endsWith(") counted");

/** The list's count, and whether its records were counted for it. */
async function count(): Promise<{ count: number; is_counted: boolean }> {
  await many.plans.read();
  const page = await list();
  const rows = (await many.plans.read(isCount)).reduce((sum, one) => sum + one.rows, 0);
  return { count: page.count, is_counted: rows > ASKED };
}

/** Asked again, the count is known: as soon as transactions are over that began before the change, whosever they are. */
const isKnown = (known: number) =>
  vi.waitFor(async () => expect(await count()).toEqual({ count: known, is_counted: false }), HANGS_MS);

ofPlans(describe)(`a list that ${ROWS} records match`, () => {
  it("A list that nothing was changed of is counted once; what comes, changes and goes is counted at once", async () => {
    const { count: before } = await count();
    expect(before).toBeGreaterThan(ROWS - (2 * ROWS) / RARE_EVERY);
    await isKnown(before);

    const { sql, isp } = many;
    const [first] = (await list()).results;
    await sql`update customers set status = 'SUSPENDED' where tenant_id = ${isp.id} and id = ${first?.id ?? ""}`;
    expect(await count()).toEqual({ count: before - 1, is_counted: true });
    await isKnown(before - 1);

    const id = newId();
    await many.copy(sql, id);
    expect(await count()).toEqual({ count: before, is_counted: true });
    await isKnown(before);

    expect((await isp.admin.delete(`/customers/${id}/`)).status).toBe(204);
    expect(await count()).toEqual({ count: before - 1, is_counted: true });
    await isKnown(before - 1);
  });

  it("Counted while another one was being written, a list has it as soon as it is there", async () => {
    const { sql, isp } = many;
    const { count: before, results } = await list();
    const connection = await sql.reserve();
    await connection`begin`;
    await many.copy(connection, newId());
    // A change that began later is over before, and has the list counted anew.
    await sql`update customers set notes = 'Called' where tenant_id = ${isp.id} and id = ${results[0]?.id ?? ""}`;
    expect((await list()).count).toBe(before);
    await connection`commit`;
    connection.release();
    expect((await list()).count).toBe(before + 1);
  });
});

it("Each change of what desktops hold is stamped: no large list's table leaves out columns, or writes, nor that of what it is searched by", async () => {
  const resources = AREAS.flatMap(({ resources }) => resources.map(({ resource }) => resource));
  const tables = resources
    .filter(
      ({ replica, large, view, table, of_platform }) => replica && large && view === table && !of_platform,
    )
    .flatMap(({ table, searched_in }) => [...new Set([table, searched_in])]);
  expect(tables).toEqual(expect.arrayContaining(["invoices", "customer_texts"]));
  const rows = await many.sql<
    { table: string; columns: number; is_told_of_updates: boolean; may_change: boolean }[]
  >`
    select c.relname as table, array_length(t.tgattr::int[], 1) as columns, t.tgtype & 16 > 0 as is_told_of_updates,
      has_any_column_privilege('lastmile_app', c.oid, 'update') as may_change
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'stamp_change' and c.relname = any(${tables}) and c.relnamespace = current_schema()::regnamespace`;
  expect(rows.map(({ table }) => table).sort()).toEqual([...tables].sort());
  for (const row of rows) {
    expect(row.columns, row.table).toBe(null);
    expect(row.is_told_of_updates || !row.may_change, row.table).toBe(true);
  }
});
