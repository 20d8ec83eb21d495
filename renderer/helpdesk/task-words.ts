// Words of work orders that are no field's.
import { dictionary } from "../kernel/i18n/dictionary.ts";

export const taskTexts = dictionary({
  "task.add_point": ["Add a point", "একটি বিষয় যোগ করুন"],
  "task.latitude": ["Latitude", "অক্ষাংশ"],
  "task.longitude": ["Longitude", "দ্রাঘিমাংশ"],
  "task.on_map": ["Show on a map", "মানচিত্রে দেখুন"],
  "task.place.here": ["Use where I am", "আমি যেখানে আছি"],
  "task.place.refused": [
    "This device may not tell where it is. Allow it in the browser, or type the place.",
    "এই ডিভাইস অবস্থান জানাতে পারছে না। ব্রাউজারে অনুমতি দিন, অথবা লিখে দিন।",
  ],
  "task.place.unknown": [
    "The place could not be found. Try again under the open sky, or type it.",
    "অবস্থান পাওয়া যায়নি। খোলা জায়গায় আবার চেষ্টা করুন, অথবা লিখে দিন।",
  ],
  "task.reason.not_at_home": ["Nobody at home", "বাড়িতে কেউ নেই"],
  "task.reason.not_wanted": ["Not wanted any more", "আর প্রয়োজন নেই"],
  "task.reason.twice": ["There is one already", "আগেই একটি আছে"],
  "ticket.what_is_wrong": ["Kind of trouble", "সমস্যার ধরন"],
  "ticket.late": ["{{hours}} h late", "{{hours}} ঘণ্টা দেরি"],
  "ticket.left": ["{{hours}} h left", "{{hours}} ঘণ্টা বাকি"],
});
