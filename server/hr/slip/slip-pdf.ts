// A month's pay on paper: what it is made of, for the employee to keep.
import type { Payroll } from "../../../shared/hr/payroll.ts";
import { type Language, textsIn } from "../../../shared/kernel/formatting/language.ts";
import {
  dayText,
  moneyText,
  monthText,
  numberText,
  type TenantFormat,
} from "../../../shared/kernel/formatting/localized.ts";
import { type Letterhead, MARGIN, RIGHT, type Sheet, sheetPdf } from "../../kernel/pdf/sheet.ts";
import { SLIP_TEXTS } from "./slip-words.ts";

export interface Slip {
  company: Letterhead;
  employee: { employee_code: string; name: string; designation: string; department: string };
  payroll: Pick<
    Payroll,
    "month" | "basic_salary" | "bonus" | "net_salary" | "deductions" | "breakdown" | "status"
  >;
  /** The day on which it was paid; null: not yet. */
  paid_on: string | null;
}

interface Written extends Slip {
  words: Readonly<Record<keyof typeof SLIP_TEXTS, string>>;
  format: TenantFormat;
}

function writeFacts(sheet: Sheet, { employee, payroll, paid_on, words, format }: Written): void {
  const facts: [string, string][] = [
    [words.employee, employee.name],
    [words.code, employee.employee_code],
    [words.designation, [employee.designation, employee.department].filter(Boolean).join(", ")],
    [words.month, monthText(payroll.month, format.locale)],
    [words.status, paid_on ? `${words.paid_on} ${dayText(paid_on, format.locale)}` : words.draft],
  ];
  for (const [label, value] of facts.filter(([, value]) => value !== "")) {
    sheet.write(label, MARGIN, { faint: true });
    sheet.write(value, MARGIN + 100);
    sheet.down(16);
  }
  sheet.down(14);
}

function writeSums(sheet: Sheet, { payroll, words, format }: Written): void {
  const { breakdown: parts } = payroll;
  const days = (count: number) => `${numberText(count, format)} ${count === 1 ? words.day : words.days}`;
  const money = (amount: string) => moneyText(amount, format);
  const less = (amount: string) => `-${money(amount)}`;
  const sums: [string, string, string][] = [
    [words.basic_salary, payroll.basic_salary, money(payroll.basic_salary)],
    [words.bonus, payroll.bonus, money(payroll.bonus)],
    [words.deductions, parts.given, less(parts.given)],
    [words.advances, parts.advances, less(parts.advances)],
    [`${words.unpaid_leave}, ${days(parts.unpaid_leave_days)}`, parts.unpaid_leave, less(parts.unpaid_leave)],
    [`${words.outside}, ${days(parts.outside_days)}`, parts.outside, less(parts.outside)],
  ];
  // Sums that are zero explain nothing; the salary itself always stands there.
  for (const [index, [label, amount, shown]] of sums.entries()) {
    if (index > 0 && !/[1-9]/.test(amount)) continue;
    sheet.write(label, MARGIN);
    sheet.write(shown, RIGHT, { right: true });
    sheet.down(18);
  }
  sheet.rule();
  sheet.down(18);
  sheet.write(`${words.net_salary} (${format.currency})`, MARGIN, { size: 12, bold: true });
  sheet.write(money(payroll.net_salary), RIGHT, { size: 12, bold: true, right: true });
  sheet.down(80);
  sheet.write(words.received, MARGIN, { faint: true });
  sheet.write(words.company, RIGHT, { faint: true, right: true });
}

/** A pay slip on A4. @param made_at the document's date. */
export function slipPdf(
  slip: Slip,
  made_at: Date,
  { language, format }: { language: Language; format: TenantFormat },
): Promise<Uint8Array> {
  const title = `Salary ${slip.payroll.month} ${slip.employee.employee_code}`;
  const written: Written = { ...slip, format, words: textsIn(language, SLIP_TEXTS) };
  return sheetPdf({ title, made_at, language }, (sheet) => {
    sheet.head(slip.company, written.words.title);
    writeFacts(sheet, written);
    writeSums(sheet, written);
  });
}
