// What records are found by, laid out side by side in numbers, so that one look at each of 100,000 is a keystroke's time; and
// how well each was found. Pure.
import type { Unpacked } from "./packed.ts";
import {
  BREAK,
  type Codes,
  END,
  found,
  type Hits,
  isPhone,
  MARK,
  NAME,
  pairsOf,
  WIDTH,
  wantedOf,
} from "./search-ranks.ts";
import { fold, foldedWords, onlyDigits, type Word, wordsOf } from "./search-words.ts";
import { lettersOf, Vocabulary } from "./vocabulary.ts";

/** How a field is looked into: words of a name with their sounds, a login by its beginning, a phone number by its digits, a code as a whole, a place by its words. */
export type SearchRole = "name" | "login" | "phone" | "code" | "place";

/** The texts that a record is found by, by what each is; "" where it has none. */
export type Findable = Readonly<Record<SearchRole, string>>;

/** What is not used any more is cleared away once it is this much, and half of everything. */
const WASTE = 65_536;

function grown<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(list: T, length: number): T {
  if (length <= list.length) return list;
  const Numbers = list.constructor as new (length: number) => T;
  const larger = new Numbers(Math.max(64, length, list.length * 2));
  larger.set(list);
  return larger;
}

/** The texts of records, each under a number of its own (from 0 on, without large gaps). */
export class SearchTexts {
  #vocabulary = new Vocabulary();
  /** Of each record its texts, folded, then two halves of the place of each word of its name. */
  #store: Codes = new Uint16Array(0);
  #used = 0;
  #wasted = 0;
  #spots = new Uint32Array(0);
  #letters = new Int32Array(0);
  #pairs = new Int32Array(0);
  #places = new Uint32Array(0);
  /** Of each record, see MARK. */
  #marks = new Uint8Array(0);
  #count = 0;
  #version = 0;

  /** Goes up with every change of a text. */
  get version(): number {
    return this.#version;
  }

  /** What is kept on disk of these texts: words, lists of numbers, and behind them lists of texts, in this order. */
  kept() {
    const count = this.#count;
    const { numbers, texts } = this.#vocabulary.kept();
    return {
      words: { count, wasted: this.#wasted },
      texts,
      numbers: [
        this.#store.subarray(0, this.#used),
        this.#spots.subarray(0, count * WIDTH),
        this.#letters.subarray(0, count),
        this.#pairs.subarray(0, count),
        this.#places.subarray(0, count),
        this.#marks.subarray(0, count),
        ...numbers,
      ],
    };
  }

  /** Opens what was kept. */
  static of({ count, wasted }: ReturnType<SearchTexts["kept"]>["words"], lists: Unpacked) {
    const opened = new SearchTexts();
    opened.#count = count;
    opened.#wasted = wasted;
    opened.#store = lists.next(Uint16Array);
    opened.#used = opened.#store.length;
    opened.#spots = lists.next(Uint32Array);
    opened.#letters = lists.next(Int32Array);
    opened.#pairs = lists.next(Int32Array);
    opened.#places = lists.next(Uint32Array);
    opened.#marks = lists.next(Uint8Array);
    opened.#vocabulary = Vocabulary.of(lists);
    return opened;
  }

  /** Reads what `of` left unread. */
  settle(): void {
    this.#vocabulary.read();
  }

  put(record: number, { name, login, phone, code, place }: Findable): void {
    this.remove(record);
    this.#version += 1;
    this.#count = Math.max(this.#count, record + 1);
    this.#spots = grown(this.#spots, this.#count * WIDTH);
    this.#letters = grown(this.#letters, this.#count);
    this.#pairs = grown(this.#pairs, this.#count);
    this.#places = grown(this.#places, this.#count);
    this.#marks = grown(this.#marks, this.#count);
    const written = fold(phone).trim();
    const abroad = /^(\+|00)/.test(written);
    const digits = onlyDigits(abroad ? written.replace(/^00/, "") : written);
    const texts = [fold(code), digits, written, fold(login)];
    const words = foldedWords(name);
    const length = texts.reduce((sum, text) => sum + text.length + 1, words.length * 2);
    this.#store = grown(this.#store, this.#used + length);
    const spots = record * WIDTH;
    let [letters, pairs] = [0, 0];
    for (const [n, text] of texts.entries()) {
      this.#spots[spots + n] = this.#used;
      for (let at = 0; at < text.length; at++) this.#store[this.#used++] = text.charCodeAt(at);
      this.#store[this.#used++] = BREAK;
      letters |= lettersOf(text);
      pairs |= pairsOf(text);
    }
    this.#spots[spots + NAME] = this.#used;
    for (const word of words) {
      const at = this.#vocabulary.placeOf(word);
      this.#store[this.#used++] = at & 0xffff;
      this.#store[this.#used++] = at >>> 16;
    }
    this.#spots[spots + END] = this.#used;
    this.#letters[record] = letters;
    this.#pairs[record] = pairs;
    this.#places[record] = this.#vocabulary.placeOf(fold(place));
    this.#marks[record] = MARK.THERE | (abroad ? MARK.ABROAD : 0) | (isPhone(written) ? 0 : MARK.SPOKEN);
  }

  /** Whether there is a record under this number. */
  has(record: number): boolean {
    return record < this.#count && this.#marks[record] !== 0;
  }

  remove(record: number): void {
    if (record >= this.#count || this.#marks[record] === 0) return;
    this.#version += 1;
    this.#marks[record] = 0;
    this.#wasted += this.#spots[record * WIDTH + END]! - this.#spots[record * WIDTH]!;
    if (this.#wasted > WASTE && this.#wasted > this.#used / 2) this.#clearAway();
  }

  #clearAway(): void {
    const kept = new Uint16Array(this.#store.length);
    let used = 0;
    for (let record = 0; record < this.#count; record++) {
      if (this.#marks[record] === 0) continue;
      const spots = record * WIDTH;
      const start = this.#spots[spots]!;
      const end = this.#spots[spots + END]!;
      kept.set(this.#store.subarray(start, end), used);
      for (let n = 0; n < WIDTH; n++) this.#spots[spots + n]! += used - start;
      used += end - start;
    }
    this.#store = kept;
    this.#used = used;
    this.#wasted = 0;
  }

  /**
   * Which records (of `among`; all: null) answer to every word.
   * @param slips Whether one slip of a finger is forgiven.
   */
  matching(words: readonly Word[], slips: boolean, among: Uint32Array | null): Hits {
    const laid = {
      count: this.#count,
      store: this.#store,
      spots: this.#spots,
      letters: this.#letters,
      pairs: this.#pairs,
      places: this.#places,
      marks: this.#marks,
    };
    let hits: Hits | null = null;
    for (const word of words) {
      const wanted = wantedOf(word, this.#vocabulary.answers(word, slips));
      hits = found(laid, wanted, hits?.records ?? among, hits?.ranks ?? null);
    }
    return hits ?? { records: new Uint32Array(0), ranks: new Uint8Array(0) };
  }
}

/** Whether a record is found by a query as it was typed, or sounds. */
export function isFound(texts: Findable, query: string): boolean {
  const words = wordsOf(query);
  if (words.length === 0) return true;
  const one = new SearchTexts();
  one.put(0, texts);
  return one.matching(words, false, null).records.length > 0;
}
