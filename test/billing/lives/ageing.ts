// Dues by age: as the report says them, and by the rule from the bills as they lie in the table.

import type { Sql } from "../../../server/kernel/db/db.ts";
import { type AgedInvoice, agedDues, byAge } from "../../../shared/billing/ledger/ageing.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import type { Body } from "../../acceptance/helpers/money.ts";
import type { Client } from "../../helpers/server.ts";
import { ok } from "../helpers/tenant.ts";

/** By bucket, in the currency's smallest parts; those with nothing in them are left out. */
export type Aged = Record<string, bigint>;

/** An amount as reports write it: with as many digits as the currency has, and no others. */
export function minor(text: string, digits: number): bigint {
  const pattern = digits === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${digits}}$`);
  if (!pattern.test(text)) throw new Error(`${text} has not ${digits} digits`);
  return BigInt(text.replace(".", ""));
}

const withSomething = (buckets: readonly (readonly [string, bigint])[]): Aged =>
  Object.fromEntries(buckets.filter(([, amount]) => amount !== 0n));

/** As the rule says of the bills that there are now, on a day. */
export async function agedBills(
  { sql, tenant, digits }: { sql: Sql; tenant: string; digits: number },
  day: Day,
): Promise<Aged> {
  const scale = 10 ** digits;
  const rows = await sql<Body[]>`
    select /* a test's own */ i.id, i.customer, i.issue_date::text, i.due_date::text, i.created_at, i.carried_from,
      (i.total_payable * ${scale})::bigint as total_payable, (i.credited_amount * ${scale})::bigint as credited_amount,
      (i.due_amount * ${scale})::bigint as due_amount
    from invoices i where i.tenant_id = ${tenant}`;
  const whole = (amount: unknown) => BigInt(String(amount)) as Minor;
  const bills = rows.map(
    (row): AgedInvoice => ({
      ...row,
      ...{ total_payable: whole(row.total_payable), credited_amount: whole(row.credited_amount) },
      due_amount: whole(row.due_amount),
      carried_from: row.carried_from.map((part: Body) => ({
        invoice: part.invoice,
        amount: minor(part.amount, digits) as Minor,
      })),
    }),
  );
  return withSomething(byAge(agedDues(bills), day).map(({ bucket, amount }) => [bucket, amount]));
}

/** GET /reports/ageing/ as of a day; today where none is given. */
export async function readAgeing(owner: Client, digits: number, day?: Day): Promise<Aged> {
  const { buckets } = await ok<Body>(owner.get(`/reports/ageing/${day ? `?as_of=${day}` : ""}`));
  return withSomething(buckets.map((row: Body) => [row.bucket, minor(row.amount, digits)]));
}
