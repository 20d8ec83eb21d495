// The account as a story: what is owed by first charge, months that add up, nothing of what was only moved about.

import { expect, test } from "vitest";
import {
  overdueSince,
  storyMonths,
  unpaidCharges,
} from "../../../renderer/billing/customer/account/account-story.ts";
import type { LedgerEntry } from "../../../shared/billing/index.ts";
import { dayOf } from "../../../shared/kernel/day.ts";
import { anInvoice } from "../helpers.ts";

const part = (invoice: string, amount: string) => ({ invoice, amount });
const june = anInvoice({
  id: "june",
  billing_month: "2026-06",
  issue_date: "2026-06-01",
  due_date: "2026-06-08",
  total_payable: "1200.00",
  carried_amount: "1200.00",
  carried_to: "july",
  due_amount: "0.00",
  status: "PAID",
});
const july = anInvoice({
  id: "july",
  billing_month: "2026-07",
  issue_date: "2026-07-01",
  due_date: "2026-07-08",
  previous_due: "1200.00",
  carried_from: [part("june", "1200.00")],
  total_payable: "2400.00",
  paid_amount: "1000.00",
  carried_amount: "1400.00",
  carried_to: "august",
  due_amount: "0.00",
  status: "PAID",
});
const august = anInvoice({
  id: "august",
  billing_month: "2026-08",
  issue_date: "2026-08-01",
  due_date: "2026-08-08",
  previous_due: "1400.00",
  carried_from: [part("july", "1400.00")],
  total_payable: "2600.00",
  paid_amount: "300.00",
  due_amount: "2300.00",
  status: "OVERDUE",
});

const told = (invoices: Parameters<typeof unpaidCharges>[0]) =>
  unpaidCharges(invoices, 2).map(({ invoice, amount }) => [invoice.id, amount]);

test("What is owed counts where it was first charged, however often it was carried on; the oldest was paid first", () => {
  // Of June's 1,200 came 1,000 in July; the 300 of August paid June's last 200 and 100 of July.
  expect(told([august, june, july])).toEqual([
    ["july", 110_000n],
    ["august", 120_000n],
  ]);
  expect(overdueSince(unpaidCharges([august, june, july], 2), "2026-08-10")).toEqual({
    since: "2026-07-08",
    days: 33,
  });
  expect(overdueSince(unpaidCharges([august, june, july], 2), "2026-07-08")).toBeNull();
  const unpaid = { ...august, paid_amount: "0.00", due_amount: "2600.00" };
  expect(told([unpaid, june, july])).toEqual([
    ["june", 20_000n],
    ["july", 120_000n],
    ["august", 120_000n],
  ]);
  // An invoice that is not on this computer: its part counts where it is carried, and nothing is lost.
  expect(told([unpaid])).toEqual([["august", 260_000n]]);
});

let number = 0;
const entry = (
  journal: string,
  at: string,
  type: string,
  debit: string,
  credit: string,
  source = "invoice",
) =>
  ({
    id: `e${++number}`,
    entry_no: number,
    journal,
    entry_type: type,
    debit,
    credit,
    source_type: source,
    source_id: `s-${journal}`,
    entry_date: dayOf(new Date(at), "Asia/Dhaka"),
  }) as LedgerEntry;

const paid = "payment_transaction";
const entries = [
  entry("j1", "2026-06-01T00:30:00Z", "INVOICE", "1200.00", "0.00"),
  entry("j2", "2026-07-01T00:30:00Z", "CARRY_FORWARD", "0.00", "1200.00"),
  entry("j2", "2026-07-01T00:30:00Z", "INVOICE", "2400.00", "0.00"),
  entry("j3", "2026-07-05T08:00:00Z", "PAYMENT", "0.00", "3000.00", paid),
  // An advance that pays an invoice moves nothing.
  entry("j4", "2026-07-31T19:00:00Z", "PAYMENT", "0.00", "600.00", paid),
  entry("j4", "2026-07-31T19:00:00Z", "ADVANCE", "600.00", "0.00", paid),
  entry("j5", "2026-07-31T19:00:00Z", "WAIVER", "0.00", "100.00", "adjustment"),
  entry("j6", "2026-08-02T08:00:00Z", "REVERSAL", "3000.00", "0.00", paid),
];
const cents = { digits: 2 };

test("Months say what was billed, what came in and how they ended; a debt is above zero", () => {
  const months = storyMonths(entries, cents);
  expect(
    months.map(({ month, billed, paid: came, corrected, left }) => [month, billed, came, corrected, left]),
  ).toEqual([
    ["2026-08", 0n, -300_000n, 10_000n, 230_000n],
    ["2026-07", 120_000n, 300_000n, 0n, -60_000n],
    ["2026-06", 120_000n, 0n, 0n, 120_000n],
  ]);
  // One simple month is one line a deed: no carrying, no use of an advance.
  expect(months[1]?.lines.map(({ what, amount, day }) => [what, amount, day])).toEqual([
    ["PAYMENT", -300_000n, "2026-07-05"],
    ["INVOICE", 120_000n, "2026-07-01"],
  ]);
});

test("However the entries lie, the last month ends at what the ledger says", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const types = [
    "INVOICE",
    "PAYMENT",
    "REVERSAL",
    "ADVANCE",
    "CARRY_FORWARD",
    "ADJUSTMENT",
    "WAIVER",
    "SUSPENSE",
  ];
  for (let turn = 0; turn < 50; turn++) {
    const many = Array.from({ length: 1 + random(40) }, () => {
      const at = new Date(Date.UTC(2026, random(12), 1 + random(28))).toISOString();
      const amount = `${random(900)}.00`;
      const sides: [string, string] = random(2) ? [amount, "0.00"] : ["0.00", amount];
      return entry(
        `j${random(15)}`,
        at,
        types[random(types.length)] ?? "",
        ...sides,
        random(2) ? paid : "invoice",
      );
    });
    // A journal is of one day.
    const moments = new Map(many.map(({ journal, entry_date }) => [journal, entry_date]));
    const rows = many.map((row) => ({ ...row, entry_date: moments.get(row.journal) ?? "" }));
    const balance = rows.reduce((sum, { debit, credit }) => sum + Number(debit) - Number(credit), 0);
    const moved = storyMonths(rows, cents);
    // What a journal only moves about has no line; it is zero then, and the end is the same.
    expect(Number(moved[0]?.left ?? 0n)).toBe(balance * 100);
  }
});
