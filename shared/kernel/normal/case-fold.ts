// Full case folding as Unicode defines it (CaseFolding.txt, C and F). JavaScript has none, only something similar in its two cases. Pure.

const ASCII = /^\p{ASCII}*$/u;
/** Cherokee folds to its capitals, which were there first. */
const SMALL_CHEROKEE = /[\u13f8-\u13fd\uab70-\uabbf]/g;
/** Its capital is the Latin I, whose small letter it is not: it stays as it is. */
const DOTLESS = "ı";

/**
 * A text without case: "Straße" is strasse, "ΣΊΣΥΦΟΣ" σίσυφοσ, the Kelvin sign k. Letters that are capitals of several are
 * capitals first (ſ is S is s) and small ones before that (ẞ is ß is SS is ss).
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .split(DOTLESS)
    .map((part) =>
      part
        .toLowerCase()
        .toUpperCase()
        .toLowerCase()
        // Which of the two small sigmas stands is a matter of its place.
        .replaceAll("ς", "σ")
        .replace(SMALL_CHEROKEE, (letter) => letter.toUpperCase()),
    )
    .join(DOTLESS);
}
