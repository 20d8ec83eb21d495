// What axe finds on a page, serious and critical (WCAG 2.2 AA).
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

let axe: Promise<string> | null = null;

/** What other colours can make wrong on a page that is right otherwise. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Serious and critical findings, each with the elements it means. */
async function look(page: Page, rules?: readonly string[]): Promise<string[]> {
  axe ??= readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
  await page.evaluate(await axe);
  const options = rules ? { runOnly: { type: "rule", values: rules } } : {};
  const results: AxeResults = await page.evaluate(
    (given) => (window as unknown as { axe: { run(how: object): Promise<AxeResults> } }).axe.run(given),
    options,
  );
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

/** Turns the page to other colours, and lets what fades between them arrive. */
async function turn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY) animation.finish();
  });
}

/** What is found in light colours, and beside it in dark ones: there only what colours can make wrong. */
export async function findings(page: Page): Promise<string[]> {
  const light = await look(page);
  await turn(page, "dark");
  const dark = await look(page, COLOURS);
  await turn(page, "light");
  return [...light, ...dark.map((finding) => `in dark colours: ${finding}`)];
}
