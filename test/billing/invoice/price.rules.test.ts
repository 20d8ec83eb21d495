// What a customer's service costs, and what money buys of it.
import { describe, expect, it } from "vitest";
import { customerPrice, daysBought, isBelowPrice } from "../../../shared/billing/invoice/price.rules.ts";
import { MAX_VALIDITY_DAYS } from "../../../shared/billing/payment/settlement.rules.ts";
import { ZERO } from "../../../shared/kernel/money.ts";
import { m } from "../helpers/samples.ts";

const DAY = "2026-11-20";
const vat = (is_inclusive: boolean) => ({
  ...{ id: "vat", code: "VAT", rate: "15", is_default: false, valid_from: null, is_inclusive },
});
const pack = { price: m("1200.00"), validity_days: 30, tax_code: null, rates: [] };
const taxed = (is_inclusive: boolean) => ({ ...pack, tax_code: "vat", rates: [vat(is_inclusive)] });
const plain = { discount: ZERO };
const dear = { discount: m("200.00") };

describe("a customer's price", () => {
  it("A customer's price is the package's less the discount, never below zero", () => {
    expect(customerPrice(pack, dear, DAY)).toEqual({ amount: m("1000.00"), days: 30 });
    expect(customerPrice(pack, { discount: m("5000.00") }, DAY).amount).toBe(ZERO);
  });

  it.each([
    ["the price", "1200.00", 30, plain, false],
    ["a cent less", "1199.99", 30, plain, true],
    ["a third for a third of the time", "400.00", 10, plain, false],
    ["a third for a day more", "400.00", 11, plain, true],
    ["the price less the discount", "1000.00", 30, dear, false],
    ["a cent for ten years", "0.01", 3650, plain, true],
    ["anything for no day", "0.01", 0, plain, false],
  ] as const)(
    "A customer's price says of %s whether it is too little",
    (_what, amount, days, customer, below) => {
      expect(isBelowPrice(m(amount), days, customerPrice(pack, customer, DAY))).toBe(below);
    },
  );

  it("A customer's price holds what an exclusive code adds to it on the day, and an inclusive one adds nothing", () => {
    expect(customerPrice(taxed(false), dear, DAY).amount).toBe(m("1150.00"));
    expect(customerPrice(taxed(true), dear, DAY).amount).toBe(m("1000.00"));
    expect(daysBought(m("1379.99"), taxed(false), plain, DAY)).toBe(0);
    expect(daysBought(m("2760.00"), taxed(false), plain, DAY)).toBe(60);
    const later = { ...taxed(false), rates: [{ ...vat(false), valid_from: "2026-12-01" }] };
    expect(customerPrice(later, plain, DAY).amount).toBe(m("1200.00"));
  });

  it("A customer's price is none without a package", () => {
    expect(isBelowPrice(m("0.01"), 3650, null)).toBe(false);
  });
});

describe("money from elsewhere", () => {
  it.each([
    ["1199.99", plain, 0],
    ["1200.00", plain, 30],
    ["2399.99", plain, 30],
    ["3600.00", plain, 90],
    ["3000.00", dear, 90],
    ["99999999.00", plain, MAX_VALIDITY_DAYS - (MAX_VALIDITY_DAYS % 30)],
    ["5.00", { discount: m("1200.00") }, 30],
  ] as const)(
    "Money from elsewhere of %s buys its share of time, whoever the customer",
    (amount, customer, days) => {
      expect(daysBought(m(amount), pack, customer, DAY)).toBe(days);
    },
  );

  it("Money from elsewhere buys no day without a package", () => {
    expect(daysBought(m("5000.00"), null, plain, DAY)).toBe(0);
  });
});
