// Opens the search over everything so that it has the keyboard at once: people press Ctrl+K and type on without a pause, and
// what they type is for the search, never for the page behind it.
import { spotlight } from "@mantine/spotlight";
import { flushSync } from "react-dom";

/** The search field, to give it the focus. */
export const FINDER_FIELD = "finder-field";

/** A search that does not come (its part could not be loaded) gives the keyboard back after so long. */
const HELD_MS = 3_000;

let held = "";
let letGo: (() => void) | null = null;

function focusField(): boolean {
  const field = document.getElementById(FINDER_FIELD);
  field?.focus({ preventScroll: true });
  return field !== null;
}

function hold(event: KeyboardEvent): void {
  if (event.key === "Escape") {
    spotlight.close();
    letGo?.();
  } else if (event.key === "Backspace") held = held.slice(0, -1);
  else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) held += event.key;
  event.preventDefault();
  event.stopPropagation();
}

/** Keeps what is typed while the search is still on its way. */
function holdKeys(): void {
  letGo?.();
  held = "";
  window.addEventListener("keydown", hold, { capture: true });
  const timer = setTimeout(() => letGo?.(), HELD_MS);
  letGo = () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", hold, { capture: true });
    letGo = null;
  };
}

export function openPalette(): void {
  // Drawn before the next key, not at the next frame.
  flushSync(spotlight.open);
  if (!focusField()) holdKeys();
}

/** Called by the search when it is there: what was typed until then; null when it was not opened by the key. */
export function takeHeldKeys(): string | null {
  if (letGo === null) return null;
  letGo();
  focusField();
  return held;
}

/** Enter takes the first of what is offered where nothing is chosen yet. */
export function chooseFirst(): void {
  const dialog = document.getElementById(FINDER_FIELD)?.closest("[role=dialog]");
  if (!dialog || dialog.querySelector("[data-action][data-selected]")) return;
  dialog.querySelector("[data-action]")?.setAttribute("data-selected", "true");
}
