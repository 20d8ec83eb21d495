// GET /reports/collections/: the money that came in, in groups (contract §3, Reports).
import { recharge, transaction } from "../../shared/billing/index.ts";
import { dayOf, daysBetween, monthOf } from "../../shared/kernel/day.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import { add, formatMoney, parseMoney } from "../../shared/kernel/money.ts";
import {
  COLLECTION_DAYS_MAX,
  type CollectionGroup,
  type Collections,
  collectionsAnswer,
  collectionsQuery,
} from "../../shared/reports/index.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";
import { reportRoute } from "../kernel/http/report-route.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { fixDigits } from "../kernel/resource/record.ts";
import { collectedKept } from "./receipts-rollup.ts";
import { collected, isSoldWith } from "./received.ts";

/** What a payment is counted under. */
const grouping: Readonly<Record<CollectionGroup, (tx: Tx, tenant: Tenant) => Fragment>> = {
  cashier: (tx) => tx`t.received_by`,
  method: (tx) => tx`t.method`,
  day: (tx) => tx`t.day`,
  package: (tx, { id }) =>
    tx`(select r.package from recharges r where r.tenant_id = ${id} and ${isSoldWith(tx)})`,
};

/** The same of what is kept. */
const groupingKept: Readonly<Record<CollectionGroup, string>> = {
  ...{ cashier: "t.received_by", method: "t.method", day: "t.day", package: "t.package" },
};

/** What people call a group: a clerk by name, a package by its. */
const naming: Readonly<Record<CollectionGroup, (tx: Tx, tenantId: string) => Fragment>> = {
  cashier: (tx, id) =>
    tx`(select nullif(s.full_name, '') from staff s where s.tenant_id = ${id} and s.username = g.group)`,
  method: (tx) => tx`null::text`,
  day: (tx) => tx`null::text`,
  package: (tx, id) => tx`(select p.name from packages p where p.tenant_id = ${id} and p.id = g.group)`,
};

type Groups = Collections["groups"];

/** Days in their order; other groups by their weight. */
export async function readGroups(
  tx: Tx,
  tenant: Tenant,
  asked: Pick<Collections, "from" | "to" | "group_by">,
) {
  const { from, to, group_by } = asked;
  const kept = await collectedKept(tx, tenant, from, to);
  const groups = kept
    ? tx`select ${tx.unsafe(groupingKept[group_by])} as group, sum(t.payments)::int as payments, sum(t.amount) as amount
        from ${kept.t} group by 1`
    : tx`select ${grouping[group_by](tx, tenant)} as group, sum(t.payments)::int as payments, sum(t.amount) as amount
        from ${collected(tx, tenant, from, to)} group by 1`;
  const rows = await tx<Groups>`
    select g.group, ${naming[group_by](tx, tenant.id)} as name, g.payments, g.amount
    from (${groups}) g where g.payments <> 0 or g.amount <> 0
    order by ${group_by === "day" ? tx`g.group` : tx`g.amount desc, g.group`}`;
  return rows.map((row) => ({ ...row, amount: fixDigits(row.amount, tenant.digits) }));
}

/** @throws Failure VALIDATION for a time that ends before it begins, or is too long. */
function checkTime({ from, to }: Pick<Collections, "from" | "to">): void {
  if (to < from) throw invalid("to", "Not before the first day");
  if (daysBetween(from, to) >= COLLECTION_DAYS_MAX)
    throw invalid("from", `At most ${COLLECTION_DAYS_MAX} days at a time`, "TOO_LARGE");
}

export const collectionsRoute = reportRoute({
  path: "/reports/collections/",
  operation_id: "getCollections",
  summary: "Money that came in, by cashier, method, day or package",
  area: "reports",
  permission: "reporting.report.view",
  counts: [transaction, recharge],
  query: collectionsQuery,
  output: collectionsAnswer,
  async read(tx, tenant, query) {
    const { to = dayOf(new Date(), tenant.settings.timezone), group_by = "day" } = query;
    const { from = `${monthOf(to)}-01` } = query;
    checkTime({ from, to });
    const asked = { from, to, group_by };
    const groups = await readGroups(tx, tenant, asked);
    const total = add(...groups.map(({ amount }) => parseMoney(amount, tenant.digits)));
    const payments = groups.reduce((sum, group) => sum + group.payments, 0);
    return { ...asked, groups, payments, total: formatMoney(total, tenant.digits) };
  },
  rows: ({ group_by, groups, payments, total }) => [
    [group_by, "name", "payments", "amount"],
    ...groups.map(({ group, name, payments: count, amount }) => [group, name, count, amount]),
    ["TOTAL", "", payments, total],
  ],
});
