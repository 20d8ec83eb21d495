// One person's pay of a month: drawn up, kept true while it is a draft, paid once. Whoever changes what it is made of holds
// the employee's lock, so that nothing changes between the sum and what is written.
import {
  type LeaveTime,
  type Payroll,
  type PayrollInput,
  payPayroll,
  type payroll,
  payrollVerbs,
  planPayroll,
  reversePayroll,
  type SalarySince,
  salaryIn,
  type Term,
} from "../../shared/hr/index.ts";
import { type Day, type Month, monthOf } from "../../shared/kernel/day.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { add, type Minor, parseMoney, subtract } from "../../shared/kernel/money.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import {
  deductAdvances,
  type OwedRow,
  owedColumns,
  partsOf,
  readOwed,
  returnAdvances,
  shownParts,
  spreadAdvances,
} from "./advance-parts.ts";
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

interface MonthRow extends OwedRow, Term {
  salary_history: SalarySince[];
  unpaid_leaves: LeaveTime[];
  worked: Day[];
}

/** What a month's pay is made of beside what was given by hand. */
async function readMonthOf(ctx: OperationContext, employee: string, month: Month) {
  const { tx, tenant } = ctx;
  const [row] = await tx<MonthRow[]>`
    select e.salary_history, e.join_date, e.end_date, ${owedColumns(tx)},
      (select coalesce(jsonb_agg(jsonb_build_object('start_date', l.start_date, 'end_date', l.end_date,
          'day_part', l.day_part)), '[]')
        from leaves l where l.tenant_id = e.tenant_id and l.employee = e.id and l.status = 'APPROVED'
          and l.leave_type = 'UNPAID' and l.end_date >= (${month} || '-01')::date
          and l.start_date < (${month} || '-01')::date + interval '1 month') as unpaid_leaves,
      array(select date::text from attendance w where w.tenant_id = e.tenant_id and w.employee = e.id
        and w.status in ('PRESENT', 'LATE') and w.date >= (${month} || '-01')::date
        and w.date < (${month} || '-01')::date + interval '1 month') as worked
    from employees e where e.tenant_id = ${tenant.id} and e.id = ${employee}`;
  if (!row) throw new Failure("NOT_FOUND");
  const { join_date, end_date, salary_history, owed, pays, unpaid_leaves, worked } = row;
  const amount = (text: string) => parseMoney(text, tenant.digits);
  return {
    month,
    term: { join_date, end_date },
    salary: amount(salaryIn(salary_history, month)),
    owing: { owed, pays },
    unpaid_leaves,
    worked,
  };
}

/**
 * The figures of a pay as they are written: advances are taken back as far as the rest of it goes.
 * @param owing what the employee owes.
 * @throws Failure NEGATIVE_TOTAL where less than nothing is left before advances.
 */
export function figuresOf(ctx: OperationContext, input: PayrollInput, owing: OwedRow) {
  const { deductions, net_salary, ...parts } = planPayroll(input, ctx.tenant.settings);
  if (net_salary < 0n) {
    const detail = `The deductions of ${input.month} are more than the salary`;
    throw new Failure("NEGATIVE_TOTAL", detail, { extra: { net_salary: ctx.money(net_salary) } });
  }
  const { given, unpaid_leave, outside, unpaid_leave_days, outside_days } = parts;
  const taken = partsOf(owing, { month: input.month, room: net_salary }, ctx.tenant.digits);
  const advances = add(...taken.map(({ amount }) => amount));
  return {
    basic_salary: ctx.money(input.basic_salary),
    bonus: ctx.money(input.bonus),
    deductions: ctx.money(add(deductions, advances)),
    net_salary: ctx.money(subtract(net_salary, advances)),
    breakdown: {
      given: ctx.money(given),
      ...shownParts(ctx, taken),
      unpaid_leave: ctx.money(unpaid_leave),
      unpaid_leave_days,
      outside: ctx.money(outside),
      outside_days,
    },
  };
}

/** A draft's figures, from what is known now and what was given by hand. */
async function figuresAnew(
  ctx: OperationContext,
  { employee, month, basic_salary }: Pick<Payroll, "employee" | "month" | "basic_salary">,
  by_hand: { bonus: string; deductions: string },
) {
  const { salary: _now, owing, ...known } = await readMonthOf(ctx, employee, month);
  const { bonus, deductions } = by_hand;
  const amounts = { bonus: ctx.minor(bonus, "bonus"), given: ctx.minor(deductions, "deductions") };
  return figuresOf(ctx, { ...known, ...amounts, basic_salary: ctx.minor(basic_salary) }, owing);
}

function requireDraft({ status, month }: Payroll): void {
  if (status !== "DRAFT") throw new Failure("ILLEGAL_TRANSITION", `The salary of ${month} is ${status}`);
}

/** Makes the drafts of these months true again, after a leave was decided on. The employee is locked. */
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
  if (drafts.length > 0) await spreadAdvances(ctx, employee);
}

/** Makes drafts true again after attendance was written down: who was seen at work on a day of leave without pay is paid for it. */
export async function refreshForDay(
  ctx: OperationContext,
  employees: readonly string[],
  day: Day,
): Promise<void> {
  const { tx, tenant } = ctx;
  const people = await tx<{ employee: string }[]>`select l.employee from leaves l
    where l.tenant_id = ${tenant.id} and l.employee in ${tx(employees)} and l.status = 'APPROVED'
      and l.leave_type = 'UNPAID' and l.start_date <= ${day} and l.end_date >= ${day} order by l.employee`;
  for (const { employee } of people) await refreshDrafts(ctx, employee, [monthOf(day)]);
}

/** What one pay takes of advances, those of later months don't. */
const spread = (ctx: OperationContext, { employee }: Payroll): Promise<void> => spreadAdvances(ctx, employee);

const hooks: Hooks<typeof payroll> = {
  create: {
    async before(ctx, draft) {
      const [employee, month] = [String(draft.employee), String(draft.month)];
      await ctx.lockRecord("employees", employee, ctx.tx`id`);
      const { salary, owing, ...known } = await readMonthOf(ctx, employee, month);
      const minor = (text: string | undefined): Minor => ctx.minor(text ?? "0");
      const by_hand = { bonus: minor(draft.bonus), given: minor(draft.deductions) };
      return { ...draft, ...figuresOf(ctx, { ...known, ...by_hand, basic_salary: salary }, owing) };
    },
    after: spread,
  },
  update: {
    async before(ctx, draft, record) {
      requireDraft(record);
      const { bonus = record.bonus, deductions = record.breakdown.given } = draft;
      return Object.keys(draft).length === 0 ? draft : figuresAnew(ctx, record, { bonus, deductions });
    },
    after: spread,
  },
  delete: {
    before(ctx, record) {
      requireDraft(record);
      // The ledger speaks of it.
      if (record.reversed_at)
        throw new Failure("ILLEGAL_TRANSITION", "It was paid once: put it right instead");
      return spreadAdvances(ctx, record.employee, record.id);
    },
  },
};

/** A pay's figures with what it takes of advances once it is not paid any more; the rest of it stays as it was. */
async function partedAnew(ctx: OperationContext, record: Payroll) {
  const { employee, month, breakdown } = record;
  const [net, before] = [ctx.minor(record.net_salary), ctx.minor(breakdown.advances)];
  const room = add(net, before);
  const taken = partsOf(await readOwed(ctx, employee), { month, room }, ctx.tenant.digits);
  const advances = add(...taken.map(({ amount }) => amount));
  return {
    deductions: ctx.money(add(subtract(ctx.minor(record.deductions), before), advances)),
    net_salary: ctx.money(subtract(room, advances)),
    breakdown: { ...breakdown, ...shownParts(ctx, taken) },
  };
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
  return changeRecord(ctx, reversePayroll, id, async (record) => {
    if (record.status === "DRAFT" && record.reversed_at) return null;
    if (record.status !== "PAID")
      throw new Failure("ILLEGAL_TRANSITION", `The salary of ${record.month} is not paid`);
    await returnAdvances(ctx, record);
    return {
      set: {
        ...{ status: "DRAFT", paid_at: null, paid_by: null, ...takenBack(ctx, reason) },
        ...(await partedAnew(ctx, record)),
      },
      note: reason,
      async after({ employee }) {
        await spreadAdvances(ctx, employee);
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
