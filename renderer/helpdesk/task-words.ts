// Words of work orders that are no field's.
import { dictionary } from "../kernel/i18n/dictionary.ts";

export const taskTexts = dictionary({
  "task.reason.not_at_home": ["Nobody at home", "বাড়িতে কেউ নেই"],
  "task.reason.not_wanted": ["Not wanted any more", "আর প্রয়োজন নেই"],
  "task.reason.twice": ["There is one already", "আগেই একটি আছে"],
});
