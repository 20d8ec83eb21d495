// Advances on salaries: asked for, decided on; which month pays them back.
import {
  type advanceSalary,
  advanceSalaryVerbs,
  approveAdvance,
  rejectAdvance,
  requirePending,
} from "../../shared/hr/index.ts";
import { type Month, monthOf, nextMonth } from "../../shared/kernel/day.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import { decidedBy, refuseOwn } from "./own-employee.ts";
import { refreshDrafts, refusePaid } from "./payroll.ts";
import { bookAccounts, postAdvance } from "./salary-ledger.ts";

/** The first month from `from` on that is not paid yet. */
async function nextUnpaidMonth(ctx: OperationContext, employee: string, from: Month): Promise<Month> {
  const { tx, tenant } = ctx;
  const rows = await tx<{ month: Month }[]>`select month from payrolls
    where tenant_id = ${tenant.id} and employee = ${employee} and month >= ${from} and status = 'PAID'`;
  const paid = new Set(rows.map(({ month }) => month));
  let month = from;
  while (paid.has(month)) month = nextMonth(month);
  return month;
}

const hooks: Hooks<typeof advanceSalary> = {
  create: {
    async before(ctx, draft) {
      const employee = String(draft.employee);
      const request_date = draft.request_date ?? ctx.today;
      if (draft.deduction_month) await refusePaid(ctx, employee, [draft.deduction_month]);
      const deduction_month =
        draft.deduction_month ?? (await nextUnpaidMonth(ctx, employee, monthOf(request_date)));
      return { ...draft, request_date, deduction_month };
    },
  },
  update: {
    async before(ctx, draft, record) {
      requirePending(record, "advance");
      if (draft.deduction_month) await refusePaid(ctx, record.employee, [draft.deduction_month]);
      return draft;
    },
  },
};

export const advanceSalaryOperations = [
  ...crudOperations(advanceSalaryVerbs, hooks),
  implement(approveAdvance, async (ctx, how, id) => {
    const accounts = await bookAccounts(ctx);
    return changeRecord(ctx, approveAdvance, id, async (record) => {
      requirePending(record, "advance");
      const { employee, deduction_month } = record;
      await refuseOwn(ctx, employee);
      await refusePaid(ctx, employee, [deduction_month]);
      return {
        set: { status: "APPROVED", ...decidedBy(ctx) },
        async after(approved) {
          await refreshDrafts(ctx, employee, [deduction_month]);
          await postAdvance(ctx, accounts, approved, how);
        },
      };
    });
  }),
  implement(rejectAdvance, (ctx, { reason }, id) =>
    changeRecord(ctx, rejectAdvance, id, (record) => {
      requirePending(record, "advance");
      return { set: { status: "REJECTED", ...decidedBy(ctx, reason) } };
    }),
  ),
];
