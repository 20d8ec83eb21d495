// Search over everything, under `/` and Ctrl+K: records of this computer, and what can be done, each with its key.
import "@mantine/spotlight/styles.css";
import { Spotlight, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useReducer, useState } from "react";
import { useNavigate } from "react-router";
import type { Pair } from "../../../../shared/kernel/formatting/language.ts";
import { useWords } from "../../i18n/index.ts";
import { doing } from "../../page-actions/page-actions.ts";
import { ScanButton } from "../../scan/scan-button.tsx";
import type { Screen } from "../../screen/screens.ts";
import { chooseFirst, FINDER_FIELD, takeHeldKeys } from "./open-palette.ts";
import classes from "./palette.module.css";
import { type ExplainedWord, type PaletteEntry, useEverything } from "./palette-actions.tsx";
import { useRememberPages } from "./recents.ts";

const LIMIT = 8;

interface FinderProps {
  readonly screens: readonly Screen[];
  /** What people call a screen beside its name, by its address: in both languages. */
  readonly also: Readonly<Record<string, Pair>>;
  readonly words: readonly ExplainedWord[];
  readonly entries: readonly PaletteEntry[];
  /**
   * A hook: the records that answer to the words, ready to be shown.
   * @param address What is opened of one: its page, or its page with something done there.
   */
  readonly useFound: (
    query: string,
    limit: number,
    address: (page: string) => string,
  ) => SpotlightActionGroupData;
  /** A hook: the address of the one record that a scanned code means, or null. */
  readonly useScanned: () => (text: string) => string | null;
}

/** The words that were typed without the sign that only verbs are meant. */
const withoutSign = (query: string) => query.replace(/^\s*>/, "");

/** A separate part from the search, which need not render again with every page that is opened. */
function RememberPages({ screens }: Pick<FinderProps, "screens">) {
  useRememberPages(screens);
  return null;
}

export function Palette({ screens, also, words, entries, useFound, useScanned }: FinderProps) {
  const t = useWords();
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const [asking, setAsking] = useState<PaletteEntry | null>(null);
  // What can be done is asked of the page that is open as the search opens.
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  // What comes from the disk is there a moment after the words.
  useEffect(() => {
    if (query.trim() !== "") chooseFirst();
  });
  useLayoutEffect(() => {
    const typed = takeHeldKeys();
    if (typed !== null) setQuery(typed);
  }, []);
  const verb = asking && typeof asking.run !== "function" ? asking.run.verb : null;
  const onlyVerbs = query !== withoutSign(query);
  const found = useFound(onlyVerbs ? "" : query, LIMIT, (page) => (verb ? doing(page, verb) : page));
  const addressOf = useScanned();
  // What has no exact match is searched like typed words.
  const onScanned = (text: string) => {
    const address = addressOf(text);
    if (address !== null) return void navigate(verb ? doing(address, verb) : address);
    spotlight.open();
    setQuery(text);
  };
  const ask = (entry: PaletteEntry) => {
    setAsking(entry);
    setQuery("");
  };
  const given = { screens, also, entries, words, query: withoutSign(query), onAsk: ask };
  const { acts, numbered, named, explained, is_word } = useEverything(given);
  // "month" goes to Month end before Mr Mondal; "mond" finds him first.
  const all = is_word
    ? [...acts, found, numbered, named, explained]
    : [found, numbered, ...acts, named, explained];
  const groups = verb ? [found] : onlyVerbs ? acts : all;
  const label = asking ? t("finder.whom", { what: t(asking.label) }) : t("shell.search");
  return (
    <>
      <RememberPages screens={screens} />
      <Spotlight
        actions={groups.flatMap((group) => (group && group.actions.length > 0 ? [group] : []))}
        query={query}
        onQueryChange={setQuery}
        filter={(_query, all) => all}
        attributes={{ content: { "aria-label": t("shell.search") } }}
        // openPalette() gives the keys; nothing moves in, so that the field is there at once.
        shortcut={null}
        transitionProps={{ duration: 0 }}
        onSpotlightOpen={look}
        onSpotlightClose={() => setAsking(null)}
        scrollable
        maxHeight={460}
        highlightQuery={false}
        classNames={{ action: classes.action }}
        nothingFound={t(verb && query.trim() === "" ? "finder.type" : "finder.nothing")}
        searchProps={{
          leftSection: <IconSearch size={18} />,
          rightSection: <ScanButton onFound={onScanned} onOpen={spotlight.close} />,
          rightSectionPointerEvents: "all",
          id: FINDER_FIELD,
          placeholder: label,
          "aria-label": label,
          // An empty field takes the question back.
          onKeyDown: (event) => {
            if (event.key !== "Backspace" || query !== "" || !asking) return;
            event.preventDefault();
            setAsking(null);
          },
        }}
      />
    </>
  );
}
