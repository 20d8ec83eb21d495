// Slips of a receipt printer: a credit note, a refund, a deposit, cash handed over; none wider than its paper, in both languages.
import { expect, it } from "vitest";
import {
  creditNoteSlip,
  depositSlip,
  handoverSlip,
  refundSlip,
  type Slip,
  type SlipStyle,
  slipLines,
} from "../../../shared/billing/documents/slip.rules.ts";
import { tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import { columnsOf } from "../../../shared/kernel/formatting/text-columns.rules.ts";

const settings = { currency: "BDT", locale: "en-BD", timezone: "Asia/Dhaka" };
const style = (language: "en" | "bn"): SlipStyle => ({ language, format: tenantFormat(settings, language) });
const head = {
  name: "Skyline Broadband",
  address: "12 Station Road, Rajshahi",
  phone: "01700-000000",
  tax_number: "BIN 0045",
  legal_text: "VAT is in the price",
};
const customer = { name: "Abdul Karim", customer_code: "C-00042" };
const at = "2026-11-20T18:05:00Z";
const note = {
  credit_note_number: "CN-00001",
  invoice_number: "INV202611-00042",
  issued_at: at,
  clerk: "Rahima",
  lines: [{ description: "Home 20 Mbps, November", amount: "575.00" }],
  amount: "575.00",
  tax_amount: "75.00",
  due_after: "0.00",
  advance_after: "575.00",
  reason: "Three days without service",
};
const refund = {
  refund_number: "RF-00001",
  occurred_at: at,
  refunded_by: "rahima",
  amount: "300.00",
  method: "MOBILE",
  reason: "Leaves",
  is_reversed: false,
} as const;
const held = {
  deposit_number: "DP-00001",
  occurred_at: at,
  taken_by: "rahima",
  amount: "1500.00",
  balance: "1500.00",
  method: "CASH",
  reason: "For the router",
  status: "HELD",
} as const;
const transfer = {
  transfer_number: "CT00007",
  sent_at: at,
  sent_by: "karim",
  confirmed_by: null,
  confirmed_at: null,
  amount: "800.00",
  method: "CASH",
  note: null,
  status: "IN_TRANSIT",
} as const;
const named = { from: "Karim Uddin (karim)", to: "The office" };

const slips = (of: SlipStyle): Slip[] => [
  creditNoteSlip(note, customer, false, of),
  refundSlip(refund, customer, false, of),
  depositSlip(held, customer, false, of),
  handoverSlip(transfer, named, false, of),
];

it.each([
  ["en", 32],
  ["en", 48],
  ["bn", 32],
  ["bn", 48],
] as const)("No line of any slip in %s is wider than paper of %i columns", (language, width) => {
  for (const slip of slips(style(language)))
    for (const line of slipLines(slip, head, width)) expect(columnsOf(line)).toBeLessThanOrEqual(width);
});

it("A Bengali slip has Bengali words, Bengali digits and the currency's own sign", () => {
  const text = slipLines(refundSlip(refund, customer, false, style("bn")), head, 48).join("\n");
  expect(text).toContain("টাকা ফেরত");
  expect(text).toMatch(/ফেরত দেওয়া\s+৳ ৩০০.০০/);
  expect(text).not.toMatch(/REFUND|Method|BDT/);
});

it("A slip says what must be seen first: that it is a copy, reversed, or called off", () => {
  const marks = [
    creditNoteSlip(note, customer, true, style("en")),
    refundSlip({ ...refund, is_reversed: true }, customer, false, style("en")),
    depositSlip({ ...held, status: "REVERSED" }, customer, false, style("en")),
    handoverSlip({ ...transfer, status: "CANCELLED" }, named, false, style("en")),
  ].map((slip) => slip.marks);
  expect(marks).toEqual([
    ["*** COPY ***"],
    ["*** REVERSED ***"],
    ["*** REVERSED ***"],
    ["*** CALLED OFF ***"],
  ]);
});

it("Who gets the money signs: one for a refund and a deposit, both sides for cash handed over, nobody for a credit note", () => {
  expect(slips(style("en")).map(({ signatures }) => signatures)).toEqual([
    [],
    ["Received by"],
    ["Received by"],
    ["Given by", "Received by"],
  ]);
});

it("A deposit's receipt says what was kept, and what is left of it once some is used", () => {
  const text = (deposit: Parameters<typeof depositSlip>[0]) =>
    slipLines(depositSlip(deposit, customer, false, style("en")), head, 48).join("\n");
  expect(text(held)).toMatch(/KEPT FOR YOU\s+BDT 1,500.00/);
  expect(text(held)).not.toContain("Still kept");
  expect(text({ ...held, balance: "500.00" })).toMatch(/Still kept\s+BDT 500.00/);
});
