// The columns of a board: the values of a choice field, the records that stand in each, and which way a card may go. Pure.

import type { Resource } from "../../../../shared/kernel/resource.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import { type AnyRecord, fieldOf } from "../fields.ts";
import type { Filter } from "../list/filter.ts";
import type { Action } from "../operation/action.ts";
import type { AnyBoard } from "../resource-options.ts";

/** Of a column whose records are done with, those that changed in so many days are shown. */
export const RECENT_DAYS = 7;

/** A way in which a card may leave its column. */
export interface Move {
  /** The column that it gets to. */
  readonly to: string;
  readonly action: Action;
  /** Of the operation's input what follows from the column. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** The values of the board's field, in their declared order. */
export const columnsOn = (resource: Resource, { by }: AnyBoard): readonly string[] =>
  fieldOf(resource, by).meta.choices ?? [];

/** The same filter without what it says of one field: on a board that is said by the columns. */
export const withoutField = (filter: Filter, field: string): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => name.split("__")[0] !== field));

/** How an operation is offered on this screen, e.g. with which reasons. */
const actionOf = (actions: readonly Action[], operation: Action["operation"]): Action =>
  actions.find((action) => action.operation === operation) ?? { operation };

/** The ways that a record may go from where it is; whether the role may is not looked at. */
export function movesOf(
  resource: Resource,
  board: AnyBoard,
  actions: readonly Action[],
  record: AnyRecord,
): readonly Move[] {
  const here = String(record[board.by]);
  return columnsOn(resource, board).flatMap((to) => {
    const operation = own(board.moves, to);
    if (!operation || to === here) return [];
    const action = actionOf(actions, operation);
    const isLegal = (action.when?.(record) ?? true) && (board.may?.(record, to) ?? true);
    const { shape = {} } = operation.input as { shape?: object };
    return isLegal ? [{ to, action, given: Object.hasOwn(shape, board.by) ? { [board.by]: to } : {} }] : [];
  });
}

/** Of the moves the one to the nearest column on this side. */
export function moveTowards(
  columns: readonly string[],
  here: string,
  moves: readonly Move[],
  side: 1 | -1,
): Move | undefined {
  for (let at = columns.indexOf(here) + side; at >= 0 && at < columns.length; at += side) {
    const move = moves.find(({ to }) => to === columns[at]);
    if (move) return move;
  }
  return undefined;
}

/** What a value of a field sorts by: a choice by its place among the others, nothing after everything. */
function rankOf(resource: Resource, name: string, record: AnyRecord): number | string {
  const value = record[name];
  const { choices } = fieldOf(resource, name).meta;
  if (choices) return choices.indexOf(String(value));
  return value === null || value === undefined ? "￿" : String(value);
}

/** The cards of a column in their order: by fields, "-priority" for the highest first. */
export function inOrder(
  resource: Resource,
  order: readonly string[],
  records: readonly AnyRecord[],
): readonly AnyRecord[] {
  const terms = order.map((term) => ({ name: term.replace(/^-/, ""), sign: term.startsWith("-") ? -1 : 1 }));
  return [...records].sort((a, b) => {
    for (const { name, sign } of terms) {
      const [first, second] = [rankOf(resource, name, a), rankOf(resource, name, b)];
      if (first !== second) return first < second ? -sign : sign;
    }
    return a.id < b.id ? -1 : 1;
  });
}
