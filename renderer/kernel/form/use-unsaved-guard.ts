// What was typed and not saved is lost neither by a reload, nor by closing the window, nor by the browser's way back: the
// browser asks before the first two, we before the last.
import { useEffect, useRef } from "react";
import { guardBack } from "../page-actions/back-guard.ts";

/** Which page of the history one is on; undefined in a browser that does not say: there the way back asks nothing. */
const place = () =>
  (globalThis as { navigation?: { currentEntry: { index: number } | null } }).navigation?.currentEntry?.index;

/**
 * @param isUnsaved Looked at before the page is left.
 * @param ask Shows the question: they went back or on, and are here again.
 */
export function useUnsavedGuard(isUnsaved: () => boolean, ask: () => void): void {
  const current = useRef({ isUnsaved, ask });
  current.current = { isUnsaved, ask };
  useEffect(() => {
    const here = place();
    const leave = (event: BeforeUnloadEvent) => {
      if (current.current.isUnsaved()) event.preventDefault();
    };
    // For the screens nothing has happened.
    guardBack((event) => {
      const there = place();
      if (here === undefined || there === undefined || !current.current.isUnsaved()) return;
      event.stopImmediatePropagation();
      if (there === here) return;
      history.go(here - there);
      current.current.ask();
    });
    window.addEventListener("beforeunload", leave);
    return () => {
      window.removeEventListener("beforeunload", leave);
      guardBack(null);
    };
  }, []);
}
