// The one form of what people and machines spell in several ways (contract §1): in it texts are compared, searched and kept
// unique. What was typed is what is shown. Pure.
import { foldCase } from "./case-fold.ts";

const ASCII = /^\p{ASCII}*$/u;
/** Nobody sees them: marks of order, joiners, soft hyphens. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** NFKC and full case folding, without what nobody sees; blanks at the ends are trimmed. */
export function normalText(text: string): string {
  if (ASCII.test(text)) return text.trim().toLowerCase();
  return foldCase(text.normalize("NFKD").replace(UNSEEN, "")).normalize("NFKC").trim();
}

/** Whether two texts are two spellings of one thing. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || normalText(one) === normalText(other);
