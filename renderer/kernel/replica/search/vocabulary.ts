// Every word of names, and every place, once: what is typed is compared with as many words as there are, not with as many
// records. Pure.
import { textsOf, type Unpacked } from "./packed.ts";
import { narrows, RANK, rankOfName, soundOf, type Word } from "./search-words.ts";

const LETTERS = 26;
const DIGIT_BITS = 6;

/** A bit for each letter of a text; other characters share some. A text contains only texts whose bits are all its own. */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits |= 1 << bitOf(text.charCodeAt(at));
  return bits;
}

function bitOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? LETTERS + ((code - 48) % DIGIT_BITS) : code % LETTERS;
}

export class Vocabulary {
  #words: string[] = [];
  #sounds: string[] = [];
  /** Letters of each word, and of its sound. */
  #letters: number[] = [];
  #heard: number[] = [];
  /** As it was kept, until a word is first asked for: opening a desktop does not wait for it. */
  #unread: (() => void) | null = null;
  /** Made when it is first asked for: who only searches does without. */
  #places: Map<string, number> | null = null;
  /** What was asked last, without slips. */
  #last: { readonly word: Word; readonly ranks: Uint8Array } | null = null;

  /** What is kept of it on disk: lists of numbers, and of texts, in this order. */
  kept(): { numbers: Int32Array[]; texts: (readonly string[])[] } {
    this.read();
    const numbers = [this.#letters, this.#heard].map((bits) => Int32Array.from(bits));
    return { numbers, texts: [this.#words, this.#sounds] };
  }

  static of(lists: Unpacked): Vocabulary {
    const opened = new Vocabulary();
    const [letters, heard] = [lists.next(Int32Array), lists.next(Int32Array)];
    const [words, sounds] = [lists.next(Uint8Array), lists.next(Uint8Array)];
    opened.#unread = () => {
      opened.#letters = [...letters];
      opened.#heard = [...heard];
      opened.#words = textsOf(words);
      opened.#sounds = textsOf(sounds);
    };
    return opened;
  }

  /** Reads what was kept, where that was not done. */
  read(): void {
    this.#unread?.();
    this.#unread = null;
  }

  /** The place of a word, which stays its own. */
  placeOf(word: string): number {
    this.read();
    this.#places ??= new Map(this.#words.map((known, place) => [known, place]));
    const known = this.#places.get(word);
    if (known !== undefined) return known;
    const sound = soundOf(word);
    this.#places.set(word, this.#words.length);
    this.#sounds.push(sound);
    this.#letters.push(lettersOf(word));
    this.#heard.push(lettersOf(sound));
    return this.#words.push(word) - 1;
  }

  /** How every word answers to a typed one, by its place; not to be changed. */
  answers(word: Word, slips: boolean): Uint8Array {
    this.read();
    const words = this.#words;
    const ranks = new Uint8Array(words.length).fill(RANK.NOT);
    const needed = word.forms.map(lettersOf);
    const [first = 0, second = first] = needed;
    const heard = lettersOf(word.sound);
    // While a word grows, those that did not answer before do not answer now.
    const last = this.#last;
    const isGrown = !slips && last?.ranks.length === words.length && narrows(word, last.word);
    const before = isGrown ? last.ranks : null;
    for (let n = 0; n < ranks.length; n++) {
      if (before && before[n] === RANK.NOT) continue;
      const letters = this.#letters[n]!;
      const may =
        slips ||
        (letters & first) === first ||
        (letters & second) === second ||
        (word.sound !== "" && (this.#heard[n]! & heard) === heard);
      if (may) ranks[n] = rankOfName(words[n]!, this.#sounds[n]!, word, slips);
    }
    if (!slips) this.#last = { word, ranks };
    return ranks;
  }
}
