// What axe finds on a page, serious and critical (WCAG 2.2 AA).
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

let axe: Promise<string> | null = null;

/** Serious and critical findings, each with the elements it means. */
export async function findings(page: Page): Promise<string[]> {
  axe ??= readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
  await page.evaluate(await axe);
  const results: AxeResults = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}
