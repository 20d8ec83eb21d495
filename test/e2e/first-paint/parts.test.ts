// Parts that are loaded later, in a real browser: what comes before the first paint, what is there with the line cut, and
// what is said of a part that does not come.
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../helpers/process/wait.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";

let environment: E2eEnvironment;
let desktop: Desktop;

beforeAll(async () => {
  environment = await openE2eEnvironment();
  desktop = await environment.desktop();
});

afterAll(() => environment?.close());

/** kB that had come over the wire when the page first showed something, but for fonts. */
const beforePaint = () => {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  if (!paint) return null;
  const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const before = files.filter(
    ({ name, startTime }) => startTime < paint.startTime && !name.endsWith(".woff2"),
  );
  return before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000;
};

test("A browser has fetched at most 150 kB when the sign-in is painted", async () => {
  await desktop.page.getByLabel("Company").waitFor();
  await eventually(async () => (await desktop.page.evaluate(beforePaint)) !== null);
  const size = await desktop.page.evaluate(beforePaint);
  expect(size).toBeGreaterThan(50);
  expect(size).toBeLessThan(150);
});

test("Passwords are stretched and records are sealed by a worker, not by the page that somebody types into", async () => {
  await desktop.page.getByLabel("Company").waitFor();
  await eventually(async () =>
    desktop.page.workers().some((worker) => worker.url().includes("crypto-worker")),
  );
});

test("A form that nobody had opened before the line was cut opens all the same", async () => {
  await desktop.signIn("clerk");
  await desktop.inSync();
  const { page } = desktop;
  desktop.cut();
  await page.getByRole("link", { name: "Tickets" }).click();
  await page.getByRole("heading", { name: "Tickets" }).waitFor();
  await page.getByRole("button", { name: "New ticket" }).first().click();
  await page
    .getByRole("dialog")
    .getByLabel(/Subject/)
    .waitFor();
  await page.keyboard.press("Escape");
  desktop.mend();
});

test("An application that has not arrived whole on a computer says so there, and with the line cut what not to do", async () => {
  const { page } = desktop;
  await desktop.inSync();
  expect(await page.getByText("Not ready to work without a line yet").count()).toBe(0);
  const other = await environment.desktop({ serviceWorkers: "block" });
  await other.enter("clerk");
  await other.page.getByText("Not ready to work without a line yet").waitFor();
  other.cut();
  await other.page.getByText("leave this window open until the line is back").waitFor();
  await other.page.close();
  // Playwright says that it keeps the worker away, the page that a part of it does not come while the line is cut.
  other.complaints.splice(0);
});

test("A part that does not come says so, and comes when it is asked for again", async () => {
  const other = await environment.desktop({ serviceWorkers: "block" });
  const { page } = other;
  const parts = /assets\/(finding|payment-dialog)-/;
  await page.route(parts, (route) => route.abort());
  await other.enter("clerk");
  const said = page.getByRole("alert").filter({ hasText: "A part of the application has not arrived" });
  await said.waitFor();
  await page.unroute(parts);
  // Chromium asks again for a script that did not come only when the page is opened anew; for styles it asks at once, and nobody has
  // to unlock.
  await eventually(async () => {
    if ((await said.count()) > 0) await said.getByRole("button", { name: "Try again" }).click();
    if ((await page.getByText("Welcome back").count()) > 0) await other.unlock("clerk-secret");
    await page.keyboard.press("Control+k");
    return (await page.getByRole("dialog").count()) > 0;
  });
  // What the browser writes of the parts that did not come is what this test is about.
  expect(other.complaints.splice(0).filter((text) => !text.includes("could not be loaded"))).toEqual([]);
});
