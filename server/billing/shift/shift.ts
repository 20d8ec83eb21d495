// Shifts: whose money belongs to which drawer follows from who took it and when, so that what was taken offline belongs to
// the drawer that it was put into, whenever it comes in.
import { closeShift, openShift, recountShift, shift, shiftTotals } from "../../../shared/billing/index.ts";
import { holderOf } from "../../../shared/billing/ledger/holder.rules.ts";
import {
  type CountedOn,
  checkCounts,
  expectedCash,
  more,
  planClose,
  postDifference,
} from "../../../shared/billing/shift/shift.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { formatMoney, type Minor, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { because } from "../../../shared/platform/index.ts";
import { route } from "../../kernel/area.ts";
import { inTenantSnapshot } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement, tenantOf } from "../../kernel/operation/run-operation.ts";
import { crudOperations } from "../../kernel/resource/crud.ts";
import { withColumns } from "../../kernel/resource/draft.ts";
import { readRecord } from "../../kernel/resource/record.ts";
import { changeRecord } from "../../kernel/resource/write-record.ts";
import { addReviewItem } from "../../kernel/sync/review.ts";
import { postOnHolders } from "../cash/post.ts";
import { postedBy } from "../ledger/journal.ts";
import { readSums } from "./came-in.ts";
import { readOwnReversals } from "./own-reversals.ts";

type Totals = Readonly<Record<string, Minor>>;

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
          const payload = { id: draft.id, open: open.id };
          const said = because("DRAWER_OPENED_TWICE", { who: actor.username }, { payload });
          await addReviewItem(ctx, { kind: "CONFLICT", ...said });
        }
        return withColumns(draft, {
          ...{ user: actor.user_id, cashier: actor.username, device: call.device?.id ?? null },
          holder: holderOf("CASH", postedBy(ctx)),
          ...{ status: "OPEN", opened_at: call.occurred_at.toISOString() },
        });
      },
    },
  },
);

type Drawer = RecordOf<typeof shift>;
type Count = Pick<InputOf<typeof closeShift>, "counted_cash" | "counts">;

/** What a drawer holds by the books until a moment, against what was counted. */
async function countedAgainst(ctx: OperationContext, record: Drawer, until: string, input: Count) {
  const { tenant, tx } = ctx;
  const counted = ctx.minor(input.counted_cash, "counted_cash");
  checkCounts(input.counts, counted, tenant.digits);
  const [sums, own] = [
    await readSums(tx, tenant, { ...record, closed_at: until }),
    await readOwnReversals(ctx, record, until),
  ];
  const { totals, handed_over, cash_holder } = sums;
  const expected = expectedCash(parseMoney(record.opening_float, tenant.digits), totals, handed_over);
  const difference = subtract(counted, expected);
  const set = {
    totals: textsOf(totals, tenant.digits),
    handed_over: ctx.money(handed_over),
    expected_cash: ctx.money(expected),
    counted_cash: ctx.money(counted),
    counts: input.counts ?? null,
    difference: ctx.money(difference),
    cash_holder,
    own_reversals: own.count,
    own_reversed: ctx.money(own.amount),
  };
  return { set, difference };
}

async function post(
  ctx: OperationContext,
  id: string,
  counted: { before: CountedOn | null; now: CountedOn },
): Promise<void> {
  const drafts = postDifference(id, counted);
  if (drafts.length > 0) await postOnHolders(ctx, drafts, ctx.call.occurred_at);
}

const close = implement(closeShift, (ctx, input, id) =>
  changeRecord(ctx, closeShift, id, async (record) => {
    if (record.status === "CLOSED" && ctx.call.command !== null) {
      const amount = ctx.money(ctx.minor(input.counted_cash, "counted_cash"));
      const names = { who: record.cashier, amount };
      const said = because("DRAWER_COUNTED_AGAIN", names, { payload: { id, ...input } });
      await addReviewItem(ctx, { kind: "CONFLICT", ...said });
      return null;
    }
    const closed = planClose(record, ctx.call.occurred_at.toISOString());
    const { set, difference } = await countedAgainst(ctx, record, closed.closed_at, input);
    return {
      set: { ...set, ...closed, reason: input.reason ?? null },
      note: input.reason,
      after: () => post(ctx, id, { before: null, now: { holder: set.cash_holder, difference } }),
    };
  }),
);

const recount = implement(recountShift, (ctx, input, id) =>
  changeRecord(ctx, recountShift, id, async (record) => {
    if (record.closed_at === null) throw new Failure("ILLEGAL_TRANSITION", "Close the drawer with its count");
    const { set, difference } = await countedAgainst(ctx, record, record.closed_at, input);
    const before = {
      holder: record.cash_holder ?? record.holder,
      difference: parseMoney(record.difference ?? "0", ctx.tenant.digits),
    };
    const isSame = set.expected_cash === record.expected_cash && set.counted_cash === record.counted_cash;
    if (isSame) return null;
    return {
      set: { ...set, reason: input.reason },
      note: input.reason,
      after: () => post(ctx, id, { before, now: { holder: set.cash_holder, difference } }),
    };
  }),
);

export const shiftOperations = [...create, close, recount];

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
      const { opening_float } = record;
      const { totals, handed_over, cash_holder } = await readSums(tx, tenant, record);
      const late = record.totals ? more(totals, amountsOf(record.totals, digits)) : {};
      return {
        shift: id,
        totals: textsOf(totals, digits),
        handed_over: formatMoney(handed_over, digits),
        expected_cash: formatMoney(
          expectedCash(parseMoney(opening_float, digits), totals, handed_over),
          digits,
        ),
        cash_holder,
        arrived_after_close: textsOf(late, digits),
      };
    });
  },
});
