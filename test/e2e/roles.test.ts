// What each role's screens say is true for that role: nothing it may not know is shown, and none of it as "none".
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findings } from "./helpers/axe.ts";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "./helpers/e2e-environment.ts";

const NOT_FOR_TECHNICIANS = /Nothing posted yet|No bills yet|No payments yet|F2|F3|৳|BDT|700/;

let environment: E2eEnvironment;
let desktop: Desktop | undefined;

/** Signs a member of staff in on a computer of their own; their first screen is whatever their role has first. */
async function signIn(username: string): Promise<Desktop> {
  const opened = await environment.desktop({ keepsFiles: false });
  desktop = opened;
  const { page } = opened;
  await page.getByLabel("Company").fill("office");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(`${username}-secret`);
  await page.keyboard.press("Enter");
  await opened.inSync();
  return opened;
}

async function openCustomer({ page, line }: Desktop, name: string): Promise<void> {
  await page.goto(`${line.url}/#/customers/${environment.customer(name).id}`);
  await page.getByRole("heading", { name }).waitFor();
}

const namesOf = (tabs: readonly string[]) => tabs.map((name) => name.trim());

beforeAll(async () => {
  environment = await openE2eEnvironment();
  await environment.tenant.staff("tech", "Technician");
  await environment.tenant.staff("books", "Accountant");
});

afterAll(() => environment?.close());

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await desktop?.photograph(`roles-failed-${task.id}`);
});

describe("a technician", () => {
  let tech: Desktop;

  test("A technician lands on their day, and has the places of the role alone", async () => {
    tech = await signIn("tech");
    const { page } = tech;
    await page.getByRole("heading", { name: "My day" }).waitFor();
    const nav = await tech.navigation();
    expect(namesOf(await nav.getByRole("link").allInnerTexts()).map((name) => name.split("\n")[0])).toEqual([
      "My day",
      "Customers",
      "Tickets",
      "Network",
      "Stock",
    ]);
    expect(await page.getByRole("heading", { name: "First steps" }).count()).toBe(0);
  });

  test("A technician sees in the list whether something is due, and no amount", async () => {
    const { page } = tech;
    await page.keyboard.press("F4");
    const row = page.getByRole("row", { name: /Rahim Uddin/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/Yes/);
    expect(await page.locator("main").innerText()).not.toContain("700");
    await page.keyboard.press("Control+K");
    const found = page.getByRole("dialog");
    await expect.poll(() => found.locator("input:focus").count()).toBe(1);
    await page.keyboard.type("rahim");
    await found.getByText("Rahim").first().waitFor();
    expect(await found.innerText()).not.toContain("700");
    await page.keyboard.press("Escape");
  });

  test("A technician finds a customer's page open at the line, without a word about money that is not so", async () => {
    const { page } = tech;
    await openCustomer(tech, "Rahim Uddin");
    expect(namesOf(await page.getByRole("tab").allInnerTexts())).toEqual([
      "Timeline",
      "Line",
      "Details",
      "Tickets",
      "Tasks",
    ]);
    await page.getByRole("tabpanel", { name: "Line" }).waitFor();
    const main = page.locator("main");
    await expect.poll(() => main.innerText()).toMatch(/Due\s+Yes/);
    expect(await main.innerText()).not.toMatch(NOT_FOR_TECHNICIANS);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await tech.picture(`roles-technician-${colorScheme}`);
    }
    expect(await findings(page)).toEqual([]);
    await page.setViewportSize({ width: 640, height: 400 });
    await tech.picture("roles-technician-small");
    await page.setViewportSize({ width: 1280, height: 800 });
    // An address from a colleague leads to no tab that states what isn't so.
    await page.goto(`${page.url()}?tab=invoices`);
    await page.getByRole("tabpanel", { name: "Line" }).waitFor();
  });

  test("A technician has no keys that do nothing", async () => {
    const { page } = tech;
    await page.keyboard.press("F2");
    await page.keyboard.press("F3");
    await page.keyboard.press("?");
    const help = page.getByRole("dialog");
    await help.getByText("F4").waitFor();
    expect(await help.innerText()).not.toMatch(/F2|F3/);
    await page.keyboard.press("Escape");
  });
});

test("An accountant is told nothing about lines", async () => {
  const books = await signIn("books");
  const { page } = books;
  await openCustomer(books, "Rahim Uddin");
  expect(namesOf(await page.getByRole("tab").allInnerTexts())).toEqual([
    "Account",
    "Timeline",
    "Bills",
    "Payments",
    "Details",
  ]);
  await page.getByRole("button", { name: "More of this customer" }).click();
  await page.getByRole("menuitem").first().waitFor();
  expect(namesOf(await page.getByRole("menuitem").allInnerTexts())).toEqual([
    "Services",
    "Changes of packages",
    "Pauses of service",
    "Deposits",
    "Customers' add-ons",
    "On the next bill",
    "History",
  ]);
  await page.keyboard.press("Escape");
  expect(await page.locator("main").innerText()).not.toMatch(/No session/);
});

test("A clerk, who may not reverse what others took, is offered the reversal of their own receipt or the asking for it", async () => {
  const clerk = await signIn("clerk");
  const { page } = clerk;
  await page.getByRole("heading", { name: "Counter" }).waitFor();
  await clerk.recharge("rahim");
  await page.getByText("Booked at the server").waitFor();
  await clerk.next();
  await openCustomer(clerk, "Rahim Uddin");
  await page.getByRole("tab", { name: "Payments" }).click();
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem").first().waitFor();
  expect((await page.getByRole("menu").innerText()).toLowerCase()).toContain("reverse");
  expect(await page.locator("main").innerText()).not.toContain("Your role");
});

test("The roles that come with a company are called in the reader's language, one of the company's own as it was written", async () => {
  const { owner } = environment.tenant;
  expect((await owner.post("/roles/", { name: "Collector", permissions: [] })).status).toBe(201);
  const boss = await signIn("boss");
  const { page } = boss;
  await page.goto(`${boss.line.url}/#/roles`);
  await page.getByRole("row", { name: /Technician/ }).waitFor();
  await page.locator("button[lang=bn]").first().click();
  for (const name of [/মালিক/, /টেকনিশিয়ান/, /মানবসম্পদ/, /Collector/])
    await page.getByRole("row", { name }).waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/Owner|Manager|Technician/);
  await boss.picture("roles-bengali");
  await page.goto(`${boss.line.url}/#/staff`);
  await page.getByRole("row", { name: /books.*হিসাবরক্ষক/ }).waitFor();
  await page.locator("header button[aria-haspopup=menu]").last().click();
  await page.getByRole("menu").getByText("ম্যানেজার").waitFor();
});
