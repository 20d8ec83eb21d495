// The ids that a search has found, as bytes in their order. Those of a search that finds thousands are kept for its next page.
import { KnownOfLists } from "./count-cache.ts";
import type { SomeIds } from "./cursor.ts";

const BYTES = 16;

export const countIn = (bytes: Buffer): number => bytes.length / BYTES;

const idAt = (bytes: Buffer, at: number): string =>
  bytes.toString("hex", at * BYTES, (at + 1) * BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** How many come before the id. */
function placeOf(bytes: Buffer, id: string): number {
  const wanted = Buffer.from(id.replaceAll("-", ""), "hex");
  let [low, high] = [0, countIn(bytes)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bytes.compare(wanted, 0, BYTES, middle * BYTES, (middle + 1) * BYTES) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param bytes 16 of each id, in ascending order. @param some which are wanted; null: all. */
export function idsIn(bytes: Buffer, some: SomeIds | null): string[] {
  const count = countIn(bytes);
  const { descending, behind, most } = some ?? { descending: false, behind: null, most: count };
  const ids: string[] = [];
  if (descending) {
    const end = behind === null ? count : placeOf(bytes, behind);
    for (let at = end - 1; at >= 0 && ids.length < most; at -= 1) ids.push(idAt(bytes, at));
    return ids;
  }
  let at = behind === null ? 0 : placeOf(bytes, behind);
  if (behind !== null && at < count && idAt(bytes, at) === behind.toLowerCase()) at += 1;
  for (; at < count && ids.length < most; at += 1) ids.push(idAt(bytes, at));
  return ids;
}

/** What a search had found. */
export interface KnownSearch {
  readonly bytes: Buffer;
  /** It holds as long as nothing has changed in a transaction that was not over by then. */
  readonly as_of: string;
}

/** Searches of 10,000 ids at most: 8 MB. */
export const searches = new KnownOfLists<KnownSearch>(50);
