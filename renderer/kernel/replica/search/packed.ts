// Numbers side by side as one piece of bytes, with a few words about them ahead: what is kept of a search on disk. Pure.

export type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array;

/** Every list begins at a multiple of this. */
const ALIGN = 4;
/** Bytes before the words: their length. */
export const LENGTH = 4;

const text = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

export const aligned = (at: number) => Math.ceil(at / ALIGN) * ALIGN;

/** The texts of a list. */
export const textsOf = (list: Uint8Array): string[] => JSON.parse(text.decode(list));

/** The lists of a piece, one after the other, without a copy. */
export class Unpacked {
  readonly words: unknown;
  readonly #buffer: ArrayBuffer;
  readonly #lengths: number[];
  #at: number;

  /** @throws Error for what `pack` (pack.ts) did not make. */
  constructor(buffer: ArrayBuffer) {
    const length = new DataView(buffer).getUint32(0, true);
    const { words, lengths } = JSON.parse(text.decode(new Uint8Array(buffer, LENGTH, length)));
    this.words = words;
    this.#buffer = buffer;
    this.#lengths = lengths;
    this.#at = aligned(LENGTH + length);
  }

  /** The next list. @throws RangeError when there is none. */
  next<T extends Numbers>(Kind: {
    new (buffer: ArrayBuffer, at: number, length: number): T;
    readonly BYTES_PER_ELEMENT: number;
  }): T {
    const length = this.#lengths.shift();
    if (length === undefined) throw new RangeError("There is no further list");
    const list = new Kind(this.#buffer, this.#at, length / Kind.BYTES_PER_ELEMENT);
    this.#at = aligned(this.#at + length);
    return list;
  }
}
