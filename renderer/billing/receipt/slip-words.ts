// Words around slips; what stands on them is shared/billing/documents/slip-words.ts.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const slipTexts = dictionary({
  "slip.open": ["Slip…", "স্লিপ…"],
  "slip.paper": ["Paper", "কাগজ"],
  "slip.paper_58": ["58 mm", "৫৮ মিমি"],
  "slip.paper_80": ["80 mm", "৮০ মিমি"],
  "slip.title": ["Slip {{number}}", "স্লিপ {{number}}"],
});
