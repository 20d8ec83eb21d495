// BER as SNMP uses it (RFC 3417 §8): one-byte tags, definite lengths. Our own, so that the simulated OLT shares no line with
// the library that reads it.

export const TAG = {
  INTEGER: 0x02,
  OCTETS: 0x04,
  NULL: 0x05,
  OID: 0x06,
  SEQUENCE: 0x30,
  COUNTER32: 0x41,
  GAUGE32: 0x42,
  TIMETICKS: 0x43,
  COUNTER64: 0x46,
  NO_SUCH_OBJECT: 0x80,
  NO_SUCH_INSTANCE: 0x81,
  END_OF_MIB_VIEW: 0x82,
} as const;

export class BerError extends Error {}

/** One value with its tag and length. */
export function encode(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : length < 0x10000
          ? [tag, 0x82, length >> 8, length & 0xff]
          : [tag, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
  return Buffer.concat([Uint8Array.from(head), ...contents], head.length + length);
}

/** Two's complement in as few bytes as hold it; the unsigned types get a leading zero byte where the first bit is set. */
export function encodeInteger(value: number | bigint, tag: number = TAG.INTEGER): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    bytes.unshift(Number(rest & 0xffn));
    rest >>= 8n;
  } while (!((rest === 0n && (bytes[0] ?? 0) < 0x80) || (rest === -1n && (bytes[0] ?? 0) >= 0x80)));
  return encode(tag, Uint8Array.from(bytes));
}

/** "1.3.6.1" → its numbers. */
export const arcsOf = (oid: string): number[] => oid.split(".").map(Number);

/** The OID with its tag; each number is encoded in full 32 bits, as Huawei's 4194304000 needs. */
export function encodeOid(arcs: readonly number[]): Buffer {
  const bytes: number[] = [];
  const [first = 0, second = 0, ...rest] = arcs;
  for (const arc of [first * 40 + second, ...rest]) {
    const groups = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left % 128) | 0x80);
    bytes.push(...groups);
  }
  return encode(TAG.OID, Uint8Array.from(bytes));
}

export interface Element {
  tag: number;
  content: Buffer;
  /** With tag and length. */
  whole: Buffer;
}

/** Reads the elements of a buffer one after the other. */
export class BerReader {
  #at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** @throws BerError when the bytes end early or the tag is not the one expected. */
  next(tag?: number): Element {
    const start = this.#at;
    const found = this.#byte();
    if (tag !== undefined && found !== tag) throw new BerError(`tag ${found} where ${tag} was expected`);
    let length = this.#byte();
    if (length >= 0x80) {
      const count = length & 0x7f;
      if (count === 0 || count > 3) throw new BerError(`a length of ${count} bytes`);
      length = 0;
      for (let index = 0; index < count; index++) length = length * 256 + this.#byte();
    }
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new BerError("the bytes end early");
    const content = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return { tag: found, content, whole: this.#bytes.subarray(start, end) };
  }

  integer(): number {
    const { content } = this.next(TAG.INTEGER);
    if (content.length === 0 || content.length > 6) throw new BerError("an integer of a wrong length");
    return content.readIntBE(0, content.length);
  }

  octets(): Buffer {
    return this.next(TAG.OCTETS).content;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new BerError("the bytes end early");
    this.#at += 1;
    return byte;
  }
}

/** The numbers of an OID's content. */
export function decodeOid(content: Buffer): number[] {
  const arcs: number[] = [];
  let value = 0;
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    if (arcs.length === 0) {
      const first = Math.min(2, Math.floor(value / 40));
      arcs.push(first, value - first * 40);
    } else arcs.push(value);
    value = 0;
  }
  return arcs;
}
