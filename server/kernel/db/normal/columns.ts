// The normal forms that go with what is written.
import { normalText } from "../../../../shared/kernel/normal/normal-text.ts";
import type { Row } from "../db.ts";
import { normalColumn, spelledColumn } from "./keys.ts";

/** A value's normal form; what is no text has none. */
export const formOf = (value: unknown): string | null =>
  typeof value === "string" ? normalText(value) : null;

/** A row with the normal forms of these columns, as it is inserted. */
export function withNormalForms<R extends Row>(row: R, columns: readonly string[]): R & Row {
  return { ...row, ...Object.fromEntries(columns.map((name) => [normalColumn(name), formOf(row[name])])) };
}

/** What a row has for a column: a normal form is made of what was typed. */
export function valueFor(row: Row, column: string): unknown {
  const value = row[column];
  if (value !== undefined) return value;
  const spelled = spelledColumn(column);
  return spelled === column ? undefined : formOf(row[spelled]);
}
