// The import that is being prepared: in memory, so that it is still there after a visit to another page; never on disk.
import { create } from "zustand";
import type { CustomerField, Table } from "./mapping.rules.ts";
import type { Choices } from "./prepared.rules.ts";
import type { Problems } from "./problems.rules.ts";

/** What the server said of the rows as they were then. */
export interface Tried {
  readonly rows: number;
  readonly problems: Problems;
  /** Rows, as the table counts them, whose phone number may have lost its zero. */
  readonly zeros_lost: readonly number[];
}

interface ImportState extends Choices {
  /** The file did not say how its letters are written. */
  readonly guessed: boolean;
  /** Null: not tried, or changed since. */
  readonly tried: Tried | null;
  readonly imported: number | null;
}

const NOTHING: ImportState = {
  table: null,
  guessed: false,
  columns: [],
  forAll: {},
  fixes: {},
  without: new Set(),
  tried: null,
  imported: null,
};

export const useImport = create<ImportState>(() => NOTHING);

export const beginAnew = (): void => useImport.setState(NOTHING);

export function takeTable(table: Table, columns: readonly (CustomerField | null)[], guessed = false): void {
  useImport.setState({ ...NOTHING, table, columns, guessed });
}

/** A field is filled by one column: giving it to another takes it from the one that had it. */
export function mapColumn(at: number, field: CustomerField | null): void {
  useImport.setState(({ columns }) => ({
    columns: columns.map((before, other) => (other === at ? field : before === field ? null : before)),
    tried: null,
  }));
}

export function giveAll(field: CustomerField, value: string): void {
  useImport.setState(({ forAll }) => ({ forAll: { ...forAll, [field]: value }, tried: null }));
}

export function mend(rows: readonly number[], field: CustomerField, value: string): void {
  useImport.setState(({ fixes }) => ({
    fixes: {
      ...fixes,
      ...Object.fromEntries(rows.map((row) => [row, { ...fixes[row], [field]: value }] as const)),
    },
  }));
}

export function leaveOut(rows: readonly number[]): void {
  useImport.setState(({ without }) => ({ without: new Set([...without, ...rows]), tried: null }));
}
