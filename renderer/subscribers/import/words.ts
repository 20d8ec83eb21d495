// Words of importing customers from a file.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const importTexts = dictionary({
  "import.again": ["Try again", "আবার যাচাই করুন"],
  "import.anew": ["Another file", "অন্য ফাইল"],
  "import.column": ["Column", "কলাম"],
  "import.columns": ["Which column is which", "কোন কলাম কোনটি"],
  "import.columns_hint": [
    "Columns that nobody needs are left out. What no column holds can be the same for all below.",
    "যে কলাম লাগবে না তা বাদ থাকে। যা কোনো কলামে নেই তা নিচে সবার জন্য একই দেওয়া যায়।",
  ],
  "import.day_written": ["A day, such as {{day}}", "একটি দিন, যেমন {{day}}"],
  "import.done_one": ["{{n}} customer is imported", "{{n}} জন গ্রাহক আমদানি হয়েছে"],
  "import.done": ["{{n}} customers are imported", "{{n}} জন গ্রাহক আমদানি হয়েছে"],
  "import.done_hint": [
    "They are on the list, and what their routers are to know is on its way.",
    "তাঁরা তালিকায় আছেন, আর রাউটারে যা জানানো দরকার তা যাচ্ছে।",
  ],
  "import.file": ["A file", "একটি ফাইল"],
  "import.file_hint": [
    "CSV as spreadsheets save it; at most {{n}} customers at once.",
    "স্প্রেডশিট থেকে সংরক্ষিত CSV; একবারে সর্বোচ্চ {{n}} জন।",
  ],
  "import.for_all": ["The same for all", "সবার জন্য একই"],
  "import.go_one": ["Import {{n}} customer", "{{n}} জন গ্রাহক আমদানি করুন"],
  "import.go": ["Import {{n}} customers", "{{n}} জন গ্রাহক আমদানি করুন"],
  "import.guessed_letters": [
    "The file does not say how its letters are written; they were read as Western European. Look at the names: where one is wrong, save the file as “CSV UTF-8” and take it again.",
    "ফাইলটির অক্ষর কোন পদ্ধতিতে লেখা তা বলা নেই; পশ্চিম ইউরোপীয় ধরে পড়া হয়েছে। নামগুলো দেখুন: ভুল থাকলে ফাইলটি “CSV UTF-8” হিসেবে সংরক্ষণ করে আবার নিন।",
  ],
  "import.leave_out": ["Leave out", "বাদ দিন"],
  "import.leave_all_out": ["Leave all of these rows out", "এই সব সারি বাদ দিন"],
  "import.left_out_one": ["{{n}} row is left out", "{{n}}টি সারি বাদ আছে"],
  "import.left_out": ["{{n}} rows are left out", "{{n}}টি সারি বাদ আছে"],
  "import.left_out_file": ["Save them as CSV", "CSV হিসেবে রাখুন"],
  "import.mend": ["To be mended", "ঠিক করতে হবে"],
  "import.mend_hint": [
    "Nothing is imported as long as a row is wrong. What is the same in many rows is mended once.",
    "একটি সারিও ভুল থাকলে কিছু আমদানি হয় না। অনেক সারির একই ভুল একবারেই ঠিক হয়।",
  ],
  "import.missing": ["Still needed: {{fields}}", "আরও লাগবে: {{fields}}"],
  "import.more": ["and {{n}} more, after these", "এগুলোর পরে আরও {{n}}টি"],
  "import.no_table": [
    "This is no table: a quoted cell is not closed.",
    "এটি সারণি নয়: উদ্ধৃতি চিহ্ন দেওয়া একটি ঘর শেষ হয়নি।",
  ],
  "import.nothing": ["Leave out", "বাদ"],
  "import.offline": [
    "Importing needs the line. What is prepared here stays.",
    "আমদানির জন্য সংযোগ লাগবে। এখানে যা তৈরি হয়েছে তা থাকছে।",
  ],
  "import.paste": [
    "Or paste the cells of a spreadsheet, with their header",
    "অথবা শিরোনামসহ স্প্রেডশিটের ঘর পেস্ট করুন",
  ],
  "import.read": ["Read", "পড়ুন"],
  "import.read_as": ["Read as {{days}}", "পড়া হয়েছে: {{days}}"],
  "import.right_one": ["{{n}} row, all right", "{{n}}টি সারি, সব ঠিক"],
  "import.right": ["{{n}} rows, all right", "{{n}}টি সারি, সব ঠিক"],
  "import.row": ["row {{n}}", "সারি {{n}}"],
  "import.rows_one": ["{{n}} row", "{{n}}টি সারি"],
  "import.rows": ["{{n}} rows", "{{n}}টি সারি"],
  "import.title": ["Import customers", "গ্রাহক আমদানি"],
  "import.to_list": ["To the customers", "গ্রাহকের তালিকায়"],
  "import.try": ["Try it", "যাচাই করুন"],
  "import.try_hint": ["Nothing is written yet.", "এখনো কিছু লেখা হয় না।"],
  "import.zeros_lost": [
    "Phone numbers without a zero at the beginning, which a spreadsheet may have taken away: rows {{rows}}",
    "যে ফোন নম্বরের শুরুতে শূন্য নেই, স্প্রেডশিট হয়তো বাদ দিয়েছে: সারি {{rows}}",
  ],
  "import.wrong": ["{{wrong}} of {{n}} rows are to be mended", "{{n}}টির মধ্যে {{wrong}}টি সারি ঠিক করতে হবে"],
});
