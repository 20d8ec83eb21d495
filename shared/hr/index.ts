// The hr area's public names.
import { operationsOf } from "../kernel/operation.ts";
import {
  advanceSalary,
  advanceSalaryVerbs,
  approveAdvance,
  rejectAdvance,
  reverseAdvance,
} from "./advance-salary.ts";
import { attendance, attendanceVerbs, checkIn, checkOut, markAttendance } from "./attendance.ts";
import { employee } from "./employee.ts";
import { approveLeave, cancelLeave, leave, leaveVerbs, rejectLeave, requestLeave } from "./leave.ts";
import { generatePayrolls, payPayroll, payroll, payrollVerbs, reversePayroll } from "./payroll.ts";

export * from "./advance-parts.rules.ts";
export * from "./advance-salary.ts";
export * from "./attendance.rules.ts";
export * from "./attendance.ts";
export * from "./attendance-sheet.ts";
export * from "./employee.ts";
export * from "./leave.rules.ts";
export * from "./leave.ts";
export * from "./pay-out.ts";
export * from "./payroll.rules.ts";
export * from "./payroll.ts";
export * from "./payroll-gaps.rules.ts";
export * from "./salary-history.rules.ts";
export * from "./salary-posting.rules.ts";

export const hrResources = [attendance, leave, employee, advanceSalary, payroll] as const;
export const hrOperations = operationsOf(hrResources, [
  ...Object.values(attendanceVerbs),
  markAttendance,
  checkIn,
  checkOut,
  ...Object.values(leaveVerbs),
  requestLeave,
  approveLeave,
  rejectLeave,
  cancelLeave,
  ...Object.values(advanceSalaryVerbs),
  approveAdvance,
  rejectAdvance,
  reverseAdvance,
  ...Object.values(payrollVerbs),
  payPayroll,
  reversePayroll,
  generatePayrolls,
]);
