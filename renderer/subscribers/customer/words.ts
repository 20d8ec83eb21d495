// Words of the list and the forms of customers, and of what is done with their access.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const customerTexts = dictionary({
  "customer.days_left": ["{{days}} days left", "{{days}} দিন বাকি"],
  "customer.days_left_one": ["{{days}} day left", "{{days}} দিন বাকি"],
  "customer.days_over": ["expired {{days}} days ago", "{{days}} দিন আগে শেষ"],
  "customer.days_over_one": ["expired {{days}} day ago", "{{days}} দিন আগে শেষ"],
  "customer.due": ["Due", "বকেয়া"],
  "customer.due_no": ["No", "না"],
  "customer.due_yes": ["Yes", "হ্যাঁ"],
  "customer.grace_until": ["Grace until {{day}}", "বাড়তি সময় {{day}} পর্যন্ত"],
  "customer.line": ["Line", "লাইন"],
  "customer.no_limit": ["No time limit", "সময়সীমা নেই"],
  "customer.package": ["Package", "প্যাকেজ"],
  "customers.import": ["Import customers", "গ্রাহক আমদানি"],
  "customers.new": ["New customer", "নতুন গ্রাহক"],
  "found.due": ["due {{amount}}", "বকেয়া {{amount}}"],
  "found.no_due": ["nothing due", "বকেয়া নেই"],
  "grace.action": ["Grace", "বাড়তি সময়"],
  "nav.customers": ["Customers", "গ্রাহক"],
  "toggle.reason": ["Reason", "কারণ"],
  "toggle.resume": ["Resume", "চালু করুন"],
  "toggle.suspend": ["Suspend", "স্থগিত"],
});
