// What queries have found, as long as no text changes: money does all day, names and numbers hardly ever. Pure.
import type { Hits } from "./search-ranks.ts";
import type { SearchTexts } from "./search-text.ts";
import { maySlip, narrows, type Word } from "./search-words.ts";

/** Thousands answer to so few characters, and the next query begins with the same ones: a number with 017, its operator's with 0170. */
const BEGINNING = 4;
/** So many records in the answers to beginnings that are kept, those asked last: 7.5 MB. */
const KEPT = 1_500_000;

export class Answers {
  readonly #texts: SearchTexts;
  /** Of the texts, when what is kept was found. */
  #version = 0;
  #last: { readonly words: readonly Word[]; readonly hits: Hits } | null = null;
  readonly #beginnings = new Map<string, Hits>();
  /** Records in them. */
  #kept = 0;

  constructor(texts: SearchTexts) {
    this.#texts = texts;
  }

  /** Which records answer to every word; where none does, those that would but for a slip of a finger. */
  to(words: readonly Word[]): Hits {
    if (this.#version !== this.#texts.version) {
      this.#version = this.#texts.version;
      this.#last = null;
      this.#beginnings.clear();
      this.#kept = 0;
    }
    const hits = this.#known(words) ?? this.#texts.matching(words, false, this.#fewer(words));
    this.#keep(words, hits);
    // Nobody is called so: perhaps a finger slipped.
    return hits.records.length === 0 && words.some(maySlip) ? this.#texts.matching(words, true, null) : hits;
  }

  #beginningOf = ([word, ...others]: readonly Word[]): string | null =>
    word && word.typed.length <= BEGINNING && others.length === 0 ? word.typed : null;

  #known(words: readonly Word[]): Hits | undefined {
    const beginning = this.#beginningOf(words);
    return beginning === null ? undefined : this.#beginnings.get(beginning);
  }

  /** While a query grows, its records can only become fewer: those of the previous one; null: anybody. */
  #fewer(words: readonly Word[]): Uint32Array | null {
    const last = this.#last;
    return last?.words.every((old) => words.some((word) => narrows(word, old))) ? last.hits.records : null;
  }

  #keep(words: readonly Word[], hits: Hits): void {
    this.#last = { words, hits };
    const beginning = this.#beginningOf(words);
    if (beginning === null) return;
    this.#forget(beginning);
    this.#beginnings.set(beginning, hits);
    this.#kept += hits.records.length;
    for (const oldest of this.#beginnings.keys()) if (this.#kept > KEPT) this.#forget(oldest);
  }

  #forget(beginning: string): void {
    this.#kept -= this.#beginnings.get(beginning)?.records.length ?? 0;
    this.#beginnings.delete(beginning);
  }
}
