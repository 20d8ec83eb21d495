// The browser of the end-to-end tests: it starts, draws Latin and Bengali text, and a wrong path says so.
import { afterEach, expect, test, vi } from "vitest";
import { findChromium, launchChromium } from "../helpers/chromium.ts";

afterEach(() => vi.unstubAllEnvs());

test("Chromium starts and has a glyph for Bengali", async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 400, height: 200 } });
    await page.setContent("<p>Customer ledger: বিল</p>");
    const picture = await page.screenshot();
    expect(picture.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect(picture.length).toBeGreaterThan(1000);
    // A missing glyph is drawn as the same box whatever the letter: two different letters must not look alike.
    const [ka, ma] = await Promise.all(
      ["ক", "ম"].map(async (letter) => {
        const own = await browser.newPage({ viewport: { width: 80, height: 80 } });
        await own.setContent(`<body style="font-size:48px">${letter}</body>`);
        return (await own.screenshot()).toString("base64");
      }),
    );
    expect(ka).not.toBe(ma);
  } finally {
    await browser.close();
  }
});

test("A LASTMILE_CHROMIUM that can not be run is named", () => {
  vi.stubEnv("LASTMILE_CHROMIUM", "/nowhere/chromium");
  expect(() => findChromium()).toThrow("LASTMILE_CHROMIUM names /nowhere/chromium");
});
