// Tax on lines and what is given back of it: examples, and what holds whatever the amounts, rates and digits are.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Charge,
  chargesLeft,
  chargesOf,
  giveUp,
  takeBack,
} from "../../../shared/billing/tax/credit-split.rules.ts";
import {
  LINE_SOURCES,
  rateInForce,
  sharesOf,
  taxLines,
  taxOn,
} from "../../../shared/billing/tax/tax.rules.ts";
import { add, type Minor, parseMoney, ZERO } from "../../../shared/kernel/money.ts";
import type { TaxRate } from "../../../shared/subscribers/index.ts";
import { m } from "../helpers/samples.ts";

const vat = (rate: string, more: Partial<TaxRate> = {}): TaxRate => ({
  id: `vat-${rate}`,
  code: "VAT",
  rate,
  is_inclusive: false,
  is_default: false,
  valid_from: null,
  ...more,
});
const line = (charge: Minor, rate: TaxRate | null = null, given_tax: Minor | null = null) => ({
  charge,
  rate,
  given_tax,
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((value) => value as Minor);
const rateText = fc
  .bigInt({ min: 0n, max: 1_000_000n })
  .map((value) => `${value / 10_000n}.${String(value % 10_000n).padStart(4, "0")}`);

describe("the rate in force", () => {
  const rates = [
    vat("15", { id: "a" }),
    vat("18", { id: "b", valid_from: "2026-07-01" }),
    vat("20", { id: "c", valid_from: "2027-01-01" }),
    vat("5", { id: "other", code: "GST", valid_from: "2026-12-01" }),
  ];

  it.each([
    ["2020-01-01", "a"],
    ["2026-06-30", "a"],
    ["2026-07-01", "b"],
    ["2026-12-31", "b"],
    ["2027-01-01", "c"],
  ])("A code has the rate that began last on %s, whichever of its rows is named", (day, id) => {
    for (const named of ["a", "b", "c"]) expect(rateInForce(rates, named, day)?.id).toBe(id);
  });

  it("A code whose first rate has not begun taxes nothing, nor does no code", () => {
    expect(rateInForce(rates, "other", "2026-11-30")).toBeNull();
    expect(rateInForce(rates, "other", "2026-12-01")?.rate).toBe("5");
    expect(rateInForce(rates, null, "2026-12-01")).toBeNull();
  });
});

describe("the tax of an amount", () => {
  it("Tax is rounded half-up to the currency's digits, with 0, 2 and 3 of them", () => {
    expect(taxOn(parseMoney("30", 0), vat("15"))).toBe(5n); // 4.5
    expect(taxOn(m("0.10"), vat("15"))).toBe(m("0.02")); // 0.015
    expect(taxOn(parseMoney("0.010", 3), vat("15"))).toBe(parseMoney("0.002", 3)); // 0.0015
    expect(taxOn(m("-0.10"), vat("15"))).toBe(m("-0.02"));
    expect(taxOn(m("115.00"), vat("15", { is_inclusive: true }))).toBe(m("15.00"));
    expect(taxOn(m("100.00"), vat("0", { is_inclusive: true }))).toBe(ZERO);
  });

  it("What an exclusive tax puts on top, an inclusive one finds again, to a unit", () => {
    fc.assert(
      fc.property(amount, rateText, (net, rate) => {
        const tax = taxOn(net, vat(rate));
        const found = taxOn(add(net, tax), vat(rate, { is_inclusive: true }));
        expect(found - tax <= 1n && tax - found <= 1n).toBe(true);
      }),
    );
  });
});

describe("a discount's shares", () => {
  it("Shares add up to the discount, and none exceeds its line", () => {
    const weights = fc.array(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), { maxLength: 12 });
    fc.assert(
      fc.property(weights, amount, (values, discount) => {
        const lines = values as Minor[];
        const whole = add(...lines.filter((value) => value > 0n));
        const shares = sharesOf(discount, lines);
        expect(add(...shares)).toBe(discount < whole ? discount : whole);
        for (const [at, share] of shares.entries()) {
          const most = lines[at]! > 0n ? lines[at]! : 0n;
          expect(share >= 0n && share <= most).toBe(true);
        }
      }),
    );
  });
});

describe("the lines of a bill", () => {
  it("A discount lowers the tax of each line by its share", () => {
    // 100 + 15 % tax with 50 off: 7.50 of tax, not 15.
    expect(taxLines([line(m("100.00"), vat("15"))], m("50.00"))).toEqual([
      {
        ...{ tax_code: "vat-15", tax_amount: m("7.50"), code_tax: m("7.50"), total: m("107.50") },
        ...{ share: m("50.00"), list: m("100.00"), net: m("50.00") },
      },
    ]);
    const two = taxLines([line(m("100.00"), vat("15")), line(m("50.00"))], m("30.00"));
    expect(two.map(({ share, tax_amount, total }) => [share, tax_amount, total])).toEqual([
      [m("20.00"), m("12.00"), m("112.00")],
      [m("10.00"), ZERO, m("50.00")],
    ]);
  });

  it("An inclusive code leaves the total as it is: the tax is part of it", () => {
    const inclusive = vat("15", { is_inclusive: true });
    const [plain] = taxLines([line(m("1150.00"), inclusive)], ZERO);
    expect(plain).toMatchObject({ total: m("1150.00"), tax_amount: m("150.00"), net: m("1000.00") });
    const [less] = taxLines([line(m("1150.00"), inclusive)], m("115.00"));
    expect(less).toMatchObject({
      ...{ total: m("1150.00"), tax_amount: m("135.00") },
      ...{ net: m("900.00"), list: m("1000.00") },
    });
  });

  it("Tax that was given by hand stands", () => {
    expect(taxLines([line(m("100.00"), vat("15"), m("3.00"))], m("50.00"))[0]).toMatchObject({
      ...{ tax_amount: m("3.00"), total: m("103.00"), tax_code: "vat-15" },
    });
  });

  it("What a bill asks for is its nets and its taxes, whatever is discounted and however the codes are mixed", () => {
    const anyLine = fc.record({
      charge: amount,
      rate: fc.option(fc.record({ rate: rateText, is_inclusive: fc.boolean() }), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), fc.nat(100), (given, percent) => {
        const lines = given.map(({ charge, rate }) => line(charge, rate && vat(rate.rate, rate)));
        const whole = add(...lines.map(({ charge }) => charge));
        const discount = ((whole * BigInt(percent)) / 100n) as Minor;
        const taxed = taxLines(lines, discount);
        const asked = add(...taxed.map(({ total }) => total)) - discount;
        expect(add(...taxed.flatMap(({ net, tax_amount }) => [net, tax_amount]))).toBe(asked);
        for (const { net, list, share } of taxed) expect(net >= 0n && net <= list && share >= 0n).toBe(true);
      }),
    );
  });
});

const anyCharges = fc
  .array(
    fc.record({
      source: fc.constantFrom(...LINE_SOURCES),
      tax_code: fc.constantFrom(null, "vat", "gst"),
      net: fc.bigInt({ min: 0n, max: 10n ** 6n }).map((value) => value as Minor),
      tax: fc.bigInt({ min: 0n, max: 10n ** 5n }).map((value) => value as Minor),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map(chargesOf);

const backOf = (charges: readonly Charge[]) => charges.map(({ net_back, tax_back }) => [net_back, tax_back]);

describe("what is given back", () => {
  it("Half of a taxed charge given up gives back half its tax, the rest of it the rest", () => {
    const charges = chargesOf([{ source: "PACKAGE", tax_code: "vat", net: m("100.00"), tax: m("15.00") }]);
    const half = giveUp(charges, m("57.50"));
    expect(half.parts).toEqual([{ source: "PACKAGE", tax_code: "vat", net: m("50.00"), tax: m("7.50") }]);
    const rest = giveUp(half.charges, m("1000.00"));
    expect(rest.parts).toEqual(half.parts);
    expect(giveUp(rest.charges, m("1.00")).parts).toEqual([]);
  });

  it("Given up in whatever parts, everything gives back exactly everything, and no part more than is left", () => {
    fc.assert(
      fc.property(
        anyCharges,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (all, cuts) => {
          let charges = all;
          for (const cut of [...cuts, 1]) {
            const before = chargesLeft(charges);
            const wanted = (cut === 1 ? before : BigInt(Math.floor(Number(before) * cut))) as Minor;
            const step = giveUp(charges, wanted);
            expect(add(...step.parts.flatMap(({ net, tax }) => [net, tax]))).toBe(wanted);
            for (const { net, tax } of step.parts) expect(net >= 0n && tax >= 0n).toBe(true);
            charges = step.charges;
          }
          expect(backOf(charges)).toEqual(all.map(({ net, tax }) => [net, tax]));
        },
      ),
    );
  });

  it("In whatever parts it is given up, the tax back is within a unit of its proportion", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.nat(40), fc.nat(100), (net, percent, cut) => {
        const tax = ((net * BigInt(percent)) / 100n) as Minor;
        const whole = net + tax;
        const charges = chargesOf([{ source: "OTHER", tax_code: "vat", net: net as Minor, tax }]);
        const first = giveUp(charges, ((whole * BigInt(cut)) / 100n) as Minor);
        const second = giveUp(first.charges, ((whole * BigInt(100 - cut)) / 200n) as Minor);
        const [{ net_back, tax_back } = charges[0]!] = second.charges;
        const off = tax_back * whole - (net_back + tax_back) * tax;
        expect(off <= whole && off >= -whole).toBe(true);
      }),
    );
  });

  it("What was given up and is charged again leaves the charges as they were, in any order", () => {
    fc.assert(
      fc.property(anyCharges, fc.nat(100), fc.nat(100), (all, a, b) => {
        const portion = (of: readonly Charge[], percent: number) =>
          ((chargesLeft(of) * BigInt(percent)) / 100n) as Minor;
        const first = giveUp(all, portion(all, a));
        const second = giveUp(first.charges, portion(first.charges, b));
        expect(takeBack(takeBack(second.charges, first.parts), second.parts)).toEqual(all);
      }),
    );
  });

  it("One source and code can be given up alone", () => {
    const charges = chargesOf([
      { source: "PACKAGE", tax_code: "vat", net: m("100.00"), tax: m("15.00") },
      { source: "HARDWARE", tax_code: null, net: m("40.00"), tax: ZERO },
    ]);
    const { parts, charges: after } = giveUp(charges, m("40.00"), { source: "HARDWARE", tax_code: null });
    expect(parts).toEqual([{ source: "HARDWARE", tax_code: null, net: m("40.00"), tax: ZERO }]);
    expect(chargesLeft(after)).toBe(m("115.00"));
  });
});
