// What can be done on the open page: each verb is said once, for its key, for the palette and for the list of keys under `?`.
import { type HotkeyItem, useHotkeys } from "@mantine/hooks";
import type { TablerIcon } from "@tabler/icons-react";
import { useEffect, useId, useRef } from "react";
import { useSearchParams } from "react-router";
import { typingOf } from "../screen/fresh-keys.ts";
import { dialogOpen } from "./dialog-open.ts";

/** Something that a person can do here. */
export interface PageAction {
  /** Names it in an address: `?do=grace` does it as soon as the page offers it. */
  readonly id: string;
  readonly label: string;
  readonly icon?: TablerIcon | undefined;
  /** The key that does it, as people read it: "E", "F2". */
  readonly key?: string;
  /** Somebody else answers to the key already. */
  readonly is_heard?: boolean;
  readonly run: () => void;
}

/** A key of a part of the page that is no verb of the whole page: the arrows of a table. */
export interface KeyHint {
  readonly keys: readonly string[];
  readonly label: string;
}

/** The parameter of an address that asks for a verb of the page. */
const DO = "do";

const offered = new Map<string, readonly PageAction[]>();
const hinted = new Map<string, readonly KeyHint[]>();

/** The verbs of the open page, in the order in which its parts offer them. */
export const verbsHere = (): readonly PageAction[] => [...offered.values()].flat();

/** The other keys of the open page, each once. */
export const hintsHere = (): readonly KeyHint[] => {
  const byKeys = new Map([...hinted.values()].flat().map((hint) => [hint.keys.join(), hint]));
  return [...byKeys.values()];
};

/** The address of a page that does one of its verbs as it opens. */
export const doing = (path: string, verb: string): string => `${path}?${DO}=${encodeURIComponent(verb)}`;

/** Keeps what a part of the page says of itself for as long as the part is there. */
function useOffered<T>(map: Map<string, readonly T[]>, what: readonly T[]): void {
  const part = useId();
  const ref = useRef(what);
  ref.current = what;
  useEffect(() => {
    map.set(part, ref.current);
  });
  useEffect(
    () => () => {
      map.delete(part);
    },
    [map, part],
  );
}

/** Offers verbs while the part of the page that calls this is there. */
export function usePageActions(verbs: readonly PageAction[]): void {
  const [params, setParams] = useSearchParams();
  const asked = params.get(DO);
  useOffered(offered, verbs);
  useHotkeys(
    verbs.flatMap(({ key, is_heard, run }): HotkeyItem[] => {
      if (key === undefined || is_heard) return [];
      const hear = (event: KeyboardEvent) => {
        // Whoever has ticked a box goes on with the page's keys.
        if (typingOf(event.target) !== "none") return;
        event.preventDefault();
        if (!dialogOpen()) run();
      };
      return [[key, hear, { preventDefault: false }]];
    }),
    [],
  );
  const wanted = asked === null ? undefined : verbs.find(({ id }) => id === asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the verb is done once, as the page comes to offer it
  useEffect(() => {
    if (!wanted) return;
    setParams(
      (before) => {
        before.delete(DO);
        return before;
      },
      { replace: true },
    );
    wanted.run();
  }, [wanted?.id]);
}

/** Lists keys of a part of the page under `?`, while it is there. */
export function useKeyHints(hints: readonly KeyHint[]): void {
  useOffered(hinted, hints);
}
