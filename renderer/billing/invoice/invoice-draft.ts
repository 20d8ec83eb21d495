// The lines of an invoice while they are typed: their totals, and the body that is sent. Pure.

import { lineTotal } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { isNegativeLine } from "../../../shared/billing/invoice/invoice-posting.rules.ts";
import { add, formatMoney, type Minor, ZERO } from "../../../shared/kernel/money.ts";
import { type MoneyFormat, typedDecimal, typedMoney } from "../../kernel/money-format.ts";

export interface LineDraft {
  readonly key: number;
  readonly description: string;
  readonly quantity: string;
  readonly unit_price: string;
  readonly discount: string;
  readonly tax_amount: string;
}

export const emptyLine = (key: number): LineDraft => ({
  key,
  description: "",
  quantity: "1",
  unit_price: "",
  discount: "",
  tax_amount: "",
});

interface ReadLine {
  readonly description: string;
  readonly quantity: string;
  readonly unit_price: Minor;
  readonly discount: Minor;
  readonly tax_amount: Minor;
}

const QUANTITY = /^\d{1,9}(\.\d{1,6})?$/;

/** A typed line as values, or null while something in it is missing or wrong. */
export function readLine(draft: LineDraft, format: MoneyFormat): ReadLine | null {
  const quantity = typedDecimal(draft.quantity, format);
  const unit_price = typedMoney(draft.unit_price, format);
  const discount = draft.discount.trim() === "" ? ZERO : typedMoney(draft.discount, format);
  const tax_amount = draft.tax_amount.trim() === "" ? ZERO : typedMoney(draft.tax_amount, format);
  const description = draft.description.trim();
  if (description === "" || quantity === null || !QUANTITY.test(quantity) || !/[1-9]/.test(quantity))
    return null;
  if (unit_price === null || discount === null || tax_amount === null) return null;
  return { description, quantity, unit_price, discount, tax_amount };
}

/** Σ of the lines that are complete. */
export function draftTotal(lines: readonly LineDraft[], format: MoneyFormat): Minor {
  const read = lines.map((line) => readLine(line, format)).filter((line) => line !== null);
  return add(...read.map((line) => lineTotal(line)));
}

/** Whether one of the lines gives something back, which only some roles may do. */
export function givesBack(lines: readonly LineDraft[], format: MoneyFormat): boolean {
  return lines
    .map((line) => readLine(line, format))
    .some((line) => line !== null && isNegativeLine({ ...line, total: lineTotal(line) }));
}

/** Lines as the operation takes them. */
export function linesBody(lines: readonly LineDraft[], format: MoneyFormat) {
  return lines
    .map((line) => readLine(line, format))
    .filter((line) => line !== null)
    .map(({ description, quantity, unit_price, discount, tax_amount }) => ({
      description,
      quantity,
      unit_price: formatMoney(unit_price, format.digits),
      discount: formatMoney(discount, format.digits),
      tax_amount: formatMoney(tax_amount, format.digits),
    }));
}
