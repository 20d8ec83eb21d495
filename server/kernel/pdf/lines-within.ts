// Text broken into lines of a width.
import { printable } from "../../../shared/kernel/formatting/text-columns.rules.ts";

/** A character as a reader sees it, with its width. */
interface Wide {
  readonly grapheme: string;
  readonly width: number;
}

/** A line under way: what of it is sure to stay, and where it may be broken. */
interface Line {
  text: string;
  width: number;
  /** The part up to the last blank; null: there is none. */
  before: { text: string; width: number } | null;
}

const EMPTY: Line = { text: "", width: 0, before: null };

/**
 * Breaks a text at blanks into lines of at most a width; a word that is wider is broken between the characters that a reader sees.
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
      line.before = { text: line.text, width: line.width + wide };
    } else {
      while (line.text !== "" && line.width + wide > width) {
        const { before } = line;
        lines.push(before ? before.text : line.text);
        // What stands behind the last blank begins the next line.
        line = before
          ? { text: line.text.slice(before.text.length + 1), width: line.width - before.width, before: null }
          : { ...EMPTY };
      }
    }
    line.text += grapheme;
    line.width += wide;
  }
  const last = line.text.trimEnd();
  return last === "" ? lines : [...lines, last];
}
