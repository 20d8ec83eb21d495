// Receipts: what they say, and that no line is ever wider than the paper, in any script.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Receipt, receiptLines } from "../../../shared/billing/documents/receipt.rules.ts";
import {
  columnsOf,
  graphemesOf,
  printable,
  wrap,
} from "../../../shared/kernel/formatting/text-columns.rules.ts";
import { m } from "../helpers/samples.ts";

const receipt: Receipt = {
  company_name: "Skyline Broadband",
  address: "12 Station Road, Rajshahi",
  support_phone: "01700-000000",
  receipt_number: "K7-000123",
  till: "Counter 2",
  clerk: "Rahima",
  occurred_at: "2026-11-20T18:05:00Z",
  timezone: "Asia/Dhaka",
  customer_name: "Abdul Karim",
  customer_code: "C-00042",
  username: "karim42",
  package_name: "Home 20 Mbps",
  previous_expiry_date: "2026-11-25",
  new_expiry_date: "2026-12-25",
  amount: m("1200.00"),
  currency: "BDT",
  digits: 2,
  method: "CASH",
  due_amount: m("300.00"),
  advance_amount: m("0"),
  footer: "Thank you",
  tax_number: "BIN 0045",
  legal_text: "VAT is in the price",
  is_copy: false,
  reversed: null,
};

describe("a receipt", () => {
  it("A receipt on 58 mm paper reads like this", () => {
    expect(receiptLines(receipt, 32)).toEqual([
      "       Skyline Broadband",
      "   12 Station Road, Rajshahi",
      "          01700-000000",
      "      Tax number BIN 0045",
      "--------------------------------",
      "Receipt                K7-000123",
      "Date            2026-11-21 00:05",
      "Till                   Counter 2",
      "Clerk                     Rahima",
      "--------------------------------",
      "Customer             Abdul Karim",
      "Code                     C-00042",
      "Username                 karim42",
      "Plan                Home 20 Mbps",
      "Valid until (before)  2026-11-25",
      "Valid until           2026-12-25",
      "--------------------------------",
      "PAID                 BDT 1200.00",
      "Method                      CASH",
      "Still due             BDT 300.00",
      "--------------------------------",
      "           Thank you",
      "      VAT is in the price",
    ]);
  });

  it("A receipt says COPY on a reprint, and the advance where there is one", () => {
    const lines = receiptLines({ ...receipt, is_copy: true, advance_amount: m("5.00") }, 48).join("\n");
    expect(lines).toContain("*** COPY ***");
    expect(lines).toMatch(/Advance +BDT 5\.00/);
    expect(receiptLines(receipt, 48).join("\n")).not.toMatch(/COPY|Advance/);
  });

  it("A receipt of a plain payment has no line about the service's time", () => {
    const payment = { ...receipt, package_name: null, previous_expiry_date: null, new_expiry_date: null };
    expect(receiptLines(payment, 32).join("\n")).not.toMatch(/Valid|Plan/);
  });

  it("A receipt writes the currency's own digits", () => {
    const yen = { ...receipt, currency: "JPY", digits: 0, amount: 5_000n as never };
    expect(receiptLines(yen, 32).join("\n")).toMatch(/PAID +JPY 5000\n/);
  });

  it("A receipt takes other words", () => {
    const words = {
      receipt: "রসিদ",
      copy: "কপি",
      date: "তারিখ",
      till: "টিল",
      tax_number: "কর",
      clerk: "ক্যাশিয়ার",
    };
    const rest = {
      customer: "গ্রাহক",
      code: "কোড",
      username: "ইউজার",
      plan: "প্যাকেজ",
      previous_expiry: "আগের মেয়াদ",
      reversed: "*** ফেরত ***",
      reversed_by: "ফেরত নিয়েছেন",
    };
    const money = { new_expiry: "মেয়াদ", amount: "জমা", method: "মাধ্যম", due: "বাকি", advance: "অগ্রিম" };
    const lines = receiptLines(receipt, 32, { ...words, ...rest, ...money });
    expect(lines.some((line) => line.startsWith("রসিদ ") && line.endsWith(" K7-000123"))).toBe(true);
  });

  it("A receipt that was taken back says so, by whom and when, also on a copy", () => {
    const reversed = { at: "2026-11-21T05:30:00Z", by: "anna" };
    const lines = receiptLines({ ...receipt, is_copy: true, reversed }, 32);
    expect(lines).toContain("          *** COPY ***");
    expect(lines).toContain("        *** REVERSED ***");
    expect(lines).toContain("          anna, 2026-11-21 11:30");
    expect(receiptLines(receipt, 32).join()).not.toContain("REVERSED");
  });

  it("A receipt is never wider than the paper, whatever the names", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 120 }),
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom(
        "আব্দুল করিম চৌধুরী",
        "株式会社スカイライン放送通信",
        "👨‍👩‍👧‍👦 family",
        "Ünïcödé ".repeat(9),
        "a".repeat(99),
      ),
    );
    fc.assert(
      fc.property(text, text, text, fc.constantFrom(32 as const, 48 as const), (a, b, c, width) => {
        const lines = receiptLines({ ...receipt, company_name: a, customer_name: b, footer: c }, width);
        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe("text in columns", () => {
  it("Text in columns counts wide characters twice and marks not at all", () => {
    expect(columnsOf("abc")).toBe(3);
    expect(columnsOf("日本")).toBe(4);
    expect(columnsOf("é")).toBe(1);
    expect(columnsOf("👨‍👩‍👧")).toBe(2);
  });

  it("Text in columns loses no character but blanks at the breaks", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.integer({ min: 2, max: 48 }),
        (text, width) => {
          const squeeze = (value: string) => value.replaceAll(" ", "");
          expect(squeeze(wrap(text, width).join(""))).toBe(squeeze(printable(text)));
        },
      ),
    );
  });

  it("Text in columns never breaks within what a reader sees as one character", () => {
    const word = "👨‍👩‍👧‍👦".repeat(30);
    for (const line of wrap(word, 32)) expect(graphemesOf(line).every((g) => g === "👨‍👩‍👧‍👦")).toBe(true);
  });

  it("Text in columns keeps printer commands and writing-direction overrides out", () => {
    expect(printable("Ka\u001b@rim\u202e\r\nB\tC\u0000")).toBe("Ka@rim B C");
    expect(wrap("", 32)).toEqual([]);
  });
});
