// The normal form of texts that have several spellings (contract §1): texts are compared, searched and kept unique by it. What
// was typed is what is shown. Pure.
import { foldCase } from "./case-fold.ts";

const ASCII = /^\p{ASCII}*$/u;
/** Invisible characters: marks of order, joiners, soft hyphens. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** NFKC and full case folding, without invisible characters; trimmed. */
export function normalText(text: string): string {
  if (ASCII.test(text)) return text.trim().toLowerCase();
  return foldCase(text.normalize("NFKD").replace(UNSEEN, "")).normalize("NFKC").trim();
}

/** Whether two texts are two spellings of one thing. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || normalText(one) === normalText(other);
