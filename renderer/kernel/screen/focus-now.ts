// Focus at the moment an element appears. A dialog's own focus comes a moment later, and a quick Enter is lost by then.

/** As a `ref`: one function for ever, so that it is called when the element appears and not at each rendering. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus();
}
