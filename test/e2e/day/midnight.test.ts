// A screen that stands open over midnight, in the built app.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, dayOf, momentOf } from "../../../shared/kernel/day.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";

let environment: E2eEnvironment;
beforeAll(async () => {
  environment = await openE2eEnvironment();
}, 120_000);
afterAll(() => environment?.close());

test("A day board that stands open over midnight is the new day's", async () => {
  const { owner } = environment.tenant;
  // Nobody touches the computer that night, and it is not to lock itself.
  const { body: settings } = await owner.patch("/settings/", { lock_after_minutes: 0 });
  const desk = await environment.desktop();
  const { page } = desk;
  await desk.signIn("boss");
  const today = dayOf(new Date(), settings.timezone);
  const tomorrow = addDays(today, 1);
  const shown = async () => await page.getByLabel("Day", { exact: true }).inputValue();
  await page.goto(`${desk.line.url}/#/day-board`);
  const before = await shown();
  await page.clock.install();
  // The timers of a page that is loaded already are not the installed clock's.
  await page.reload();
  await page.getByLabel("Password", { exact: true }).fill("boss-secret");
  await page.keyboard.press("Enter");
  await expect.poll(shown).toBe(before);
  await page.clock.setSystemTime(new Date(momentOf(tomorrow, settings.timezone).getTime() + 5_000));
  await page.clock.runFor(61_000);
  await expect.poll(shown).not.toBe(before);
  expect(await shown()).toContain(String(Number(tomorrow.slice(8))));
});
