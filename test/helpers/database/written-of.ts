// Rows that are copied where no trigger runs: their normal forms are those of what the copy is called.
import { spelledColumn } from "../../../server/kernel/db/normal/keys.ts";

/** The value of a column of a copied row, as SQL. */
export function writtenOf(row: string, column: string): string {
  const spelled = spelledColumn(column);
  return spelled === column ? `${row}."${column}"` : `folded_text(${row}."${spelled}")`;
}
