// What a document posted, as lines that a test can write down.
import type { Sql } from "../../../server/kernel/db/db.ts";

/** Each entry of a document as "account holder amount", debits above zero, in their order; "-" where nobody holds it. */
export async function postedBy(sql: Sql, source: unknown): Promise<string[]> {
  const rows = await sql<{ account: string; holder: string | null; amount: string }[]>`
    select a.code as account, e.holder, round(e.debit - e.credit, 2)::text as amount
    from ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
    where e.source_id = ${source as string} order by e.entry_no`;
  return rows.map(({ account, holder, amount }) => `${account} ${holder ?? "-"} ${amount}`);
}
