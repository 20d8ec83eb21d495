// Puts one sheet on paper through the page's own print dialog, and nothing else of the page.

/**
 * Prints and cleans up after itself. Resolves when the dialog is closed.
 * @param style rules of this sheet alone, its `@page` among them
 */
export async function printSheet(sheet: HTMLElement, style: string): Promise<void> {
  sheet.classList.add("print-only");
  const rules = document.createElement("style");
  rules.textContent = style;
  document.head.append(rules);
  document.body.append(sheet);
  document.body.classList.add("printing");
  const over = new Promise<void>((resolve) => {
    window.addEventListener("afterprint", () => resolve(), { once: true });
  });
  try {
    window.print();
    await over;
  } finally {
    document.body.classList.remove("printing");
    sheet.remove();
    rules.remove();
  }
}
