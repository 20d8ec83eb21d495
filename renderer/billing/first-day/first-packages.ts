// The first packages as they are typed, three examples to change, and the bodies that make them. Pure.
import { formatMoney } from "../../../shared/kernel/money.ts";
import { createSchema } from "../../../shared/kernel/resource.ts";
import { fieldErrors } from "../../../shared/kernel/validation.ts";
import { servicePackage } from "../../../shared/subscribers/index.ts";
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

/** The fields that the declaration refuses; empty when it is right. */
export function wrongFields(body: Record<string, unknown>): readonly PackageField[] {
  const result = createSchema(servicePackage).safeParse(body, { reportInput: true });
  if (result.success) return [];
  const names = fieldErrors(result.error).map(({ field }) => field);
  return PACKAGE_FIELDS.filter((field) => names.includes(field));
}
