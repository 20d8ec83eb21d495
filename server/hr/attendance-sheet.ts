// A day's attendance, and a month's: of everybody, also of those of whom nothing is written down.
import {
  type AttendanceStatus,
  attendanceSheetAnswer,
  attendanceSheetQuery,
  attendanceSummaryAnswer,
  attendanceSummaryQuery,
  type LeaveMark,
  type LeaveTime,
  markOf,
  type Term,
} from "../../shared/hr/index.ts";
import { type Day, dayOf, daysOfMonth, lastDayOf, monthOf } from "../../shared/kernel/day.ts";
import { type Route, type RouteRequest, route } from "../kernel/area.ts";
import { inTenantSnapshot, type Row, type Tx } from "../kernel/db/db.ts";
import { tenantOf } from "../kernel/operation/run-operation.ts";
import { employedBetween } from "./employed.ts";

/** The caller's tenant, and its day. */
function here({ principal, call }: RouteRequest) {
  if (!principal) throw new Error("The route is not public");
  const tenant = tenantOf(principal);
  return { tenant, today: dayOf(call.received_at, tenant.settings.timezone) };
}

interface PersonOfDay extends Row {
  employee: string;
  employee_name: string;
  employee_code: string;
  status: AttendanceStatus | LeaveMark;
  check_in: string | null;
  check_out: string | null;
}

/** Who was seen on leave after all counts as seen. */
const readDay = (tx: Tx, tenantId: string, date: Day) => tx<PersonOfDay[]>`
  select e.id as employee, e.name as employee_name, e.employee_code, a.check_in, a.check_out,
    case when a.status in ('PRESENT', 'LATE') then a.status
      when l.whole or l.halves = 2 then 'ON_LEAVE'
      when l.halves = 1 and a.id is null then 'HALF_LEAVE'
      else 'ABSENT' end as status
  from employees e
    cross join lateral (select coalesce(bool_or(day_part = 'WHOLE'), false) as whole, count(*)::int as halves from leaves
      where tenant_id = e.tenant_id and employee = e.id and status = 'APPROVED'
        and start_date <= ${date} and end_date >= ${date}) l
    left join attendance a on a.tenant_id = e.tenant_id and a.employee = e.id and a.date = ${date}
  where e.tenant_id = ${tenantId} and (a.id is not null or ${employedBetween(tx, date, date)})
  order by e.name, e.id`;

export const summaryRoute: Route = route({
  method: "GET",
  path: "/attendance/summary/",
  operation_id: "getAttendanceSummary",
  summary: "Who was there on a day, today unless it is named; of whom nothing is written down is absent",
  area: "hr",
  permission: "hr.attendance.view",
  is_of_all: true,
  query: attendanceSummaryQuery,
  output: attendanceSummaryAnswer,
  async handler(request) {
    const { tenant, today } = here(request);
    const { date = today } = request.query;
    const employees = await inTenantSnapshot(request.services.db, tenant, (tx) =>
      readDay(tx, tenant.id, date),
    );
    const count = (wanted: string) => employees.filter(({ status }) => status === wanted).length;
    const [present, late, absent] = [count("PRESENT"), count("LATE"), count("ABSENT")];
    return { date, present, late, absent, on_leave: count("ON_LEAVE") + count("HALF_LEAVE"), employees };
  },
});

interface PersonOfMonth extends Row, Term {
  employee: string;
  employee_name: string;
  employee_code: string;
  seen: Record<Day, AttendanceStatus>;
  leaves: LeaveTime[];
}

function readMonth(tx: Tx, tenantId: string, first: Day, last: Day): Promise<PersonOfMonth[]> {
  const own = tx`tenant_id = e.tenant_id and employee = e.id`;
  return tx<PersonOfMonth[]>`
    select e.id as employee, e.name as employee_name, e.employee_code, e.join_date, e.end_date,
      (select coalesce(jsonb_object_agg(date, status), '{}') from attendance
        where ${own} and date >= ${first} and date <= ${last}) as seen,
      (select coalesce(jsonb_agg(jsonb_build_object('start_date', start_date, 'end_date', end_date,
          'day_part', day_part)), '[]') from leaves
        where ${own} and status = 'APPROVED' and start_date <= ${last} and end_date >= ${first}) as leaves
    from employees e
    where e.tenant_id = ${tenantId} and ${employedBetween(tx, first, last)} order by e.name, e.id`;
}

export const sheetRoute: Route = route({
  method: "GET",
  path: "/attendance/sheet/",
  operation_id: "getAttendanceSheet",
  summary: "A month's attendance, this month's unless it is named: people by days",
  area: "hr",
  permission: "hr.attendance.view",
  is_of_all: true,
  query: attendanceSheetQuery,
  output: attendanceSheetAnswer,
  async handler(request) {
    const { tenant, today } = here(request);
    const { month = monthOf(today) } = request.query;
    const days = daysOfMonth(month);
    const people = await inTenantSnapshot(request.services.db, tenant, (tx) =>
      readMonth(tx, tenant.id, `${month}-01`, lastDayOf(month)),
    );
    const employees = people.map(({ employee, employee_name, employee_code, ...person }) => ({
      employee,
      employee_name,
      employee_code,
      marks: days.map((day) => markOf(day, today, person, tenant.settings)),
    }));
    return { month, days, employees };
  },
});
