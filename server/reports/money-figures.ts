// Money that came in, what is owed, and how the bills stand.
import type { Ageing } from "../../shared/billing/index.ts";
import { addDays, type Day, dayOf, type Month, monthOf } from "../../shared/kernel/day.ts";
import { add, formatMoney, type Minor, parseMoney, ZERO } from "../../shared/kernel/money.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import type { KeptFigures } from "../billing/index.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { collectedKept } from "./receipts-rollup.ts";
import { collected } from "./received.ts";

/** Days of the series. */
const DAYS = 30;

const monthBefore = (month: Month): Month => monthOf(addDays(`${month}-01`, -1));

/** The days of last month that this month is compared with: as many of them as this month has so far. */
function daysToCompare(today: Day): { from: Day; to: Day } {
  const month = monthOf(today);
  const end = addDays(`${month}-01`, -1);
  const same = `${monthOf(end)}${today.slice(7)}`;
  return { from: `${monthOf(end)}-01`, to: same < end ? same : end };
}

export async function readCollections(
  tx: Tx,
  tenant: Tenant,
): Promise<Pick<Dashboard, "collections" | "compared">> {
  const { digits, settings } = tenant;
  const today = dayOf(new Date(), settings.timezone);
  const month = monthOf(today);
  const last = monthBefore(month);
  const first = addDays(today, 1 - DAYS);
  const since = first < `${last}-01` ? first : `${last}-01`;
  const kept = await collectedKept(tx, tenant, since, today);
  const rows = await tx<{ day: string; amount: string }[]>`
    select t.day, sum(t.amount) as amount from ${kept ? kept.t : collected(tx, tenant, since, today)}
    group by 1`;
  const byDay = new Map(rows.map(({ day, amount }) => [day, parseMoney(amount, digits)]));
  const sumOf = (of: Month) =>
    add(...[...byDay].flatMap(([day, amount]) => (monthOf(day) === of ? amount : [])));
  const shown = (amount: Minor) => formatMoney(amount, digits);
  const on = (date: string) => shown(byDay.get(date) ?? ZERO);
  const { from, to } = daysToCompare(today);
  const compared = [...byDay].flatMap(([day, amount]) => (from <= day && day <= to ? amount : []));
  return {
    collections: {
      today: on(today),
      this_month: shown(sumOf(month)),
      last_month: shown(sumOf(last)),
      series: Array.from({ length: DAYS }, (_, at) => addDays(first, at)).map((date) => ({
        date,
        amount: on(date),
      })),
    },
    compared: { from, to, amount: shown(add(...compared)) },
  };
}

/** What is owed, and what of that is past its due date. */
export function duesOf({ total, buckets }: Ageing, { digits }: Tenant): Dashboard["dues"] {
  const late = buckets.filter(({ bucket }) => bucket !== "CURRENT");
  const overdue = add(...late.map(({ amount }) => parseMoney(amount, digits)));
  return { total, overdue: formatMoney(overdue, digits), ageing: buckets };
}

export async function readInvoices(
  tx: Tx,
  tenant: Tenant,
  kept: KeptFigures<"invoices"> | null,
): Promise<Dashboard["invoices"]> {
  const rows =
    kept?.invoices ??
    (await tx<{ key: string; count: number }[]>`
      select i.status as key, count(*)::int as count from invoices i where i.tenant_id = ${tenant.id} group by i.status`);
  const inState = (status: string) => rows.find(({ key }) => key === status)?.count ?? 0;
  return {
    unpaid: inState("UNPAID"),
    partial: inState("PARTIAL"),
    overdue: inState("OVERDUE"),
    paid: inState("PAID"),
  };
}
