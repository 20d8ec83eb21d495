// Words of the statements of the books: profit and loss, balance sheet, tax, the ledger as a file, a customer's statement.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const statementsTexts = dictionary({
  "statements.account": ["Account", "হিসাব"],
  "statements.amount": ["Amount", "টাকা"],
  "statements.assets_are": [
    "Assets {{assets}} = liabilities {{liabilities}} + equity {{equity}}",
    "সম্পদ {{assets}} = দায় {{liabilities}} + মূলধন {{equity}}",
  ],
  "statements.balance_sheet": ["Balance sheet", "উদ্বৃত্তপত্র"],
  "statements.export": ["Export", "ফাইল"],
  "statements.export.all": ["All columns", "সব কলাম"],
  "statements.export.do": ["Save the CSV", "CSV রাখুন"],
  "statements.export.erpnext": ["ERPNext", "ইআরপিনেক্সট"],
  "statements.export.first": ["The first {{n}} lines", "প্রথম {{n}} লাইন"],
  "statements.export.format": ["Made for", "যে প্রোগ্রামের জন্য"],
  "statements.export.hint": [
    "Every line of every journal of these days: day, account, debit, credit, document, partner, tax code. Accounting programs import it.",
    "এই দিনগুলোর প্রতিটি জার্নালের প্রতিটি লাইন: তারিখ, হিসাব, ডেবিট, ক্রেডিট, নথি, পক্ষ, কর কোড। হিসাবের প্রোগ্রাম এটি নিতে পারে।",
  ],
  "statements.export.lines": ["{{n}} lines so far…", "এ পর্যন্ত {{n}} লাইন…"],
  "statements.export.map": [
    "Give the program's accounts the codes of this chart once, or map them as it imports.",
    "প্রোগ্রামের হিসাবগুলোকে একবার এই তালিকার কোড দিন, অথবা নেওয়ার সময় মিলিয়ে দিন।",
  ],
  "statements.export.odoo": ["Odoo", "ওডু"],
  "statements.export.off": ["Debits and credits differ", "ডেবিট ও ক্রেডিট মেলে না"],
  "statements.export.quickbooks": ["QuickBooks", "কুইকবুকস"],
  "statements.export.xero": ["Xero", "জিরো"],
  "statements.export.title": ["General ledger", "সাধারণ খতিয়ান"],
  "statements.last_month": ["Last month", "গত মাস"],
  "statements.loss": ["Loss", "ক্ষতি"],
  "statements.nothing": ["Nothing was booked in these days", "এই দিনগুলোতে কিছু ওঠেনি"],
  "statements.nothing_hint": ["Choose other days.", "অন্য দিন বেছে নিন।"],
  "statements.picture": [
    "Bars of income, expenses and profit of both times; the table beside them has the figures",
    "দুই সময়ের আয়, ব্যয় ও লাভের স্তম্ভ; পাশের ছকে অঙ্ক আছে",
  ],
  "statements.pdf": ["PDF", "পিডিএফ"],
  "statements.profit": ["Profit", "লাভ"],
  "statements.profit_and_loss": ["Profit and loss", "লাভ-ক্ষতি"],
  "statements.result": ["Result until this day", "এ দিন পর্যন্ত ফল"],
  "statements.result_hint": [
    "Income less expenses of all days until then; no year is closed.",
    "সে পর্যন্ত সব দিনের আয় থেকে ব্যয় বাদ; কোনো বছর বন্ধ করা হয় না।",
  ],
  "statements.statement": ["Statement…", "হিসাব বিবরণী…"],
  "statements.this_year": ["This year", "এ বছর"],
  "statements.trial_balance": ["Chart and trial balance", "তালিকা ও রেওয়ামিল"],
});
