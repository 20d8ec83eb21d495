// POST /tasks/{id}/arrange/: one act of a dispatcher, and what becomes of it where somebody else was faster.
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
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { changeRecord } from "../../kernel/resource/write-record.ts";
import { wasDoneLater } from "../../kernel/sync/field-edits.ts";
import { requireActiveStaff, review } from "../task-steps.ts";

async function nameOf({ tx, tenant }: OperationContext, staff: string | null): Promise<string> {
  if (staff === null) return "nobody";
  const [found] = await tx<{ full_name: string; username: string }[]>`
    select full_name, username from staff where tenant_id = ${tenant.id} and id = ${staff}`;
  return found?.full_name || (found?.username ?? "somebody");
}

/** Who has a work order on which day, in words. */
const standing = async (ctx: OperationContext, { assigned_to, due_date }: Task): Promise<string> =>
  `${await nameOf(ctx, assigned_to)}, ${due_date ?? "no day"}`;

/** Why a desktop's move can't be taken any more, in words; null: it can. */
async function tooLate(ctx: OperationContext, record: Task, wish: InputOf<typeof arrangeTask>) {
  for (const { name } of [arrangeTask, assignTask])
    if (await wasDoneLater(ctx, { name }, record.id))
      return `somebody moved it later, and that stands (${await standing(ctx, record)})`;
  try {
    if (wish.assigned_to) await requireActiveStaff(ctx, wish.assigned_to);
    planArrange(record, wish);
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const who = await nameOf(ctx, record.assigned_to);
    return record.status === "IN_PROGRESS"
      ? `${who} had begun it already: it stays with them`
      : `${error.message} (${record.status}, ${who})`;
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
        await review(ctx, record, `not moved: ${why}`);
        return null;
      }
      const set = planArrange(record, wish);
      if (crosses(record, wish, seen)) {
        const [before, now] = [await standing(ctx, record), await standing(ctx, { ...record, ...set })];
        await review(ctx, record, `moved by two at once: the later move stands (${now}), not ${before}`);
      }
      return { set };
    }),
  ),
];
