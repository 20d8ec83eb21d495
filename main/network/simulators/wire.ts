// The RouterOS API's wire format, router's side. Words are byte strings (latin1): the router never looks inside text.
// Written apart from the driver's codec on purpose, so that a mistake in one is not repeated in the other.

/** Text as the byte string that travels: UTF-8. */
export const toBytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

/** A byte string as text. */
export const toText = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");

function lengthPrefix(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const prefix = Buffer.alloc(4);
  if (length < 0x4000) {
    prefix.writeUInt16BE(length + 0x8000);
    return prefix.subarray(0, 2);
  }
  if (length < 0x200000) {
    prefix.writeUInt32BE((length + 0xc00000) * 0x100);
    return prefix.subarray(0, 3);
  }
  prefix.writeUInt32BE(length + 0xe0000000);
  return prefix;
}

/** A sentence of byte-string words, with its closing empty word. */
export function encodeSentence(words: readonly string[]): Buffer {
  const parts = words.flatMap((word) => {
    const bytes = Buffer.from(word, "latin1");
    return [lengthPrefix(bytes.length), bytes];
  });
  return Buffer.concat([...parts, Buffer.of(0)]);
}

/** Cuts an incoming byte stream into sentences. Throws RangeError on a reserved control byte. */
export class SentenceReader {
  #data: Buffer = Buffer.alloc(0);

  *push(chunk: Buffer): Generator<string[]> {
    this.#data = Buffer.concat([this.#data, chunk]);
    for (;;) {
      const sentence = this.#take();
      if (sentence === null) return;
      if (sentence.length > 0) yield sentence;
    }
  }

  #take(): string[] | null {
    const words: string[] = [];
    let at = 0;
    while (at < this.#data.length) {
      const first = this.#data.readUInt8(at);
      if (first >= 0xf0) throw new RangeError("word too long or control byte");
      const size = first < 0x80 ? 1 : first < 0xc0 ? 2 : first < 0xe0 ? 3 : 4;
      if (at + size > this.#data.length) return null;
      const mask = [0, 0x7f, 0x3fff, 0x1fffff, 0x0fffffff][size] ?? 0;
      const length = this.#data.readUIntBE(at, size) & mask;
      at += size;
      if (length === 0) {
        this.#data = this.#data.subarray(at);
        return words;
      }
      if (at + length > this.#data.length) return null;
      words.push(this.#data.toString("latin1", at, at + length));
      at += length;
    }
    return null;
  }
}
