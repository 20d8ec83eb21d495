// Texts as numbers. Apart from the columns of declared collections: the search is there before any declaration. Pure.

function hash(text: string, seed: number, factor: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), factor);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/** A text as one number, which others may have, too. */
export const hashOf = (text: string): number => hash(text, 0x811c9dc5, 0x01000193);

/** An id as two numbers: of a million records no two are likely to have the same. */
export const idCells = (id: string): readonly [number, number] => [
  hashOf(id),
  hash(id, 0x3c6ef372, 0x5bd1e995),
];
