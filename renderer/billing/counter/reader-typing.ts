// Tells a barcode reader, which types a whole number in a moment and ends it with Enter, from a hand. Pure but for the clock.

/** Slower than this from key to key types a hand. */
const READER_MS = 35;
/** Shorter ones could be anybody's. */
const SHORTEST = 6;
/** A number that is read has so many digits; names have none. */
const DIGITS = /(?:\d\D*){4}/;

/** Whether a text is a number, as codes and phones are, and no name. */
export const isNumber = (text: string): boolean => text.trim().length >= SHORTEST && DIGITS.test(text);

/** When the text that stands in the box was begun. */
export class TypingClock {
  #begun = 0;

  /** Hears that the text is `text` now. */
  changed(before: string, text: string, now: number): void {
    if (before === "" || text === "") this.#begun = now;
  }

  /** Whether the whole text came faster than anybody types, and is a number. */
  isRead(text: string, now: number): boolean {
    return isNumber(text) && now - this.#begun < READER_MS * text.length;
  }
}
