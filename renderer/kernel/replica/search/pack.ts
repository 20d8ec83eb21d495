// Numbers and a few words about them as one piece of bytes, as packed.ts reads it. Pure.
import { aligned, LENGTH, type Numbers } from "./packed.ts";

export function pack(words: unknown, lists: readonly Numbers[]): Uint8Array<ArrayBuffer> {
  const lengths = lists.map(({ byteLength }) => byteLength);
  const head = new TextEncoder().encode(JSON.stringify({ words, lengths }));
  let at = aligned(LENGTH + head.length);
  const starts = lengths.map((length) => {
    const start = at;
    at = aligned(at + length);
    return start;
  });
  const packed = new Uint8Array(at);
  new DataView(packed.buffer).setUint32(0, head.length, true);
  packed.set(head, LENGTH);
  for (const [n, { buffer, byteOffset, byteLength }] of lists.entries())
    packed.set(new Uint8Array(buffer, byteOffset, byteLength), starts[n]);
  return packed;
}
