// The hr area's door.
import { hrResources } from "../../shared/hr/index.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { RecordLocks } from "../kernel/resource/record-locks.ts";
import { servedArea } from "../kernel/served-area.ts";
import { advanceSalaryOperations } from "./advance-salary.ts";
import { attendanceOperations } from "./attendance.ts";
import { sheetRoute, summaryRoute } from "./attendance-sheet.ts";
import { employeeOperations, ownEmployeeRoute } from "./employee.ts";
import { leaveOperations } from "./leave.ts";
import { payrollOperations } from "./payroll.ts";
import { gapsRoute, payrollRunOperations } from "./payroll-run.ts";
import { slipRoute } from "./slip/payroll-slip.ts";

export { readPayOf, reversePayOf } from "./month-pay.ts";

/** What an employee's pay follows from is changed under the lock of the employee, then of the record. */
const withEmployee =
  (table: string): RecordLocks =>
  (tx: Tx, tenantId: string, id: string) => [
    tx`select lock_employee_of(${table}::text::regclass, ${tenantId}, ${id})`,
    tx`select from ${tx(table)} where tenant_id = ${tenantId} and id = ${id} for no key update`,
  ];

export const hr = servedArea(hrResources, {
  name: "hr",
  summary: "Employees, attendance, leave, advances, payroll",
  resources: {
    leave: { locks: withEmployee("leaves") },
    advance_salary: { locks: withEmployee("advance_salaries") },
    payroll: { locks: withEmployee("payrolls") },
  },
  operations: [
    ...employeeOperations,
    ...attendanceOperations,
    ...leaveOperations,
    ...advanceSalaryOperations,
    ...payrollOperations,
    ...payrollRunOperations,
  ],
  routes: [ownEmployeeRoute, summaryRoute, sheetRoute, gapsRoute, slipRoute],
});
