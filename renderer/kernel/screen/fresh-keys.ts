// Only a fresh key press acts: what a held key repeats reaches nothing but text and movement, and a button that moves
// money waits until what it will do has been on screen for a moment.
import { useEffect, useState } from "react";

/** Keys that may repeat anywhere: they move or erase, and can be moved back or typed again. */
const HARMLESS: ReadonlySet<string> = new Set([
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "Backspace",
  "Delete",
  "End",
  "Home",
  "PageDown",
  "PageUp",
  "Tab",
]);

interface Key {
  readonly key: string;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a key's letters go: text of one line, text of many, or no text at all. */
export type Typing = "line" | "prose" | "none";

/** Whether a key press is the repetition of a held key that would do something. */
export function isHeld({ key, repeat, ctrlKey, metaKey }: Key, typing: Typing): boolean {
  if (!repeat || HARMLESS.has(key)) return false;
  if (ctrlKey || metaKey) return true;
  if (key === "Enter") return typing !== "prose";
  return typing === "none" || key.length > 1;
}

/** A list of choices takes letters, too; a box that is ticked takes none. */
export function typingOf(target: EventTarget | null): Typing {
  if (target instanceof HTMLTextAreaElement) return "prose";
  if (target instanceof HTMLSelectElement) return "line";
  if (target instanceof HTMLElement && target.isContentEditable) return "prose";
  if (!(target instanceof HTMLInputElement)) return "none";
  return ["button", "checkbox", "radio", "submit", "reset"].includes(target.type) ? "none" : "line";
}

/** Takes the repetitions of held keys away before any handler of the application sees them. Call once, at the start. */
export function ignoreHeldKeys(): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (!isHeld(event, typingOf(event.target))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

/** Long enough that the second stroke of a bouncing key comes too early, short enough for a quick hand. */
const READING_MS = 250;

/** What a button that waits has on it: it fills until its key counts. */
export const arming = (armed: boolean) => ({
  "data-arming": true,
  "data-armed": armed || undefined,
  __vars: { "--arming-time": `${READING_MS}ms` },
});

/**
 * Whether what belongs to `shown` has been drawn and could be read: false again whenever it becomes something else.
 * @param shown what the person is to have seen; null: nothing yet
 */
export function useArmed(shown: string | null): boolean {
  const [read, setRead] = useState<string | null>(null);
  useEffect(() => {
    if (shown === null) return setRead(null);
    let timer = 0;
    // The second frame begins when the first is on screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = window.setTimeout(() => setRead(shown), READING_MS);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [shown]);
  return shown !== null && read === shown;
}
