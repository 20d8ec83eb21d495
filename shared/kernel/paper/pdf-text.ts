// Text for a PDF's standard fonts, which know the Western European characters (WinAnsi) and no others.
import type { PDFFont } from "pdf-lib";
import { columnsOf, graphemesOf, printable } from "./columns.rules.ts";

/**
 * Makes a text writable in a standard font: each character that the font lacks becomes as many question marks as it
 * takes columns, so that the loss is seen and columns stay aligned. The screen's own print view shows every script.
 */
export function textFor(font: PDFFont): (text: string) => string {
  const known = new Set(font.getCharacterSet());
  return (text) =>
    graphemesOf(text.normalize("NFC"))
      .map((grapheme) => {
        const writable = Array.from(grapheme).every((character) => known.has(character.codePointAt(0) ?? 0));
        return writable ? grapheme : "?".repeat(columnsOf(grapheme));
      })
      .join("");
}

/** Breaks a text at blanks into lines of at most `width` points; a word that is wider is broken between characters. */
export function linesWithin(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const lines: string[] = [];
  let line = "";
  for (const word of printable(text).split(" ")) {
    if (fits(line === "" ? word : `${line} ${word}`)) {
      line = line === "" ? word : `${line} ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of word) {
      if (line !== "" && !fits(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return line === "" ? lines : [...lines, line];
}
