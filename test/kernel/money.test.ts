// Exact money: reading, writing and rounding, against exact references.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixDigits } from "../../server/kernel/resource/record.ts";
import {
  add,
  currencyDigits,
  formatMoney,
  keptDigits,
  MAX_DIGITS,
  type Minor,
  max,
  min,
  multiply,
  negate,
  parseMoney,
  percentOf,
  readableMoney,
  shareOf,
  subtract,
} from "../../shared/kernel/money.ts";

const minor = fc.bigInt({ min: -(10n ** 12n) + 1n, max: 10n ** 12n - 1n }) as fc.Arbitrary<Minor>;

describe("reading and writing money", () => {
  it("Reading and writing money comes back as it was, with the digits of yen, dollar and dinar", () => {
    fc.assert(
      fc.property(minor, fc.constantFrom(0, 2, 3), (amount, digits) => {
        const text = formatMoney(amount, digits);
        expect(text).toMatch(digits === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${digits}}$`));
        expect(parseMoney(text, digits)).toBe(amount);
      }),
    );
  });

  it("An amount of the database, with its three digits, is written with the currency's", () => {
    fc.assert(
      fc.property(minor, fc.constantFrom(0, 2, 3), (amount, digits) => {
        const kept = formatMoney((amount * 10n ** BigInt(MAX_DIGITS - digits)) as Minor, MAX_DIGITS);
        expect(fixDigits(kept, digits)).toBe(formatMoney(amount, digits));
      }),
    );
    expect(["7", "7.5", "0"].map((text) => fixDigits(text, 3))).toEqual(["7.000", "7.500", "0.000"]);
  });

  it("An amount of the database that is finer than the currency keeps the digits that it has", () => {
    expect(["7.005", "7.500", "-9.990", "7.000"].map((text) => fixDigits(text, 0))).toEqual([
      ...["7.005", "7.5", "-9.99", "7"],
    ]);
    expect(["7.005", "7.050"].map((text) => fixDigits(text, 2))).toEqual(["7.005", "7.05"]);
  });

  it.each([
    ["1200", 2, 120_000n],
    ["1200.5", 2, 120_050n],
    ["1200.500", 2, 120_050n],
    ["-0.05", 2, -5n],
    ["0.001", 3, 1n],
    ["100", 0, 100n],
    ["100.00", 0, 100n],
    ["-0", 2, 0n],
    ["1234567890123456.78", 2, 123_456_789_012_345_678n],
  ])("Reading and writing money reads %s with %i digits as %i", (text, digits, expected) => {
    expect(parseMoney(text, digits)).toBe(expected);
  });

  it.each([
    ["1.234", 2],
    ["0.5", 0],
    ["", 2],
    ["1e3", 2],
    ["1,000", 2],
    [".5", 2],
    ["5.", 2],
    [" 5", 2],
    ["+5", 2],
    ["NaN", 2],
    ["0x10", 2],
    ["1".repeat(31), 2],
    ["٣", 2],
  ])("Reading and writing money refuses %o with %i digits", (text, digits) => {
    expect(() => parseMoney(text, digits)).toThrow(RangeError);
  });

  it.each([
    [5n, 2, "0.05"],
    [-5n, 2, "-0.05"],
    [0n, 2, "0.00"],
    [1n, 3, "0.001"],
    [7n, 0, "7"],
  ])("Reading and writing money writes %i with %i digits as %s", (amount, digits, expected) => {
    expect(formatMoney(amount as Minor, digits)).toBe(expected);
  });
});

describe("currencies", () => {
  it("Currencies have their own digits", () => {
    expect(["JPY", "USD", "BDT", "KWD"].map(currencyDigits)).toEqual([0, 2, 2, 3]);
  });

  it.each([
    [2, "AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER SLE MRU"],
    [3, "BHD IQD JOD KWD LYD OMR TND"],
    [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  ])("Currencies have the standard's %i digits, whatever this machine's Intl says of %s", (digits, codes) => {
    for (const code of codes.split(" ")) expect([code, currencyDigits(code)]).toEqual([code, digits]);
  });

  it("Money of others is kept in its currency's digits, as far as we store them", () => {
    expect(["JPY", "PKR", "KWD", "CLF", "ABC"].map(keptDigits)).toEqual([0, 2, 3, 3, 2]);
  });

  it("An amount from outside is money only where the currency could have it", () => {
    const read = (value: unknown, digits: number) => readableMoney(value, digits);
    expect([read("100.50", 2), read(100.5, 2), read(" 7 ", 0)]).toEqual([10_050n, 10_050n, 7n]);
    for (const none of [
      "100.005",
      "-1",
      "0",
      "0.00",
      "1".repeat(13),
      "x",
      "",
      null,
      undefined,
      {},
      Number.NaN,
    ])
      expect(read(none, 2), String(none)).toBeNull();
    expect(read("100.50", 0)).toBeNull();
  });
  it("Currencies with more digits than we store, or none at all, are refused", () => {
    expect(() => currencyDigits("CLF")).toThrow(RangeError);
    expect(() => currencyDigits("dollars")).toThrow(RangeError);
  });
});

describe("rounding", () => {
  it("Rounding goes half away from zero, once", () => {
    expect(multiply(1n as Minor, "0.5")).toBe(1n);
    expect(multiply(-1n as Minor, "0.5")).toBe(-1n);
    expect(multiply(1n as Minor, "-0.5")).toBe(-1n);
    expect(multiply(1n as Minor, "0.499999")).toBe(0n);
    expect(percentOf(1_000n as Minor, "12.25")).toBe(123n);
    expect(percentOf(-1_000n as Minor, "12.25")).toBe(-123n);
    expect(() => multiply(1n as Minor, "0.1234567")).toThrow(RangeError);
  });

  it("Rounding is never off by more than half a unit, and mirrors in the sign", () => {
    const millionths = fc.bigInt({ min: 0n, max: 10n ** 10n });
    fc.assert(
      fc.property(minor, millionths, (price, scaled) => {
        const quantity = `${scaled / 1_000_000n}.${String(scaled % 1_000_000n).padStart(6, "0")}`;
        const product = multiply(price, quantity);
        const error = product * 1_000_000n - price * scaled;
        expect(error <= 500_000n && error >= -500_000n).toBe(true);
        expect(multiply(negate(price), quantity)).toBe(negate(product));
        const share = percentOf(price, quantity);
        const shareError = share * 100_000_000n - price * scaled;
        expect(shareError <= 50_000_000n && shareError >= -50_000_000n).toBe(true);
      }),
    );
  });

  it("A share of an amount is rounded half away from zero, once, whatever the signs", () => {
    const shares = (part: bigint, whole: bigint) =>
      [5n, -5n].map((amount) => shareOf(amount as Minor, part as Minor, whole as Minor));
    expect([shares(1n, 2n), shares(1n, -2n), shares(-1n, 2n)]).toEqual([
      [3n, -3n],
      [-3n, 3n],
      [-3n, 3n],
    ]);
    expect([shares(1n, 3n), shares(1n, 4n), shares(2n, 5n)]).toEqual([
      [2n, -2n],
      [1n, -1n],
      [2n, -2n],
    ]);
  });
});

describe("arithmetic", () => {
  it("Arithmetic is the integers' own", () => {
    fc.assert(
      fc.property(minor, minor, (a, b) => {
        expect(subtract(add(a, b), b)).toBe(a);
        expect(add(min(a, b), max(a, b))).toBe(add(a, b));
        expect(min(a, b) <= max(a, b)).toBe(true);
        expect(add(a, negate(a))).toBe(0n);
      }),
    );
    expect(add()).toBe(0n);
  });
});
