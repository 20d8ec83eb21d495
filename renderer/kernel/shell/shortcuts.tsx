// The keys that work everywhere, and the page under `?` that lists them.
import { type HotkeyItem, useHotkeys } from "@mantine/hooks";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { create } from "zustand";
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

/** At the first page of a visit "back" would leave the application; the router counts its pages in the history's state. */
const mayGoBack = () => Number((history.state as { idx?: number } | null)?.idx ?? 0) > 0;

export function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  const mine = shortcuts.filter(({ permission }) => permission === undefined || can(permission));
  const lock = useSession((session) => session.lock);
  const shown = useShown((state) => state.shown);
  const close = () => useShown.setState({ shown: false });
  useEffect(watchDialogs, []);
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
      <ShortcutList shortcuts={mine} opened={shown} onClose={close} />
    </AfterPaint>
  );
}
