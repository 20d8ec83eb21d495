// What a drawer took and what a reseller may still sell, as this computer works them out before the server is heard.
import { expect, test } from "vitest";
import { heldBy, whereToTakeFrom } from "../../../renderer/billing/cash/held.rules.ts";
import { type Sale, walletPlan } from "../../../renderer/billing/recharge/form/wallet.ts";
import { denominationsOf } from "../../../renderer/billing/shift/denominations.ts";
import { type Drawer, drawerSums } from "../../../renderer/billing/shift/drawer.ts";
import type { QueuedCommand } from "../../../renderer/kernel/replica/index.ts";
import type { CashTransfer } from "../../../shared/billing/index.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import { aTransaction, aTransfer } from "../helpers.ts";

const DRAWER: Drawer = {
  id: "s1",
  cashier: "counter",
  holder: "D9",
  opened_at: "2026-11-20T08:00:00.000Z",
  closed_at: null,
  digits: 2,
  is_own: true,
  till: "D1",
};
const NOTHING = { transactions: [], transfers: [], deposits: [], commands: [], drawers: [] };

const command = (payload: Record<string, unknown>, more: Partial<QueuedCommand> = {}): QueuedCommand =>
  ({
    id: "k1",
    kind: "recharge.create",
    payload,
    occurred_at: "2026-11-20T09:00:00.000Z",
    status: "PENDING",
    ...more,
  }) as QueuedCommand;

test("A drawer holds what its cashier took since it was opened, less what they gave back, each payment once", () => {
  const at = "2026-11-20T09:00:00.000Z";
  const transactions = [
    aTransaction({ id: "a", receipt_number: "D1-1", amount: "100.00", received_at: at }),
    aTransaction({ id: "b", receipt_number: "D1-2", amount: "70.00", received_at: at, method: "MOBILE" }),
    aTransaction({ id: "c", receipt_number: "D1-3", received_at: "2026-11-20T07:59:59.000Z" }),
    aTransaction({ id: "d", receipt_number: "D1-4", received_at: at, received_by: "boss" }),
    aTransaction({ id: "e", receipt_number: "D1-5", received_at: at, reseller_charge: "50.00" }),
    aTransaction({
      ...{ id: "f", receipt_number: "D1-6", amount: "30.00", received_by: "boss", holder: "D9" },
      ...{ received_at: "2026-11-19T09:00:00.000Z", reversed_by: "counter", reversed_at: at },
    }),
    // At another till, and taken back by somebody else: it is in the drawer, and is no more.
    aTransaction({
      ...{ id: "g", receipt_number: "D2-1", amount: "500.00", received_at: at, holder: "D2" },
      ...{ reversed_by: "boss", reversed_at: "2026-11-20T09:30:00.000Z" },
    }),
  ];
  const commands = [
    command({ receipt_number: "D1-1", amount: "100.00", method: "CASH" }, { status: "APPLIED" }),
    command({ receipt_number: "D1-9", amount: "25.00", method: "CASH" }),
    command({ receipt_number: "D1-10", amount: "11.00" }, { status: "REJECTED" }),
  ];
  const known = { ...NOTHING, transactions, commands };
  expect(drawerSums(DRAWER, known).totals).toEqual({ CASH: 9500n, MOBILE: 7000n });
  expect(drawerSums({ ...DRAWER, is_own: false }, known).totals).toEqual({ CASH: 7000n, MOBILE: 7000n });
});

test("What is handed over of a drawer is told of every till where its cashier's money lies, the waiting commands with it", () => {
  const at = (minute: number) => `2026-11-20T09:${10 + minute}:00.000Z`;
  const transactions = [
    aTransaction({ id: "a", receipt_number: "D2-1", amount: "500.00", received_at: at(1), holder: "D2" }),
  ];
  const handover = (id: string, from: string, amount: string): CashTransfer =>
    aTransfer({ id, from, amount, sent_by: "boss", sent_at: at(2) });
  const transfers = [handover("t1", "D2", "100.00"), handover("t2", "D3", "40.00")];
  const sent = { id: "t3", from: "D1", to: "OFFICE", amount: "25.00" };
  const commands = [command(sent, { kind: "cash_transfer.create", occurred_at: at(3) })];
  const sums = drawerSums(DRAWER, { ...NOTHING, transactions, transfers, commands });
  expect(sums).toEqual({ totals: { CASH: 50000n }, handed_over: 12500n, cash_holder: "D2" });
});

test("Money is handed over from where one sits, unless nothing lies there and something does elsewhere", () => {
  const row = { kind: "TILL", name: null, in_transit_from: "0.00", in_transit_to: "0.00" } as const;
  const held = (holder: string, amount: string, method = "CASH") => ({
    ...{ ...row, last_transfer_at: null, held_since: null, holder, method, held: amount },
  });
  const own = [held("D1", "6900.00"), held("counter", "1280.00")];
  expect(whereToTakeFrom(own, "D12", 2)).toBe("D1");
  expect(whereToTakeFrom([...own, held("D12", "5.00")], "D12", 2)).toBe("D12");
  expect(whereToTakeFrom([held("BANK", "9.00", "BANK"), held("D1", "-5.00")], "D12", 2)).toBe("D12");
  expect(whereToTakeFrom([], "D12", 2)).toBe("D12");
});

test("A reseller is told that their credit does not cover a sale, with what waits on this computer taken off first", () => {
  const wallet = { balance: 10_000n as Minor, credit_limit: 20_000n as Minor };
  const rate = { rate: 8_000n as Minor, validity_days: 30 };
  const sale = (amount: bigint, validity_days: number): Sale => ({
    amount: amount as Minor,
    validity_days,
    rate,
  });
  expect(walletPlan(wallet, sale(10_000n, 30), [])).toEqual({
    ...{ charge: 8_000n, after: 2_000n, is_beyond: false, left: 22_000n },
  });
  // Two months cost two rates; money without days is charged whole.
  expect(walletPlan(wallet, sale(20_000n, 31), [])).toMatchObject({ charge: 16_000n, after: -6_000n });
  expect(walletPlan(wallet, sale(5_000n, 0), [])).toMatchObject({ charge: 5_000n });
  const waiting = [sale(10_000n, 30), sale(10_000n, 30), sale(10_000n, 30)];
  expect(walletPlan(wallet, sale(10_000n, 30), waiting)).toMatchObject({
    after: -22_000n,
    is_beyond: true,
    left: 0n,
  });
});

test("Each currency's pieces fall from the largest to the smallest, and none is finer than the currency", () => {
  for (const [currency, digits] of [
    ["BDT", 2],
    ["JPY", 0],
    ["KWD", 3],
    ["XTS", 2],
    ["XXY", 0],
  ] as const) {
    const pieces = denominationsOf(currency, digits);
    expect(pieces.map(Number)).toEqual([...pieces].map(Number).sort((a, b) => b - a));
    for (const piece of pieces) {
      expect(piece).toMatch(/^\d{1,7}(\.\d{1,3})?$/);
      expect((piece.split(".")[1] ?? "").length).toBeLessThanOrEqual(digits);
    }
  }
});

test("What somebody holds is told by the way it is handed over; the bank has one way, and who is not in the report holds nothing", () => {
  const row = { kind: "TILL", name: null, in_transit_from: "0.00", in_transit_to: "0.00" } as const;
  const more = { ...row, last_transfer_at: null, held_since: null };
  const holders = [
    { ...more, holder: "D1", method: "CASH", held: "150.50" },
    { ...more, holder: "D1", method: "BKASH", held: "20.00" },
    { ...more, holder: "BANK", method: "BANK", held: "-5.00" },
  ];
  expect(heldBy({ holders }, "D1", "CASH", 2)).toBe(15_050n);
  expect(heldBy({ holders }, "D1", "BKASH", 2)).toBe(2_000n);
  expect(heldBy({ holders }, "BANK", "CASH", 2)).toBe(-500n);
  expect(heldBy({ holders }, "D2", "CASH", 2)).toBe(0n);
});
