// Words of counting and closing a drawer.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const shiftTexts = dictionary({
  "shift.after_count": ["shown after the count", "গোনার পর দেখানো হবে"],
  "shift.again": ["Count again", "আবার গুনুন"],
  "shift.agrees": ["The count agrees.", "হিসাব মিলেছে।"],
  "shift.as_known_here": [
    "Counted from what this computer knows; the server has the last word.",
    "এই কম্পিউটারে যা আছে তা থেকে গোনা; শেষ কথা সার্ভারের।",
  ],
  "shift.as_sum": ["Type the sum instead", "শুধু মোট লিখুন"],
  "shift.by_piece": ["Count banknotes and coins", "নোট ও কয়েন গুনুন"],
  "shift.close": ["Close the shift", "শিফট বন্ধ করুন"],
  "shift.closed": ["The shift is closed.", "শিফট বন্ধ হয়েছে।"],
  "shift.commit": ["This is what is there", "এটাই আছে"],
  "shift.count": ["Count of the drawer", "ড্রয়ার গণনা"],
  "shift.counted": ["Counted", "গোনা হয়েছে"],
  "shift.counted_before": ["counted {{sum}} before", "আগে গোনা {{sum}}"],
  "shift.differs": [
    "The count does not agree with what is known here. Count once more before the difference is shown.",
    "গোনা এখানে জানা হিসাবের সঙ্গে মেলে না। পার্থক্য দেখার আগে আরেকবার গুনুন।",
  ],
  "shift.hand_over": ["Hand the money over…", "টাকা হস্তান্তর…"],
  "shift.late": ["Came in after the close", "বন্ধের পরে এসেছে"],
  "shift.nothing_taken": ["Nothing yet", "এখনো কিছু নেই"],
  "shift.over": ["There is more than there should be.", "যা থাকার কথা তার চেয়ে বেশি আছে।"],
  "shift.pieces_of": ["How many of {{piece}}", "{{piece}} কয়টি"],
  "shift.print": ["Print summary", "সারসংক্ষেপ প্রিন্ট"],
  "shift.reason.change": ["Wrong change was given", "ভুল ভাংতি দেওয়া হয়েছে"],
  "shift.reason.late": ["A payment is not entered yet", "একটি পেমেন্ট এখনো লেখা হয়নি"],
  "shift.reason.unknown": ["Not known", "জানা নেই"],
  "shift.short": ["There is less than there should be.", "যা থাকার কথা তার চেয়ে কম আছে।"],
  "shift.show_difference": ["Show the difference", "পার্থক্য দেখুন"],
  "shift.signature": ["Signature", "স্বাক্ষর"],
  "shift.summary": ["SHIFT SUMMARY", "শিফটের সারসংক্ষেপ"],
});
