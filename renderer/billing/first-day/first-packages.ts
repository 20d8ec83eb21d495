// The first packages as they are typed, three examples to change, and the bodies that make them. Pure.
import { formatMoney } from "../../../shared/kernel/money.ts";
import { createSchema } from "../../../shared/kernel/resource.ts";
import { servicePackage } from "../../../shared/subscribers/index.ts";
import { errorsOf, type FieldErrors } from "../../kernel/form/form-values.ts";
import { type MoneyFormat, plainDigits, typedDecimal, typedMoney } from "../../kernel/money-format.ts";

export interface PackageRow {
  readonly name: string;
  readonly price: string;
  readonly bandwidth_mbps: string;
  readonly validity_days: string;
}

export const PACKAGE_FIELDS = ["name", "price", "bandwidth_mbps", "validity_days"] as const;
export type PackageField = (typeof PACKAGE_FIELDS)[number];

/** Prices are nobody's to guess: a row without one is left out. */
export const EXAMPLES: readonly PackageRow[] = ["10", "20", "50"].map((mbps) => ({
  name: `Home ${mbps}`,
  price: "",
  bandwidth_mbps: mbps,
  validity_days: "30",
}));

export const isLeftOut = ({ price }: PackageRow): boolean => price.trim() === "";

export function packageBody(row: PackageRow, writing: MoneyFormat): Record<string, unknown> {
  const price = typedMoney(row.price, writing);
  const days = plainDigits(row.validity_days.trim());
  return {
    name: row.name.trim(),
    price: price === null ? "no amount" : formatMoney(price, writing.digits),
    bandwidth_mbps: typedDecimal(row.bandwidth_mbps.trim(), writing) ?? "no number",
    validity_days: /^\d+$/.test(days) ? Number(days) : days,
  };
}

/** What the declaration says against it, by field; empty when it is right. */
export const wrongFields = (body: Record<string, unknown>): FieldErrors =>
  errorsOf(createSchema(servicePackage), body);
