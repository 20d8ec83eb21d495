// What is typed into a search and what it is compared with: one form of each letter, spellings, phone numbers, slips. Pure.

import { plainDigits } from "../../../../shared/kernel/formatting/digits.ts";
import { foldCase } from "../../../../shared/kernel/normal/case-fold.ts";

const ASCII = /^[\x20-\x7e]*$/;
// Latin accents go; marks of other scripts (Bengali vowel signs) are letters to their readers and stay.
const LATIN_MARKS = /[\u0300-\u036f\u200b-\u200d\ufeff]/g;
const LOOKS_NUMERIC = /^[+(\d][\d\-().]*$/;
/** A number with its country's code: with spaces between, it is still one number. */
const INTERNATIONAL = /^\s*(?:\+|00)[\d\s\-().]*$/;
const LETTERS = /^[a-z]+$/;
/** Shorter ones sound like too many others. */
const SOUNDS_FROM = 3;
/** Longer words are found through one slip of a finger. */
const SLIPS_FROM = 4;
/** No country's code is longer. */
const COUNTRY_CODE_MAX = 3;

/** A text as search compares it: no case, no accents, one form of each letter, digits as 0-9. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return foldCase(plainDigits(text.normalize("NFKD").replace(LATIN_MARKS, "")));
}

/** A name's folded word as it sounds, so that its usual spellings are one; "" where it is not in Latin letters. */
export function soundOf(word: string): string {
  if (!LETTERS.test(word)) return "";
  return word
    .replace(/ph/g, "f")
    .replace(/c(?!h)|q/g, "k")
    .replace(/([bcdgjkst])h/g, "$1")
    .replace(/z/g, "j")
    .replace(/v/g, "b")
    .replace(/ee|y/g, "i")
    .replace(/[ow]/g, "u")
    .replace(/au/g, "u")
    .replace(/e/g, "a")
    .replace(/(.)\1+/g, "$1");
}

/** Whether a word begins as typed, but for one letter that is wrong, missing, too many, or swapped with its neighbour. */
function nearly(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  if (at === typed.length) return true;
  const rest = typed.slice(at + 1);
  return (
    word.startsWith(rest, at + 1) ||
    word.startsWith(rest, at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && word.startsWith(typed.slice(at + 2), at + 2))
  );
}

export const onlyDigits = (text: string) => text.replace(/\D/g, "");

/** The words of a text, folded. */
export const foldedWords = (text: string): string[] => fold(text).split(/\s+/).filter(Boolean);

/** How well a word was found: the lower, the surer. */
export const RANK = {
  EXACT: 0,
  NAME: 1,
  LOGIN: 2,
  PHONE_END: 3,
  WITHIN: 4,
  PLACE: 5,
  SOUND: 6,
  SLIP: 7,
  NOT: 8,
} as const;

/** One typed word with the forms in which it may stand in a text. */
export interface Word {
  /** As typed, folded. */
  readonly typed: string;
  /** As typed, and, of what may be a number, its digits alone. */
  readonly forms: readonly string[];
  /** How it sounds; "" for what does not, or is too short. */
  readonly sound: string;
  /** A number written with its country's code, or with the zero in its place, is also found the other way. */
  readonly number: OtherWay | null;
}

/** The beginnings of numbers kept without a country's code, or what follows the code of those kept with one. */
export type OtherWay = { readonly national: readonly string[] } | { readonly afterCode: string };

function numberOf(typed: string, digits: string): OtherWay | null {
  if (/^(\+|00)/.test(typed)) {
    const whole = typed.startsWith("+") ? digits : digits.slice(2);
    const national: string[] = [];
    for (let code = 1; code <= COUNTRY_CODE_MAX && whole.length > COUNTRY_CODE_MAX + 1; code++)
      national.push(whole.slice(code), `0${whole.slice(code)}`);
    return { national };
  }
  const long = digits.startsWith("0") && digits.length > COUNTRY_CODE_MAX + 1;
  return long ? { afterCode: digits.slice(1) } : null;
}

function wordOf(typed: string): Word {
  const sound = typed.length >= SOUNDS_FROM ? soundOf(typed) : "";
  if (!LOOKS_NUMERIC.test(typed)) return { typed, forms: [typed], sound, number: null };
  const digits = onlyDigits(typed);
  const forms = digits && digits !== typed ? [typed, digits] : [typed];
  return { typed, forms, sound: "", number: numberOf(typed, digits) };
}

/** The words of a query. */
export function wordsOf(query: string): Word[] {
  const folded = fold(query);
  const whole = INTERNATIONAL.test(folded) ? folded.replace(/\s+/g, "") : folded;
  return whole.split(/\s+/).filter(Boolean).map(wordOf);
}

/** Whether whatever contains or sounds like `word` also does like `old`: then there is no need to look elsewhere. */
export function narrows(word: Word, old: Word): boolean {
  if (word.typed === old.typed) return true;
  if (word.number || old.number) return false;
  if (word.sound && !(old.sound && word.sound.startsWith(old.sound))) return false;
  return word.forms.every((form) => old.forms.some((part) => form.includes(part)));
}

/** Whether one slip of a finger is forgiven in a word: numbers and short words are taken as typed. */
export const maySlip = ({ typed, sound }: Word): boolean => sound !== "" && typed.length >= SLIPS_FROM;

/** How a word of a name, with its sound, answers to a typed one; by one slip only where those count. */
export function rankOfName(name: string, sound: string, word: Word, slips: boolean): number {
  const at = name.indexOf(word.typed);
  if (at >= 0) return at === 0 ? RANK.NAME : RANK.WITHIN;
  // The first of its forms is the word as typed.
  for (let n = 1; n < word.forms.length; n++) if (name.includes(word.forms[n]!)) return RANK.WITHIN;
  if (word.sound && sound.startsWith(word.sound)) return RANK.SOUND;
  if (!slips || !maySlip(word)) return RANK.NOT;
  const heard = word.sound.length >= SOUNDS_FROM && nearly(word.sound, sound);
  return heard || nearly(word.typed, name) ? RANK.SLIP : RANK.NOT;
}

/** A piece of a shown text: whether the search found it. */
export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

function hitIn(part: string, word: Word): [number, number] | null {
  const folded = fold(part);
  const at = folded.indexOf(word.typed);
  if (at >= 0) return ASCII.test(part) ? [at, at + word.typed.length] : [0, part.length];
  const digits = onlyDigits(folded);
  if (digits.length >= SLIPS_FROM && isIn(digits, word)) return [0, part.length];
  return rankOfName(folded, soundOf(folded), word, true) === RANK.NOT ? null : [0, part.length];
}

/** Whether a phone's digits contain a typed number, in either way of writing. */
function isIn(digits: string, { forms, number }: Word): boolean {
  if (forms.some((form) => /^\d+$/.test(form) && digits.includes(form))) return true;
  if (!number) return false;
  if ("afterCode" in number) return digits.includes(number.afterCode);
  return number.national.some((start) => digits.startsWith(start));
}

/** A shown text with what the words of a query found in it told apart; all of it together is the text. */
export function marked(text: string, words: readonly Word[]): Piece[] {
  const pieces: Piece[] = [];
  const push = (piece: string, hit: boolean) => {
    const last = pieces.at(-1);
    if (piece === "") return;
    if (last?.hit === hit) pieces[pieces.length - 1] = { text: last.text + piece, hit };
    else pieces.push({ text: piece, hit });
  };
  for (const part of text.split(/(\s+)/)) {
    const found = words.map((word) => hitIn(part, word)).find((hit) => hit !== null);
    const [start, end] = part.trim() === "" || !found ? [0, 0] : found;
    push(part.slice(0, start), false);
    push(part.slice(start, end), true);
    push(part.slice(end), false);
  }
  return pieces;
}
