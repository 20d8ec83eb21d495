// The advances that an employee owes, parted among the pays of their months. Changes of either lock the employee.
import {
  type AdvancePart,
  advanceSalary,
  type OwedAdvance,
  type PayOfAdvances,
  type Payroll,
  payrollVerbs,
  planParts,
} from "../../shared/hr/index.ts";
import type { Month } from "../../shared/kernel/day.ts";
import { add, type Minor, parseMoney, subtract } from "../../shared/kernel/money.ts";
import type { Fragment, Row, Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";

/** An employee's advances as the database has them. */
export interface OwedRow extends Row {
  owed: (Omit<OwedAdvance, "amount"> & { amount: string })[];
  pays: (Pick<PayOfAdvances, "month" | "is_paid"> & {
    id: string;
    room: string;
    parts: { advance: string; amount: string }[];
  })[];
}

/** The columns `owed` and `pays` beside an employee `e`. */
export const owedColumns = (tx: Tx): Fragment => tx`
  (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'amount', a.amount::text, 'instalments', a.instalments,
      'deduction_month', a.deduction_month) order by a.deduction_month, a.request_date, a.id), '[]')
    from advance_salaries a where a.tenant_id = e.tenant_id and a.employee = e.id and a.status = 'APPROVED') as owed,
  (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'month', p.month, 'is_paid', p.status = 'PAID',
      'room', (p.net_salary + (p.breakdown ->> 'advances')::numeric)::text, 'parts', p.breakdown -> 'of_advances')), '[]')
    from payrolls p where p.tenant_id = e.tenant_id and p.employee = e.id
      and (p.status = 'DRAFT' or p.breakdown -> 'of_advances' <> '[]')) as pays`;

function owedOf({ owed, pays }: OwedRow, digits: number) {
  const minor = (text: string) => parseMoney(text, digits);
  return {
    advances: owed.map((advance) => ({ ...advance, amount: minor(advance.amount) })),
    pays: pays.map(({ room, parts, ...pay }) => ({
      ...pay,
      room: minor(room),
      parts: parts.map(({ advance, amount }) => ({ advance, amount: minor(amount) })),
    })),
  };
}

/** The pay of a month, before its advances. */
interface Before {
  month: Month;
  room: Minor;
}

/** What the unpaid pay of a month takes of what an employee owes. */
export function partsOf(row: OwedRow, { month, room }: Before, digits: number): AdvancePart[] {
  const { advances, pays } = owedOf(row, digits);
  const others = pays.filter((pay) => pay.month !== month);
  return planParts(advances, [...others, { month, room, is_paid: false, parts: [] }]).get(month) ?? [];
}

/** What an employee owes, and the pays that take or took of it. */
export async function readOwed({ tx, tenant }: OperationContext, employee: string): Promise<OwedRow> {
  const [row] = await tx<OwedRow[]>`
    select ${owedColumns(tx)} from employees e where e.tenant_id = ${tenant.id} and e.id = ${employee}`;
  return row ?? { owed: [], pays: [] };
}

/** Advances as they stand in a pay's figures. */
export const shownParts = (ctx: OperationContext, parts: readonly AdvancePart[]) => ({
  advances: ctx.money(add(...parts.map(({ amount }) => amount))),
  of_advances: parts.map(({ advance, amount }) => ({ advance, amount: ctx.money(amount) })),
});

/**
 * Corrects what every draft of an employee takes of their advances, after an advance, or a pay of theirs, changed.
 * @param without a draft that is about to go.
 */
export async function spreadAdvances(
  ctx: OperationContext,
  employee: string,
  without: string | null = null,
): Promise<void> {
  const { advances, pays } = owedOf(await readOwed(ctx, employee), ctx.tenant.digits);
  const left = pays.filter(({ id }) => id !== without);
  const planned = planParts(advances, left);
  for (const { id, month, is_paid, room, parts: known } of left) {
    const parts = planned.get(month) ?? [];
    if (is_paid || isSame(parts, known)) continue;
    const shown = shownParts(ctx, parts);
    const sum = add(...parts.map(({ amount }) => amount));
    await changeRecord(ctx, payrollVerbs.update, id, ({ basic_salary, bonus, breakdown }) => {
      const net = subtract(room, sum);
      const deductions = subtract(add(ctx.minor(basic_salary), ctx.minor(bonus)), net);
      const figures = { deductions: ctx.money(deductions), net_salary: ctx.money(net) };
      return { set: { ...figures, breakdown: { ...breakdown, ...shown } } };
    });
  }
}

const isSame = (parts: readonly AdvancePart[], known: readonly AdvancePart[]): boolean =>
  parts.length === known.length &&
  parts.every(({ advance, amount }, at) => known[at]?.advance === advance && known[at]?.amount === amount);

interface Taken extends Row {
  id: string;
  status: string;
  payroll: string | null;
  deducted: string;
}

/** Writes what a pay takes of each advance, or gives back, and says so in the audit log. */
async function takeParts(
  ctx: OperationContext,
  { id, breakdown }: Pick<Payroll, "id" | "breakdown">,
  name: "deduct" | "return",
): Promise<void> {
  const { tx, tenant } = ctx;
  const { of_advances } = breakdown;
  if (of_advances.length === 0) return;
  const ids = of_advances.map(({ advance }) => advance);
  const columns = tx`id, status, payroll, deducted::text`;
  const before = await tx<Taken[]>`select ${columns} from advance_salaries
    where tenant_id = ${tenant.id} and id in ${tx(ids)} order by id for no key update`;
  const sign = name === "deduct" ? 1 : -1;
  const after = await tx<Taken[]>`
    with part as (select * from jsonb_to_recordset(${JSON.stringify(of_advances)}::text::jsonb) as p (advance uuid, amount numeric)),
      sum as (select a.id, a.deducted + ${sign} * part.amount as deducted
        from advance_salaries a join part on part.advance = a.id where a.tenant_id = ${tenant.id})
    update advance_salaries a set deducted = sum.deducted,
      status = case when sum.deducted = a.amount then 'DEDUCTED' else 'APPROVED' end,
      payroll = case when sum.deducted = a.amount then ${id}::uuid end
    from sum where a.tenant_id = ${tenant.id} and a.id = sum.id returning ${tx`a.id, a.status, a.payroll, a.deducted::text`}`;
  const known = new Map(before.map((row) => [row.id, row]));
  const act = { on: advanceSalary, name: `advance_salary.${name}` };
  for (const { id: advance, ...now } of after) {
    const { id: _same, ...then } = known.get(advance) ?? { id: advance };
    ctx.noteChange(act, { id: advance, before: then, after: now });
  }
}

/** A pay that is paid takes its parts. */
export const deductAdvances = (ctx: OperationContext, paid: Payroll): Promise<void> =>
  takeParts(ctx, paid, "deduct");

/** What a pay took is owed again. */
export const returnAdvances = (ctx: OperationContext, paid: Payroll): Promise<void> =>
  takeParts(ctx, paid, "return");
