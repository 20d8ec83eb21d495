// Choosing by letters, as every list of choices has it: "s" is the next value that begins so, "si" the one that begins with both. Pure.

/** What is typed with no longer pause is one word. */
const WORD_MS = 1_000;

/** What was typed of a value's name so far, and when. */
export interface Typed {
  readonly text: string;
  readonly at: number;
}

export const typedOn = (before: Typed, key: string, at: number): Typed => ({
  text: at - before.at < WORD_MS ? before.text + key : key,
  at,
});

/** The place of the name that is meant; the same letter again and again goes through all that begin with it. -1: none. */
export function meantName(names: readonly string[], chosen: number, typed: string): number {
  const [letter = "", ...more] = typed.toLocaleLowerCase();
  const isOne = more.every((other) => other === letter);
  const wanted = isOne ? letter : typed.toLocaleLowerCase();
  // Who types on means the one that they have, where it still fits.
  const from = isOne ? chosen + 1 : Math.max(chosen, 0);
  const places = names.map((_, n) => (from + n) % names.length);
  return places.find((at) => names[at]?.toLocaleLowerCase().startsWith(wanted)) ?? -1;
}
