// In which direction each part of a text is read, and in which order the parts stand on a line (Unicode's rules, UAX 9).
import bidiFactory from "bidi-js";

const bidi = bidiFactory();
const RIGHT_TO_LEFT = /[\p{scx=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** How deep each of a text's code units lies: an odd level is read from right to left. Null: all of it is read from left to right. */
export function levelsOf(text: string): Uint8Array | null {
  // Nearly every text: the rules are not asked.
  return RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text, "auto").levels : null;
}

/** Whether a text begins with what is read from right to left; null: it has nothing of which one could say. */
function beginsRightToLeft(text: string): boolean | null {
  const [first] = /\p{L}/u.exec(text) ?? [];
  return first === undefined ? null : RIGHT_TO_LEFT.test(first);
}

/** A line of a text, in the text's direction where it would go in another: with an invisible mark before it. */
export function inDirectionOf(text: string, line: string): string {
  if (!RIGHT_TO_LEFT.test(text)) return line;
  const backwards = beginsRightToLeft(text) ?? false;
  return (beginsRightToLeft(line) ?? false) === backwards
    ? line
    : `${backwards ? "\u200f" : "\u200e"}${line}`;
}

/** Marks that say a direction and are not seen. */
export const isDirectionMark = (grapheme: string): boolean => /^[\u200e\u200f\u061c]$/u.test(grapheme);

export const isRightToLeft = (level: number): boolean => level % 2 === 1;

/** Parts of a line from left to right, as they are seen: from the deepest level on, what lies so deep is turned round. */
export function inSight<P extends { readonly level: number }>(parts: readonly P[]): P[] {
  const seen = [...parts];
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level > 0; level -= 1) {
    for (let from = 0; from < seen.length; from += 1) {
      let to = from;
      while (to < seen.length && (seen[to]?.level ?? 0) >= level) to += 1;
      if (to > from) seen.splice(from, to - from, ...seen.slice(from, to).reverse());
      from = to;
    }
  }
  return seen;
}
