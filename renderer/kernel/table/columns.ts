// Columns of a table as a screen describes them, sorting by them, and the CSV of what is shown. Pure.
import type { ReactNode } from "react";
import { CSV_BOM, csvLine, csvNumber, csvWriting } from "../../../shared/kernel/csv.ts";
import { instantsCsv, type TenantFormat } from "../money-format.ts";

/** What a column is compared and exported by. */
export type CellValue = string | number | bigint | null;

export interface Column<T> {
  readonly id: string;
  readonly header: string;
  /** Pixels. */
  readonly width: number;
  /** Takes what is left of the width. */
  readonly grow?: boolean;
  readonly align?: "left" | "right";
  /** For sorting. */
  readonly value: (row: T) => CellValue;
  /** Can't be sorted by. */
  readonly unsortable?: boolean;
  /** For CSV, where it differs from `value`: money as text, a name instead of an id. */
  readonly text?: (row: T) => string;
  readonly cell?: (row: T) => ReactNode;
  /** Not shown until chosen. */
  readonly hidden?: boolean;
  /** Can't be taken away. */
  readonly fixed?: boolean;
  /** Stays in view at the right edge of a table that is wider than its frame: buttons. */
  readonly pinned?: boolean;
}

export interface Sort {
  readonly id: string;
  readonly desc: boolean;
}

function compare(a: CellValue, b: CellValue, collator: Intl.Collator): number {
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b);
  if (a === b) return 0;
  return (a as number) < (b as number) ? -1 : 1;
}

/** Rows in the order of a column; rows without a value stay last either way. Sorting is stable. */
export function sorted<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  sort: Sort | null,
  locale: string,
): readonly T[] {
  const column = columns.find(({ id }) => id === sort?.id);
  if (!column || !sort) return rows;
  const collator = new Intl.Collator(locale, { numeric: true });
  const keyed = rows.map((row) => ({ row, value: column.value(row) }));
  const sign = sort.desc ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return sign * compare(a.value, b.value, collator);
  });
  return keyed.map(({ row }) => row);
}

/**
 * The shown columns as a file for spreadsheets; its times are those of the tenant's clock, whichever column they stand in.
 * Numbers have the tenant's decimal sign; a code or a name that looks like one is compared as a text and stays as it is.
 */
export function csvOf<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  { timezone, decimal }: Pick<TenantFormat, "timezone" | "decimal">,
): string {
  const written = instantsCsv(timezone);
  const writing = csvWriting(decimal);
  const textOf = (column: Column<T>, row: T) => {
    const value = column.value(row);
    const text = written(column.text?.(row) ?? String(value ?? ""));
    return typeof value === "string" ? text : csvNumber(text, writing);
  };
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map((column) => textOf(column, row))),
  ];
  return CSV_BOM + lines.map((cells) => csvLine(cells, writing)).join("");
}
