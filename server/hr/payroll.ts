// One person's pay of a month: drawn up, kept true while it is a draft, paid once. Whoever changes what it is made of holds
// the employee's lock, so that nothing changes between the sum and what is written.
import {
  advanceSalary,
  type Payroll,
  type PayrollInput,
  payPayroll,
  type payroll,
  payrollVerbs,
  planPayroll,
  reversePayroll,
  type Span,
  type Term,
} from "../../shared/hr/index.ts";
import type { Month } from "../../shared/kernel/day.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { type Minor, parseMoney } from "../../shared/kernel/money.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import {
  bookAccounts,
  paidFrom,
  postSalary,
  STANDING,
  type SystemAccounts,
  takeBackJournals,
  takenBack,
} from "./salary-ledger.ts";

/** @throws Failure PAYROLL_PAID when one of these months of an employee is paid. */
export async function refusePaid(
  ctx: OperationContext,
  employee: string,
  months: readonly Month[],
): Promise<void> {
  const { tx, tenant } = ctx;
  const [paid] = await tx<{ month: Month }[]>`select month from payrolls
    where tenant_id = ${tenant.id} and employee = ${employee} and month in ${tx(months)} and status = 'PAID' limit 1`;
  if (paid) throw new Failure("PAYROLL_PAID", `The salary of ${paid.month} is paid`);
}

interface MonthRow extends Row, Term {
  salary: string;
  advances: string;
  unpaid_leaves: Span[];
}

/** What a month's pay is made of beside what was given by hand. */
async function readMonthOf(ctx: OperationContext, employee: string, month: Month) {
  const { tx, tenant } = ctx;
  const [row] = await tx<MonthRow[]>`
    select e.salary, e.join_date, e.end_date,
      (select coalesce(sum(a.amount), 0)::text from advance_salaries a where a.tenant_id = e.tenant_id
        and a.employee = e.id and a.status = 'APPROVED' and a.deduction_month = ${month}) as advances,
      (select coalesce(jsonb_agg(jsonb_build_object('start_date', l.start_date, 'end_date', l.end_date)), '[]')
        from leaves l where l.tenant_id = e.tenant_id and l.employee = e.id and l.status = 'APPROVED'
          and l.leave_type = 'UNPAID' and l.end_date >= (${month} || '-01')::date
          and l.start_date < (${month} || '-01')::date + interval '1 month') as unpaid_leaves
    from employees e where e.tenant_id = ${tenant.id} and e.id = ${employee}`;
  if (!row) throw new Failure("NOT_FOUND");
  const { join_date, end_date, salary, advances, unpaid_leaves } = row;
  const amount = (text: string) => parseMoney(text, tenant.digits);
  return {
    month,
    term: { join_date, end_date },
    salary: amount(salary),
    advances: amount(advances),
    unpaid_leaves,
  };
}

/**
 * The figures of a pay as they are written.
 * @throws Failure NEGATIVE_TOTAL.
 */
export function figuresOf(ctx: OperationContext, input: PayrollInput) {
  const { deductions, net_salary, ...parts } = planPayroll(input, ctx.tenant.settings);
  if (net_salary < 0n) {
    const detail = `The deductions of ${input.month} are more than the salary`;
    throw new Failure("NEGATIVE_TOTAL", detail, { extra: { net_salary: ctx.money(net_salary) } });
  }
  const { given, advances, unpaid_leave, outside, unpaid_leave_days, outside_days } = parts;
  return {
    basic_salary: ctx.money(input.basic_salary),
    bonus: ctx.money(input.bonus),
    deductions: ctx.money(deductions),
    net_salary: ctx.money(net_salary),
    breakdown: {
      given: ctx.money(given),
      advances: ctx.money(advances),
      unpaid_leave: ctx.money(unpaid_leave),
      unpaid_leave_days,
      outside: ctx.money(outside),
      outside_days,
    },
  };
}

/** A draft's figures anew, from what is known now and what was given by hand. */
async function figuresAnew(
  ctx: OperationContext,
  { employee, month, basic_salary }: Pick<Payroll, "employee" | "month" | "basic_salary">,
  by_hand: { bonus: string; deductions: string },
) {
  const { salary: _now, ...known } = await readMonthOf(ctx, employee, month);
  const { bonus, deductions } = by_hand;
  const amounts = { bonus: ctx.minor(bonus, "bonus"), given: ctx.minor(deductions, "deductions") };
  return figuresOf(ctx, { ...known, ...amounts, basic_salary: ctx.minor(basic_salary) });
}

function requireDraft({ status, month }: Payroll): void {
  if (status !== "DRAFT") throw new Failure("ILLEGAL_TRANSITION", `The salary of ${month} is ${status}`);
}

/** Makes the drafts of these months true again, after an advance or a leave was decided on. The employee is locked. */
export async function refreshDrafts(
  ctx: OperationContext,
  employee: string,
  months: readonly Month[],
): Promise<void> {
  const { tx, tenant } = ctx;
  const drafts = await tx<{ id: string }[]>`select id from payrolls
    where tenant_id = ${tenant.id} and employee = ${employee} and month in ${tx(months)} and status = 'DRAFT' order by id`;
  for (const { id } of drafts)
    await changeRecord(ctx, payrollVerbs.update, id, async (record) => {
      const { bonus, breakdown } = record;
      return { set: await figuresAnew(ctx, record, { bonus, deductions: breakdown.given }) };
    });
}

const hooks: Hooks<typeof payroll> = {
  create: {
    async before(ctx, draft) {
      const [employee, month] = [String(draft.employee), String(draft.month)];
      await ctx.lockRecord("employees", employee, ctx.tx`id`);
      const { salary, ...known } = await readMonthOf(ctx, employee, month);
      const minor = (text: string | undefined): Minor => ctx.minor(text ?? "0");
      const by_hand = { bonus: minor(draft.bonus), given: minor(draft.deductions) };
      return { ...draft, ...figuresOf(ctx, { ...known, ...by_hand, basic_salary: salary }) };
    },
  },
  update: {
    async before(ctx, draft, record) {
      requireDraft(record);
      const { bonus = record.bonus, deductions = record.breakdown.given } = draft;
      return Object.keys(draft).length === 0 ? draft : figuresAnew(ctx, record, { bonus, deductions });
    },
  },
  delete: {
    before(_ctx, record) {
      requireDraft(record);
      // The ledger speaks of it.
      if (record.reversed_at)
        throw new Failure("ILLEGAL_TRANSITION", "It was paid once: put it right instead");
    },
  },
};

/** Marks the advances that a pay took back. */
async function deductAdvances(ctx: OperationContext, { id, employee, month }: Payroll): Promise<void> {
  const { tx, tenant } = ctx;
  const deducted = await tx<{ id: string }[]>`update advance_salaries set status = 'DEDUCTED', payroll = ${id}
    where tenant_id = ${tenant.id} and employee = ${employee} and deduction_month = ${month} and status = 'APPROVED'
    returning id`;
  noteAdvances(ctx, "deduct", deducted, [OWED, { status: "DEDUCTED", payroll: id }]);
}

/** Those that it took back are owed again. */
async function returnAdvances(ctx: OperationContext, { id }: Payroll): Promise<void> {
  const { tx, tenant } = ctx;
  const returned = await tx<{ id: string }[]>`update advance_salaries set status = 'APPROVED', payroll = null
    where tenant_id = ${tenant.id} and payroll = ${id} returning id`;
  noteAdvances(ctx, "return", returned, [{ status: "DEDUCTED", payroll: id }, OWED]);
}

const OWED = { status: "APPROVED", payroll: null };

function noteAdvances(
  ctx: OperationContext,
  name: "deduct" | "return",
  advances: readonly { id: string }[],
  [before, after]: readonly [Row, Row],
): void {
  const act = { on: advanceSalary, name: `advance_salary.${name}` };
  for (const { id } of advances) ctx.noteChange(act, { id, before, after });
}

/**
 * Takes one paid salary back: it is a draft again, its advances are owed again, its journals are mirrored. A draft that was
 * taken back already stays as it is.
 * @throws Failure ILLEGAL_TRANSITION for one that was never paid.
 */
export function takePayBack(
  ctx: OperationContext,
  accounts: SystemAccounts,
  id: string,
  reason: string,
): Promise<Payroll> {
  return changeRecord(ctx, reversePayroll, id, (record) => {
    if (record.status === "DRAFT" && record.reversed_at) return null;
    if (record.status !== "PAID")
      throw new Failure("ILLEGAL_TRANSITION", `The salary of ${record.month} is not paid`);
    return {
      set: { status: "DRAFT", paid_at: null, paid_by: null, ...takenBack(ctx, reason) },
      note: reason,
      async after(draft) {
        await returnAdvances(ctx, draft);
        await takeBackJournals(ctx, accounts, { source_type: "payroll", source_id: id });
      },
    };
  });
}

export const payrollOperations = [
  ...crudOperations(payrollVerbs, hooks),
  implement(payPayroll, async (ctx, how, id) => {
    const [accounts, from] = await Promise.all([bookAccounts(ctx), paidFrom(ctx, how)]);
    return changeRecord(ctx, payPayroll, id, (record) => {
      requireDraft(record);
      const { actor, call } = ctx;
      const paid_by = actor.full_name || actor.username;
      return {
        set: { status: "PAID", paid_at: call.occurred_at.toISOString(), paid_by, ...from, ...STANDING },
        async after(paid) {
          await deductAdvances(ctx, paid);
          await postSalary(ctx, accounts, paid, from);
        },
      };
    });
  }),
  implement(reversePayroll, async (ctx, { reason }, id) =>
    takePayBack(ctx, await bookAccounts(ctx), id, reason),
  ),
];
