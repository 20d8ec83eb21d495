// The judgement of the payment form: what is worth a word before money is taken, which key presses count, what is listed as paid.
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { listedPayments } from "../../../renderer/billing/customer/payment-list.ts";
import type { Expected, ExpectedPayment } from "../../../renderer/billing/expected.ts";
import {
  type AdviceContext,
  isBelowPrice,
  mustAskAgain,
  paymentAdvice,
} from "../../../renderer/billing/recharge/form/payment-advice.ts";
import { suggestionsOf } from "../../../renderer/billing/recharge/form/suggestions.tsx";
import type { PaymentDraft } from "../../../renderer/billing/recharge/payment-plan.ts";
import { effectsOf, knowExpectations } from "../../../renderer/kernel/expected/rules.ts";
import type { Translate } from "../../../renderer/kernel/i18n/index.ts";
import { tenantFormat } from "../../../renderer/kernel/money-format.ts";
import { isHeld } from "../../../renderer/kernel/screen/fresh-keys.ts";
import { customerExpectations } from "../../../renderer/subscribers/customer/expected-customer.ts";
import { type Receipt, receiptLines } from "../../../shared/billing/documents/receipt.rules.ts";
import { receiptWords, receiptWriting } from "../../../shared/billing/documents/receipt-words.ts";
import type { KeptReceipt, Recharge } from "../../../shared/billing/index.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import { toggleStatus } from "../../../shared/subscribers/index.ts";
import { aCommand, aCustomer, aTransaction, NOW } from "../helpers.ts";
import { BN, EN } from "../known-words.ts";

const minor = (amount: bigint) => amount as Minor;
const price = { amount: minor(120_000n), days: 30 };
const draft: PaymentDraft = {
  kind: "recharge",
  amount: minor(120_000n),
  validity_days: 30,
  method: "CASH",
  package: "p1",
  sent_as: "recharge",
};
const context: AdviceContext = {
  price,
  due: minor(140_000n),
  suggested: price.amount,
  may_below_price: true,
  earlier: [],
  now: Date.parse(NOW),
};
const kinds = (change: Partial<PaymentDraft>, more: Partial<AdviceContext> = {}) =>
  paymentAdvice({ ...draft, ...change }, { ...context, ...more }).map(({ kind }) => kind);

test("Days for less than they cost are noticed, and said to be no days where the role may not give them", () => {
  expect(kinds({})).toEqual([]);
  expect(kinds({ amount: minor(10_000n) })).toEqual(["below_price"]);
  expect(kinds({ amount: minor(10_000n) }, { may_below_price: false })).toEqual(["without_days"]);
  // Money a day is what counts: a third of the price for ten days is the price.
  expect(isBelowPrice({ ...draft, amount: minor(40_000n), validity_days: 10 }, price)).toBe(false);
  expect(isBelowPrice({ ...draft, amount: minor(39_999n), validity_days: 10 }, price)).toBe(true);
  expect(isBelowPrice({ ...draft, amount: minor(1n), validity_days: 0 }, price)).toBe(false);
  expect(isBelowPrice({ ...draft, kind: "payment", amount: minor(1n) }, price)).toBe(false);
  expect(isBelowPrice({ ...draft, amount: minor(1n) }, null)).toBe(false);
});

test("An amount that is neither price nor due nor both is noticed, one far above the usual is asked about", () => {
  expect(kinds({ amount: minor(140_000n) })).toEqual([]);
  expect(kinds({ amount: minor(260_000n) })).toEqual([]);
  expect(kinds({ amount: minor(130_000n) })).toEqual(["above_price"]);
  expect(kinds({ amount: minor(240_000n), validity_days: 60 })).toEqual([]);
  expect(kinds({ amount: minor(1_200_000n) })).toEqual(["far_above"]);
  expect(mustAskAgain(minor(1_200_000n), price.amount, null)).toBe(false);
  expect(mustAskAgain(minor(1_200_001n), price.amount, null)).toBe(true);
  expect(mustAskAgain(minor(50_001n), price.amount, minor(50_000n))).toBe(true);
  expect(mustAskAgain(minor(9_000_000n), minor(0n), null)).toBe(false);
});

test("Money that was taken of the same customer within ten minutes is named", () => {
  const at = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
  const earlier = (minutes: number) => [{ receipt_number: "D1-7", amount: price.amount, at: at(minutes) }];
  expect(kinds({}, { earlier: earlier(9) })).toEqual(["just_paid"]);
  expect(kinds({}, { earlier: earlier(11) })).toEqual([]);
});

test("The likely amounts are the package, the due and both, in the order of their keys", () => {
  const amounts = (...args: Parameters<typeof suggestionsOf>) =>
    suggestionsOf(...args).map(({ amount }) => amount);
  expect(amounts("recharge", price.amount, minor(140_000n))).toEqual([120_000n, 140_000n, 260_000n]);
  expect(amounts("recharge", price.amount, minor(0n))).toEqual([120_000n]);
  expect(amounts("payment", price.amount, minor(140_000n))).toEqual([140_000n]);
  expect(amounts("recharge", null, minor(140_000n))).toEqual([140_000n]);
});

test("A held key writes and moves, and does nothing else", () => {
  const held = (key: string, more = {}) => ({ key, repeat: true, ctrlKey: false, metaKey: false, ...more });
  for (const key of ["Enter", "F2", "F3", "F4", "Escape", " ", "p"])
    expect(isHeld(held(key), "none"), key).toBe(true);
  for (const key of ["ArrowDown", "Tab", "PageUp", "Backspace"])
    expect(isHeld(held(key), "none"), key).toBe(false);
  expect(isHeld(held("Enter"), "line")).toBe(true);
  expect(isHeld(held("5"), "line")).toBe(false);
  expect(isHeld(held("Enter"), "prose")).toBe(false);
  expect(isHeld(held("Enter", { ctrlKey: true }), "prose")).toBe(true);
  expect(isHeld({ ...held("Enter"), repeat: false }, "line")).toBe(false);
});

const kept: KeptReceipt = {
  amount: "1000.00",
  due_after: "0.00",
  advance_after: "200.00",
  expiry_before: "2026-11-25",
  expiry_after: "2026-12-25",
  clerk: "Rahima",
  till: "D1",
};

test("All money in is one list: recharges and payments, booked, waiting and taken back", () => {
  const payment: ExpectedPayment = {
    id: "p9",
    receipt_number: "D1-9",
    recharge: null,
    amount: "50.00",
    method: "MOBILE",
    by: "counter",
    at: "2026-11-21T08:00:00Z",
    receipt: kept,
  };
  const expects = (expected: Expected) => aCommand({ expected });
  const commands = [
    expects({ payment }),
    // The record is here already: it is the truth.
    expects({ payment: { ...payment, receipt_number: "D1-1", amount: "1.00" } }),
    expects({ reversed_payment: { number: "D1-2", amount: "800.00" } }),
    aCommand({ status: "REJECTED", expected: { reversed_payment: { number: "D1-1", amount: "800.00" } } }),
  ];
  const recharge = { id: "r1", package: "p1", is_reversed: false } as Recharge;
  const transactions = [
    aTransaction({ id: "t1", receipt_number: "D1-1", recharge: "r1", receipt: kept }),
    aTransaction({ id: "t2", receipt_number: "D1-2", received_at: "2026-11-19T08:00:00Z" }),
    aTransaction({
      id: "t3",
      receipt_number: null,
      trx_id: "X3",
      status: "REFUNDED",
      received_at: "2026-11-18T08:00:00Z",
      reversed_at: NOW,
      reversed_by: "boss",
    }),
    aTransaction({ id: "t4", receipt_number: null, method: "ADJUSTMENT" }),
  ];
  const listed = listedPayments(transactions, [recharge], commands, 2);
  expect(listed.map(({ number, what, state, pending }) => [number, what, state, pending])).toEqual([
    ["D1-9", "payment", "COMPLETED", true],
    ["D1-1", "recharge", "COMPLETED", false],
    ["D1-2", "payment", "REVERSED", true],
    ["X3", "payment", "REVERSED", false],
  ]);
  expect(listed.map(({ reversible: { kind, id } }) => `${kind} ${id}`)).toEqual([
    "transaction p9",
    "recharge r1",
    "transaction t2",
    "transaction t3",
  ]);
  expect(listed[3]?.reversed).toEqual({ at: NOW, by: "boss" });
  expect(listed[1]?.amount).toBe(80_000n);
});

const receipt: Receipt = {
  company_name: "Dhaka Fibre",
  address: null,
  support_phone: null,
  receipt_number: "D1-7",
  till: "D1",
  clerk: "Rahima",
  occurred_at: "2026-11-20T08:00:00Z",
  timezone: "Asia/Dhaka",
  customer_name: "Karim",
  customer_code: "C1",
  username: "karim",
  package_name: "Home 20",
  previous_expiry_date: null,
  new_expiry_date: "2026-12-20",
  amount: minor(12_345_600n),
  currency: "BDT",
  digits: 2,
  method: "CASH",
  due_amount: minor(0n),
  advance_amount: minor(0n),
  footer: null,
  tax_number: null,
  legal_text: null,
  is_copy: false,
  reversed: null,
};

test("A Bengali receipt has no English word and no Latin digit of its own, and groups its amounts", () => {
  const settings = { currency: "BDT", locale: "bn-BD", timezone: "Asia/Dhaka" };
  const print = (t: Translate) => {
    const { language } = t;
    return receiptLines(
      receipt,
      48,
      receiptWords(language),
      receiptWriting(language, tenantFormat(settings, language)),
    ).join("\n");
  };
  const bengali = print(BN);
  expect(bengali).toContain("৳ ১,২৩,৪৫৬.০০");
  expect(bengali).toContain("নগদ");
  expect(bengali).not.toMatch(/CASH|BDT|\b20\d\d\b/);
  const english = print(EN);
  expect(english).toContain("BDT 1,23,456.00");
  expect(english).toMatch(/Method +Cash/);
});

test("The chip for nonpayment suspends for nonpayment in both languages, so that a payment lifts it; the others do not", () => {
  knowExpectations(customerExpectations);
  const on = { command: "c0", digits: 2, today: "2026-11-20", now: NOW, timezone: "Asia/Dhaka" };
  const causeOf = (reason: string) =>
    effectsOf(toggleStatus, { id: "c1", reason }, aCustomer(), on)[0]?.values.suspended_for;
  for (const t of [EN, BN]) {
    expect(causeOf(t("toggle.reason.not_paid"))).toBe("NONPAYMENT");
    for (const key of ["asked", "away", "moved", "misuse"] as const)
      expect(causeOf(t(`toggle.reason.${key}`)), key).toBe("STAFF");
  }
});

test("The guard against held keys stands before the first screen, and nobody listens to keys past it", async () => {
  const read = (file: string) => readFile(new URL(`../../../renderer/${file}`, import.meta.url), "utf8");
  const main = await read("start.tsx");
  expect(main.indexOf("ignoreHeldKeys();")).toBeGreaterThan(0);
  expect(main.indexOf("ignoreHeldKeys();")).toBeLessThan(main.indexOf("createRoot("));
  // A listener of the window's own in the capture phase could be called before it, or in spite of it.
  const files = (await readdir(new URL("../../../renderer", import.meta.url), { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file),
  );
  const listening: string[] = [];
  for (const file of files) if (/addEventListener\(\s*"key/.test(await read(file))) listening.push(file);
  expect(listening.sort()).toEqual([
    "billing/recharge/form/type-ahead.ts",
    // Only until the search for the next customer has the focus, and registered after the guard.
    "billing/recharge/recharge-store.ts",
    // In the bubbling phase, which a held key never reaches.
    "kernel/form/send-by-keys.ts",
    // Only looks whether a dialog is open, and is registered after the guard.
    "kernel/page-actions/dialog-open.ts",
    "kernel/screen/fresh-keys.ts",
    // Only while the palette is on its way, and registered after the guard.
    "kernel/shell/palette/open-palette.ts",
    // In the bubbling phase, both.
    "kernel/shell/shortcuts.tsx",
    "kernel/timeline/timeline.tsx",
  ]);
});
