// What a kind of field brings to a screen: one row of the table that every list, filter, form and file is made from.
import type { ComponentType, ReactNode } from "react";
import type { ResourceWords, Translate } from "../../i18n/index.ts";
import type { CellValue } from "../../table/columns.ts";
import type { Format } from "../../use-format.ts";
import type { FieldOf } from "../fields.ts";

/** What reading a value as a text depends on. */
export interface Reading {
  readonly t: Translate;
  readonly format: Format;
  readonly words: ResourceWords;
  /** What the record behind a reference is called; null where it is not here. */
  nameOf(resource: string, id: string): string | null;
  /** Whether the reader may see the records of a resource; of an unknown resource it is not denied. */
  sees(resource: string): boolean;
}

/** Seconds by their name: shown as hours and minutes. */
export const isDuration = ({ name }: FieldOf): boolean => name.endsWith("_seconds");

export interface CellProps {
  readonly field: FieldOf;
  readonly value: unknown;
  /** Of a reference: what the record that holds it says that the other is called; null where it does not. */
  readonly named?: string | null;
  readonly reading: Reading;
}

/** Comparisons by their names in an address, as contract §1 has them: `price__gte`. */
export type FilterOperator = "" | "in" | "gte" | "lte" | "isnull";

export interface FilterProps {
  readonly field: FieldOf;
  readonly reading: Reading;
  /** What the address says of this field; "" for nothing. */
  readonly given: (operator: FilterOperator) => string;
  readonly onChange: (change: Partial<Record<FilterOperator, string>>) => void;
  /** How many there are of each choice. */
  readonly counts?: Readonly<Record<string, number>> | undefined;
}

export interface InputProps {
  readonly id: string;
  readonly field: FieldOf;
  readonly reading: Reading;
  readonly label: string;
  readonly value: string | boolean;
  readonly onChange: (value: string | boolean) => void;
  readonly onLeave: (text: string) => void;
  readonly error?: ReactNode;
  readonly description?: ReactNode;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly autoFocus: boolean;
}

export interface Kind {
  /** Of its column, in pixels. */
  readonly width: number;
  readonly align?: "right";
  /** Its column takes what is left of the width. */
  readonly grow?: boolean;
  /** A value that is there, in a list or on a record's page. */
  readonly cell: ComponentType<CellProps>;
  /** Null: lists can't be filtered by it. */
  readonly filter: ComponentType<FilterProps> | null;
  readonly input: ComponentType<InputProps>;
  /** What a list is sorted by; null: it can't be. */
  readonly sort: ((value: unknown, field: FieldOf, reading: Reading) => CellValue) | null;
  /** As a spreadsheet takes it. */
  readonly csv: (value: unknown, field: FieldOf, reading: Reading) => string;
}
