// What is typed between the Enter that opens the payment dialog and its first drawing: kept for the amount, not lost in
// the search box behind it. An Enter in that moment has nothing to confirm yet, and does nothing.

let typed = "";

/** A dialog that is not there by then will not come: keys belong to the page again. */
const LONGEST_MS = 3_000;

let ending: ReturnType<typeof setTimeout> | undefined;

const AMOUNT = /^[\d.,০-৯०-९]$/;

function hear(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (AMOUNT.test(event.key)) typed += event.key;
  else if (event.key === "Backspace") typed = typed.slice(0, -1);
  else if (event.key !== "Enter") return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Listens from now on, with nothing typed. */
export function startTypeAhead(): void {
  typed = "";
  window.addEventListener("keydown", hear, { capture: true });
  clearTimeout(ending);
  ending = setTimeout(stopTypeAhead, LONGEST_MS);
}

/** Stops listening; what was typed stays until it is taken. */
export function stopTypeAhead(): void {
  clearTimeout(ending);
  window.removeEventListener("keydown", hear, { capture: true });
}

/** What was typed so far. */
export const typedAhead = (): string => typed;
