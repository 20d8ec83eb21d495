// What stands on a pay slip, in both languages.
import type { Pair } from "../../../shared/kernel/formatting/language.ts";

export const SLIP_TEXTS = {
  advances: ["Advances", "অগ্রিম বেতন"],
  basic_salary: ["Basic salary", "মূল বেতন"],
  bonus: ["Bonus", "বোনাস"],
  code: ["Code", "কোড"],
  company: ["For the company", "কোম্পানির পক্ষে"],
  day: ["day", "দিন"],
  days: ["days", "দিন"],
  deductions: ["Deductions", "কর্তন"],
  designation: ["Designation", "পদবি"],
  draft: ["Draft, not paid yet", "খসড়া, এখনো দেওয়া হয়নি"],
  employee: ["Employee", "কর্মী"],
  month: ["Month", "মাস"],
  net_salary: ["Net salary", "নিট বেতন"],
  outside: ["Not employed", "চাকরিতে ছিলেন না"],
  paid_on: ["Paid on", "দেওয়া হয়েছে"],
  received: ["Received", "বুঝে পেলাম"],
  status: ["Status", "অবস্থা"],
  title: ["SALARY SLIP", "বেতনের রসিদ"],
  unpaid_leave: ["Leave without pay", "বিনা বেতনে ছুটি"],
} as const satisfies Record<string, Pair>;
