// Rows of numbers that are found by the two with which each begins, those of an id (id-hash.ts).

/** Parts of the slots, each of which grows by itself: making all of them anew would keep the page from people. */
const PARTS = 64;
const PART_BITS = 6;
const FIRST_SLOTS = 16;

export class IdRows {
  /** Numbers of a row. */
  readonly width: number;
  /** All rows, one behind the other, and room for more. */
  cells = new Uint32Array(0);
  #length = 0;
  /** Row + 1 of the newest one, by id; open addressing in the part that the id belongs to. */
  readonly #parts = Array.from({ length: PARTS }, () => new Int32Array(FIRST_SLOTS));
  /** Ids in each part. */
  readonly #ids = new Uint32Array(PARTS);

  constructor(width: number) {
    this.width = width;
  }

  get length(): number {
    return this.#length;
  }

  /** Where an id's row stands in the slots of its part, or would. */
  #slot(slots: Int32Array, one: number, other: number): number {
    const mask = slots.length - 1;
    const cells = this.cells;
    for (let slot = (one ^ (other >>> PART_BITS)) & mask; ; slot = (slot + 1) & mask) {
      const row = slots[slot]! - 1;
      if (row < 0) return slot;
      const at = row * this.width;
      if (cells[at] === one && cells[at + 1] === other) return slot;
    }
  }

  /** The newest row of an id; -1 where there is none. */
  find([one, other]: readonly [number, number]): number {
    const slots = this.#parts[other % PARTS]!;
    return slots[this.#slot(slots, one, other)]! - 1;
  }

  #room(more: number): void {
    const rows = this.#length + more;
    if (rows * this.width <= this.cells.length) return;
    const cells = new Uint32Array(Math.max(rows, this.#length + (this.#length >> 1)) * this.width);
    cells.set(this.cells.subarray(0, this.#length * this.width));
    this.cells = cells;
  }

  /** The slots of a part, with room for one more id. */
  #roomIn(part: number): Int32Array {
    const slots = this.#parts[part]!;
    if ((this.#ids[part]! + 1) * 2 <= slots.length) return slots;
    const larger = new Int32Array(slots.length * 2);
    for (const row of slots) {
      if (row === 0) continue;
      const at = (row - 1) * this.width;
      larger[this.#slot(larger, this.cells[at]!, this.cells[at + 1]!)] = row;
    }
    this.#parts[part] = larger;
    return larger;
  }

  /** Takes more rows; `replaced` hears which row each of them stands for from now on, -1 for one that is new. */
  add(cells: ArrayLike<number>, replaced: (row: number, before: number) => void): void {
    const count = cells.length / this.width;
    this.#room(count);
    this.cells.set(cells, this.#length * this.width);
    for (let n = 0; n < count; n++) {
      const at = this.#length * this.width;
      const one = this.cells[at]!;
      const other = this.cells[at + 1]!;
      const part = other % PARTS;
      const slots = this.#roomIn(part);
      const slot = this.#slot(slots, one, other);
      const before = slots[slot]! - 1;
      if (before < 0) this.#ids[part]! += 1;
      slots[slot] = ++this.#length;
      replaced(this.#length - 1, before);
    }
  }
}
