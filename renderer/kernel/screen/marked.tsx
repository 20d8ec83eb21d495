// A text with what the search found in it set apart.
import { marked, searchWords } from "../replica/index.ts";
import classes from "./marked.module.css";

export function Marked({ text, query }: { text: string; query: string }) {
  const pieces = marked(text, searchWords(query));
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
