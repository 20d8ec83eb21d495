// The steps of a work order, and what becomes of those that were taken offline when it has moved on since.
import {
  assignTask,
  cancelTask,
  completeTask,
  isOvertaken,
  pauseTask,
  planComplete,
  planEnd,
  planFollowUp,
  planPause,
  planStart,
  planStep,
  refuseWithoutProof,
  startTask,
  type Task,
  task,
  taskTemplate,
  withNotes,
} from "../../shared/helpdesk/index.ts";
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import type { InputOf } from "../../shared/kernel/operation.ts";
import { because } from "../../shared/platform/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import type { Draft } from "../kernel/resource/draft.ts";
import type { Awaitable } from "../kernel/resource/hooks.ts";
import { readRecord } from "../kernel/resource/record.ts";
import { changeRecord, createRecord } from "../kernel/resource/write-record.ts";
import { wasDoneLater } from "../kernel/sync/field-edits.ts";
import { addReviewItem } from "../kernel/sync/review.ts";
import { noteOnTicket } from "./board/ticket-note.ts";

type StepOperation =
  | typeof assignTask
  | typeof startTask
  | typeof pauseTask
  | typeof completeTask
  | typeof cancelTask;

export async function isActiveStaff({ tx, tenant }: OperationContext, id: string): Promise<boolean> {
  const [found] = await tx`select 1 from staff where tenant_id = ${tenant.id} and id = ${id} and is_active`;
  return found !== undefined;
}

/** @throws Failure VALIDATION for anybody but an active member of the tenant's staff. */
export async function requireActiveStaff(ctx: OperationContext, id: string): Promise<void> {
  if (!(await isActiveStaff(ctx, id)))
    throw invalid("assigned_to", "Not an active member of the staff", "DOES_NOT_EXIST");
}

/** Tells people of something that was done offline and came too late to be taken as it was meant. */
export async function review(
  ctx: OperationContext,
  { id, customer }: Pick<Task, "id" | "customer">,
  said: ReturnType<typeof because>,
): Promise<void> {
  await addReviewItem(ctx, { kind: "CONFLICT", ...said, customer, payload: { ...said.payload, id } });
}

/** A step as it is meant, and what is left of it where it can't be taken so any more. */
interface Step {
  /** @throws Failure that refuses it: of a desktop's command, it is kept and reviewed. */
  plan(record: Task): Awaitable<Draft<typeof task>>;
  /** What is kept of it all the same. */
  kept?(record: Task): Draft<typeof task>;
  /** Whether a later one of its kind came in before it: then nothing is left of it. */
  isOvertaken?(record: Task): boolean;
  /** Whether the work order is already as it would leave it: nothing goes to the review list. */
  isSame(record: Task): boolean;
  note?: string;
  /** What follows from a step that was taken. */
  after?(record: Task): Awaitable<unknown>;
}

/** Why a desktop's step can't be taken as it was meant; null: it can. */
async function refusalOf(ctx: OperationContext, operation: StepOperation, record: Task, step: Step) {
  if (await wasDoneLater(ctx, operation, record.id)) return "later";
  try {
    return { set: await step.plan(record) };
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** Whether the work order was given to another person after its author took this step. */
async function isGivenAway(ctx: OperationContext, record: Task): Promise<boolean> {
  const { tx, tenant, actor } = ctx;
  if (record.assigned_to === null || !(await wasDoneLater(ctx, assignTask, record.id))) return false;
  const [own] = await tx`select 1 from staff
    where tenant_id = ${tenant.id} and id = ${record.assigned_to} and "user" = ${actor.user_id}`;
  return own === undefined;
}

/**
 * Takes a work order one step on. What a desktop did offline is never refused: a step that comes too late, or that a rule
 * forbids, leaves the work order as it is, but for what is kept, and is put on the review list.
 */
function takeStep(ctx: OperationContext, operation: StepOperation, id: string, step: Step): Promise<Task> {
  const { name, action } = operation;
  const { note, after } = step;
  return changeRecord(ctx, { name, on: task }, id, async (record) => {
    const { title } = record;
    const said = { step: action };
    const taken = (set: Draft<typeof task>) => ({ set, note, ...(after ? { after } : {}) });
    if (ctx.call.command === null) return taken(await step.plan(record));
    if (step.isOvertaken?.(record)) return null;
    const tried = await refusalOf(ctx, operation, record, step);
    if (tried !== "later" && !(tried instanceof Failure)) {
      if (operation !== assignTask && (await isGivenAway(ctx, record)))
        await review(ctx, record, because("STEP_OF_ANOTHERS", { title, step: name }, { said }));
      return taken(tried.set);
    }
    const set = step.kept?.(record);
    if (!set && step.isSame(record)) return null;
    const isLate = tried === "later" || tried.code === "ILLEGAL_TRANSITION";
    const why = isLate
      ? because("STEP_LATE", { title, step: name, status: record.status }, { said })
      : because("STEP_REFUSED", { title, why: tried.code }, { said: { why: tried.message } });
    await review(ctx, record, why);
    return set ? { set } : null;
  });
}

/** The weakest light (dBm) with which the tenant calls a line one that works. */
async function weakestSignal({ tx, tenant }: OperationContext): Promise<number> {
  const [settings] = await tx<{ signal_critical_dbm: string }[]>`
    select signal_critical_dbm from company_settings where tenant_id = ${tenant.id}`;
  return Number(settings?.signal_critical_dbm);
}

const templateOf = ({ tx, tenant }: OperationContext, { template }: Task) =>
  template ? readRecord(tx, taskTemplate, tenant, template) : null;

/** How many pictures there are of the work, arrived or not. */
async function photosOf({ tx, tenant }: OperationContext, id: string): Promise<number> {
  const [known] = await tx<{ photos: number }[]>`select count(*)::int as photos from task_photos
    where tenant_id = ${tenant.id} and task = ${id} and kind = 'PHOTO'`;
  return known?.photos ?? 0;
}

function complete(ctx: OperationContext, input: InputOf<typeof completeTask>, id: string): Promise<Task> {
  const at = ctx.call.occurred_at.toISOString();
  const author = ctx.actor.full_name || ctx.actor.username;
  const { completion_notes, rx_after_dbm = null, signed_by = null, left_unfixed = null } = input;
  return takeStep(ctx, completeTask, id, {
    async plan(record) {
      const set = planComplete(record, input, { at, critical: await weakestSignal(ctx) });
      refuseWithoutProof(await templateOf(ctx, record), { ...input, photos: await photosOf(ctx, id) });
      return set;
    },
    kept: (record) => ({
      completion_notes: withNotes(record.completion_notes, author, completion_notes),
      rx_after_dbm: record.rx_after_dbm ?? rx_after_dbm,
      signed_by: record.signed_by ?? signed_by,
      left_unfixed: record.left_unfixed ?? left_unfixed,
    }),
    isSame: () => false,
    async after(record) {
      if (!left_unfixed) return;
      const id = ctx.call.command ?? ctx.newId();
      await createRecord(ctx, task, { ...planFollowUp(record, left_unfixed), id });
    },
  });
}

/** Called off, which ends the work. */
const planCancel = (record: Task, cancel_reason: string | null, at: string) => ({
  ...planStep(record, { status: "CANCELLED" as const, cancel_reason }),
  ...planEnd(record, at),
});

/**
 * What a status leaves that is sent among other fields: begun and called off, which need no more words. Whom a work order is
 * given to and what was done say `assign` and `complete`.
 * @throws Failure ILLEGAL_TRANSITION; PERMISSION_DENIED without the step's own right; VALIDATION where the step asks for more.
 */
export function statusSent(
  ctx: OperationContext,
  record: Task,
  status: Task["status"] | undefined,
): Draft<typeof task> {
  if (status === undefined || status === record.status) return {};
  const at = ctx.call.occurred_at.toISOString();
  switch (status) {
    case "IN_PROGRESS":
      ctx.require("operations.task.start", { fields: ["status"] });
      return planStart(record, at);
    case "CANCELLED":
      ctx.require("operations.task.cancel", { fields: ["status"] });
      return planCancel(record, null, at);
    default: {
      planStep(record, { status });
      const path = status === "ASSIGNED" ? "assign" : "complete";
      throw invalid("status", `A task becomes ${status} by /tasks/{id}/${path}/`);
    }
  }
}

export const stepOperations = [
  implement(assignTask, async (ctx, { assigned_to }, id) => {
    await requireActiveStaff(ctx, assigned_to);
    return takeStep(ctx, assignTask, id, {
      plan: (record) => planStep(record, { status: "ASSIGNED" as const, assigned_to }),
      isSame: (record) => record.status === "ASSIGNED" && record.assigned_to === assigned_to,
    });
  }),
  implement(startTask, (ctx, _input, id) =>
    takeStep(ctx, startTask, id, {
      plan: (record) => planStart(record, ctx.call.occurred_at.toISOString()),
      isOvertaken: (record) => isOvertaken(record, ctx.call.occurred_at.toISOString()),
      isSame: (record) => record.status === "IN_PROGRESS",
    }),
  ),
  implement(pauseTask, (ctx, _input, id) =>
    takeStep(ctx, pauseTask, id, {
      plan: (record) => planPause(record, ctx.call.occurred_at.toISOString()),
      isOvertaken: (record) => isOvertaken(record, ctx.call.occurred_at.toISOString()),
      isSame: (record) => record.status === "IN_PROGRESS",
    }),
  ),
  implement(completeTask, async (ctx, input, id) => {
    const record = await complete(ctx, input, id);
    await noteOnTicket(ctx, record, input.completion_notes);
    return record;
  }),
  implement(cancelTask, (ctx, { reason }, id) => {
    const at = ctx.call.occurred_at.toISOString();
    return takeStep(ctx, cancelTask, id, {
      plan: (record) => planCancel(record, reason, at),
      isSame: (record) => record.status === "CANCELLED",
      note: reason,
    });
  }),
];
