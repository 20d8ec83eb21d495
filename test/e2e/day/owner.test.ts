// The owner: how the business stands on one screen, each figure with the list that it is made of; the same on a phone.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { PHONE } from "../helpers/phone.ts";
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
  if (task.result?.state === "fail") await boss?.photograph(`owner-failed-${task.id}`);
});

/** The parts of the dashboard, in the order in which they are read. */
const CARDS = [
  "Collected today",
  "Collected this month",
  "Owed",
  "Monthly revenue",
  "Collected in the last 30 days",
  "Dues by age",
  "Who holds cash",
  "Changes of the month",
  "Customers",
  "Waits for a decision",
  "Network",
];

async function openDashboard({ page, line }: Desktop): Promise<void> {
  await page.goto(`${line.url}/#/dashboard`);
  await page.getByRole("region", { name: "Who holds cash" }).waitFor();
}

/** How far the page goes beyond the window, across and down, in pixels. */
const beyond = ({ page }: Desktop) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return [scrollWidth - clientWidth, Math.max(0, scrollHeight - clientHeight)];
  });

const order = ({ page }: Desktop) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main section[aria-label]")].map((card) => card.getAttribute("aria-label")),
  );

test("The whole dashboard stands on one screen of 1280 by 800, light and dark", async () => {
  const story = new Story(boss.page).begin();
  await openDashboard(boss);
  expect(story.told("owner: the whole dashboard")).toBe(0);
  expect(await order(boss)).toEqual(CARDS);
  expect(await beyond(boss)).toEqual([0, 0]);
  await boss.picture("owner-dashboard");
  expect(await findings(boss.page)).toEqual([]);
  await boss.page.emulateMedia({ colorScheme: "dark" });
  await boss.picture("owner-dashboard-dark");
  await boss.page.emulateMedia({ colorScheme: "light" });
});

test("From any page the owner opens the dashboard and the customers behind a figure without the mouse, in 10 keys", async () => {
  const { page, line } = boss;
  await page.goto(`${line.url}/#/settings`);
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  const keys = new Story(page);
  await keys.press("Control+k");
  await keys.type("dashb");
  await page
    .getByRole("button", { name: /Dashboard/ })
    .first()
    .waitFor();
  await keys.press("Enter");
  const card = page.getByRole("region", { name: "Customers", exact: true });
  await card.waitFor();
  const shown = await card.getByRole("link", { name: /^\d+$/ }).nth(1).innerText();
  // The ninth card, and after its sum the first state.
  await keys.press("9");
  await keys.press("Tab");
  await keys.press("Enter");
  await page.getByRole("heading", { name: "Customers" }).waitFor();
  await page
    .getByText(new RegExp(`(^|\\D)${shown}(\\D|$)`))
    .first()
    .waitFor();
  expect(keys.told("owner: the customers behind a figure")).toBe(10);
});

test("The cards stand on a phone of 390 pixels in one column, in the order of the wide page, and nothing goes beyond the edge", async () => {
  const phone = await environment.desktop({ ...PHONE, keepsFiles: false });
  await phone.signIn("boss");
  await openDashboard(phone);
  expect(await order(phone)).toEqual(CARDS);
  const lefts = await phone.page.evaluate(() =>
    [...document.querySelectorAll("main section[aria-label]")].map((card) =>
      Math.round(card.getBoundingClientRect().left),
    ),
  );
  expect(new Set(lefts).size).toBe(1);
  expect((await beyond(phone))[0]).toBe(0);
  await phone.picture("owner-phone");
  expect(await findings(phone.page)).toEqual([]);
});
