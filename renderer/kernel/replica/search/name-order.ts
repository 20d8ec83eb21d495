// Records in order of their names, without ever sorting all at once: what comes is sorted by itself and merged with its like. Pure.

/** Of so many times as many, the places are looked for one by one. */
const FEW = 32;

export class NameOrder {
  readonly #nameOf: (record: number) => string;
  /** Each in order, the longer ones first. */
  #runs: Uint32Array[] = [];

  /** @param inOrder Records that are known to be in order already. */
  constructor(nameOf: (record: number) => string, inOrder?: Uint32Array) {
    this.#nameOf = nameOf;
    if (inOrder) this.#runs = [inOrder];
  }

  /** Where a name stands, or would. */
  #placeIn(all: Uint32Array, name: string): number {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#nameOf(all[middle]!) < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #merge(a: Uint32Array, b: Uint32Array): Uint32Array {
    const both = new Uint32Array(a.length + b.length);
    if (b.length * FEW < a.length) {
      // A few among many: each finds its place, and the names of the others are not looked at.
      let [from, to] = [0, 0];
      for (const record of b) {
        const place = this.#placeIn(a, this.#nameOf(record));
        both.set(a.subarray(from, place), to);
        to += place - from;
        both[to++] = record;
        from = place;
      }
      both.set(a.subarray(from), to);
      return both;
    }
    let [i, j] = [0, 0];
    for (let n = 0; n < both.length; n++) {
      const isA = j >= b.length || (i < a.length && this.#nameOf(a[i]!) <= this.#nameOf(b[j]!));
      both[n] = isA ? a[i++]! : b[j++]!;
    }
    return both;
  }

  /** Records that were not there before. */
  add(records: readonly number[]): void {
    if (records.length === 0) return;
    const named = records.map((record) => ({ record, name: this.#nameOf(record) }));
    named.sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#runs.push(Uint32Array.from(named, ({ record }) => record));
    // Of runs that are alike none is merged more often than it doubles.
    while (this.#runs.length > 1 && this.#runs.at(-2)!.length < 2 * this.#runs.at(-1)!.length)
      this.#mergeLast();
  }

  #mergeLast(): void {
    const last = this.#runs.pop()!;
    this.#runs.push(this.#merge(this.#runs.pop()!, last));
  }

  /** Takes one away that stands under `name`. */
  remove(record: number, name: string): void {
    const all = this.all();
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      // The one that is looked for may have got another name already.
      const there = all[middle] === record ? name : this.#nameOf(all[middle]!);
      if (there < name) low = middle + 1;
      else high = middle;
    }
    if (all[low] !== record) throw new Error("The order of names has lost a record");
    const fewer = new Uint32Array(all.length - 1);
    fewer.set(all.subarray(0, low));
    fewer.set(all.subarray(low + 1), low);
    this.#runs = [fewer];
  }

  /** Every record, in order. */
  all(): Uint32Array {
    while (this.#runs.length > 1) this.#mergeLast();
    return this.#runs[0] ?? new Uint32Array(0);
  }

  clear(): void {
    this.#runs = [];
  }
}
