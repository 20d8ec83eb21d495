// A shelf as bytes for the disk; apart from it, since nothing is written before somebody works.
import { pause } from "../memory/pause.ts";
import { listOf, pack } from "./pack.ts";
import type { Shown } from "./rows.ts";
import type { KeptWords, SearchIndex } from "./search-index.ts";

/** Made in pieces of so many chunks of rows, with a pause after each. */
const CHUNKS_AT_ONCE = 8;

/** All of it, in slices that keep the page from nobody; null where `isSame` says that it has changed before the bytes were made. */
export async function serializeIndex<Row extends Shown>(
  shelf: SearchIndex<Row>,
  isSame: () => boolean,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const rest = async () => {
    await pause();
    return isSame();
  };
  const { rows, order } = shelf.parts();
  const some = rows.at(order[0] ?? -1);
  const keys = ["id", ...Object.keys(some ?? {}).filter((key) => key !== "id")];
  const chunks: Uint8Array[] = [];
  for (let chunk = rows.chunk(0, keys); chunk; chunk = rows.chunk(chunks.length, keys)) {
    chunks.push(chunk);
    if (chunks.length % CHUNKS_AT_ONCE === 0 && !(await rest())) return null;
  }
  const starts = new Uint32Array(chunks.length + 1);
  for (const [n, { length }] of chunks.entries()) starts[n + 1] = starts[n]! + length;
  const { ids, texts, groups, grouped } = shelf.parts();
  const { length } = rows;
  const { words, numbers: searched, texts: named } = texts.kept();
  const names: (readonly Uint8Array[])[] = [];
  for (const one of named) {
    const list = await listOf(one, rest);
    if (!list) return null;
    names.push(list);
  }
  const told: KeptWords = { texts: words, groups, keys, length, count: shelf.count };
  return pack(told, [...searched, ...names, grouped, order, starts, chunks, ids], rest);
}
