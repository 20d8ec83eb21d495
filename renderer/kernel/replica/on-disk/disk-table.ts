// Where the records of a collection on disk lie, by the cells of columns.ts: the newest version of each, and those that a
// query may mean. One pass over a million records is some milliseconds.
import { idCells } from "../memory/id-hash.ts";
import { IdRows } from "../memory/id-rows.ts";
import { cellOf, codeOf, type Field, widthOf } from "./columns.ts";

const SUPERSEDED = 2;
/** Minutes by which a bound may be off: times are compared as texts by who reads the records. */
const SLACK = 24 * 60;

/** What the numbers of one field have to be. */
interface Condition {
  readonly cell: number;
  readonly codes: ReadonlySet<number> | null;
  readonly from: number;
  readonly to: number;
}

/** Records of one batch of the log, by their places in it. */
export interface Places {
  readonly batch: number;
  readonly at: readonly number[];
}

/** So many in this order. */
interface Order {
  readonly limit: number | undefined;
  readonly sort: readonly Readonly<Record<string, "asc" | "desc">>[] | undefined;
}

type Bounds = { $eq?: unknown; $in?: unknown; $gt?: unknown; $gte?: unknown; $lt?: unknown; $lte?: unknown };

function conditionOf(field: Field, cell: number, asked: unknown): Condition | null {
  const any = { cell, codes: null, from: 0, to: Number.POSITIVE_INFINITY };
  if (typeof asked !== "object" || asked === null) return { ...any, codes: new Set([codeOf(asked, field)]) };
  const { $eq, $in, $gt, $gte, $lt, $lte } = asked as Bounds;
  if ($eq !== undefined) return { ...any, codes: new Set([codeOf($eq, field)]) };
  if (Array.isArray($in)) return { ...any, codes: new Set($in.map((value) => codeOf(value, field))) };
  if (!field.is_time) return null;
  const [low, high] = [$gte ?? $gt, $lte ?? $lt];
  if (low === undefined && high === undefined) return null;
  return {
    ...any,
    from: low === undefined ? 0 : codeOf(low, field) - SLACK,
    to: high === undefined ? Number.POSITIVE_INFINITY : codeOf(high, field) + SLACK,
  };
}

/** Whether a condition names one value: plainly, or as RxDB writes it down. */
function isOneValue(condition: unknown): boolean {
  const value = condition && typeof condition === "object" ? (condition as Bounds).$eq : condition;
  return typeof value === "string" || typeof value === "boolean";
}

export class DiskTable {
  /** Of the log that the batches are of. */
  readonly generation: string;
  readonly #fields: readonly Field[];
  /** By cells of columns.ts; the newest version of each is found by its id. */
  readonly #rows: IdRows;
  #live = 0;
  /** The row at which each batch begins. */
  readonly #starts: number[] = [];

  constructor(generation: string, fields: readonly Field[]) {
    this.generation = generation;
    this.#fields = fields;
    this.#rows = new IdRows(widthOf(fields));
  }

  /** Records that are there. */
  get live(): number {
    return this.#live;
  }

  get batches(): number {
    return this.#starts.length;
  }

  /** Takes the next batch's cells. */
  add(cells: Uint32Array): void {
    this.#starts.push(this.#rows.length);
    this.#rows.add(cells, (row, before) => {
      if (before >= 0 && this.#isThere(before)) {
        this.#rows.cells[before * this.#rows.width + 2] = SUPERSEDED;
        this.#live--;
      }
      if (this.#isThere(row)) this.#live++;
    });
  }

  #isThere(row: number): boolean {
    return this.#rows.cells[row * this.#rows.width + 2] === 0;
  }

  #batchOf(row: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= row) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Rows by batch, in the order in which they are given. */
  #places(rows: Iterable<number>): Places[] {
    const places = new Map<number, number[]>();
    for (const row of rows) {
      const batch = this.#batchOf(row);
      const at = places.get(batch);
      if (at) at.push(row - this.#starts[batch]!);
      else places.set(batch, [row - this.#starts[batch]!]);
    }
    return [...places].map(([batch, at]) => ({ batch, at }));
  }

  /** Where these records are. */
  placesOf(ids: readonly string[]): Places[] {
    const rows = ids.map((id) => this.#rows.find(idCells(id)));
    return this.#places(rows.filter((row) => row >= 0 && this.#isThere(row)));
  }

  /** Rows that are there and meet every condition. */
  #rowsFor(conditions: readonly Condition[]): number[] {
    const rows: number[] = [];
    const { cells, width, length } = this.#rows;
    for (let row = 0, at = 0; row < length; row++, at += width) {
      if (cells[at + 2] !== 0) continue;
      let fits = true;
      for (const { cell, codes, from, to } of conditions) {
        const code = cells[at + cell]!;
        fits = codes ? codes.has(code) : code >= from && code <= to;
        if (!fits) break;
      }
      if (fits) rows.push(row);
    }
    return rows;
  }

  /** The cell that decides an order, where that is a time; null where the records themselves have to be looked at. */
  #orderOf(selector: Readonly<Record<string, unknown>>, sort: Order["sort"]) {
    for (const one of sort ?? []) {
      const [name = "", way] = Object.entries(one)[0] ?? [];
      // Of one value there is no order.
      if (isOneValue(selector[name])) continue;
      const field = this.#fields.findIndex((known) => known.name === name && known.is_time);
      return field < 0 ? null : { cell: cellOf(field), desc: way === "desc" };
    }
    return null;
  }

  /**
   * Where the records are that a selector may mean: all that it means, and perhaps some others. In steps: where only so many
   * are wanted, what later steps hold comes after everything of the earlier ones.
   */
  placesFor(selector: Readonly<Record<string, unknown>>, { limit, sort }: Order): Places[][] {
    const asked = this.#fields.map((field, n) =>
      Object.hasOwn(selector, field.name) ? conditionOf(field, cellOf(n), selector[field.name]) : null,
    );
    const rows = this.#rowsFor(asked.filter((one) => one !== null));
    if (limit === undefined || rows.length <= limit) return [this.#places(rows)];
    if (sort === undefined) return this.#places(rows).map((places) => [places]);
    const order = this.#orderOf(selector, sort);
    if (!order) return [this.#places(rows)];
    const codeAt = (row: number) => this.#rows.cells[row * this.#rows.width + order.cell]!;
    rows.sort((a, b) => (order.desc ? codeAt(b) - codeAt(a) : codeAt(a) - codeAt(b)));
    const steps: Places[][] = [];
    for (let from = 0; from < rows.length; ) {
      let to = Math.min(rows.length, from + limit);
      // Of the same minute only the records know which comes first.
      while (to < rows.length && codeAt(rows[to]!) === codeAt(rows[to - 1]!)) to++;
      steps.push(this.#places(rows.slice(from, to)));
      from = to;
    }
    return steps;
  }

  /** Whether the newest version of a record lies there. */
  isLive(batch: number, at: number): boolean {
    return this.#isThere(this.#starts[batch]! + at);
  }
}
