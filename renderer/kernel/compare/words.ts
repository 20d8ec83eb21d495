// Words of what a report is compared with.
import { dictionary } from "../i18n/dictionary.ts";

export const compareTexts = dictionary({
  "compare.before": ["The time before", "আগের সময়"],
  "compare.change": ["Change", "পরিবর্তন"],
  "compare.none": ["Nothing", "কিছুই না"],
  "compare.with": ["Compared with", "যার তুলনায়"],
  "compare.year": ["A year before", "এক বছর আগে"],
});
