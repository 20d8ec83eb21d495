// Words of crediting, charging and writing off by hand.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const adjustmentTexts = dictionary({
  "adjust.action": ["Adjust…", "সমন্বয়…"],
  "adjust.category_hint": [
    "Why something is given up; a charge has none. Bad debt: nobody will pay it any more.",
    "কেন ছাড়া হচ্ছে; চার্জের কোনো কারণ লাগে না। অনাদায়ী পাওনা: এটি আর কেউ দেবে না।",
  ],
});
