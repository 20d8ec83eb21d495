// Ctrl+Enter sends a form from wherever one types in it: in a text of several lines Enter is the next line.

/** Does what the form's own button does, where it can be pressed now. Call once. */
export function sendFormsByKeys(): void {
  window.addEventListener("keydown", (event) => {
    // A dialog that uses the key itself has said so.
    if (event.defaultPrevented || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    const button = form?.querySelector<HTMLButtonElement>("button[type=submit]");
    if (!button) return;
    event.preventDefault();
    button.click();
  });
}
