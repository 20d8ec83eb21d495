// A receipt's lines read back into parts, in Latin and Bengali.
import { expect, test } from "vitest";
import { paperLine } from "../../../shared/billing/documents/paper-layout.ts";
import { type Receipt, receiptLines } from "../../../shared/billing/documents/receipt.rules.ts";
import { receiptWords } from "../../../shared/billing/documents/receipt-words.ts";
import type { Minor } from "../../../shared/kernel/money.ts";

const receipt: Receipt = {
  company_name: "Dhaka Fibre",
  address: null,
  support_phone: null,
  receipt_number: "D1-7",
  till: "D1",
  clerk: "রহিম উদ্দিন",
  occurred_at: "2026-11-20T08:00:00Z",
  timezone: "Asia/Dhaka",
  customer_name: "A name that is far too long for one line of narrow paper",
  customer_code: "C1",
  username: "u",
  package_name: "Home 20",
  previous_expiry_date: null,
  new_expiry_date: "2026-12-20",
  amount: 80_000n as Minor,
  currency: "BDT",
  digits: 2,
  method: "CASH",
  due_amount: 0n as Minor,
  advance_amount: 0n as Minor,
  footer: "Thank you",
  tax_number: null,
  legal_text: null,
  is_copy: true,
  reversed: null,
};

test("Labels, values, headings and rules come back from their columns", () => {
  const lines = receiptLines(receipt, 32, { ...receiptWords("en"), clerk: "ক্যাশিয়ার" });
  const parts = lines.map((line) => paperLine(line, 32));
  expect(parts[0]).toEqual({ kind: "text", text: "Dhaka Fibre", align: "center" });
  expect(parts).toContainEqual({ kind: "rule" });
  expect(parts).toContainEqual({ kind: "text", text: "*** COPY ***", align: "center" });
  expect(parts).toContainEqual({ kind: "pair", left: "Receipt", right: "D1-7" });
  expect(parts).toContainEqual({ kind: "pair", left: "ক্যাশিয়ার", right: "রহিম উদ্দিন" });
  expect(parts).toContainEqual({ kind: "pair", left: "PAID", right: "BDT 800.00" });
  expect(parts).toContainEqual({ kind: "text", text: "Customer", align: "left" });
  expect(parts.at(-1)).toEqual({ kind: "text", text: "Thank you", align: "center" });
});
