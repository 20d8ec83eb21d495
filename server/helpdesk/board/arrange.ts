// POST /tasks/{id}/arrange/: one act of a dispatcher, and its outcome where another dispatcher was faster.
import {
  arrangeTask,
  assignTask,
  crosses,
  isArranged,
  planArrange,
  type Task,
} from "../../../shared/helpdesk/index.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { because } from "../../../shared/platform/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { changeRecord } from "../../kernel/resource/write-record.ts";
import { wasDoneLater } from "../../kernel/sync/field-edits.ts";
import { requireActiveStaff, review } from "../task-steps.ts";

async function nameOf({ tx, tenant }: OperationContext, staff: string | null): Promise<string | null> {
  if (staff === null) return null;
  const [found] = await tx<{ full_name: string; username: string }[]>`
    select full_name, username from staff where tenant_id = ${tenant.id} and id = ${staff}`;
  return found?.full_name || (found?.username ?? "somebody");
}

/** Who has a work order on which day. */
const standing = async (ctx: OperationContext, { assigned_to, due_date }: Task) => ({
  who: await nameOf(ctx, assigned_to),
  day: due_date,
});

/** Why a desktop's move can't be taken any more; null: it can. */
async function tooLate(ctx: OperationContext, record: Task, wish: InputOf<typeof arrangeTask>) {
  const { title, status } = record;
  for (const { name } of [arrangeTask, assignTask])
    if (await wasDoneLater(ctx, { name }, record.id))
      return because("MOVED_BEFORE", { title, ...(await standing(ctx, record)) });
  try {
    if (wish.assigned_to) await requireActiveStaff(ctx, wish.assigned_to);
    planArrange(record, wish);
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const who = await nameOf(ctx, record.assigned_to);
    return status === "IN_PROGRESS"
      ? because("NOT_MOVED_BEGUN", { title, who })
      : because("NOT_MOVED", { title, why: error.code, status, who }, { said: { why: error.message } });
  }
}

export const arrangeOperations = [
  implement(arrangeTask, (ctx, { seen, ...wish }, id) =>
    changeRecord(ctx, arrangeTask, id, async (record) => {
      if (isArranged(record, wish)) return null;
      if (ctx.call.command === null) {
        ctx.refuseStale(record);
        if (wish.assigned_to) await requireActiveStaff(ctx, wish.assigned_to);
        return { set: planArrange(record, wish) };
      }
      const why = await tooLate(ctx, record, wish);
      if (why !== null) {
        await review(ctx, record, why);
        return null;
      }
      const set = planArrange(record, wish);
      if (crosses(record, wish, seen)) {
        const [before, now] = [await standing(ctx, record), await standing(ctx, { ...record, ...set })];
        const names = { title: record.title, ...now, who_before: before.who, day_before: before.day };
        await review(ctx, record, because("MOVED_BY_TWO", names));
      }
      return { set };
    }),
  ),
];
