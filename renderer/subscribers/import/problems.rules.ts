// What the server said of a file that was tried, as few things to mend: what is wrong the same way in many rows is mended once. Pure.
import type { FieldCode } from "../../../shared/kernel/failure.ts";
import { metaOf } from "../../../shared/kernel/field.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { customer, type ImportAnswer } from "../../../shared/subscribers/index.ts";
import type { CustomerField } from "./mapping.rules.ts";

/** One thing to mend: a value of a field, and the rows that have it. */
export interface ToMend {
  readonly key: string;
  readonly field: CustomerField;
  readonly code: FieldCode;
  /** What the server says of it, in English. */
  readonly says: string;
  /** What the rows have now. */
  readonly value: string;
  /** Places in the table, from 0. */
  readonly rows: readonly number[];
}

/** What is wrong with the table as a whole, and with what stands in its rows. */
export interface Problems {
  readonly whole: readonly { readonly field: string; readonly code: FieldCode }[];
  readonly toMend: readonly ToMend[];
}

/** "Home 20" for "Home20" is the same mistake in each row; a name or a phone is each row's own. */
const isShared = (field: CustomerField): boolean => {
  const { kind } = metaOf(customer.fields[field]);
  return kind === "reference" || kind === "choice";
};

export function problemsOf(
  errors: ImportAnswer["errors"],
  valueAt: (row: number, field: CustomerField) => string,
  rowAt: (line: number) => number,
): Problems {
  const whole: { field: string; code: FieldCode }[] = [];
  const toMend = new Map<string, ToMend & { rows: number[] }>();
  for (const { line, field, code, message } of errors) {
    const row = rowAt(line);
    if (row < 0 || own(customer.fields, field) === undefined) {
      whole.push({ field, code });
      continue;
    }
    const name = field as CustomerField;
    const value = valueAt(row, name);
    const key = isShared(name) ? `${field}|${code}|${value}` : `${field}|${code}|${row}`;
    const known = toMend.get(key);
    if (known) known.rows.push(row);
    else toMend.set(key, { key, field: name, code, says: message, value, rows: [row] });
  }
  return { whole, toMend: [...toMend.values()] };
}

/** The rows, as the table counts them from 1, that the server tells something of; what it tells of none of them is left out. */
export function rowsTold(
  told: readonly { readonly line: number }[],
  placeAt: (line: number) => number | undefined,
): readonly number[] {
  return told.flatMap(({ line }) => {
    const place = placeAt(line);
    return place === undefined ? [] : [place + 1];
  });
}
