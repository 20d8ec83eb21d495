// Text broken into lines of a width.
import { graphemesOf, printable } from "../../../shared/kernel/paper/columns.rules.ts";

/** Breaks a text at blanks into lines that fit; a word that does not is broken between the characters that a reader sees. */
export function linesWithin(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of printable(text).split(" ")) {
    if (fits(line === "" ? word : `${line} ${word}`)) {
      line = line === "" ? word : `${line} ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of graphemesOf(word)) {
      if (line !== "" && !fits(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return line === "" ? lines : [...lines, line];
}
