// What records are found by, laid out so that one look at each is a keystroke's time; and how well each was found. Pure.
import {
  fold,
  foldedWords,
  onlyDigits,
  RANK,
  rankOfName,
  soundOf,
  type Word,
  wordsOf,
} from "./search-words.ts";

/** How a field is looked into: words of a name with their sounds, a login by its beginning, a phone number by its digits, a code as a whole, a place by its words. */
export type SearchRole = "name" | "login" | "phone" | "code" | "place";

/** The texts that a record is found by, by what each is; "" where it has none. */
export type Findable = Readonly<Record<SearchRole, string>>;

/** A record's texts, folded. */
export interface SearchText {
  readonly code: string;
  readonly login: string;
  /** The phone's digits; with its country's code where `abroad`. */
  readonly digits: string;
  readonly abroad: boolean;
  /** Code, phone and login, to look inside of: the line breaks keep a word from matching across two of them. */
  readonly inside: string;
  /** The words of the name, and the place, as their places in the vocabulary. */
  readonly names: readonly number[];
  readonly place: number;
}

/**
 * Every word of names, and every place, once: what is typed is compared with as many words as there are, not with as
 * many records.
 */
export class Vocabulary {
  readonly #words: string[] = [];
  readonly #sounds: string[] = [];
  readonly #places = new Map<string, number>();

  #place(word: string): number {
    const known = this.#places.get(word);
    if (known !== undefined) return known;
    this.#places.set(word, this.#words.length);
    this.#sounds.push(soundOf(word));
    return this.#words.push(word) - 1;
  }

  textOf({ name, login, phone, code, place }: Findable): SearchText {
    const written = fold(phone).trim();
    const abroad = /^(\+|00)/.test(written);
    const digits = onlyDigits(abroad ? written.replace(/^00/, "") : written);
    const [whole, begun] = [fold(code), fold(login)];
    return {
      code: whole,
      login: begun,
      digits,
      abroad,
      inside: [whole, digits, written, begun].join("\n"),
      names: foldedWords(name).map((word) => this.#place(word)),
      place: this.#place(fold(place)),
    };
  }

  /** How every word answers to a typed one, by its place. */
  answers(word: Word, slips: boolean): Answers {
    const names = new Uint8Array(this.#words.length);
    for (let n = 0; n < names.length; n++)
      names[n] = rankOfName(this.#words[n]!, this.#sounds[n]!, word, slips);
    return { word, names };
  }
}

/** A typed word with how the words of the vocabulary answer to it. */
export interface Answers {
  readonly word: Word;
  readonly names: Uint8Array;
}

/** A number in its other way of writing: "+8801711…" where 01711… is kept, and the other way round. */
function otherWay({ digits, abroad }: SearchText, number: NonNullable<Word["number"]>): number {
  if ("afterCode" in number) {
    if (!abroad) return RANK.NOT;
    for (let at = 1; at <= 3; at++)
      if (digits.startsWith(number.afterCode, at))
        return digits.length === at + number.afterCode.length ? RANK.EXACT : RANK.WITHIN;
    return RANK.NOT;
  }
  if (abroad) return RANK.NOT;
  for (const start of number.national)
    if (digits.startsWith(start)) return digits.length === start.length ? RANK.EXACT : RANK.WITHIN;
  return RANK.NOT;
}

/** How well a record was found by one word: one of RANK. */
export function rankIn(text: SearchText, { word, names }: Answers): number {
  const { typed, forms, number } = word;
  const digits = forms.length > 1 ? forms[1]! : typed;
  if (text.code === typed || text.digits === digits) return RANK.EXACT;
  let best: number = number ? otherWay(text, number) : RANK.NOT;
  if (best === RANK.EXACT) return best;
  for (const name of text.names) best = Math.min(best, names[name]!);
  if (best === RANK.NAME) return best;
  if (text.login.startsWith(typed)) return RANK.LOGIN;
  if (text.digits.endsWith(digits)) return RANK.PHONE_END;
  if (best <= RANK.WITHIN) return best;
  if (text.inside.includes(typed) || (digits !== typed && text.inside.includes(digits))) return RANK.WITHIN;
  return names[text.place]! <= RANK.WITHIN ? RANK.PLACE : best;
}

/** Whether a record is found by a query as it was typed, or sounds. */
export function isFound(texts: Findable, query: string): boolean {
  const vocabulary = new Vocabulary();
  const text = vocabulary.textOf(texts);
  return wordsOf(query).every((word) => rankIn(text, vocabulary.answers(word, false)) !== RANK.NOT);
}
