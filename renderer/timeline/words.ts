// Words of the kinds of lines in a customer's timeline.
import { dictionary } from "../kernel/i18n/dictionary.ts";

export const customerTimelineTexts = dictionary({
  "timeline.bills": ["Bills", "বিল"],
  "timeline.calls": ["Calls", "কল"],
  "timeline.edits": ["Edits", "সম্পাদনা"],
  "timeline.jobs": ["Jobs", "কাজ"],
  "timeline.messages": ["Messages", "বার্তা"],
  "timeline.payments": ["Payments", "পেমেন্ট"],
  "timeline.router": ["Router", "রাউটার"],
  "timeline.services": ["Services", "সেবা"],
  "timeline.tickets": ["Tickets", "টিকিট"],
});
