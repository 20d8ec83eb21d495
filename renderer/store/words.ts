// Words of the store.
import { heldStock, partUse, storeItem, storeMovement } from "../../shared/store/index.ts";
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
    is_onu: ["It is an ONU", "এটি একটি ওএনইউ"],
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
    staff: ["Taken along or brought back by", "যিনি সঙ্গে নিয়েছেন বা ফেরত দিয়েছেন"],
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

export const heldStockWords = words(heldStock, {
  one: ["stock of a person", "কর্মীর কাছের মাল"],
  many: ["parts with the staff", "কর্মীদের কাছের মাল"],
  title: ["Stock with the staff", "কর্মীদের কাছের মাল"],
  fields: {
    store_item: ["Store item", "স্টোরের মাল"],
    staff: ["With whom", "কার কাছে"],
    quantity: ["Quantity", "পরিমাণ"],
    serial_numbers: ["Serial numbers", "সিরিয়াল নম্বর"],
  },
  operations: { use: ["Use a part", "যন্ত্রাংশ ব্যবহার"], take_back: ["Take back", "ফেরত নিন"] },
  empty: [
    "Move stock out of the store and say who takes it along: then it is in their own stock.",
    "স্টোর থেকে মাল দিন আর কে সঙ্গে নিচ্ছেন তা বলুন: তখন তা তাঁর নিজের মজুদে থাকে।",
  ],
});

export const partUseWords = words(partUse, {
  one: ["used part", "ব্যবহৃত যন্ত্রাংশ"],
  many: ["parts used", "ব্যবহৃত যন্ত্রাংশ"],
  title: ["Parts used", "ব্যবহৃত যন্ত্রাংশ"],
  fields: {
    held_stock: ["From the stock of", "যাঁর মজুদ থেকে"],
    store_item: ["Part", "যন্ত্রাংশ"],
    staff: ["By whom", "কে"],
    quantity: ["Quantity", "পরিমাণ"],
    serial_numbers: ["Serial numbers", "সিরিয়াল নম্বর"],
    task: ["For work order", "যে কাজের জন্য"],
    customer: ["For customer", "যে গ্রাহকের জন্য"],
    used_at: ["Used at", "কখন"],
    used_by: ["Said by", "যিনি জানিয়েছেন"],
    note: ["Note", "নোট"],
    shortage: ["Short in the books", "হিসাবে ঘাটতি"],
    replaced_serial: ["ONU before it", "আগের ওএনইউ"],
    taken_back_at: ["Taken back at", "কখন ফেরত"],
  },
  empty: [
    "What technicians use of their own stock appears here, with the customer it was used at.",
    "কর্মীরা নিজের মজুদ থেকে যা ব্যবহার করেন তা গ্রাহকসহ এখানে আসে।",
  ],
});
