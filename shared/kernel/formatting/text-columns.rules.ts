// Text in fixed columns for receipt paper: counted and broken by what a reader sees as one character, in any script.

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** East Asian wide and full-width characters and pictographs take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u{20000}-\u{3fffd}]/u;

/** A text as the characters that a reader sees. */
export function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

const columnsOfOne = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

/** The columns that a text takes: two for each wide character, one for each other one with its marks. */
export function columnsOf(text: string): number {
  return graphemesOf(text).reduce((columns, grapheme) => columns + columnsOfOne(grapheme), 0);
}

/**
 * A text without control, format-override and line-break characters, blanks folded to one: a customer's name must not
 * control the printer.
 */
export function printable(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .trim();
}

/** Breaks one word that is wider than a line between its characters; each piece with its columns. */
function breakWord(word: string, width: number): { piece: string; columns: number }[] {
  const pieces: { piece: string; columns: number }[] = [];
  let last = { piece: "", columns: 0 };
  for (const grapheme of graphemesOf(word)) {
    const columns = columnsOfOne(grapheme);
    if (last.piece !== "" && last.columns + columns > width) {
      pieces.push(last);
      last = { piece: "", columns: 0 };
    }
    last = { piece: last.piece + grapheme, columns: last.columns + columns };
  }
  return [...pieces, last];
}

/** A printable text in lines of at most `width` columns (2 or more), broken at blanks where possible; empty text, no line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const words = printable(text).split(" ");
  for (const { piece, columns } of words.flatMap((word) => breakWord(word, width))) {
    if (line !== "" && used + 1 + columns <= width) {
      line = `${line} ${piece}`;
      used += 1 + columns;
    } else {
      if (line !== "") lines.push(line);
      line = piece;
      used = columns;
    }
  }
  return line === "" ? lines : [...lines, line];
}
