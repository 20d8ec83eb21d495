// Words of a person's own stock.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const heldTexts = dictionary({
  "parts.back": ["Take back", "ফেরত নিন"],
  "parts.another": ["Another part", "অন্য যন্ত্রাংশ"],
  "parts.back_of": ["Take back: {{what}}", "ফেরত নিন: {{what}}"],
  "parts.have": ["{{n}} {{unit}} with me", "সঙ্গে আছে {{n}} {{unit}}"],
  "parts.short": ["Short in the books", "হিসাবে ঘাটতি"],
  "parts.too_much": ["More than 0, and no more than you have", "শূন্যের বেশি, আর যা আছে তার বেশি নয়"],
  "parts.find": ["Serial number, article number or name", "সিরিয়াল, পণ্য নম্বর বা নাম"],
  "parts.how_much": ["How much of {{name}}", "{{name}} কতটুকু"],
  "parts.mine": ["My stock", "আমার মজুদ"],
  "parts.mine_empty": [
    "Nothing yet. What the store gives you appears here by itself.",
    "এখনো কিছু নেই। স্টোর থেকে যা পাবেন তা এখানে নিজে থেকেই আসবে।",
  ],
  "parts.not_mine": [
    "{{code}} is not in your stock. Ask the store to write down that you have it.",
    "{{code}} আপনার মজুদে নেই। স্টোরকে বলুন আপনার নামে লিখতে।",
  ],
  "parts.replaced": ["in place of {{serial}}", "{{serial}}-এর বদলে"],
  "parts.scan": ["Scan a part", "যন্ত্রাংশ স্ক্যান"],
  "parts.title": ["Parts used", "ব্যবহৃত যন্ত্রাংশ"],
  "parts.use": ["Use a part", "যন্ত্রাংশ ব্যবহার"],
  "parts.used": ["Used: {{what}}", "ব্যবহৃত: {{what}}"],
});
