// How well each of 100,000 records is found by a typed word: one loop over numbers that lie side by side. Pure.
// Of plain functions and arrays in its hand: what is looked up in an object for each record costs more than the comparing.
import { RANK, type Word } from "./search-words.ts";
import { lettersOf } from "./vocabulary.ts";

/** Numbers kept of a record: where its code, digits, phone, login and name begin in the store, and where it ends there. */
const CODE = 0;
const DIGITS = 1;
const PHONE = 2;
const LOGIN = 3;
export const NAME = 4;
export const END = 5;
export const WIDTH = 6;
/** Between two texts, so that a word does not match across them. */
export const BREAK = 10;

/** Of a record: there is one; its phone is written with its country's code, or with words. */
export const MARK = { THERE: 1, ABROAD: 2, SPOKEN: 4 } as const;

const PHONE_TEXT = /^[\d\s+\-()./]*$/;

/** Whether a folded text consists of what numbers are written with: a word of anything else is in none of them. */
export const isPhone = (text: string): boolean => PHONE_TEXT.test(text);

export type Codes = Uint16Array;

/** The texts of records as they lie side by side; what each list means says `SearchTexts`. */
interface Laid {
  readonly count: number;
  readonly store: Codes;
  readonly spots: Uint32Array;
  readonly letters: Int32Array;
  readonly pairs: Int32Array;
  readonly places: Uint32Array;
  readonly marks: Uint8Array;
}

function codesOf(text: string): Codes {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at);
  return codes;
}

const pairBit = (before: number, code: number) => 1 << ((before * 7 + code * 13) & 31);

/** A bit for each pair of neighbours, shared by some: a text contains only texts whose bits are all its own. */
export function pairsOf(text: string): number {
  let bits = 0;
  for (let at = 1; at < text.length; at++) bits |= pairBit(text.charCodeAt(at - 1), text.charCodeAt(at));
  return bits;
}

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
  /** Phones need not be looked into, unless they are written with words. */
  readonly isWord: boolean;
  /** How the words of the vocabulary answer to it. */
  readonly names: Uint8Array;
}

/** @param names How each word of the vocabulary answers to it. */
export function wantedOf({ typed, forms, number }: Word, names: Uint8Array): Wanted {
  const pattern = patternOf(typed);
  return {
    typed: pattern,
    digits: forms[1] === undefined ? pattern : patternOf(forms[1]),
    national: number && "national" in number ? number.national.map(codesOf) : null,
    afterCode: number && "afterCode" in number ? codesOf(number.afterCode) : null,
    isWord: !isPhone(typed),
    names,
  };
}

function stands(store: Codes, codes: Codes, at: number): boolean {
  for (let n = 0; n < codes.length; n++) if (store[at + n] !== codes[n]) return false;
  return true;
}

function isBetween(store: Codes, codes: Codes, from: number, end: number): boolean {
  const first = codes[0];
  for (let at = from; at <= end - codes.length; at++)
    if (store[at] === first && stands(store, codes, at)) return true;
  return false;
}

/** A number in its other way of writing: "+8801711…" where 01711… is kept, and the other way round. */
function otherWay({ spots, marks, store }: Laid, record: number, { national, afterCode }: Wanted): number {
  const isAbroad = (marks[record]! & MARK.ABROAD) !== 0;
  const start = spots[record * WIDTH + DIGITS]!;
  const length = spots[record * WIDTH + PHONE]! - 1 - start;
  if (afterCode && isAbroad) {
    for (let at = 1; at <= 3; at++)
      if (stands(store, afterCode, start + at))
        return length === at + afterCode.length ? RANK.EXACT : RANK.WITHIN;
  }
  if (national && !isAbroad) {
    for (const codes of national)
      if (stands(store, codes, start)) return length === codes.length ? RANK.EXACT : RANK.WITHIN;
  }
  return RANK.NOT;
}

/** Records that answer, in no order, and how well each of them does: a sum of ranks, {@link WORST} at most. */
export interface Hits {
  readonly records: Uint32Array<ArrayBuffer>;
  readonly ranks: Uint8Array<ArrayBuffer>;
}

/** Larger sums of ranks are taken for this. */
export const WORST = 254;

/** Room for the hits of one look, before it is known how many they are. */
let room = new Uint32Array(0);
let ranked = new Uint8Array(0);

/**
 * Which records (of `among`; all: null) answer to a word.
 * @param before How well each of `among` answered to the words before this one; null: this is the first.
 */
export function found(
  laid: Laid,
  wanted: Wanted,
  among: Uint32Array | null,
  before: Uint8Array | null,
): Hits {
  const { store, spots, letters, pairs, places, marks } = laid;
  const { typed, digits, names, isWord } = wanted;
  const { codes } = typed;
  const isNumber = digits !== typed;
  const isDigits = digits.codes[0]! >= 48 && digits.codes[0]! <= 57;
  const hasOtherWay = wanted.national !== null || wanted.afterCode !== null;
  const count = among ? among.length : laid.count;
  if (room.length < count) {
    room = new Uint32Array(count);
    ranked = new Uint8Array(count);
  }
  let many = 0;
  for (let n = 0; n < count; n++) {
    const record = among ? among[n]! : n;
    if (marks[record] === 0) continue;
    const at = record * WIDTH;
    const code = spots[at + CODE]!;
    const number = spots[at + DIGITS]!;
    const phone = spots[at + PHONE]!;
    const login = spots[at + LOGIN]!;
    const name = spots[at + NAME]!;
    const end = spots[at + END]!;
    let rank: number = hasOtherWay ? otherWay(laid, record, wanted) : RANK.NOT;
    for (let word = name; word < end; word += 2) {
      const answer = names[store[word]! | (store[word + 1]! << 16)]!;
      if (answer < rank) rank = answer;
    }
    // Whether its texts may contain the word at all: a look at two numbers spares most of them.
    const mayTyped =
      (letters[record]! & typed.letters) === typed.letters && (pairs[record]! & typed.pairs) === typed.pairs;
    const mayDigits = isNumber
      ? (letters[record]! & digits.letters) === digits.letters &&
        (pairs[record]! & digits.pairs) === digits.pairs
      : mayTyped;
    if (mayTyped || mayDigits) {
      const tail = phone - 1 - digits.codes.length;
      if (
        (number - 1 - code === codes.length && stands(store, codes, code)) ||
        (tail === number && stands(store, digits.codes, number))
      )
        rank = RANK.EXACT;
      else if (rank > RANK.NAME) {
        if (stands(store, codes, login)) rank = RANK.LOGIN;
        else if (tail >= number && stands(store, digits.codes, tail)) rank = RANK.PHONE_END;
        else if (
          rank > RANK.WITHIN &&
          (isWord && (marks[record]! & MARK.SPOKEN) === 0
            ? isBetween(store, codes, code, number - 1) || isBetween(store, codes, login, name - 1)
            : // Digits in the phone first: there they are likeliest.
              (isDigits && mayDigits && isBetween(store, digits.codes, number, phone - 1)) ||
              (mayTyped && isBetween(store, codes, code, name - 1)) ||
              (isNumber && mayDigits && isBetween(store, digits.codes, code, name - 1)))
        )
          rank = RANK.WITHIN;
      }
    }
    if (rank > RANK.PLACE && names[places[record]!]! <= RANK.WITHIN) rank = RANK.PLACE;
    if (rank === RANK.NOT) continue;
    ranked[many] = before ? Math.min(WORST, before[n]! + rank) : rank;
    room[many++] = record;
  }
  return { records: room.slice(0, many), ranks: ranked.slice(0, many) };
}
