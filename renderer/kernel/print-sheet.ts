// Puts one sheet on paper through the page's own print dialog, and nothing else of the page.

let clean = (): void => {};

/**
 * Prints. Returns when the browser gives the page back: most do when their dialog is closed, some at once, with the
 * dialog still open, and some never say when it was closed. So the sheet stays, unseen, until it is printed or the next
 * one comes.
 * @param style rules of this sheet alone, its `@page` among them
 */
export function printSheet(sheet: HTMLElement, style: string): void {
  clean();
  sheet.classList.add("print-only");
  const rules = document.createElement("style");
  rules.textContent = style;
  document.head.append(rules);
  document.body.append(sheet);
  document.body.classList.add("printing");
  const over = () => {
    window.removeEventListener("afterprint", over);
    document.body.classList.remove("printing");
    sheet.remove();
    rules.remove();
    clean = () => {};
  };
  clean = over;
  window.addEventListener("afterprint", over);
  window.print();
}
