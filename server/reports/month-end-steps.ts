// What each step of a month's end does when it is finished, what it comes to, and what undoing it takes back.
import type { Day, Month } from "../../shared/kernel/day.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { add } from "../../shared/kernel/money.ts";
import type { MonthEnd, MonthEndStep, MonthEndStepName } from "../../shared/reports/index.ts";
import {
  isBatchOpen,
  queueClosingReversal,
  queueVoidBatch,
  readBatchPreview,
  readBillsOfRun,
  readClosingOf,
  readOverdue,
  readSettlements,
  readTaxReport,
} from "../billing/index.ts";
import { readPayOf, reversePayOf } from "../hr/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { moveBookDays } from "../platform/index.ts";

interface Doing {
  ctx: OperationContext;
  end: MonthEnd;
  steps: readonly MonthEndStep[];
}

type Set = Partial<Pick<MonthEnd, "status" | "locked_before">>;

interface Finished {
  count?: number;
  amount?: string;
  /** What changes of the month end itself. */
  set?: Set;
}

interface Undone {
  /** The background task that goes on with it. */
  task_id?: string | null;
  set?: Set;
}

const monthOfEnd = ({ month }: MonthEnd) => month as Month;

/** @throws Failure MONTH_NOT_OVER. */
function requireOver(ctx: OperationContext, { day, month }: MonthEnd): void {
  if (day >= ctx.today) throw new Failure("MONTH_NOT_OVER", `${month} is over after ${day}`);
}

/** The last day that other month ends keep frozen; null: none does. */
async function otherFreeze({ ctx, end }: Doing): Promise<Day | null> {
  const { tx, tenant } = ctx;
  const [row] = await tx<{ day: Day | null }[]>`select max(m.day)::text as day from month_ends m
    join month_end_steps s on s.tenant_id = m.tenant_id and s.month_end = m.id and s.step = 'FREEZE'
    where m.tenant_id = ${tenant.id} and m.id <> ${end.id} and m.status = 'OPEN' and s.status = 'DONE'`;
  return row?.day ?? null;
}

const later = (a: Day | null, b: Day) => (a === null || b > a ? b : a);

type Finish = (doing: Doing) => Promise<Finished>;

export const finishing: Readonly<Record<MonthEndStepName, Finish>> = {
  async FREEZE({ ctx, end }) {
    requireOver(ctx, end);
    await moveBookDays(ctx, { freeze_date: later(ctx.tenant.settings.freeze_date, end.day) });
    return {};
  },

  async PREVIEW({ ctx, end }) {
    const { count, amount } = await readBatchPreview(ctx.tx, ctx.tenant, monthOfEnd(end));
    return { count, amount };
  },

  async RUN({ ctx, end }) {
    if (await isBatchOpen(ctx)) throw new Failure("BATCH_IN_PROGRESS");
    const bills = await readBillsOfRun(ctx.tx, ctx.tenant, monthOfEnd(end));
    const amount = ctx.money(add(ctx.minor(bills.amount), ctx.minor(bills.kept_amount)));
    return { count: bills.count + bills.kept, amount };
  },

  REMIND: ({ ctx, end }) => readOverdue(ctx.tx, ctx.tenant, end.day),

  async EARN({ ctx, end }) {
    const closing = await readClosingOf(ctx, monthOfEnd(end));
    if (closing?.status === "RUNNING" || closing?.status === "REVERSING")
      throw new Failure("CLOSING_IN_PROGRESS");
    if (!closing) throw new Failure("ILLEGAL_TRANSITION", `Nothing was earned of ${end.month} yet: close it`);
    return { count: closing.invoices, amount: closing.amount };
  },

  async SETTLE({ ctx, end }) {
    const settled = await readSettlements(ctx.tx, ctx.tenant, `${end.month}-01`, end.day);
    return { count: settled.resellers.length, amount: settled.total_charged };
  },

  async PAYROLL({ ctx, end }) {
    const { paid, paid_amount } = await readPayOf(ctx.tx, ctx.tenant, monthOfEnd(end));
    return { count: paid, amount: paid_amount };
  },

  async TAX({ ctx, end }) {
    const { total_tax } = await readTaxReport(ctx.tx, ctx.tenant, { from: `${end.month}-01`, to: end.day });
    return { amount: total_tax };
  },

  async LOCK(doing) {
    const { ctx, end, steps } = doing;
    ctx.require("finance.period.lock");
    requireOver(ctx, end);
    const open = steps.filter(({ step, status }) => step !== "LOCK" && status === "WAITING");
    if (open.length > 0)
      throw new Failure("STEPS_OPEN", "Finish the other steps first, or leave them out", {
        extra: { steps: open.map(({ step }) => step) },
      });
    const { lock_date } = ctx.tenant.settings;
    const freeze_date = await otherFreeze(doing);
    await moveBookDays(ctx, { lock_date: later(lock_date, end.day), freeze_date });
    return { set: { status: "LOCKED", locked_before: lock_date } };
  },
};

type Undo = (doing: Doing, reason: string) => Promise<Undone>;

/** Steps that only look at something leave nothing to take back. */
export const undoing: Readonly<Partial<Record<MonthEndStepName, Undo>>> = {
  async FREEZE(doing) {
    await moveBookDays(doing.ctx, { freeze_date: await otherFreeze(doing) });
    return {};
  },

  async RUN({ ctx, end }, reason) {
    ctx.require("billing.invoice.void");
    const { count } = await readBillsOfRun(ctx.tx, ctx.tenant, monthOfEnd(end));
    return { task_id: count > 0 ? await queueVoidBatch(ctx, monthOfEnd(end), reason) : null };
  },

  async EARN({ ctx, end }, reason) {
    ctx.require("finance.closing.reverse");
    return { task_id: await queueClosingReversal(ctx, monthOfEnd(end), reason) };
  },

  async PAYROLL({ ctx, end }, reason) {
    await reversePayOf(ctx, monthOfEnd(end), reason);
    return {};
  },

  async LOCK({ ctx, end, steps }) {
    ctx.require("finance.period.lock");
    const { lock_date, freeze_date } = ctx.tenant.settings;
    if (lock_date !== null && lock_date > end.day)
      throw new Failure(
        "ILLEGAL_TRANSITION",
        `The books are closed up to ${lock_date}: open the later month first`,
      );
    const frozen = steps.some(({ step, status }) => step === "FREEZE" && status === "DONE");
    await moveBookDays(ctx, {
      lock_date: lock_date === end.day ? end.locked_before : lock_date,
      freeze_date: frozen ? later(freeze_date, end.day) : freeze_date,
    });
    return { set: { status: "OPEN", locked_before: null } };
  },
};
