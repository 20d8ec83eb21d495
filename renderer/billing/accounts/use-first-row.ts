// The focus of a page that is one table: in its first row as it opens, in the row that was left as one comes back.
import { type RefObject, useEffect, useRef } from "react";

/** Where the last row of a table led that was followed, by the table. */
const left = new Map<string, string>();

/**
 * Puts the focus into the row, the first time into the first that is no total, once the table is there; where somebody has begun to type or to choose it stays.
 * @param table names it among the app's
 * @param rows a selector of what takes the focus, links or rows
 */
export function useFirstRow<E extends HTMLElement>(
  table: string,
  rows: string,
  ready: boolean,
): RefObject<E | null> {
  const container = useRef<E>(null);
  useEffect(() => {
    const here = container.current;
    if (!ready || !here || document.activeElement?.closest("main input, [role=dialog]")) return;
    const focus = () => {
      const all = [...here.querySelectorAll<HTMLElement>(rows)];
      const before = left.get(table);
      const single = (one: HTMLElement) => one.dataset.row !== "total";
      const row = all.find((one) => one.getAttribute("href") === before) ?? all.find(single);
      row?.focus();
      return row !== undefined;
    };
    // A long table draws its rows a moment after itself.
    const drawn = new MutationObserver(() => focus() && drawn.disconnect());
    if (!focus()) drawn.observe(here, { childList: true, subtree: true });
    const note = ({ target: on }: FocusEvent) => {
      const href = on instanceof HTMLElement ? on.getAttribute("href") : null;
      if (href) left.set(table, href);
    };
    here.addEventListener("focusin", note);
    return () => {
      drawn.disconnect();
      here.removeEventListener("focusin", note);
    };
  }, [table, rows, ready]);
  return container;
}
