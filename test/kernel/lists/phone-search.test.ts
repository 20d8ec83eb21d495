// A whole phone number is nearly nobody else's: an index finds it without going through the company's customers.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { onOnePostgres } from "../../helpers/database/cluster.ts";
import { searchBlocks } from "../../helpers/database/search-blocks.ts";
import { freshDatabase } from "../../helpers/postgres.ts";

const CUSTOMERS = 40_000;
/** Blocks that the search of a phone may read: 9 are seen, 17 when the company's list was read as well. */
const FEW = 13;

const [tenant, other] = [newId(), newId()];
onOnePostgres(describe, "Of a cluster each node has to be told whose customers are asked for.")(
  "a phone number among many",
  () => {
    let database: Awaited<ReturnType<typeof freshDatabase>>;
    let sql: Sql;

    beforeAll(async () => {
      database = await freshDatabase("served");
      sql = openPool(database.url, null, 1);
      await sql`set session_replication_role = replica`;
      for (const [company, customers] of [
        [tenant, CUSTOMERS],
        [other, 10],
      ] as const)
        await sql`insert into customer_texts (tenant_id, id, searched, changed_xid)
      select ${company}, gen_random_uuid(), searched_text('Rahima ' || n, 'u' || n, '+88017' || lpad((n * 7919 % 100000000)::text, 8, '0')), '0'
      from generate_series(1, ${customers}::int) n`;
      await sql`vacuum analyze customer_texts`;
    });
    afterAll(async () => {
      await sql.end();
      await database.drop();
    });

    const phoneOf = (n: number) => `+88017${String((n * 7919) % 100_000_000).padStart(8, "0")}`;

    async function found(company: string, text: string): Promise<string[]> {
      await sql`select set_config('app.tenant_id', ${company}, false)`;
      const rows = await sql<{ searched: string }[]>`select searched from customer_texts
    where id in (select search_customers(${text}, 100)) and tenant_id = ${company}`;
      return rows.map(({ searched }) => searched.split("\x1f")[1] ?? "");
    }

    it("A whole phone number finds its customer, of the company that asks and of no other", async () => {
      expect(await found(tenant, phoneOf(7))).toEqual(["u7"]);
      expect(await found(other, phoneOf(7))).toEqual(["u7"]);
      expect(await found(tenant, phoneOf(CUSTOMERS - 1))).toEqual([`u${CUSTOMERS - 1}`]);
      expect(await found(other, phoneOf(CUSTOMERS - 1))).toEqual([]);
      expect(await found(tenant, phoneOf(CUSTOMERS - 1).slice(4))).toEqual([`u${CUSTOMERS - 1}`]);
      expect(await found(tenant, "rahima 39999")).toEqual(["u39999"]);
    });

    it("A whole phone number is found by its letters alone, however many customers the company has", async () => {
      const phone = phoneOf(23_456);
      await found(tenant, phone);
      expect(await searchBlocks(sql, "customers", phone)).toBeLessThan(FEW);
    });
  },
);
