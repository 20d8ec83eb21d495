// Leave: asked for by HR or for oneself, decided on, taken back.
import {
  approveLeave,
  cancelLeave,
  checkSpan,
  type Leave,
  type LeaveTime,
  leave,
  leaveVerbs,
  monthsOf,
  rejectLeave,
  requestLeave,
  requireCancellable,
  requirePending,
} from "../../shared/hr/index.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import type { InputOf } from "../../shared/kernel/operation.ts";
import { because } from "../../shared/platform/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { changeRecord, createRecord } from "../kernel/resource/write-record.ts";
import { addReviewItem } from "../kernel/sync/review.ts";
import { asOwnEmployee, decidedBy, refuseOwn } from "./own-employee.ts";
import { refreshDrafts, refusePaid } from "./payroll.ts";

async function isOnLeave(
  ctx: OperationContext,
  employee: string,
  span: LeaveTime,
  id: string,
): Promise<boolean> {
  const { tx, tenant } = ctx;
  const part = span.day_part;
  const [other] = await tx`select 1 from leaves where tenant_id = ${tenant.id} and employee = ${employee}
    and status = 'APPROVED' and start_date <= ${span.end_date} and end_date >= ${span.start_date} and id <> ${id}
    and (day_part in ('WHOLE', ${part}) or ${part} = 'WHOLE')`;
  return other !== undefined;
}

/** @throws Failure LEAVE_OVERLAPS, VALIDATION. */
async function checkLeave(
  ctx: OperationContext,
  wished: Pick<Leave, "id" | "employee"> & LeaveTime,
): Promise<void> {
  checkSpan(wished);
  if (await isOnLeave(ctx, wished.employee, wished, wished.id)) throw new Failure("LEAVE_OVERLAPS");
}

const hooks: Hooks<typeof leave> = {
  create: {
    async before(ctx, draft) {
      // All that is looked at is required of a create.
      await checkLeave(ctx, draft as Leave);
      return draft;
    },
  },
  update: {
    async before(ctx, draft, record) {
      requirePending(record, "leave");
      await checkLeave(ctx, { ...record, ...draft });
      return draft;
    },
  },
};

/** Leave without pay and the months' pay: those that are paid stay as they are, drafts follow. */
async function repriced(ctx: OperationContext, { employee, leave_type, ...span }: Leave) {
  if (leave_type !== "UNPAID") return undefined;
  const months = monthsOf(span);
  await refusePaid(ctx, employee, months);
  return () => refreshDrafts(ctx, employee, months);
}

const asked = (ctx: OperationContext, input: InputOf<typeof requestLeave>) =>
  asOwnEmployee(ctx, requestLeave.name, input, async (employee) => {
    const span: LeaveTime = { ...input, day_part: input.day_part ?? "WHOLE" };
    checkSpan(span);
    const id = input.id ?? ctx.newId();
    if (await isOnLeave(ctx, employee, span, id)) {
      if (ctx.call.command === null) throw new Failure("LEAVE_OVERLAPS");
      const payload = { ...input, id };
      const said = because("LEAVE_IN_APPROVED_DAYS", { who: ctx.actor.username }, { payload });
      await addReviewItem(ctx, { kind: "CONFLICT", ...said });
    }
    return createRecord(ctx, leave, { ...input, id, employee });
  });

export const leaveOperations = [
  ...crudOperations(leaveVerbs, hooks),
  implement(requestLeave, asked),
  implement(approveLeave, (ctx, _input, id) =>
    changeRecord(ctx, approveLeave, id, async (record) => {
      requirePending(record, "leave");
      await refuseOwn(ctx, record.employee);
      await checkLeave(ctx, record);
      const after = await repriced(ctx, record);
      return { set: { status: "APPROVED", ...decidedBy(ctx) }, ...(after ? { after } : {}) };
    }),
  ),
  implement(rejectLeave, (ctx, { reason }, id) =>
    changeRecord(ctx, rejectLeave, id, (record) => {
      requirePending(record, "leave");
      return { set: { status: "REJECTED", ...decidedBy(ctx, reason) } };
    }),
  ),
  implement(cancelLeave, (ctx, { reason }, id) =>
    changeRecord(ctx, cancelLeave, id, async (record) => {
      requireCancellable(record, ctx.today);
      const after = record.status === "APPROVED" ? await repriced(ctx, record) : undefined;
      return { set: { status: "CANCELLED" }, note: reason, ...(after ? { after } : {}) };
    }),
  ),
];
