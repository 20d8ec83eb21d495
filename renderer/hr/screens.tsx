// Employees, leave, advances and salaries.

import { createElement } from "react";
import {
  advanceSalary,
  attendance,
  cancelLeave,
  employee,
  leave,
  payPayroll,
  payroll,
  reverseAdvance,
  reversePayroll,
} from "../../shared/hr/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../kernel/screen/later-icon.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";
import type { Screen } from "../kernel/screen/screens.ts";
import { ADVANCE_DECISIONS, isPending, LEAVE_DECISIONS, PAID_OUT } from "./decisions.tsx";

const AttendanceSheetPage = lazily(() => import("./attendance/sheet-page.tsx"), "AttendanceSheetPage");
const PayrollRunPage = lazily(() => import("./payroll/run-page.tsx"), "PayrollRunPage");
const PayrollDetail = lazily(() => import("./payroll/payroll-detail.tsx"), "PayrollDetail");

const SalaryBooks = lazily(() => import("./payroll/salary-books.tsx"), "SalaryBooks");
const SalaryTakenBack = lazily(() => import("./payroll/salary-books.tsx"), "SalaryTakenBack");
const AdvanceTakenBack = lazily(() => import("./payroll/salary-books.tsx"), "AdvanceTakenBack");
const HolderText = lazily(() => import("./payroll/holder-text.tsx"), "HolderText");
const HOLDER = {
  holder: ({ holder }: { holder: string | null }) => createElement(HolderText, { holder: holder ?? "" }),
};

const TimeOf = lazily(() => import("./attendance/time-of.tsx"), "TimeOf");
const MyWorkPage = lazily(() => import("./attendance/my-work-page.tsx"), "MyWorkPage");

export const hrScreens: readonly Screen[] = [
  {
    path: "my-work",
    element: <MyWorkPage />,
    nav: { label: "nav.my_work", icon: laterIcon("IconClockCheck") },
    permission: "hr.attendance.check_in",
  },
  {
    path: "attendance-sheet",
    element: <AttendanceSheetPage />,
    nav: { label: "nav.attendance_sheet", icon: laterIcon("IconTable") },
    permission: "hr.attendance.mark",
  },
  ...resourceScreen(leave, {
    icon: laterIcon("IconBeach"),
    for: "hr.leave.approve",
    columns: ["leave_type", "start_date", "end_date", "day_part", "status", "reason"],
    widths: {
      employee_name: 160,
      leave_type: 110,
      start_date: 110,
      end_date: 110,
      day_part: 110,
      status: 110,
      reason: 160,
    },
    filters: ["employee", "leave_type", "start_date", "status"],
    on: ["employee"],
    begin: { status: "PENDING" },
    actions: [
      ...LEAVE_DECISIONS,
      { operation: cancelLeave, icon: laterIcon("IconHandStop"), danger: true, when: isPending },
    ],
  }),
  ...resourceScreen(employee, {
    icon: laterIcon("IconUsersGroup"),
    without: ["user"],
    columns: ["name", "employee_code", "designation", "department", "phone", "salary", "join_date"],
    widths: { name: 180, employee_code: 90, department: 110, salary: 130, join_date: 110, is_active: 110 },
    filters: ["join_date", "is_active"],
    begin: { is_active: "true" },
  }),
  ...resourceScreen(attendance, {
    icon: laterIcon("IconCalendarCheck"),
    for: "hr.attendance.update",
    columns: ["date", "check_in", "check_out", "status"],
    filters: ["employee", "date", "status"],
    cells: {
      check_in: ({ check_in }) => createElement(TimeOf, { at: check_in }),
      check_out: ({ check_out }) => createElement(TimeOf, { at: check_out }),
    },
  }),
  ...resourceScreen(advanceSalary, {
    icon: laterIcon("IconCash"),
    columns: ["amount", "request_date", "deduction_month", "instalments", "deducted", "status"],
    widths: { employee_name: 170, request_date: 110, instalments: 90 },
    filters: ["employee", "deduction_month", "status"],
    on: ["employee"],
    begin: { status__in: "PENDING,APPROVED" },
    cells: HOLDER,
    actions: [
      ...ADVANCE_DECISIONS,
      {
        operation: reverseAdvance,
        icon: laterIcon("IconArrowBackUp"),
        danger: true,
        when: ({ status }) => status === "APPROVED",
        preview: AdvanceTakenBack,
      },
    ],
  }),
  {
    path: "payroll-run",
    element: <PayrollRunPage />,
    nav: { label: "nav.payroll_run", icon: laterIcon("IconReportMoney") },
    permission: "hr.payroll.generate",
  },
  ...resourceScreen(payroll, {
    icon: laterIcon("IconReceipt"),
    detail: PayrollDetail,
    columns: ["month", "basic_salary", "bonus", "deductions", "net_salary", "status"],
    widths: { employee_name: 170 },
    filters: ["employee", "month", "status"],
    on: ["employee"],
    cells: HOLDER,
    without: ["breakdown"],
    actions: [
      {
        operation: payPayroll,
        icon: laterIcon("IconCash"),
        when: ({ status }) => status === "DRAFT",
        many: true,
        in_row: true,
        inputs: PAID_OUT,
        preview: SalaryBooks,
      },
      {
        operation: reversePayroll,
        icon: laterIcon("IconArrowBackUp"),
        danger: true,
        when: ({ status }) => status === "PAID",
        preview: SalaryTakenBack,
      },
    ],
  }),
];
