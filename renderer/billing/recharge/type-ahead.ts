// What is typed between the Enter that opens the payment dialog and its first drawing: kept for the amount, not lost in
// the search box behind it. An Enter in that moment has nothing to confirm yet, and does nothing.

let typed = "";

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
}

/** Stops listening; what was typed stays until it is taken. */
export function stopTypeAhead(): void {
  window.removeEventListener("keydown", hear, { capture: true });
}

/** What was typed so far. */
export const typedAhead = (): string => typed;
