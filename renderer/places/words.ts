// What tabs are called, and the headings of places with a page of their own.
import { dictionary } from "../kernel/i18n/dictionary.ts";

export const placesTexts = dictionary({
  "nav.attendance_sheet": ["Attendance sheet", "হাজিরা খাতা"],
  "nav.callbacks": ["Call back", "ফিরতি কল"],
  "nav.cash": ["Who holds cash", "টাকা কার কাছে"],
  "nav.collections": ["Collections", "আদায়"],
  "nav.dashboard": ["Dashboard", "ড্যাশবোর্ড"],
  "nav.day_board": ["Day board", "দিনের বোর্ড"],
  "nav.fibre": ["Fibre", "ফাইবার"],
  "nav.month_end": ["Month end", "মাস শেষ"],
  "nav.mrr": ["Monthly revenue", "মাসিক আয়"],
  "nav.my_shift": ["My shift", "আমার শিফট"],
  "nav.payroll_run": ["Payroll run", "বেতন তৈরি"],
  "nav.place.calls": ["Calls", "কল"],
  "nav.place.company": ["Company", "প্রতিষ্ঠান"],
  "nav.place.integration": ["Integration", "সংযোগ"],
  "nav.place.logs": ["Logs", "লগ"],
  "nav.place.resellers": ["Resellers", "রিসেলার"],
  "nav.place.sold": ["What is sold", "যা বিক্রি হয়"],
  "nav.place.staff": ["Staff and roles", "কর্মী ও ভূমিকা"],
  "nav.place.work": ["Field work and tickets", "মাঠের কাজ ও টিকিট"],
  "nav.search_in": ["Search in {{place}}", "{{place}}-এ খুঁজুন"],
  "nav.sync": ["Sync", "সিঙ্ক"],
});
