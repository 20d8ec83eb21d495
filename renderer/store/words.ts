// Words of the store.
import { storeItem, storeMovement } from "../../shared/store/index.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const storeItemWords = words(storeItem, {
  one: ["store item", "স্টোরের মাল"],
  many: ["store items", "স্টোরের মাল"],
  title: ["Store", "স্টোর"],
  fields: {
    name: ["Name", "নাম"],
    sku: ["Article number", "পণ্য নম্বর"],
    category: ["Category", "শ্রেণি"],
    unit: ["Unit", "একক"],
    quantity: ["In stock", "মজুদ"],
    unit_cost: ["Cost of one", "একটির খরচ"],
    sale_price: ["Sale price", "বিক্রয় মূল্য"],
    reorder_level: ["Order again at", "আবার কেনার সীমা"],
    needs_reorder: ["To be ordered", "কিনতে হবে"],
    location: ["Where it lies", "কোথায় আছে"],
    serial_tracked: ["Each piece has a serial number", "প্রতিটির সিরিয়াল নম্বর আছে"],
  },
  operations: { move: ["Move stock", "মাল আনা-নেওয়া"] },
  empty: [
    "Add what is kept in the store; its stock then moves in and out.",
    "স্টোরে যা থাকে তা যোগ করুন; এরপর মাল আসা-যাওয়া লেখা হবে।",
  ],
});

export const storeMovementWords = words(storeMovement, {
  one: ["movement of stock", "মালের চলাচল"],
  many: ["movements of stock", "মালের চলাচল"],
  fields: {
    store_item: ["Store item", "স্টোরের মাল"],
    movement_type: ["What happened", "কী হয়েছে"],
    quantity: ["Quantity", "পরিমাণ"],
    quantity_change: ["Change", "পরিবর্তন"],
    quantity_after: ["Left in stock", "মজুদ থাকল"],
    shortage: ["Short in the books", "হিসাবে ঘাটতি"],
    serial_numbers: ["Serial numbers", "সিরিয়াল নম্বর"],
    task: ["For work order", "যে কাজের জন্য"],
    customer: ["For customer", "যে গ্রাহকের জন্য"],
    note: ["Note", "নোট"],
    moved_by: ["Done by", "যিনি করেছেন"],
    moved_at: ["Time", "সময়"],
  },
  choices: {
    movement_type: {
      IN: ["Came in", "এসেছে"],
      OUT: ["Taken out", "নেওয়া হয়েছে"],
      ADJUST: ["Counted", "গোনা হয়েছে"],
    },
  },
});
