// A month's pay of everybody: what is missing before it, and drawing it up.
import {
  daysWithoutAttendance,
  generatePayrolls,
  type LeaveTime,
  type PayrollGaps,
  payrollGapsAnswer,
  payrollGapsQuery,
  type SalarySince,
  salaryIn,
  type Term,
} from "../../shared/hr/index.ts";
import { type Day, dayOf, lastDayOf, type Month } from "../../shared/kernel/day.ts";
import { parseMoney, ZERO } from "../../shared/kernel/money.ts";
import { type Route, route } from "../kernel/area.ts";
import { insertRows } from "../kernel/db/bulk.ts";
import { inTenantSnapshot, type Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { implement, tenantOf } from "../kernel/operation/run-operation.ts";
import { type OwedRow, owedColumns, spreadAdvances } from "./advance-parts.ts";
import { employedBetween } from "./employed.ts";
import { figuresOf } from "./payroll.ts";

interface Person extends OwedRow, Term {
  id: string;
  name: string;
  salary_history: SalarySince[];
  /** Of the month's pay; null: there is none yet. */
  pay: "DRAFT" | "PAID" | null;
  pending_advances: number;
  pending_leaves: number;
  leaves: (LeaveTime & { leave_type: string })[];
  attended: Day[];
  /** Of these, those on which they were seen. */
  worked: Day[];
}

function readPeople(tx: Tx, tenantId: string, month: Month): Promise<Person[]> {
  const [first, last] = [`${month}-01`, lastDayOf(month)];
  const own = tx`tenant_id = e.tenant_id and employee = e.id`;
  return tx<Person[]>`
    select e.id, e.name, e.salary_history, e.join_date, e.end_date,
      (select status from payrolls where ${own} and month = ${month}) as pay, a.pending_advances, ${owedColumns(tx)},
      l.leaves, l.pending_leaves,
      array(select date::text from attendance where ${own} and date >= ${first} and date <= ${last}) as attended,
      array(select date::text from attendance where ${own} and date >= ${first} and date <= ${last}
        and status in ('PRESENT', 'LATE')) as worked
    from employees e
      cross join lateral (select count(*)::int as pending_advances
        from advance_salaries where ${own} and status = 'PENDING' and deduction_month = ${month}) a
      cross join lateral (select count(*) filter (where status = 'PENDING')::int as pending_leaves,
          coalesce(jsonb_agg(jsonb_build_object('leave_type', leave_type, 'start_date', start_date, 'end_date', end_date,
            'day_part', day_part))
            filter (where status = 'APPROVED'), '[]') as leaves
        from leaves where ${own} and start_date <= ${last} and end_date >= ${first}) l
    where e.tenant_id = ${tenantId} and ${employedBetween(tx, first, last)} order by e.name, e.id`;
}

/** What a person's pay of the month would be made of, with nothing given by hand. */
function inputOf(person: Person, month: Month, digits: number) {
  return {
    month,
    term: person,
    basic_salary: parseMoney(salaryIn(person.salary_history, month), digits),
    bonus: ZERO,
    given: ZERO,
    unpaid_leaves: person.leaves.filter(({ leave_type }) => leave_type === "UNPAID"),
    worked: person.worked,
  };
}

type Gap = PayrollGaps["gaps"][number];

/** What prevents an employee's pay; null: nothing. */
const obstacleOf = (person: Person, month: Month, { digits }: Tenant): "NO_SALARY" | null =>
  inputOf(person, month, digits).basic_salary === ZERO ? "NO_SALARY" : null;

function gapsOf(person: Person, month: Month, today: Day, tenant: Tenant): Gap[] {
  // What is paid stays as it is; a draft follows what is decided on.
  if (person.pay === "PAID") return [];
  const obstacle = person.pay === null ? obstacleOf(person, month, tenant) : null;
  const attended = new Set(person.attended);
  const found: [Gap["gap"], number][] = [
    ...(obstacle ? [[obstacle, 1] as [Gap["gap"], number]] : []),
    ["NO_ATTENDANCE", daysWithoutAttendance(month, today, { ...person, attended }, tenant.settings).length],
    ["PENDING_LEAVE", person.pending_leaves],
    ["PENDING_ADVANCE", person.pending_advances],
  ];
  return found
    .filter(([, count]) => count > 0)
    .map(([gap, count]) => ({ employee: person.id, employee_name: person.name, gap, count }));
}

export const gapsRoute: Route = route({
  method: "GET",
  path: "/payrolls/gaps/",
  operation_id: "getPayrollGaps",
  summary:
    "What is missing before a month can be paid: salaries, attendance, requests that nobody decided on",
  area: "hr",
  permission: "hr.payroll.generate",
  query: payrollGapsQuery,
  output: payrollGapsAnswer,
  async handler({ services, principal, call, query: { month } }) {
    if (!principal) throw new Error("The route is not public");
    const tenant = tenantOf(principal);
    const people = await inTenantSnapshot(services.db, tenant, (tx) => readPeople(tx, tenant.id, month));
    const today = dayOf(call.received_at, tenant.settings.timezone);
    return {
      month,
      employees: people.length,
      existing: people.filter(({ pay }) => pay !== null).length,
      gaps: people.flatMap((person) => gapsOf(person, month, today, tenant)),
    };
  },
});

const TYPES = {
  tenant_id: "uuid",
  id: "uuid",
  employee: "uuid",
  month: "text",
  basic_salary: "amount",
  bonus: "amount",
  deductions: "amount",
  net_salary: "amount",
  breakdown: "jsonb",
  status: "text",
} as const;

async function generate(ctx: OperationContext, { month }: { month: Month }) {
  const { tx, tenant } = ctx;
  const between = employedBetween(tx, `${month}-01`, lastDayOf(month));
  // A second run waits here, and then finds what the first one made.
  await tx`select from employees e where e.tenant_id = ${tenant.id} and ${between} order by e.id for no key update`;
  const people = await readPeople(tx, tenant.id, month);
  const missing = people.filter(({ pay }) => pay === null);
  const gaps = missing.flatMap((person): Gap[] => {
    const gap = obstacleOf(person, month, tenant);
    return gap ? [{ employee: person.id, employee_name: person.name, gap, count: 1 }] : [];
  });
  const left = new Set(gaps.map(({ employee }) => employee));
  const rows = missing.flatMap((person) => {
    if (left.has(person.id)) return [];
    const { breakdown, ...figures } = figuresOf(ctx, inputOf(person, month, tenant.digits), person);
    const row = { tenant_id: tenant.id, id: ctx.newId(), employee: person.id, month, status: "DRAFT" };
    return [{ ...row, ...figures, breakdown: JSON.stringify(breakdown) }];
  });
  if (rows.length > 0) {
    await insertRows(tx, "payrolls", TYPES, rows);
    // What these take of advances, drafts of later months don't.
    const drawn = new Set(rows.map(({ employee }) => employee));
    const isLater = (pay: OwedRow["pays"][number]) => pay.month > month && !pay.is_paid;
    for (const { id, owed, pays } of missing)
      if (drawn.has(id) && owed.length > 0 && pays.some(isLater)) await spreadAdvances(ctx, id);
    ctx.noteChange(generatePayrolls, { id: null, after: { month, payrolls: rows.length } });
  }
  return { month, created: rows.length, existing: people.length - missing.length, gaps };
}

export const payrollRunOperations = [implement(generatePayrolls, generate)];
