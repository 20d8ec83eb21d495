// Where each role lands and what it has in the navigation, in the browser; and the search over everything that knows the rest.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment, today } from "../helpers/e2e-environment.ts";

let environment: E2eEnvironment;
let desktop: Desktop | undefined;

async function signIn(username: string): Promise<Desktop> {
  const opened = await environment.desktop({ viewport: { width: 1280, height: 800 } });
  desktop = opened;
  const { page } = opened;
  await page.getByLabel("Company").fill("office");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(`${username}-secret`);
  await page.keyboard.press("Enter");
  return opened;
}

/** The places of whoever is signed in, without their keys and numbers. */
const entriesOf = async (one: Desktop) => {
  const texts = await (await one.navigation()).getByRole("link").allInnerTexts();
  return texts.map((text) => text.trim().split(/[\n,]/)[0] ?? "");
};

beforeAll(async () => {
  environment = await openE2eEnvironment();
  const { tenant } = environment;
  for (const role of ["Accountant", "Support", "Technician", "HR"])
    await tenant.staff(role.toLowerCase(), role);
  const shop = { company_name: "Shapla Net", username: "shapla", password: "shapla-secret" };
  const { status, body: reseller } = await tenant.owner.post("/resellers/", shop);
  expect(status).toBe(201);
  const { id } = environment.customer("Sadia Rahman");
  const theirs = await tenant.owner.patch(`/customers/${id}/`, {
    reseller: reseller.id,
    expiry_date: today(),
  });
  expect(theirs.body).toMatchObject({ reseller: reseller.id });
});

afterAll(() => environment?.close());

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await desktop?.photograph(`places-failed-${task.id}`);
});

describe("each lands on the first of their places", () => {
  test.each([
    ["boss", "Today", 12, "Who holds cash"],
    ["accountant", "Today", 9, "Who holds cash"],
    ["support", "Today", 6, "My tickets"],
    ["hr", "Today", 5, "Who is missing"],
    ["shapla", "Today", 4, "Stops tonight"],
    ["clerk", "Counter", 7, "My takings today"],
    ["technician", "My day", 5, null],
  ] as const)("%s lands on %s, and has at most %d places", async (username, title, most, card) => {
    const { page } = await signIn(username);
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    const entries = await entriesOf(desktop as Desktop);
    expect(entries[0]).toBe(title);
    expect(entries.length).toBeLessThanOrEqual(most);
    expect(new Set(entries).size).toBe(entries.length);
    if (card) await page.getByText(card, { exact: true }).first().waitFor();
    await desktop?.picture(`places-${username}`);
    expect(await findings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await desktop?.picture(`places-${username}-dark`);
    expect(await findings(page)).toEqual([]);
    expect(desktop?.complaints).toEqual([]);
    await desktop?.close();
  });
});

describe("the owner", () => {
  test("Each place's tabs fit beside each other at 1280 pixels, and each leads to its own address", async () => {
    const { page } = await signIn("boss");
    const owner = desktop as Desktop;
    await owner.inSync();
    for (const place of await entriesOf(owner)) {
      await (await owner.navigation()).getByRole("link", { name: new RegExp(`^${place}`) }).click();
      const tabs = page.getByRole("navigation", { name: `Tabs of ${place}` });
      if ((await tabs.count()) === 0) continue;
      expect(await tabs.evaluate((row) => row.scrollWidth - row.clientWidth), String(place)).toBe(0);
      const addresses = await tabs
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(new Set(addresses).size).toBe(addresses.length);
    }
  });

  test("Set-up is one page with a search, and a screen of it leads back", async () => {
    const { page } = desktop as Desktop;
    await page.goto(`${desktop?.line.url}/#/set-up`);
    await page.getByRole("region", { name: "Company", exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Search in Set-up" }).fill("tax");
    await page.getByRole("link", { name: "Tax codes" }).click();
    await page.getByRole("heading", { name: "Tax codes" }).waitFor();
    await page
      .getByRole("navigation", { name: "Tabs of Set-up" })
      .getByRole("link", { name: "Set-up" })
      .click();
    await page.getByRole("heading", { name: "Set-up", level: 1 }).waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test.each([
    ["trial balance", "Books", /#\/books/],
    ["add user", "Staff", /#\/staff/],
    ["shapla net", "Shapla Net", /#\/resellers\/./],
    ["core rou", "Core router", /#\/routers\/./],
  ])("Typing %s into the search goes to %s with Enter", async (typed, found, address) => {
    const { page } = desktop as Desktop;
    await page.keyboard.press("Control+k");
    await page.keyboard.type(typed);
    await page.getByRole("button", { name: found }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(address);
  });

  test("What came in stands on Today without a line, as it was known last and with its hour", async () => {
    const owner = desktop as Desktop;
    const { page } = owner;
    await page.goto(`${owner.line.url}/#/today`);
    const money = page.getByRole("region", { name: "Money today" });
    await money.getByText(/^As the server had it/).waitFor();
    await owner.filesKept();
    owner.cut();
    await owner.restart();
    await owner.unlock("boss-secret");
    await page.context().pages()[0]?.bringToFront();
    await owner.page.goto(`${owner.line.url}/#/today`);
    await owner.page
      .getByRole("region", { name: "Money today" })
      .getByText(/^As the server had it/)
      .waitFor();
    owner.mend();
  });
});
