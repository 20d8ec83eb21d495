// Words of the hr screens that are loaded when they are opened.
import { dictionary } from "../kernel/i18n/dictionary.ts";

export const hrTexts = dictionary({
  "hr.too_many_away": ["Too many are away", "অনেকে ছুটিতে"],
  "hr.busy_days": ["Busy days", "ব্যস্ত সময়"],
  "hr.no_days_left": ["No days left", "ছুটি বাকি নেই"],
  "hr.advance_open": ["An advance is still open", "আগের অগ্রিম বাকি"],
  "hr.too_much": ["Too much for one month", "এক মাসের জন্য বেশি"],
});
