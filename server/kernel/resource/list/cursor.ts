// Where a page of a list begins: the values that its neighbour is sorted by, so that any page costs what the first does.

import { invalid } from "../../../../shared/kernel/failure.ts";
import { type FieldMeta, metaOf } from "../../../../shared/kernel/field.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import type { Fragment, Row, Tx } from "../../db/db.ts";
import { SQL_TYPES } from "../column-types.ts";
import { columnsOf } from "../record.ts";

interface Term {
  name: string;
  descending: boolean;
  nullable: boolean;
  type: string;
}

/** The order of a list: its terms, the last of which tells any two rows apart. */
export interface Order {
  text: string;
  terms: readonly Term[];
}

export interface Position {
  /** Whether the page comes after these values, or before them. */
  direction: "after" | "before";
  /** One text for each term of the order; null where the column is. */
  values: readonly (string | null)[];
}

/** What has no order. */
const UNSORTABLE: readonly (FieldMeta["kind"] | undefined)[] = ["prose", "json", undefined];

/** @throws Failure VALIDATION for a field that does not exist or has no order. */
export function orderOf(resource: Resource, ordering: string | undefined): Order {
  const kinds = new Map(Object.entries(columnsOf(resource)));
  const wanted = ordering ? ordering.split(",") : [...resource.order];
  const term = (text: string): Term => {
    const name = text.replace(/^-/, "");
    const kind = kinds.get(name);
    const type = kind && !UNSORTABLE.includes(kind) ? SQL_TYPES[kind] : null;
    if (!type) throw invalid("ordering", `Can't sort by ${name.slice(0, 50)}`, "UNSORTABLE");
    const field = own(resource.fields, name);
    return { name, type, descending: text.startsWith("-"), nullable: field ? metaOf(field).nullable : false };
  };
  const terms = wanted.map(term);
  const last: Term = { name: "id", type: "uuid", descending: terms[0]?.descending ?? false, nullable: false };
  return {
    text: wanted.join(","),
    terms: terms.some(({ name }) => name === "id") ? terms : [...terms, last],
  };
}

/** `order by` of a page; one that is read backwards begins at its end. */
export function orderBy(tx: Tx, order: Order, direction: Position["direction"]): Fragment {
  const backwards = direction === "before";
  return order.terms
    .map(({ name, descending, nullable }) => {
      // Where nothing is null the plain order is an index's own; "nulls last" downwards is no index's.
      const nulls = nullable ? (backwards ? " nulls first" : " nulls last") : "";
      return tx`${tx(`t.${name}`)} ${tx.unsafe((descending !== backwards ? "desc" : "asc") + nulls)}`;
    })
    .reduce((a, b) => tx`${a}, ${b}`);
}

/** The columns of the order as texts, beside the record's own, to make positions of. */
export function positionColumns(tx: Tx, order: Order): Fragment {
  return order.terms
    .map(({ name }, index) => tx`${tx(`t.${name}`)}::text as ${tx(`position_${index}`)}`)
    .reduce((a, b) => tx`${a}, ${b}`);
}

/** Takes the position's columns off a row. */
export function takePosition(order: Order, row: Row): { record: Row; values: (string | null)[] } {
  const record = { ...row };
  const values = order.terms.map((_term, index) => {
    const value = record[`position_${index}`];
    delete record[`position_${index}`];
    return value === null ? null : String(value);
  });
  return { record, values };
}

/** Some of many ids: those behind one, in their order. */
export interface SomeIds {
  readonly descending: boolean;
  readonly behind: string | null;
  readonly most: number;
}

/**
 * Who may stand on a page whose order is that of the ids, known before anybody is read; null where the order is another one.
 * @param most rows of the page, those that it passes over and the one behind it.
 */
export function idsOfPage(order: Order, position: Position | null, most: number): SomeIds | null {
  const [term] = order.terms;
  if (term?.name !== "id") return null;
  const descending = term.descending !== (position?.direction === "before");
  return { descending, behind: position?.values[0] ?? null, most };
}

/** Rows that lie on the wanted side of the position in this one column. Null: no row does. */
function beyond(tx: Tx, term: Term, value: string | null, direction: Position["direction"]): Fragment | null {
  const column = tx(`t.${term.name}`);
  const after = direction === "after";
  if (value === null) return after ? null : tx`${column} is not null`;
  const operator = tx.unsafe(after !== term.descending ? ">" : "<");
  const compared = tx`${column} ${operator} ${value}::${tx.unsafe(term.type)}`;
  return term.nullable && after ? tx`(${compared} or ${column} is null)` : compared;
}

/** The condition that a page begins (or ends) at the position. */
export function fromPosition(tx: Tx, order: Order, position: Position): Fragment {
  const { terms } = order;
  const { values, direction } = position;
  const [first] = terms;
  const uniform = terms.every(({ descending, nullable }) => !nullable && descending === first?.descending);
  if (uniform) {
    // One comparison of rows is a range of the order's index.
    const columns = terms.map(({ name }) => tx`${tx(`t.${name}`)}`).reduce((a, b) => tx`${a}, ${b}`);
    const given = terms
      .map(({ type }, index) => tx`${values[index] ?? null}::${tx.unsafe(type)}`)
      .reduce((a, b) => tx`${a}, ${b}`);
    const operator = tx.unsafe((direction === "after") !== first?.descending ? ">" : "<");
    return tx`(${columns}) ${operator} (${given})`;
  }
  let equal = tx`true`;
  let any = tx`false`;
  for (const [index, term] of terms.entries()) {
    const value = values[index] ?? null;
    const part = beyond(tx, term, value, direction);
    if (part) any = tx`${any} or (${equal} and ${part})`;
    const column = tx(`t.${term.name}`);
    const same = value === null ? tx`${column} is null` : tx`${column} = ${value}::${tx.unsafe(term.type)}`;
    equal = tx`${equal} and ${same}`;
  }
  return tx`(${any})`;
}

/** A position as the opaque text of a `cursor`. */
export function formatCursor(order: Order, position: Position): string {
  const content = [order.text, position.direction === "after" ? 1 : 0, ...position.values];
  return Buffer.from(JSON.stringify(content)).toString("base64url");
}

/** @throws Failure VALIDATION when it is no cursor of a list in this order. */
export function parseCursor(order: Order, text: string): Position {
  const refuse = () => invalid("cursor", "Not a position in this list: follow `next` or `previous`");
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    throw refuse();
  }
  if (!Array.isArray(content) || content.length !== order.terms.length + 2) throw refuse();
  const [made_for, direction, ...values] = content as unknown[];
  if (made_for !== order.text || (direction !== 0 && direction !== 1)) throw refuse();
  const fits = values.every(
    (value, index) =>
      (value === null && order.terms[index]?.nullable) ||
      (typeof value === "string" && !value.includes("\u0000")),
  );
  if (!fits) throw refuse();
  return { direction: direction === 1 ? "after" : "before", values: values as (string | null)[] };
}
