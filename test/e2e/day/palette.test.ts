// What everybody uses: the palette with every verb, the keys of the open page, and a computer that nobody sits at.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let environment: E2eEnvironment;
let boss: Desktop;

beforeAll(async () => {
  environment = await openE2eEnvironment();
  boss = await environment.desktop({ keepsFiles: false });
  await boss.signIn("boss");
});

afterAll(() => environment?.close());

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await boss?.photograph(`palette-failed-${task.id}`);
});

test("Grace for a customer is given from anywhere without the mouse, in 16 keys", async () => {
  const { page } = boss;
  const keys = new Story(page);
  await page.goto(`${boss.line.url}/#/settings`);
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await keys.press("Control+k");
  await keys.type("grace f");
  await page.getByRole("button", { name: "Grace for …" }).waitFor();
  await keys.press("Enter");
  await page.getByLabel("Grace for … (who?)").waitFor();
  await keys.type("karim");
  await page.getByRole("button", { name: /Karim Hossain/ }).waitFor();
  await keys.press("Enter");
  const dialog = page.getByRole("dialog", { name: /Karim Hossain/ });
  await dialog.waitFor();
  await keys.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText(/Grace until/).waitFor();
  expect(keys.told("everybody: grace from any screen")).toBe(16);
  // The page is the customer's, and a reload gives no second grace.
  expect(page.url()).not.toContain("do=");
});

test("The palette remembers whose page was open, and finds a bill by the number on its paper", async () => {
  const { page } = boss;
  const { body } = await environment.tenant.owner.get("/invoices/?page_size=1");
  const number = String(body.results[0].invoice_number);
  await page.goto(`${boss.line.url}/#/counter`);
  await page.getByRole("heading", { name: "Counter" }).waitFor();
  const keys = new Story(page);
  await keys.press("Control+k");
  await page.getByRole("button", { name: /Karim Hossain/ }).waitFor();
  await keys.type(number);
  await page.getByRole("button", { name: new RegExp(`${number}.*Bill`) }).waitFor();
  await keys.press("Enter");
  await page.getByRole("heading", { name: number }).waitFor();
  expect(keys.told("everybody: a bill by its number")).toBe(2 + number.length);
});

test("Under ? stand the keys of the open page, each of which does what it says", async () => {
  const { page } = boss;
  await page.goto(`${boss.line.url}/#/tickets`);
  await page.getByRole("heading", { name: "Tickets" }).waitFor();
  const keys = new Story(page);
  await keys.press("F1");
  const here = page.getByRole("region", { name: "On this page" });
  await here.getByText("New ticket").waitFor();
  expect(keys.told("everybody: the keys of the open page")).toBe(1);
  await page.keyboard.press("Escape");
  await here.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Tickets" }).click();
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: /ticket/i }).waitFor();
  await page.keyboard.press("Escape");
});

test("A key pressed right after the Escape that closed a dialog or a menu is the page's again", async () => {
  const { page } = boss;
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.goto(`${boss.line.url}/#/tickets`);
  await page.getByRole("heading", { name: "Tickets" }).waitFor();
  await page.keyboard.press("F1");
  await page.getByRole("region", { name: "On this page" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("F4");
  await page.getByRole("heading", { name: "Customers" }).waitFor();
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByRole("menuitem", { name: /keyboard|keys/i }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("F9");
  await page.getByRole("heading", { name: "Call back" }).waitFor();
});

test("A computer that nobody sits at says that it will lock, and locks; what was typed is there after the password", async () => {
  const { owner } = environment.tenant;
  const { status } = await owner.patch("/settings/", { lock_after_minutes: 5 });
  expect(status).toBe(200);
  const idle = await environment.desktop({ keepsFiles: false });
  await idle.signIn("boss");
  await idle.inSync();
  const { page } = idle;
  await page.goto(`${idle.line.url}/#/customers?new=1`);
  await page.getByLabel(/^Name/).fill("Half a customer");
  await page.clock.install();
  // From this touch on the clock counts, however long all that took.
  await page.keyboard.press("Shift");
  await page.clock.fastForward("04:05");
  await page.getByText(/locks in/i).waitFor();
  // Whoever comes back in time goes on as before.
  await page.keyboard.press("Shift");
  await page.getByText(/locks in/i).waitFor({ state: "detached" });
  await page.clock.fastForward("05:10");
  await page.getByText("Welcome back").waitFor();
});
