// Shifts: whose money belongs to which drawer follows from who took it and when, so that what was taken offline belongs to
// the drawer that it was put into, whenever it comes in.
import { closeShift, openShift, shift, shiftTotals } from "../../../shared/billing/index.ts";
import { checkCounts, expectedCash, more, planClose } from "../../../shared/billing/shift/shift.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { formatMoney, type Minor, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import { route } from "../../kernel/area.ts";
import { inTenantSnapshot, type Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { implement, tenantOf } from "../../kernel/operation/run-operation.ts";
import { crudOperations } from "../../kernel/resource/crud.ts";
import { withColumns } from "../../kernel/resource/draft.ts";
import { readRecord } from "../../kernel/resource/record.ts";
import { changeRecord } from "../../kernel/resource/write-record.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";

type Totals = Record<string, Minor>;

/** What somebody took, from the first moment until before the second; null: until now. */
interface Span {
  cashier: string;
  from: string;
  until: string | null;
}

/** By method: payments, less what they gave back, and what resellers paid in. */
export async function readTotals(tx: Tx, tenant: Pick<Tenant, "id" | "digits">, span: Span): Promise<Totals> {
  const { cashier, from } = span;
  const until = span.until ?? "infinity";
  const rows = await tx<{ method: string; amount: string }[]>`
    select method, sum(amount) as amount from (
      select method, amount from payment_transactions
        where tenant_id = ${tenant.id} and received_by = ${cashier} and received_at >= ${from} and received_at < ${until}
          and method <> 'ADJUSTMENT' and reseller_charge is null
      union all
      select method, -amount from payment_transactions
        where tenant_id = ${tenant.id} and reversed_by = ${cashier} and reversed_at >= ${from} and reversed_at < ${until}
          and method <> 'ADJUSTMENT' and reseller_charge is null
      union all
      select method, amount from reseller_ledger
        where tenant_id = ${tenant.id} and posted_by = ${cashier} and occurred_at >= ${from} and occurred_at < ${until}
          and entry_type = 'TOPUP'
    ) taken group by method`;
  return Object.fromEntries(rows.map(({ method, amount }) => [method, parseMoney(amount, tenant.digits)]));
}

const textsOf = (totals: Totals, digits: number): Record<string, string> =>
  Object.fromEntries(Object.entries(totals).map(([method, amount]) => [method, formatMoney(amount, digits)]));

const amountsOf = (texts: Readonly<Record<string, string>>, digits: number): Totals =>
  Object.fromEntries(Object.entries(texts).map(([method, text]) => [method, parseMoney(text, digits)]));

const create = crudOperations(
  { create: openShift },
  {
    create: {
      async before(ctx, draft) {
        const { tx, tenant, actor, call } = ctx;
        // Two at once wait for each other here, so that the second sees the first.
        await tx`select pg_advisory_xact_lock(hashtextextended(${`shift ${tenant.id} ${actor.username}`}, 0))`;
        const [open] = await tx<{ id: string }[]>`select id from shifts
        where tenant_id = ${tenant.id} and cashier = ${actor.username} and status = 'OPEN' limit 1`;
        if (open && call.command === null)
          throw new Failure("CONFLICT", "You have an open drawer: close it first");
        if (open) {
          const detail = `${actor.username} opened a drawer offline while another one was open`;
          await addReviewItem(ctx, { kind: "CONFLICT", detail, payload: { id: draft.id, open: open.id } });
        }
        return withColumns(draft, {
          ...{ user: actor.user_id, cashier: actor.username, device: call.device?.id ?? null },
          ...{ status: "OPEN", opened_at: call.occurred_at.toISOString() },
        });
      },
    },
  },
);

const close = implement(closeShift, (ctx, input, id) =>
  changeRecord(ctx, closeShift, id, async (record) => {
    const { tenant, tx } = ctx;
    const counted = ctx.minor(input.counted_cash, "counted_cash");
    checkCounts(input.counts, counted, tenant.digits);
    if (record.status === "CLOSED" && ctx.call.command !== null) {
      const detail = `${record.cashier}'s drawer was counted again offline after it had been closed: ${ctx.money(counted)}`;
      await addReviewItem(ctx, { kind: "CONFLICT", detail, payload: { id, ...input } });
      return null;
    }
    const closed = planClose(record, ctx.call.occurred_at.toISOString());
    const span = { cashier: record.cashier, from: record.opened_at, until: closed.closed_at };
    const totals = await readTotals(tx, tenant, span);
    const expected = expectedCash(parseMoney(record.opening_float, tenant.digits), totals);
    return {
      set: {
        ...closed,
        totals: textsOf(totals, tenant.digits),
        expected_cash: ctx.money(expected),
        counted_cash: ctx.money(counted),
        counts: input.counts ?? null,
        difference: ctx.money(subtract(counted, expected)),
        reason: input.reason ?? null,
      },
      note: input.reason,
    };
  }),
);

export const shiftOperations = [...create, close];

export const shiftTotalsRoute = route({
  method: "GET",
  path: "/shifts/{id}/totals/",
  operation_id: "getShiftTotals",
  summary:
    "What came into a drawer by method, as known now, and what of it arrived after the drawer was closed",
  area: "billing",
  permission: "operations.shift.view",
  output: shiftTotals,
  async handler({ services, principal, params }) {
    const { id = "" } = params;
    if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
    const tenant = tenantOf(principal);
    const { digits } = tenant;
    return inTenantSnapshot(services.db, tenant, async (tx) => {
      const record = await readRecord(tx, shift, tenant, id);
      if (!record) throw new Failure("NOT_FOUND");
      const { cashier, opened_at, closed_at, opening_float } = record;
      const totals = await readTotals(tx, tenant, { cashier, from: opened_at, until: closed_at });
      const late = record.totals ? more(totals, amountsOf(record.totals, digits)) : {};
      return {
        shift: id,
        totals: textsOf(totals, digits),
        expected_cash: formatMoney(expectedCash(parseMoney(opening_float, digits), totals), digits),
        arrived_after_close: textsOf(late, digits),
      };
    });
  },
});
