// Help as plain lists: what each screen is for, and what each word means, for the page under `?` and for whoever searches.
import { type Language, textIn } from "../../shared/kernel/formatting/language.ts";
import { MONEY_PAGES } from "./money.ts";
import { type HelpPage, type HelpPages, listOf } from "./page.ts";
import { TERMS, type TermId } from "./terms.ts";
import { WORK_PAGES } from "./work.ts";

export const HELP_PAGES: HelpPages = { ...MONEY_PAGES, ...WORK_PAGES };

/** What is said of a screen; undefined where nothing is. */
export const helpOf = (path: string): HelpPage | undefined => HELP_PAGES[listOf(path)];

export interface HelpEntry {
  readonly id: string;
  /** The word itself; of a screen nothing: it has its name. */
  readonly term: string | null;
  readonly text: string;
  /** The screens that it explains, by their addresses. */
  readonly paths: readonly string[];
}

/** All of it in one language, each with where it belongs: for a search. */
export function helpEntries(language: Language): readonly HelpEntry[] {
  const screens = Object.entries(HELP_PAGES).map(([path, { about }]) => ({
    id: `about:${path}`,
    term: null,
    text: textIn(language, about),
    paths: [path],
  }));
  const words = (Object.keys(TERMS) as TermId[]).map((id) => {
    const [term, means] = TERMS[id];
    const paths = Object.entries(HELP_PAGES).flatMap(([path, { terms }]) =>
      terms.includes(id) ? [path] : [],
    );
    return { id: `word:${id}`, term: textIn(language, term), text: textIn(language, means), paths };
  });
  return [...screens, ...words];
}
