// The keys that work everywhere, and the page under `?`: what the open page is for, and its keys.
import { ActionIcon } from "@mantine/core";
import { type HotkeyItem, useHotkeys } from "@mantine/hooks";
import { IconHelp } from "@tabler/icons-react";
import { type ComponentType, type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router";
import { create } from "zustand";
import { useWords } from "../i18n/index.ts";
import { dialogOpen, watchDialogs } from "../page-actions/dialog-open.ts";
import { AfterPaint, lazily } from "../screen/lazily.tsx";
import { useSession } from "../session/session-store.ts";
import { openPalette } from "./palette/open-palette.ts";
import type { Shortcut } from "./shortcut-list.tsx";

const ShortcutList = lazily(() => import("./shortcut-list.tsx"), "ShortcutList");

const useShown = create<{ shown: boolean }>(() => ({ shown: false }));

export function openShortcuts(): void {
  useShown.setState({ shown: true });
}

/** The same by touch and mouse. */
export function HelpButton() {
  const label = useWords()("shortcuts.help");
  return (
    <ActionIcon size="lg" aria-label={label} title={label} aria-keyshortcuts="?" onClick={openShortcuts}>
      <IconHelp size={19} />
    </ActionIcon>
  );
}

/** At the first page of a visit "back" would leave the application; the router counts its pages in the history's state. */
const mayGoBack = () => Number((history.state as { idx?: number } | null)?.idx ?? 0) > 0;

/** Pages open with the focus in their search field, and no search begins with a question mark. */
function helpAtEmptySearch(event: KeyboardEvent): void {
  const { target, key } = event;
  if (key !== "?" || !(target instanceof HTMLInputElement)) return;
  if (target.value !== "" || !target.matches("[data-search]")) return;
  event.preventDefault();
  openShortcuts();
}

interface ShortcutsProps {
  readonly shortcuts: readonly Shortcut[];
  /** Says what the open page is for, around its keys. */
  readonly About: ComponentType<{ children: ReactNode }>;
}

export function Shortcuts({ shortcuts, About }: ShortcutsProps) {
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  const mine = shortcuts.filter(({ permission }) => permission === undefined || can(permission));
  const lock = useSession((session) => session.lock);
  const shown = useShown((state) => state.shown);
  const close = () => useShown.setState({ shown: false });
  useEffect(watchDialogs, []);
  useEffect(() => {
    addEventListener("keydown", helpAtEmptySearch);
    return () => removeEventListener("keydown", helpAtEmptySearch);
  }, []);
  const unlessDialog = (work: () => unknown) => () => {
    if (!dialogOpen()) work();
  };
  useHotkeys(
    [
      ["Escape", unlessDialog(() => mayGoBack() && navigate(-1))],
      ["shift+?", openShortcuts],
      ["?", openShortcuts],
      ["/", unlessDialog(openPalette)],
    ],
    ["INPUT", "TEXTAREA", "SELECT"],
  );
  // Also while typing: these are no letters.
  useHotkeys(
    [
      ...mine.flatMap(({ keys, to }) =>
        to === undefined ? [] : [[keys.join("+"), unlessDialog(() => navigate(to))] as HotkeyItem],
      ),
      ["mod+K", unlessDialog(openPalette)],
      ["mod+L", () => void lock()],
      ["F1", openShortcuts],
    ],
    [],
  );
  return (
    <AfterPaint>
      <ShortcutList shortcuts={mine} About={About} opened={shown} onClose={close} />
    </AfterPaint>
  );
}
