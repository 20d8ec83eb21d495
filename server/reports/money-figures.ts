// Money that came in, what is owed, and how the bills stand.
import type { Ageing } from "../../shared/billing/index.ts";
import { addDays, dayOf, type Month, monthOf } from "../../shared/kernel/day.ts";
import { add, formatMoney, type Minor, parseMoney, ZERO } from "../../shared/kernel/money.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { collected, dayReceived } from "./received.ts";

/** Days of the series. */
const DAYS = 30;

const monthBefore = (month: Month): Month => monthOf(addDays(`${month}-01`, -1));

export async function readCollections(tx: Tx, tenant: Tenant): Promise<Dashboard["collections"]> {
  const { digits, settings } = tenant;
  const today = dayOf(new Date(), settings.timezone);
  const month = monthOf(today);
  const last = monthBefore(month);
  const first = addDays(today, 1 - DAYS);
  const since = first < `${last}-01` ? first : `${last}-01`;
  const rows = await tx<{ day: string; amount: string }[]>`
    select ${dayReceived(tx, tenant)} as day, sum(t.amount) as amount
    from payment_transactions t where ${collected(tx, tenant, since, today)} group by 1`;
  const byDay = new Map(rows.map(({ day, amount }) => [day, parseMoney(amount, digits)]));
  const sumOf = (of: Month) =>
    add(...[...byDay].flatMap(([day, amount]) => (monthOf(day) === of ? amount : [])));
  const shown = (amount: Minor) => formatMoney(amount, digits);
  const on = (date: string) => shown(byDay.get(date) ?? ZERO);
  return {
    today: on(today),
    this_month: shown(sumOf(month)),
    last_month: shown(sumOf(last)),
    series: Array.from({ length: DAYS }, (_, at) => addDays(first, at)).map((date) => ({
      date,
      amount: on(date),
    })),
  };
}

/** What is owed, and what of that is past its due date. */
export function duesOf({ total, buckets }: Ageing, { digits }: Tenant): Dashboard["dues"] {
  const late = buckets.filter(({ bucket }) => bucket !== "CURRENT");
  const overdue = add(...late.map(({ amount }) => parseMoney(amount, digits)));
  return { total, overdue: formatMoney(overdue, digits), ageing: buckets };
}

export async function readInvoices(tx: Tx, { id }: Tenant): Promise<Dashboard["invoices"]> {
  const rows = await tx<{ status: string; invoices: number }[]>`
    select i.status, count(*)::int as invoices from invoices i where i.tenant_id = ${id} group by i.status`;
  const inState = (status: string) => rows.find((row) => row.status === status)?.invoices ?? 0;
  return {
    unpaid: inState("UNPAID"),
    partial: inState("PARTIAL"),
    overdue: inState("OVERDUE"),
    paid: inState("PAID"),
  };
}
