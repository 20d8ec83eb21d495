// Digits of other scripts as 0-9: a keyboard of Bangladesh writes ০১৭১১ where records have 01711. Pure.

const OTHERS = /[٠-٩०-९০-৯]/g;
/** The zeros of Arabic, Devanagari and Bengali digits. */
const ZEROS = [0x0660, 0x0966, 0x09e6];

/** Arabic, Devanagari and Bengali digits as 0–9. */
export function plainDigits(text: string): string {
  return text.replace(OTHERS, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? 0));
  });
}

/** The texts that a search looks for: as it was typed, and in plain digits where it had others. */
export const spellingsOf = (text: string): readonly string[] => [...new Set([text, plainDigits(text)])];
