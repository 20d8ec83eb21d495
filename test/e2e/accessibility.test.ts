// axe finds nothing serious on any screen, in light and dark colours (WCAG 2.2 AA).
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Desktop } from "./helpers/desktop.ts";
import { type House, openHouse } from "./helpers/house.ts";
import { STOPS } from "./helpers/screens.ts";

let house: House;
let desktop: Desktop;
let axe: string;

beforeAll(async () => {
  axe = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
  house = await openHouse();
  desktop = await house.desktop();
}, 120_000);

afterAll(() => house?.close());

/** Serious and critical findings, each with the elements it means. */
async function findings(): Promise<string[]> {
  const { page } = desktop;
  await page.evaluate(axe);
  const results: AxeResults = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

for (const scheme of ["light", "dark"] as const) {
  describe(scheme, () => {
    test("sign-in", async () => {
      await desktop.page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await desktop.page.getByLabel("Password", { exact: true }).waitFor();
      expect(await findings()).toEqual([]);
      if (scheme === "light") await desktop.signIn("boss");
      else await desktop.unlock("boss-secret");
      await desktop.inSync();
    });

    for (const stop of STOPS) {
      test(stop.name, async () => {
        await stop.open(desktop.page, desktop.line.url, house.customers[0]?.id ?? "");
        expect(await findings()).toEqual([]);
      });
    }

    test("the app starts again", async () => {
      await desktop.restart();
    });
  });
}
