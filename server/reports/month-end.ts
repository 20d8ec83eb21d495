// Months' ends: their steps are done and undone under the lock of the month end, each with who did it and what it came to.

import { lastDayOf, type Month, monthOf } from "../../shared/kernel/day.ts";
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import {
  createMonthEnd,
  finishStep,
  MONTH_END_STEPS,
  type MonthEnd,
  type MonthEndStep,
  type MonthEndStepName,
  monthEnd,
  monthEndStep,
  undoStep,
} from "../../shared/reports/index.ts";
import { insertRows } from "../kernel/db/bulk.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { readRecordsBy, requireRecord } from "../kernel/resource/record.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import { finishing, undoing } from "./month-end-steps.ts";

const STEP = {
  tenant_id: "uuid",
  id: "uuid",
  month_end: "uuid",
  position: "int",
  step: "text",
  status: "text",
} as const;

async function addSteps(ctx: OperationContext, { id }: MonthEnd): Promise<void> {
  const { tx, tenant } = ctx;
  const steps = MONTH_END_STEPS.filter((step) => step !== "EARN" || tenant.settings.earn_prepaid);
  const rows = steps.map((step, position) => {
    const row = { tenant_id: tenant.id, id: ctx.newId(), month_end: id, position, step };
    return { ...row, status: "WAITING" };
  });
  await insertRows(tx, "month_end_steps", STEP, rows);
  ctx.markChanged(monthEndStep.collection);
}

/** The month end under its lock, with the step. @throws Failure NOT_FOUND, VALIDATION for a step that it does not have. */
async function lockStep(
  ctx: OperationContext,
  id: string,
  step: MonthEndStepName,
): Promise<{ end: MonthEnd; steps: MonthEndStep[]; found: MonthEndStep }> {
  await ctx.lockRecord("month_ends", id, ctx.tx`id`);
  const [end, steps] = await Promise.all([
    requireRecord(ctx, monthEnd, id),
    readRecordsBy(ctx.tx, monthEndStep, ctx.tenant, { column: "month_end", value: id, order: "position" }),
  ]);
  const found = steps.find((one) => one.step === step);
  if (!found) throw invalid("step", "This month end has no such step", "INVALID");
  return { end, steps, found };
}

/** @throws Failure PERIOD_LOCKED. */
function refuseLocked({ status, month, day }: MonthEnd): void {
  if (status === "LOCKED")
    throw new Failure("PERIOD_LOCKED", `The books of ${month} are closed: open them first`, {
      extra: { lock_date: day },
    });
}

async function writeStep(
  ctx: OperationContext,
  act: typeof finishStep | typeof undoStep,
  step: MonthEndStep,
  change: Row,
  why: string | null | undefined,
): Promise<void> {
  const { tx, tenant } = ctx;
  await tx`update month_end_steps set ${tx(change)} where tenant_id = ${tenant.id} and id = ${step.id}`;
  ctx.markChanged(monthEndStep.collection);
  ctx.noteChange(act, {
    id: step.month_end,
    before: { step: step.step, status: step.status },
    after: { step: step.step, ...change },
    note: why,
  });
}

export const monthEndOperations = [
  ...crudOperations(
    { create: createMonthEnd },
    {
      create: {
        before(ctx, draft) {
          const month = String(draft.month) as Month;
          if (month > monthOf(ctx.today)) throw invalid("month", "This month has not begun", "TOO_LARGE");
          const day = lastDayOf(month);
          return { ...draft, day, begun_by: ctx.actor.username };
        },
        after: addSteps,
      },
    },
  ),

  implement(finishStep, async (ctx, { step, status = "DONE", note }, id) => {
    const { end, steps, found } = await lockStep(ctx, id, step);
    if (found.status === status) return end;
    refuseLocked(end);
    const done = status === "DONE" ? await finishing[step]({ ctx, end, steps }) : {};
    const { count = null, amount = null, set } = done;
    const by = { done_by: ctx.actor.username, done_at: ctx.call.received_at.toISOString() };
    await writeStep(ctx, finishStep, found, { status, count, amount, note: note ?? null, ...by }, note);
    return set ? changeRecord(ctx, finishStep, id, () => ({ set })) : requireRecord(ctx, monthEnd, id);
  }),

  implement(undoStep, async (ctx, { step, reason }, id) => {
    const { end, steps, found } = await lockStep(ctx, id, step);
    if (found.status === "WAITING") return end;
    if (step !== "LOCK") refuseLocked(end);
    const undone = found.status === "DONE" ? await undoing[step]?.({ ctx, end, steps }, reason) : null;
    const by = { undone_by: ctx.actor.username, undone_at: ctx.call.received_at.toISOString() };
    const emptied = {
      status: "WAITING",
      count: null,
      amount: null,
      note: null,
      done_by: null,
      done_at: null,
    };
    const change = { ...emptied, ...by, undo_reason: reason, task_id: undone?.task_id ?? null };
    await writeStep(ctx, undoStep, found, change, reason);
    const set = undone?.set;
    return set ? changeRecord(ctx, undoStep, id, () => ({ set })) : requireRecord(ctx, monthEnd, id);
  }),
];
