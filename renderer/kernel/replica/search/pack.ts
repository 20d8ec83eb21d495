// Numbers, texts and a few words about them as one piece of bytes, as packed.ts reads it: a little at a time, since they are many.
import { aligned, LENGTH, type Numbers } from "./packed.ts";

/** Bytes copied without a rest: some two milliseconds. */
const COPIED_AT_ONCE = 2_097_152;
/** Texts written without a rest. */
const TEXTS_AT_ONCE = 4_096;

/** A list, or the bytes of one in pieces. */
export type List = Numbers | readonly Uint8Array[];

/** Lets others do their work; answers whether to go on. */
export type Rest = () => Promise<boolean>;

const utf8 = new TextEncoder();

/** Texts as a list; null where it was not to go on. */
export async function listOf(texts: readonly string[], rest: Rest): Promise<readonly Uint8Array[] | null> {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
    const some = JSON.stringify(texts.slice(from, from + TEXTS_AT_ONCE)).slice(1, -1);
    pieces.push(utf8.encode(from === 0 ? some : `,${some}`));
    if (!(await rest())) return null;
  }
  return [utf8.encode("["), ...pieces, utf8.encode("]")];
}

function piecesOf(list: List): readonly Uint8Array[] {
  if ("buffer" in list) return [new Uint8Array(list.buffer, list.byteOffset, list.byteLength)];
  return list;
}

/** All of it as bytes; null where it was not to go on. */
export async function pack(
  words: unknown,
  lists: readonly List[],
  rest: Rest,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const all = lists.map(piecesOf);
  const lengths = all.map((pieces) => pieces.reduce((sum, { length }) => sum + length, 0));
  const head = utf8.encode(JSON.stringify({ words, lengths }));
  const begin = aligned(LENGTH + head.length);
  const packed = new Uint8Array(lengths.reduce((at, length) => aligned(at + length), begin));
  new DataView(packed.buffer).setUint32(0, head.length, true);
  packed.set(head, LENGTH);
  let at = begin;
  let copied = 0;
  for (const pieces of all) {
    for (const piece of pieces) {
      for (let from = 0; from < piece.length; from += COPIED_AT_ONCE) {
        const some = piece.subarray(from, from + COPIED_AT_ONCE);
        packed.set(some, at);
        at += some.length;
        copied += some.length;
        if (copied < COPIED_AT_ONCE) continue;
        copied = 0;
        if (!(await rest())) return null;
      }
    }
    at = aligned(at);
  }
  return packed;
}
