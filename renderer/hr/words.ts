// Words of employees, attendance, leave, advances and payroll.
import { RECEIVED } from "../../shared/billing/index.ts";
import { advanceSalary, attendance, employee, leave, payroll } from "../../shared/hr/index.ts";
import { TAKEN_BACK } from "../kernel/i18n/taken-back-words.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

const EMPLOYEE = ["Employee", "কর্মী"] as const;
const STATUS = ["Status", "অবস্থা"] as const;
const DECIDED = {
  decided_by: ["Decided by", "সিদ্ধান্ত নিয়েছেন"],
  decided_at: ["Decided", "সিদ্ধান্তের সময়"],
  decision_reason: ["Reason of the decision", "সিদ্ধান্তের কারণ"],
} as const;
const PAID_OUT = {
  method: ["Paid by", "পরিশোধের মাধ্যম"],
  holder: ["Paid out of", "যাঁর কাছ থেকে"],
  ...TAKEN_BACK,
} as const;
const HOLDER_HINT = [
  "A till's code, a username or OFFICE; left empty, it is your own cash.",
  "টিলের কোড, ব্যবহারকারীর নাম বা OFFICE; খালি রাখলে আপনার নিজের নগদ।",
] as const;
const WAITS = ["Waiting", "অপেক্ষায়"] as const;
const GRANTED = ["Approved", "অনুমোদিত"] as const;
const REFUSED = ["Rejected", "প্রত্যাখ্যাত"] as const;

export const employeeWords = words(employee, {
  one: ["employee", "কর্মী"],
  many: ["employees", "কর্মী"],
  fields: {
    employee_code: ["Code", "কোড"],
    name: ["Name", "নাম"],
    designation: ["Designation", "পদবি"],
    department: ["Department", "বিভাগ"],
    phone: ["Phone", "ফোন"],
    email: ["E-mail", "ই-মেইল"],
    salary: ["Monthly salary", "মাসিক বেতন"],
    salary_from: ["Salary holds from", "বেতন কার্যকর"],
    salary_history: ["Salaries so far", "এ পর্যন্ত বেতন"],
    join_date: ["Joined", "যোগদান"],
    end_date: ["Last day of work", "শেষ কর্মদিবস"],
    is_active: ["Works here", "কর্মরত"],
    staff: ["Own account", "নিজের অ্যাকাউন্ট"],
    user: ["User", "ব্যবহারকারী"],
  },
  hints: {
    employee_code: ["Left empty, the next number is given.", "খালি রাখলে পরের নম্বর বসবে।"],
    salary_from: [
      "The first month of a new salary; left as it is, this month. Pay of months before keeps the salary of that time.",
      "নতুন বেতনের প্রথম মাস; না বদলালে এই মাস। আগের মাসের বেতন তখনকার হারেই হয়।",
    ],
    staff: [
      "With it they check in and ask for leave themselves.",
      "এটি দিয়ে তাঁরা নিজেই হাজিরা ও ছুটির আবেদন করেন।",
    ],
  },
  empty: ["Add the people who work for you.", "যাঁরা আপনার এখানে কাজ করেন তাঁদের যোগ করুন।"],
});

export const attendanceWords = words(attendance, {
  one: ["attendance", "হাজিরা"],
  many: ["attendance", "হাজিরা"],
  fields: {
    employee: EMPLOYEE,
    date: ["Day", "দিন"],
    check_in: ["Came", "এসেছেন"],
    check_out: ["Left", "গেছেন"],
    status: STATUS,
    note: ["Note", "মন্তব্য"],
  },
  hints: {
    status: ["Left empty, it follows from the time of coming.", "খালি রাখলে আসার সময় থেকে ঠিক হয়।"],
  },
  choices: {
    status: {
      PRESENT: ["Present", "উপস্থিত"],
      LATE: ["Late", "দেরিতে"],
      ABSENT: ["Absent", "অনুপস্থিত"],
    },
  },
  operations: {
    mark: ["Mark a day", "দিনের হাজিরা দিন"],
    check_in: ["Check in", "হাজিরা দিন"],
    check_out: ["Check out", "প্রস্থান দিন"],
  },
});

export const leaveWords = words(leave, {
  one: ["leave", "ছুটি"],
  many: ["leaves", "ছুটি"],
  title: ["Leave", "ছুটি"],
  fields: {
    employee: EMPLOYEE,
    leave_type: ["Kind", "ধরন"],
    start_date: ["From", "শুরু"],
    end_date: ["Until", "শেষ"],
    day_part: ["Of the day", "দিনের কতটা"],
    reason: ["Reason", "কারণ"],
    status: STATUS,
    ...DECIDED,
  },
  choices: {
    leave_type: {
      CASUAL: ["Casual", "নৈমিত্তিক"],
      SICK: ["Sick", "অসুস্থতা"],
      ANNUAL: ["Annual", "বার্ষিক"],
      UNPAID: ["Without pay", "বেতনহীন"],
    },
    day_part: {
      WHOLE: ["Whole", "পুরো দিন"],
      FIRST_HALF: ["First half", "প্রথম অর্ধেক"],
      SECOND_HALF: ["Second half", "দ্বিতীয় অর্ধেক"],
    },
    status: { PENDING: WAITS, APPROVED: GRANTED, REJECTED: REFUSED, CANCELLED: ["Cancelled", "বাতিল"] },
  },
  operations: {
    request: ["Ask for leave", "ছুটির আবেদন"],
    approve: ["Approve", "অনুমোদন"],
    reject: ["Reject", "প্রত্যাখ্যান"],
    cancel: ["Cancel leave", "ছুটি বাতিল"],
  },
  empty: ["Requests for leave appear here.", "ছুটির আবেদন এখানে দেখা যাবে।"],
});

export const advanceSalaryWords = words(advanceSalary, {
  one: ["salary advance", "বেতন অগ্রিম"],
  many: ["salary advances", "বেতন অগ্রিম"],
  fields: {
    employee: EMPLOYEE,
    amount: ["Amount", "পরিমাণ"],
    request_date: ["Asked for on", "আবেদনের তারিখ"],
    deduction_month: ["Taken off the salary of", "যে মাসের বেতন থেকে কাটা হবে"],
    instalments: ["In how many months", "কত মাসে কাটা হবে"],
    deducted: ["Taken off so far", "এ পর্যন্ত কাটা হয়েছে"],
    reason: ["What for", "কী জন্য"],
    status: STATUS,
    payroll: ["Salary that took the last of it", "যে বেতনে শেষ অংশ কাটা হয়েছে"],
    ...DECIDED,
    ...PAID_OUT,
  },
  hints: {
    holder: HOLDER_HINT,
    deduction_month: ["Left empty, the next salary that is not paid yet.", "খালি রাখলে পরের অপরিশোধিত বেতন।"],
    instalments: [
      "In equal parts from that month on. What a salary can't bear is taken off the next one.",
      "ওই মাস থেকে সমান ভাগে। যা এক মাসের বেতনে কুলায় না তা পরের মাসে কাটা হয়।",
    ],
  },
  choices: {
    method: RECEIVED,
    status: {
      PENDING: WAITS,
      APPROVED: GRANTED,
      REJECTED: REFUSED,
      DEDUCTED: ["Taken off", "কেটে নেওয়া হয়েছে"],
    },
  },
  operations: {
    approve: ["Approve", "অনুমোদন"],
    reject: ["Reject", "প্রত্যাখ্যান"],
    reverse: ["Take the advance back", "অগ্রিম ফেরত নিন"],
  },
  empty: ["Advances that people ask for appear here.", "কর্মীদের চাওয়া অগ্রিম এখানে দেখা যাবে।"],
});

export const payrollWords = words(payroll, {
  one: ["salary", "বেতন"],
  many: ["salaries", "বেতন"],
  fields: {
    employee: EMPLOYEE,
    month: ["Month", "মাস"],
    basic_salary: ["Basic salary", "মূল বেতন"],
    bonus: ["Bonus", "বোনাস"],
    deductions: ["Deductions", "কর্তন"],
    net_salary: ["Net salary", "নিট বেতন"],
    breakdown: ["What is deducted", "কর্তনের বিবরণ"],
    status: STATUS,
    paid_at: ["Paid", "পরিশোধ"],
    paid_by: ["Paid by", "পরিশোধ করেছেন"],
    ...PAID_OUT,
    method: ["How it was paid", "পরিশোধের মাধ্যম"],
  },
  hints: {
    holder: HOLDER_HINT,
    deductions: [
      "What is taken off by hand; advances and unpaid days are added to it.",
      "হাতে দেওয়া কর্তন; অগ্রিম ও বেতনহীন দিন এতে যোগ হয়।",
    ],
  },
  choices: { method: RECEIVED, status: { DRAFT: ["Draft", "খসড়া"], PAID: ["Paid", "পরিশোধিত"] } },
  operations: {
    pay: ["Pay", "পরিশোধ"],
    generate: ["Draw up salaries", "বেতন তৈরি"],
    reverse: ["Take the pay back", "পরিশোধ ফেরত নিন"],
  },
  empty: ["Draw up a month's salaries to begin.", "শুরু করতে একটি মাসের বেতন তৈরি করুন।"],
});
