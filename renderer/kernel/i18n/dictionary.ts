// Free words of screens by key. The program's list of words adds all dictionaries here, so that no kernel imports an area.
import type { Pair } from "../../../shared/kernel/formatting/language.ts";

/** The program's dictionaries; renderer/words.ts fills it in by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface Words {}

type KeysOf<L extends keyof Words> = {
  [N in L]: Words[N] extends readonly (infer D)[] ? (D extends unknown ? keyof D : never) : never;
}[L] &
  string;

/** Any key of any dictionary. */
export type Key = KeysOf<keyof Words>;

/** A key that is known when the shell is drawn, before the words of what is loaded later. */
export type FirstKey = KeysOf<("sign_in" | "first") & keyof Words>;

export type Dictionary<K extends string = string> = Readonly<Record<K, Pair>>;

/** Declares words by key, each in both languages. */
export function dictionary<const K extends string>(texts: Dictionary<K>): Dictionary<K> {
  return texts;
}
