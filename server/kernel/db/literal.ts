// Values as a part of a statement's text, for the few statements that are planned for what they are given. With parameters the
// driver sends such a text, waits until the database has told their types, and holds back whatever follows.
import type { Fragment, Sql, Tx } from "./sql-types.ts";

/** @throws Error for what no text of PostgreSQL holds, and what would end the statement. */
export function literal(text: string): string {
  if (text.includes("\0")) throw new Error("A text with a zero byte is no value of PostgreSQL");
  const quoted = `'${text.replaceAll("'", "''")}'`;
  // So that a backslash is one, whatever the session takes it for.
  return text.includes("\\") ? ` E${quoted.replaceAll("\\", "\\\\")}` : quoted;
}

/** An array of texts, to be cast: `'{…}'`. */
export const literals = (texts: readonly (string | null)[]): string =>
  literal(
    `{${texts.map((text) => (text === null ? "null" : `"${text.replace(/["\\]/g, "\\$&")}"`)).join()}}`,
  );

/** A statement that has its values in its text: it is planned for them, and sent without waiting. */
export const plannedAnew = (tx: Tx | Sql, text: string): Fragment => tx.unsafe(text);
