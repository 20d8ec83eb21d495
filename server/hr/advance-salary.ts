// Advances on salaries: asked for, decided on; which month pays them back.
import {
  type advanceSalary,
  advanceSalaryVerbs,
  approveAdvance,
  rejectAdvance,
  requirePending,
  reverseAdvance,
} from "../../shared/hr/index.ts";
import { type Month, monthOf, monthsFrom } from "../../shared/kernel/day.ts";
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { ZERO } from "../../shared/kernel/money.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import { spreadAdvances } from "./advance-parts.ts";
import { decidedBy, refuseOwn } from "./own-employee.ts";
import { refusePaid } from "./payroll.ts";
import {
  bookAccounts,
  paidFrom,
  postAdvance,
  STANDING,
  takeBackJournals,
  takenBack,
} from "./salary-ledger.ts";

/** The first month from `from` on that is not paid yet. @throws Failure VALIDATION where all are. */
async function nextUnpaidMonth(ctx: OperationContext, employee: string, from: Month): Promise<Month> {
  const { tx, tenant } = ctx;
  const rows = await tx<{ month: Month }[]>`select month from payrolls
    where tenant_id = ${tenant.id} and employee = ${employee} and month >= ${from} and status = 'PAID'`;
  const paid = new Set(rows.map(({ month }) => month));
  for (const month of monthsFrom(from)) if (!paid.has(month)) return month;
  throw invalid("deduction_month", `The salaries of all months from ${from} on are paid`);
}

/** What of an advance that is owed may be changed still. */
const MOVABLE: readonly string[] = ["deduction_month", "instalments"];

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
      // What was granted may be taken off later or in other parts as long as it is owed, and stays as it was granted else.
      const isMoved = Object.keys(draft).every((name) => MOVABLE.includes(name));
      if (record.status !== "APPROVED" || !isMoved) requirePending(record, "advance");
      const { deduction_month = record.deduction_month } = draft;
      if (deduction_month === record.deduction_month) return draft;
      if (ctx.minor(record.deducted) > ZERO) throw new Failure("ADVANCE_PARTLY_DEDUCTED");
      await refusePaid(ctx, record.employee, [deduction_month]);
      return draft;
    },
    async after(ctx, { status, employee }) {
      if (status === "APPROVED") await spreadAdvances(ctx, employee);
    },
  },
};

export const advanceSalaryOperations = [
  ...crudOperations(advanceSalaryVerbs, hooks),
  implement(approveAdvance, async (ctx, how, id) => {
    const [accounts, from] = await Promise.all([bookAccounts(ctx), paidFrom(ctx, how)]);
    return changeRecord(ctx, approveAdvance, id, async (record) => {
      requirePending(record, "advance");
      const { employee, deduction_month } = record;
      await refuseOwn(ctx, employee);
      await refusePaid(ctx, employee, [deduction_month]);
      return {
        set: { status: "APPROVED", ...decidedBy(ctx), ...from, ...STANDING },
        async after(approved) {
          await spreadAdvances(ctx, employee);
          await postAdvance(ctx, accounts, approved, from);
        },
      };
    });
  }),
  implement(reverseAdvance, async (ctx, { reason }, id) => {
    const accounts = await bookAccounts(ctx);
    return changeRecord(ctx, reverseAdvance, id, (record) => {
      const { status, reversed_at, employee, deducted } = record;
      if (status === "PENDING" && reversed_at) return null;
      if (ctx.minor(deducted) > ZERO) {
        throw new Failure("ILLEGAL_TRANSITION", "Paid salaries have taken of it: reverse those first");
      }
      if (status !== "APPROVED") throw new Failure("ILLEGAL_TRANSITION", "This advance is not paid");
      const undecided = { decided_by: null, decided_at: null, decision_reason: null };
      return {
        set: { status: "PENDING", ...undecided, ...takenBack(ctx, reason) },
        note: reason,
        async after() {
          await spreadAdvances(ctx, employee);
          await takeBackJournals(ctx, accounts, { source_type: "advance_salary", source_id: id });
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
