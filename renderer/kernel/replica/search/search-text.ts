// What records are found by, laid out side by side in numbers, so that one look at each of 100,000 is a keystroke's time; and
// how well each was found. Pure.
import type { Unpacked } from "./packed.ts";
import { fold, foldedWords, onlyDigits, RANK, type Word, wordsOf } from "./search-words.ts";
import { lettersOf, Vocabulary } from "./vocabulary.ts";

/** How a field is looked into: words of a name with their sounds, a login by its beginning, a phone number by its digits, a code as a whole, a place by its words. */
export type SearchRole = "name" | "login" | "phone" | "code" | "place";

/** The texts that a record is found by, by what each is; "" where it has none. */
export type Findable = Readonly<Record<SearchRole, string>>;

/** Numbers kept of a record: where its code, digits, phone, login and name begin in the store, and where it ends there. */
const CODE = 0;
const DIGITS = 1;
const PHONE = 2;
const LOGIN = 3;
const NAME = 4;
const END = 5;
const WIDTH = 6;
/** Between two texts, so that a word does not match across them. */
const BREAK = 10;
/** What is not used any more is cleared away once it is this much, and half of everything. */
const WASTE = 65_536;

type Codes = Uint16Array;

function codesOf(text: string): Codes {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at);
  return codes;
}

/** A bit for each pair of neighbours, shared by some: a text contains only texts whose bits are all its own. */
function pairsOf(text: string): number {
  let bits = 0;
  for (let at = 1; at < text.length; at++) bits |= pairBit(text.charCodeAt(at - 1), text.charCodeAt(at));
  return bits;
}

const pairBit = (before: number, code: number) => 1 << ((before * 7 + code * 13) & 31);

/** A text to look for. */
interface Pattern {
  readonly codes: Codes;
  readonly letters: number;
  readonly pairs: number;
}

const patternOf = (text: string): Pattern => ({
  codes: codesOf(text),
  letters: lettersOf(text),
  pairs: pairsOf(text),
});

/** A typed word, ready to be looked for. */
interface Wanted {
  readonly typed: Pattern;
  /** Of what may be a number its digits alone, else as typed. */
  readonly digits: Pattern;
  /** Beginnings of numbers kept without a country's code; what follows the code of those kept with one. */
  readonly national: readonly Codes[] | null;
  readonly afterCode: Codes | null;
  /** How the words of the vocabulary answer to it. */
  readonly names: Uint8Array;
}

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
  /** 1: there is a record; 2: its phone is written with its country's code. */
  #marks = new Uint8Array(0);
  #count = 0;

  /** What is kept on disk of these texts: words, and lists of numbers in this order. */
  kept() {
    const count = this.#count;
    return {
      words: { count, wasted: this.#wasted },
      lists: [
        this.#store.subarray(0, this.#used),
        this.#spots.subarray(0, count * WIDTH),
        this.#letters.subarray(0, count),
        this.#pairs.subarray(0, count),
        this.#places.subarray(0, count),
        this.#marks.subarray(0, count),
        ...this.#vocabulary.kept(),
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

  put(record: number, { name, login, phone, code, place }: Findable): void {
    this.remove(record);
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
    this.#marks[record] = abroad ? 3 : 1;
  }

  /** Whether there is a record under this number. */
  has(record: number): boolean {
    return record < this.#count && this.#marks[record] !== 0;
  }

  remove(record: number): void {
    if (record >= this.#count || this.#marks[record] === 0) return;
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
   * Which records (of `among`; all: null) answer to every word, in no order.
   * @param ranks How well each of them was found: the sum of the words' ranks, by record; room for every record.
   * @param slips Whether one slip of a finger is forgiven.
   */
  matching(
    words: readonly Word[],
    slips: boolean,
    among: Uint32Array | null,
    ranks: Uint8Array,
  ): Uint32Array<ArrayBuffer> {
    let hits: Uint32Array<ArrayBuffer> | null = null;
    for (const word of words) {
      const wanted = this.#wanted(word, slips);
      const from: Uint32Array | null = hits ?? among;
      const count: number = from ? from.length : this.#count;
      const found: Uint32Array<ArrayBuffer> = new Uint32Array(count);
      let many = 0;
      for (let n = 0; n < count; n++) {
        const record = from ? from[n]! : n;
        if (this.#marks[record] === 0) continue;
        const rank = this.#rank(record, wanted);
        if (rank === RANK.NOT) continue;
        ranks[record] = hits ? Math.min(255, ranks[record]! + rank) : rank;
        found[many++] = record;
      }
      hits = found.subarray(0, many);
    }
    return hits ?? new Uint32Array(0);
  }

  #wanted(word: Word, slips: boolean): Wanted {
    const { forms, number } = word;
    const typed = patternOf(word.typed);
    return {
      typed,
      digits: forms[1] === undefined ? typed : patternOf(forms[1]),
      national: number && "national" in number ? number.national.map(codesOf) : null,
      afterCode: number && "afterCode" in number ? codesOf(number.afterCode) : null,
      names: this.#vocabulary.answers(word, slips),
    };
  }

  #stands(codes: Codes, at: number): boolean {
    for (let n = 0; n < codes.length; n++) if (this.#store[at + n] !== codes[n]) return false;
    return true;
  }

  #isIn({ codes, letters, pairs }: Pattern, record: number): boolean {
    if ((this.#letters[record]! & letters) !== letters || (this.#pairs[record]! & pairs) !== pairs)
      return false;
    const store = this.#store;
    const first = codes[0];
    const end = this.#spots[record * WIDTH + NAME]! - codes.length;
    for (let at = this.#spots[record * WIDTH]!; at < end; at++)
      if (store[at] === first && this.#stands(codes, at)) return true;
    return false;
  }

  /** A number in its other way of writing: "+8801711…" where 01711… is kept, and the other way round. */
  #otherWay(record: number, { national, afterCode }: Wanted): number {
    const isAbroad = this.#marks[record] === 3;
    const start = this.#spots[record * WIDTH + DIGITS]!;
    const length = this.#spots[record * WIDTH + PHONE]! - 1 - start;
    if (afterCode && isAbroad) {
      for (let at = 1; at <= 3; at++)
        if (this.#stands(afterCode, start + at))
          return length === at + afterCode.length ? RANK.EXACT : RANK.WITHIN;
    }
    if (national && !isAbroad) {
      for (const codes of national)
        if (this.#stands(codes, start)) return length === codes.length ? RANK.EXACT : RANK.WITHIN;
    }
    return RANK.NOT;
  }

  /** How well a record was found by one word: one of RANK. */
  #rank(record: number, wanted: Wanted): number {
    const { typed, digits, names } = wanted;
    const spots = record * WIDTH;
    const code = this.#spots[spots + CODE]!;
    const number = this.#spots[spots + DIGITS]!;
    const phone = this.#spots[spots + PHONE]!;
    const login = this.#spots[spots + LOGIN]!;
    if (number - 1 - code === typed.codes.length && this.#stands(typed.codes, code)) return RANK.EXACT;
    if (phone - 1 - number === digits.codes.length && this.#stands(digits.codes, number)) return RANK.EXACT;
    let best: number = wanted.national || wanted.afterCode ? this.#otherWay(record, wanted) : RANK.NOT;
    if (best === RANK.EXACT) return best;
    const end = this.#spots[spots + END]!;
    for (let at = this.#spots[spots + NAME]!; at < end; at += 2) {
      const rank = names[this.#store[at]! | (this.#store[at + 1]! << 16)]!;
      if (rank < best) best = rank;
    }
    if (best === RANK.NAME) return best;
    if (this.#stands(typed.codes, login)) return RANK.LOGIN;
    const tail = phone - 1 - digits.codes.length;
    if (tail >= number && this.#stands(digits.codes, tail)) return RANK.PHONE_END;
    if (best <= RANK.WITHIN) return best;
    if (this.#isIn(typed, record) || (digits !== typed && this.#isIn(digits, record))) return RANK.WITHIN;
    return names[this.#places[record]!]! <= RANK.WITHIN ? RANK.PLACE : best;
  }
}

/** Whether a record is found by a query as it was typed, or sounds. */
export function isFound(texts: Findable, query: string): boolean {
  const words = wordsOf(query);
  if (words.length === 0) return true;
  const one = new SearchTexts();
  one.put(0, texts);
  return one.matching(words, false, null, new Uint8Array(1)).length > 0;
}
