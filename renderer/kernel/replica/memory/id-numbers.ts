// A number for each id, from 0 up. Not a Map: of each text that is its key the browser keeps one for all, in a table that it
// goes through in every collection of garbage, which takes 6 ms with 100,000 of them.
import { idCells } from "./id-hash.ts";
import { IdRows } from "./id-rows.ts";

/** Numbers of an id. */
const WIDTH = 2;

export class IdNumbers {
  readonly #rows = new IdRows(WIDTH);
  readonly #idAt: (number: number) => string | undefined;
  /** Ids whose cells are those of a later one, too: hardly ever any. */
  readonly #others = new Map<string, number>();

  /**
   * @param idAt The id of a number that was given out; undefined where its record is not there any more.
   * @param kept The cells of another one, which gave the same numbers.
   */
  constructor(idAt: (number: number) => string | undefined, kept?: Uint32Array) {
    this.#idAt = idAt;
    if (kept) this.#add(kept);
  }

  /** The cells of all ids, in order of their numbers. */
  get cells(): Uint32Array {
    return this.#rows.cells.subarray(0, this.#rows.length * WIDTH);
  }

  /** The number of an id; -1 where it has none. */
  of(id: string): number {
    const other = this.#others.size > 0 ? this.#others.get(id) : undefined;
    if (other !== undefined) return other;
    const number = this.#rows.find(idCells(id));
    const there = number < 0 ? undefined : this.#idAt(number);
    return there === undefined || there === id ? number : -1;
  }

  /** The number of an id, from now on. */
  give(id: string): number {
    const known = this.of(id);
    if (known >= 0) return known;
    this.#add(idCells(id));
    return this.#rows.length - 1;
  }

  #add(cells: ArrayLike<number>): void {
    this.#rows.add(cells, (_, before) => {
      const id = before < 0 ? undefined : this.#idAt(before);
      if (id !== undefined) this.#others.set(id, before);
    });
  }
}
