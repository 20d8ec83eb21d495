// What recharges of customers came to in the database: how many, and in how many transactions.
import type { Sql } from "postgres";

/** How many recharges each of these customers has, in their order. */
export async function rechargesOf(sql: Sql, customers: readonly string[]): Promise<number[]> {
  const rows = await sql<{ count: number }[]>`
    select count(r.id) as count from unnest(${customers as string[]}::uuid[]) with ordinality as c(id, at)
      left join recharges r on r.customer = c.id group by c.at order by c.at`;
  return rows.map(({ count }) => count);
}

/** In how many transactions the recharges of these customers were written. */
export async function transactionsOf(sql: Sql, customers: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct changed_xid::text) as count from recharges where customer = any(${customers as string[]}::uuid[])`;
  return row?.count ?? 0;
}
