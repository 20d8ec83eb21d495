// Free words of screens by key. The program's list of words adds all dictionaries here, so that no kernel imports an area.
import type { Pair } from "./language.ts";

/** The program's dictionaries; renderer/words.ts fills it in by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface Words {}

/** Any key of any dictionary. */
export type Key = {
  [L in keyof Words]: Words[L] extends readonly (infer D)[] ? (D extends unknown ? keyof D : never) : never;
}[keyof Words] &
  string;

export type Dictionary<K extends string = string> = Readonly<Record<K, Pair>>;

/** Declares words by key, each in both languages. */
export function dictionary<const K extends string>(texts: Dictionary<K>): Dictionary<K> {
  return texts;
}
