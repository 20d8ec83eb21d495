// The arrow down reaches a page's table also where nothing has the keyboard: right after the page came up, or a dialog closed.
import { useHotkeys } from "@mantine/hooks";
import type { RefObject } from "react";

/** Of several tables on a page the first takes the key. */
export function useFocusTable(frame: RefObject<HTMLElement | null>): void {
  const into = (event: KeyboardEvent) => {
    const { activeElement, body } = document;
    if (event.defaultPrevented || (activeElement !== null && activeElement !== body)) return;
    const row = frame.current?.querySelector<HTMLElement>('tr[tabindex="0"]');
    if (!row) return;
    event.preventDefault();
    row.focus();
  };
  useHotkeys([["ArrowDown", into, { preventDefault: false }]]);
}
