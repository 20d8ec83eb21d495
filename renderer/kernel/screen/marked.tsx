// A text with what the search found in it set apart.
import { marked, searchWords } from "../replica/index.ts";
import classes from "./marked.module.css";

/** The words that were marked last: every text of every row asks for the same. */
let last = { query: "", words: searchWords("") };

function wordsOf(query: string) {
  if (last.query !== query) last = { query, words: searchWords(query) };
  return last.words;
}

export function Marked({ text, query }: { text: string; query: string }) {
  const pieces = marked(text, wordsOf(query));
  let at = 0;
  return pieces.map(({ text: piece, hit }) => {
    const key = at;
    at += piece.length;
    return hit ? (
      <mark key={key} className={classes.hit}>
        {piece}
      </mark>
    ) : (
      <span key={key}>{piece}</span>
    );
  });
}
