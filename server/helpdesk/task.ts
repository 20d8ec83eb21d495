// Work orders: what they are made of, and the points of their checklists.
import {
  CHECKLIST_MAX,
  checkTask,
  checkWindow,
  task,
  taskTemplate,
  taskVerbs,
  withPoint,
} from "../../shared/helpdesk/index.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import { because } from "../../shared/platform/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import type { Draft } from "../kernel/resource/draft.ts";
import { readRecord } from "../kernel/resource/record.ts";
import { changeRecord, createRecord, updateRecord } from "../kernel/resource/write-record.ts";
import { isActiveStaff, requireActiveStaff, review, statusSent, stepOperations } from "./task-steps.ts";

type TaskDraft = Draft<typeof task>;

/** A new work order with its template's values where the caller gave none. */
async function withTemplate({ tx, tenant }: OperationContext, input: TaskDraft): Promise<TaskDraft> {
  const template = input.template ? await readRecord(tx, taskTemplate, tenant, input.template) : null;
  if (!template) return input;
  const { priority = template.priority, checklist = [] } = input;
  const points = [...new Set(template.checklist)].map((text) => ({ text, done: false }));
  return { ...input, priority, checklist: checklist.length > 0 ? checklist : points };
}

/** Gives a new work order to the person whom it names. */
async function withPerson(ctx: OperationContext, draft: TaskDraft): Promise<TaskDraft> {
  const { assigned_to = null, id = "", title = "", customer = null } = draft;
  if (assigned_to === null) return draft;
  if (ctx.call.command === null) await requireActiveStaff(ctx, assigned_to);
  else if (!(await isActiveStaff(ctx, assigned_to))) {
    await review(ctx, { id, customer }, because("PERSON_LEFT", { title }));
    return { ...draft, assigned_to: null };
  }
  return { ...draft, status: "ASSIGNED" as const };
}

/** Makes a work order, by its template and for the person that it names. @throws Failure VALIDATION. */
export const createTask = async (ctx: OperationContext, input: TaskDraft) =>
  createRecord(ctx, task, await withTemplate(ctx, input), {
    before(_ctx, draft) {
      checkWindow(draft);
      return withPerson(ctx, draft);
    },
  });

export const taskOperations = [
  implement(taskVerbs.create, createTask),
  implement(taskVerbs.update, (ctx, { status, ...input }, id) =>
    updateRecord(ctx, task, id, input, {
      before(_ctx, draft, record) {
        checkWindow({ ...record, ...draft });
        return { ...draft, ...statusSent(ctx, record, status) };
      },
    }),
  ),
  ...stepOperations,
  implement(checkTask, (ctx, point, id) =>
    changeRecord(ctx, checkTask, id, (record) => {
      const checklist = withPoint(record.checklist, point);
      if (checklist.length > CHECKLIST_MAX)
        throw invalid("text", `A checklist has at most ${CHECKLIST_MAX} points`, "TOO_LONG");
      return { set: { checklist } };
    }),
  ),
];
