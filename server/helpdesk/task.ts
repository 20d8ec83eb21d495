// Work orders: who is given them, and what becomes of work that was done offline on one that has moved on meanwhile.
import {
  assignTask,
  CHECKLIST_MAX,
  cancelTask,
  checkTask,
  completeTask,
  planStep,
  startTask,
  type Task,
  task,
  taskMayBecome,
  taskVerbs,
  withNotes,
  withPoint,
} from "../../shared/helpdesk/index.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Draft } from "../kernel/resource/draft.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import { wasDoneLater } from "../kernel/sync/field-edits.ts";
import { addReviewItem } from "../kernel/sync/review.ts";

type StepOperation = typeof assignTask | typeof startTask | typeof completeTask | typeof cancelTask;

async function isActiveStaff({ tx, tenant }: OperationContext, id: string): Promise<boolean> {
  const [found] = await tx`select 1 from staff where tenant_id = ${tenant.id} and id = ${id} and is_active`;
  return found !== undefined;
}

/** @throws Failure VALIDATION for anybody but an active member of the tenant's staff. */
async function requireActiveStaff(ctx: OperationContext, id: string): Promise<void> {
  if (!(await isActiveStaff(ctx, id)))
    throw invalid("assigned_to", "Not an active member of the staff", "DOES_NOT_EXIST");
}

/** Tells people of something that was done offline and came too late to be taken as it was meant. */
async function review(ctx: OperationContext, record: Pick<Task, "id" | "title" | "customer">, why: string) {
  const { id, title, customer } = record;
  const detail = `${title}: ${why}`;
  await addReviewItem(ctx, { kind: "CONFLICT", detail, customer, payload: { id } });
}

const plainOperations = crudOperations(taskVerbs, {
  create: {
    async before(ctx, draft) {
      const { assigned_to = null, id = "", title = "", customer = null } = draft;
      if (assigned_to === null) return draft;
      if (ctx.call.command === null) await requireActiveStaff(ctx, assigned_to);
      else if (!(await isActiveStaff(ctx, assigned_to))) {
        await review(ctx, { id, title, customer }, "whom it was given is not of the staff any more");
        return { ...draft, assigned_to: null };
      }
      return { ...draft, status: "ASSIGNED" as const };
    },
  },
});

/** What a step changes, and what is kept of it where it came too late. */
interface Planned {
  step: Draft<typeof task> & Pick<Task, "status">;
  note?: string;
  kept?: (record: Task) => Draft<typeof task>;
}

/** Whether a step of an offline desktop came after others had taken the work order elsewhere. */
async function isLate(ctx: OperationContext, operation: StepOperation, record: Task, to: Task["status"]) {
  if (ctx.call.command === null) return false;
  return !taskMayBecome(record.status, to) || (await wasDoneLater(ctx, operation, record.id));
}

/** Takes a work order one step on. A late step leaves it as it is, but for what is kept, and is put on the review list. */
function takeStep(
  ctx: OperationContext,
  operation: StepOperation,
  id: string,
  { step, note, kept }: Planned,
): Promise<Task> {
  const { name, action } = operation;
  return changeRecord(ctx, { name, on: task }, id, async (record) => {
    if (!(await isLate(ctx, operation, record, step.status))) return { set: planStep(record, step), note };
    const set = kept?.(record);
    const { status, assigned_to } = record;
    // Cancelled twice, or given to the same person: both wanted the same.
    const isSame = status === step.status && assigned_to === (step.assigned_to ?? assigned_to);
    if (!set && isSame) return null;
    await review(ctx, record, `"${action}" came when it was ${status} already`);
    return set ? { set } : null;
  });
}

const assign = implement(assignTask, async (ctx, { assigned_to }, id) => {
  await requireActiveStaff(ctx, assigned_to);
  return takeStep(ctx, assignTask, id, { step: { status: "ASSIGNED", assigned_to } });
});

export const taskOperations = [
  ...plainOperations,
  assign,
  implement(startTask, (ctx, _input, id) =>
    takeStep(ctx, startTask, id, { step: { status: "IN_PROGRESS" } }),
  ),
  implement(completeTask, (ctx, { completion_notes }, id) => {
    const completed_at = ctx.call.occurred_at.toISOString();
    const author = ctx.actor.full_name || ctx.actor.username;
    return takeStep(ctx, completeTask, id, {
      step: { status: "COMPLETED", completed_at, completion_notes },
      kept: (record) => ({
        completion_notes: withNotes(record.completion_notes, author, completion_notes),
      }),
    });
  }),
  implement(cancelTask, (ctx, { reason }, id) =>
    takeStep(ctx, cancelTask, id, { step: { status: "CANCELLED", cancel_reason: reason }, note: reason }),
  ),
  implement(checkTask, (ctx, point, id) =>
    changeRecord(ctx, checkTask, id, (record) => {
      const checklist = withPoint(record.checklist, point);
      if (checklist.length > CHECKLIST_MAX)
        throw invalid("text", `A checklist has at most ${CHECKLIST_MAX} points`, "TOO_LONG");
      return { set: { checklist } };
    }),
  ),
];
