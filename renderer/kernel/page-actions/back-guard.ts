// The browser's way back and on, looked at before the router sees it: a window's listeners are called in their order.

type Gate = (event: PopStateEvent) => void;

let gate: Gate | null = null;

/** Puts a gate before the router, or takes it away. */
export function guardBack(next: Gate | null): void {
  gate = next;
}

/** Call once, before there is a router. */
export const watchBack = () => window.addEventListener("popstate", (event) => gate?.(event));
