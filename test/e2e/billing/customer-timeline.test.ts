// What happened to a customer is one list on their page: payments, bills, calls, tickets, jobs, the router, edits and services,
// by day; with the line cut it tells what this computer knows, and of when that is.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let boss: Desktop;
let rahim: string;

async function made(path: string, body: Readonly<Record<string, unknown>>) {
  const answer = await office.tenant.owner.post(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

beforeAll(async () => {
  office = await openE2eEnvironment();
  rahim = office.customer("Rahim Uddin").id;
  const plan = { name: "Home 50", price: "1000.00", bandwidth_mbps: 50, validity_days: 30 };
  const larger = await made("/packages/", plan);
  await made("/recharges/", { customer_id: rahim, amount: "1400.00", validity_days: 30 });
  const trouble = { customer: rahim, subject: "Line down", description: "No light", category: "NO_INTERNET" };
  await made("/tickets/", trouble);
  await made("/tasks/", { customer: rahim, title: "Weak light", description: "Slow", task_type: "REPAIR" });
  const call = { customer: rahim, call_type: "INBOUND", disposition: "COMPLAINT", notes: "Slow at night" };
  await made("/call-logs/", call);
  await made("/deposits/", { customer: rahim, amount: "300", method: "CASH", reason: "Router on loan" });
  const move = { name: "Move to another flat", kind: "ONE_OFF", price: "500", source: "INSTALLATION" };
  const { id: addon } = await made("/addons/", move);
  await made("/customer-addons/", { customer: rahim, addon });
  await made(`/customers/${rahim}/change-package/`, {
    package: larger.id,
    when: "NOW",
    payment: { amount: "500.00", method: "CASH" },
  });
  await office.tenant.owner.patch(`/customers/${rahim}/`, { area: "Mirpur 11" });
  boss = await office.desktop();
  await boss.signIn("boss");
});
afterAll(() => office?.close());
afterEach(async ({ task }) => {
  boss?.mend();
  if (task.result?.state === "fail") await boss?.photograph(`timeline-failed-${task.id}`);
});

const panel = () => boss.page.getByRole("tabpanel", { name: "Timeline" });
const line = (text: string | RegExp) => panel().getByRole("listitem").filter({ hasText: text });
const open = async (search = "") => {
  await boss.page.goto(`${boss.line.url}/#/customers`);
  await boss.page.goto(`${boss.line.url}/#/customers/${rahim}?tab=timeline${search.replace("?", "&")}`);
  await panel().waitFor();
};

test("A customer's page opens at what happened, of every area, by day, and each line leads to its record by keys", async () => {
  const { page } = boss;
  await open();
  for (const told of [
    ...["Recharge", "Bill", "Ticket · Line down", "Task · Weak light", "Call", "Deposit", "Service"],
    ...["Change of package", "Move to another flat", "Mirpur 11"],
  ])
    await line(told).first().waitFor();
  await panel().getByRole("region").first().waitFor();
  const story = new Story(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await story.press("ArrowDown", "Enter");
  await panel().waitFor({ state: "detached" });
  expect(story.told("everybody: the last that happened to a customer")).toBe(2);
  await page.goBack();
  await panel().waitFor();
  await boss.page.getByRole("link", { name: /Line down/ }).click();
  await page.getByRole("heading", { name: /Line down/ }).waitFor();
});

test("It is narrowed down to kinds, which the address keeps, and the small lists are behind More, at their old addresses, too", async () => {
  const { page } = boss;
  await open();
  await line("Line down").waitFor();
  await panel().getByText("Calls", { exact: true }).click();
  await line("Line down").waitFor({ state: "detached" });
  await line("Slow at night").waitFor();
  expect(page.url()).toContain("kinds=calls");
  await open("?kinds=tickets");
  await line("Line down").waitFor();
  expect(await line("Slow at night").count()).toBe(0);
  await page.getByRole("button", { name: "More of this customer" }).click();
  await page.getByRole("menuitem", { name: "Deposits" }).click();
  await page.getByRole("tabpanel", { name: "Deposits" }).getByText("DP-00001").waitFor();
  await page.goto(`${boss.line.url}/#/customers/${rahim}?tab=services`);
  await page.getByRole("tabpanel", { name: "Services" }).waitFor();
  await page.goto(`${boss.line.url}/#/customers/${rahim}?view=bookkeeping`);
  await page
    .getByRole("tabpanel", { name: "Account" })
    .getByRole("columnheader", { name: "Debit" })
    .waitFor();
});

test("The latest change of package is taken back from its line while the server would do it, and its line says so then", async () => {
  const { page } = boss;
  await open("?kinds=services");
  const change = line("Change of package").first();
  await change.getByRole("button", { name: "Take back" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Home 50 → Home 20/).waitFor();
  await dialog.locator("[data-armed]").waitFor();
  expect(await findings(page)).toEqual([]);
  await boss.picture("timeline-take-back");
  await dialog.getByLabel("Reason").fill("Wrong customer");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  await change.getByText("Taken back").waitFor();
  expect(await change.getByRole("button", { name: "Take back" }).count()).toBe(0);
  const { body } = await office.tenant.owner.get(`/customers/${rahim}/`);
  expect(body.package).toBe(office.package_id);
});

test("With the line cut it tells what is here and of when that is, says what is not, and has the clock at what waits", async () => {
  const { page } = boss;
  await open();
  await line("Mirpur 11").waitFor();
  boss.cut();
  await boss.connection.filter({ hasText: /offline/i }).waitFor();
  const { id: karim } = office.customer("Karim Hossain");
  await page.goto(`${boss.line.url}/#/customers/${karim}?tab=timeline`);
  await page.getByRole("heading", { name: "Karim Hossain" }).waitFor();
  await panel()
    .getByRole("status")
    .filter({ hasText: /as this computer knew it at .*Not on this computer: .*Edits/s })
    .waitFor();
  await line("Bill").first().waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("c");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /To be called back/ })
    .waitFor();
  await page.keyboard.press("4");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await line("To be called back")
    .getByRole("img", { name: /Waiting/ })
    .waitFor();
  boss.mend();
  await boss.inSync();
  await line("To be called back").getByRole("img").waitFor({ state: "detached" });
});

for (const language of ["en", "bn"] as const)
  test(`Who sees all tabs has them on one line of 1280 pixels, clean in light and dark and on a phone (${language})`, async () => {
    const { page } = boss;
    await open();
    if (language === "bn") await page.getByRole("button", { name: /বাংলা/ }).click();
    await page.goto(`${boss.line.url}/#/customers/${rahim}?tab=service-changes`);
    const list = page.getByRole("tablist").last();
    const tabs = list.getByRole("tab");
    await tabs.nth(9).waitFor();
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    const ends = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().right));
    const frame = await list.boundingBox();
    expect(Math.max(...ends)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0) + 1);
    await page.goto(`${boss.line.url}/#/customers/${rahim}?tab=timeline`);
    await page.getByRole("tabpanel").getByRole("listitem").nth(5).waitFor();
    for (const width of [1280, 1920, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await boss.picture(`timeline-${language}-${width}-${colorScheme}`);
        expect(await findings(page)).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
