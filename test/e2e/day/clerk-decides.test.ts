// What the server refused, or what somebody has to look at, is decided on one card, wherever it is opened.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let desk: Desktop;
beforeAll(async () => {
  office = await openE2eEnvironment();
  desk = await office.desktop();
  await desk.signIn("boss");
  await desk.inSync();
});
afterAll(() => office?.close());
afterEach(async ({ task }) => {
  desk?.mend();
  if (task.result?.state === "fail") await desk?.photograph(`decides-failed-${task.id}`);
});

const go = (path: string) => desk.page.goto(`${desk.line.url}/#${path}`);
const dialog = (name: string | RegExp) => desk.page.getByRole("dialog", { name });
const row = (name: string | RegExp) => desk.page.getByRole("row", { name });
const offline = async () => {
  desk.cut();
  await desk.connection.filter({ hasText: /^Offline/ }).waitFor();
};

test("A refused change is dismissed with a reason on its card, and the reason stands there afterwards", async () => {
  const { page } = desk;
  await go("/customers?new=1");
  const form = dialog("New customer");
  await form.getByLabel("Name", { exact: false }).first().fill("Ghost Twin");
  await offline();
  await form.getByLabel(/^Phone/).fill("01711000998");
  await form.getByRole("button", { name: "Add customer" }).click();
  await page.getByRole("heading", { name: "Ghost Twin" }).waitFor();
  const taken = { name: "First", username: "ghost.twin", phone: "01711000997" };
  expect((await office.tenant.owner.post("/customers/", taken)).status).toBe(201);
  desk.mend();
  await page.getByText(/Username is taken already/).waitFor();
  await go("/sync?tab=outbox");
  await row(/Ghost Twin/).focus();
  await page.keyboard.press("Enter");
  const card = page.getByRole("dialog", { name: "New customer", exact: true });
  for (const name of ["Correct…", "Dismiss…", "Try again"])
    await card.getByRole(name === "Correct…" ? "link" : "button", { name }).waitFor();
  expect(await findings(page)).toEqual([]);
  await desk.picture("matter-refused");
  const story = new Story(page);
  await card.getByRole("button", { name: "Dismiss…" }).focus();
  await story.press("Enter");
  await dialog(/^Dismiss: /).waitFor();
  expect(await story.aside(() => findings(page))).toEqual([]);
  await story.press("2", "Enter");
  await card.waitFor({ state: "detached" });
  expect(story.told("clerk: a refused change dismissed")).toBe(3);
  await page.getByText("All of 30 days").click();
  await row(/Ghost Twin/).focus();
  await page.keyboard.press("Enter");
  await card.getByText("Corrected by hand").waitFor();
  await page.keyboard.press("Escape");
});
