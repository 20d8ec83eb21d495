// Words of tickets and their categories.
import { ticketCategory } from "../../shared/helpdesk/index.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

const CATEGORY = {
  NO_INTERNET: ["No internet", "ইন্টারনেট নেই"],
  SLOW: ["Slow", "ধীরগতি"],
  BILLING: ["Billing", "বিল"],
  HARDWARE: ["Hardware", "যন্ত্রপাতি"],
  RELOCATION: ["Moving house", "স্থানান্তর"],
  OTHER: ["Other", "অন্যান্য"],
} as const;

export const ticketCategoryWords = words(ticketCategory, {
  one: ["ticket category", "টিকিটের ধরন"],
  many: ["ticket categories", "টিকিটের ধরন"],
  fields: {
    name: ["Name", "নাম"],
    category: ["Counts as", "যে শ্রেণিতে"],
    sla_hours: ["Answered within (hours)", "সাড়ার সময় (ঘণ্টা)"],
    is_active: ["In use", "চালু"],
  },
  choices: { category: CATEGORY },
});
