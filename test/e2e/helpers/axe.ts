// What axe finds on a page, serious and critical (WCAG 2.2 AA).
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";

let axe: Promise<string> | null = null;

/** What other colours can make wrong on a page that is right otherwise. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Less serious to axe, but who listens to a screen stumbles over them. */
const ALSO = ["empty-table-header", "heading-order"];

/** What axe looks at only when it is told to. */
const TOLD = { "target-size": { enabled: true } };

/** What else it finds right, or can't say, is neither described nor sent here: half of its work. */
const ONLY = { resultTypes: ["violations"] };

/** Serious and critical findings and those of `ALSO`, each with the elements it means. */
async function look(page: Page, rules?: readonly string[]): Promise<string[]> {
  axe ??= readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axe);
  const options = { ...ONLY, ...(rules ? { runOnly: { type: "rule", values: rules } } : { rules: TOLD }) };
  const violations = await page.evaluate(async (given) => {
    const { axe } = window as unknown as { axe: { run(how: object): Promise<AxeResults> } };
    return (await axe.run(given)).violations;
  }, options);
  return violations
    .filter(({ id, impact }) => impact === "serious" || impact === "critical" || ALSO.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

/** What waits for a device turns for as long as that takes, and is looked at as it is. */
const LOADING_MS = 3_000;

/** Lets what loads or fades in or between colours arrive: half there, its words have neither colour. */
export async function settle(page: Page): Promise<void> {
  const loads = page.locator(".mantine-Loader-root").filter({ visible: true });
  await loads
    .first()
    .waitFor({ state: "hidden", timeout: LOADING_MS })
    .catch(() => undefined);
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const fading = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === "running" && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
        );
    // What was just opened begins to fade in with the second frame.
    await frame();
    await frame();
    while (fading().length > 0) {
      for (const animation of fading()) animation.finish();
      await frame();
    }
  });
}

/** Turns the page to other colours. */
async function turn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
  await settle(page);
}

/** What is found in light colours, and beside it in dark ones: there only what colours can make wrong. */
export async function findings(page: Page): Promise<string[]> {
  await settle(page);
  const light = await look(page);
  await turn(page, "dark");
  const dark = await look(page, COLOURS);
  await turn(page, "light");
  return [...light, ...dark.map((finding) => `in dark colours: ${finding}`)];
}

/**
 * Dialogs with a field whose focus is on the cross, which closes them: whoever types then types into nothing.
 * Waited for: the focus comes a moment after the dialog.
 */
export async function focusOnCross(page: Page): Promise<string[]> {
  const wrong = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("[role=dialog]")]
        .filter((dialog) => dialog.querySelector(":is(input, textarea, select):not([type=hidden])"))
        .filter(
          (dialog) =>
            document.activeElement?.matches(".mantine-CloseButton-root") &&
            dialog.contains(document.activeElement),
        )
        .map((dialog) => dialog.textContent?.slice(0, 80) ?? ""),
    );
  const until = Date.now() + 3_000;
  while ((await wrong()).length > 0 && Date.now() < until)
    await page.evaluate(() => new Promise(requestAnimationFrame));
  return wrong();
}
