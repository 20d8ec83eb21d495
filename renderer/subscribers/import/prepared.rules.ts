// The customers of an import as they stand now. A table is read once, however many parts of the page ask and whatever is typed. Pure.
import { customersOf, meantRow, type Reading, type Row } from "./cells.rules.ts";
import type { CustomerField, Table } from "./mapping.rules.ts";

/** What a person said of the table until now. */
export interface Choices {
  readonly table: Table | null;
  readonly columns: readonly (CustomerField | null)[];
  /** What every customer gets who has nothing of their own there, as it was typed. */
  readonly forAll: Row;
  /** Mended by hand, by row, as it was typed. */
  readonly fixes: Readonly<Record<number, Row>>;
  /** Rows that are left for later. */
  readonly without: ReadonlySet<number>;
}

export interface Prepared {
  /** Each row of the table as a customer: read, and mended. */
  readonly all: readonly Row[];
  /** Those that are not left out, and where each stands in the table. */
  readonly rows: readonly Row[];
  readonly places: readonly number[];
  readonly forAll: Row;
}

/** The same function, computing its answer only when its argument differs from the last one. */
function lastOf<A extends readonly unknown[], T>(make: (...args: A) => T): (...args: A) => T {
  let last: { readonly args: A; readonly made: T } | null = null;
  return (...args) => {
    if (last?.args.every((one, at) => one === args[at])) return last.made;
    last = { args, made: make(...args) };
    return last.made;
  };
}

/** How cells are read: days in the locale's order, choices by their names in each language. */
export const readingOf = lastOf(
  (
    locale: string,
    today: string,
    decimal: Reading["decimal"],
    choiceNames: Reading["choiceNames"],
  ): Reading => ({
    ...{ locale, today, decimal, choiceNames },
  }),
);

const readOf = lastOf(customersOf);

const mendedOf = lastOf((rows: readonly Row[], fixes: Choices["fixes"], reading: Reading): readonly Row[] =>
  rows.map((row, at) => (fixes[at] ? { ...row, ...meantRow(fixes[at], reading) } : row)),
);

const wholeOf = lastOf((all: readonly Row[], without: Choices["without"], forAll: Row): Prepared => {
  const places = all.map((_, at) => at).filter((at) => !without.has(at));
  return { all, rows: places.flatMap((at) => all[at] ?? []), places, forAll };
});

const forAllOf = lastOf(meantRow);

const NO_TABLE: Table = { header: [], rows: [], numbers: [] };

/** The customers as they stand now: read, mended, without those that are left out. */
export function preparedOf({ table, columns, fixes, without, forAll }: Choices, reading: Reading): Prepared {
  const read = readOf(table ?? NO_TABLE, columns, reading);
  return wholeOf(mendedOf(read, fixes, reading), without, forAllOf(forAll, reading));
}
