// Text broken into lines of a width.
import { printable } from "../../../shared/kernel/formatting/text-columns.rules.ts";
import { mayBreakBetween } from "./east-asian.ts";

/** A character as a reader sees it, with its width. */
interface Wide {
  readonly grapheme: string;
  readonly width: number;
}

/** A line under way: what of it is sure to stay, and where it may be broken. */
interface Line {
  text: string;
  width: number;
  /** The part up to the last place where it may be broken, and where the next line begins; null: there is none. */
  before: { text: string; next: number; width: number } | null;
  /** Its last character. */
  last: string;
}

const EMPTY: Line = { text: "", width: 0, before: null, last: "" };

/**
 * Breaks a text into lines of at most a width: at blanks, between characters of scripts that have none, and a word that is wider
 * between the characters that a reader sees.
 * Each character is looked at once, so that twice the text takes twice the time.
 * @param measure the characters of a text with their widths, in the unit of `width`.
 */
export function linesWithin(
  text: string,
  width: number,
  measure: (text: string) => readonly Wide[],
): string[] {
  const lines: string[] = [];
  let line: Line = { ...EMPTY };
  for (const { grapheme, width: wide } of measure(printable(text))) {
    if (grapheme === " ") {
      if (line.text === "") continue;
      line.before = { text: line.text, next: line.text.length + 1, width: line.width + wide };
    } else {
      if (line.last !== " " && mayBreakBetween(line.last, grapheme) && line.text !== "")
        line.before = { text: line.text, next: line.text.length, width: line.width };
      while (line.text !== "" && line.width + wide > width) {
        const { before, last } = line;
        lines.push(before ? before.text : line.text);
        // What stands behind the break begins the next line.
        line = before
          ? { text: line.text.slice(before.next), width: line.width - before.width, before: null, last }
          : { ...EMPTY };
      }
    }
    line.text += grapheme;
    line.width += wide;
    line.last = grapheme;
  }
  const last = line.text.trimEnd();
  return last === "" ? lines : [...lines, last];
}
