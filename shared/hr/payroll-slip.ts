// A month's pay on paper: what it is made of, for the employee to keep.
import { monthName } from "../kernel/day.ts";
import { type Letterhead, MARGIN, RIGHT, type Sheet, sheetPdf } from "../kernel/paper/sheet.ts";
import type { Payroll } from "./payroll.ts";

export interface Slip {
  company: Letterhead & { currency: string };
  employee: { employee_code: string; name: string; designation: string; department: string };
  payroll: Pick<
    Payroll,
    "month" | "basic_salary" | "bonus" | "net_salary" | "deductions" | "breakdown" | "status"
  >;
  /** The day on which it was paid; null: not yet. */
  paid_on: string | null;
}

function writeFacts(sheet: Sheet, { employee, payroll, paid_on }: Slip): void {
  const facts: [string, string][] = [
    ["Employee", employee.name],
    ["Code", employee.employee_code],
    ["Designation", [employee.designation, employee.department].filter(Boolean).join(", ")],
    ["Month", monthName(payroll.month)],
    ["Status", paid_on ? `Paid on ${paid_on}` : "Draft, not paid yet"],
  ];
  for (const [label, value] of facts.filter(([, value]) => value !== "")) {
    sheet.write(label, MARGIN, { faint: true });
    sheet.write(value, MARGIN + 100);
    sheet.down(16);
  }
  sheet.down(14);
}

function writeSums(sheet: Sheet, { payroll, company }: Slip): void {
  const { breakdown: parts } = payroll;
  const days = (count: number) => `${count} ${count === 1 ? "day" : "days"}`;
  const sums: [string, string, "always" | "some"][] = [
    ["Basic salary", payroll.basic_salary, "always"],
    ["Bonus", payroll.bonus, "some"],
    ["Deductions", `-${parts.given}`, "some"],
    ["Advances", `-${parts.advances}`, "some"],
    [`Leave without pay, ${days(parts.unpaid_leave_days)}`, `-${parts.unpaid_leave}`, "some"],
    [`Not employed, ${days(parts.outside_days)}`, `-${parts.outside}`, "some"],
  ];
  // Sums that are zero explain nothing.
  for (const [label, amount, when] of sums) {
    if (when === "some" && !/[1-9]/.test(amount)) continue;
    sheet.write(label, MARGIN);
    sheet.write(amount, RIGHT, { right: true });
    sheet.down(18);
  }
  sheet.rule();
  sheet.down(18);
  sheet.write(`Net salary (${company.currency})`, MARGIN, { size: 12, bold: true });
  sheet.write(payroll.net_salary, RIGHT, { size: 12, bold: true, right: true });
  sheet.down(80);
  sheet.write("Received", MARGIN, { faint: true });
  sheet.write("For the company", RIGHT, { faint: true, right: true });
}

/** A pay slip on A4. @param made_at the document's date. */
export function slipPdf(slip: Slip, made_at: Date): Promise<Uint8Array> {
  const title = `Salary ${slip.payroll.month} ${slip.employee.employee_code}`;
  return sheetPdf({ title, made_at }, (sheet) => {
    sheet.head(slip.company, "SALARY SLIP");
    writeFacts(sheet, slip);
    writeSums(sheet, slip);
  });
}
