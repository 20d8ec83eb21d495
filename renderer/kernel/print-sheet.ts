// Puts one sheet on paper through the page's own print dialog, and nothing else of the page.

import { isPractising, STAMP } from "./practice/practising.ts";

/** On each page of paper, and more than once on a long one: what is torn off says it, too. */
const STAMP_STYLE = `
.practice-stamps { position: fixed; inset: 0; display: flex; flex-direction: column; justify-content: space-around; align-items: center; pointer-events: none; }
.practice-stamps div { font: 700 13vw/1.15 sans-serif; text-align: center; color: #000; opacity: 0.3; transform: rotate(-24deg); }`;

function stamps(): HTMLElement {
  const over = document.createElement("div");
  over.className = "practice-stamps";
  for (let n = 0; n < 3; n++) {
    const stamp = document.createElement("div");
    stamp.append(STAMP[0], document.createElement("br"), STAMP[1]);
    over.append(stamp);
  }
  return over;
}

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
  rules.textContent = style + STAMP_STYLE;
  if (isPractising()) sheet.append(stamps());
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
