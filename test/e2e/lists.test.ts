// The lists that are made from declarations, as a manager and a clerk work them: find, narrow down, open, act.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "./helpers/e2e-environment.ts";

let environment: E2eEnvironment;
let boss: Desktop;

const go = (desktop: Desktop, path: string) => desktop.page.goto(`${desktop.line.url}/#${path}`);
/** Their list, and not that of what they have beside their packages. */
const CUSTOMERS = /^Customers(?!')/;
const row = (name: RegExp) => boss.page.getByRole("row", { name });

beforeAll(async () => {
  environment = await openE2eEnvironment();
  boss = await environment.desktop();
  await boss.signIn("boss");
  await boss.recharge("rahim");
  await boss.page.getByText("Booked at the server").waitFor();
  await boss.next();
});

afterAll(() => environment?.close());

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await boss?.photograph(`lists-failed-${task.id}`);
});

test("Customers are narrowed down by chips that count, and a filter is kept under a name", async () => {
  const { page } = boss;
  await go(boss, "/customers");
  await row(/Rahim Uddin/)
    .getByText("Active")
    .waitFor();
  await page.getByText(`${environment.customers.length} customers`, { exact: true }).waitFor();
  await page.getByText("Active 1", { exact: true }).click();
  await page.getByText(`1 of ${environment.customers.length} customers`).waitFor();
  await page.getByRole("button", { name: "Keep this view" }).click();
  await page.getByLabel("Save as").fill("Paying");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await page.getByText(`${environment.customers.length} customers`, { exact: true }).waitFor();
  const search = page.getByRole("textbox", { name: /^Search/ });
  await search.fill("kari");
  await page.getByText(`1 of ${environment.customers.length} customers`).waitFor();
  await search.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Karim Hossain" }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Paying 1" }).click();
  await row(/Rahim Uddin/).waitFor();
  await expect.poll(() => page.url()).toContain("status=ACTIVE");
  expect(await row(/Karim Hossain/).count()).toBe(0);
});

test("Who comes back from a record with Esc stands on its row again, and goes on from there", async () => {
  const { page } = boss;
  const open = (name: RegExp) =>
    page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name }).click();
  await open(CUSTOMERS);
  await row(/Karim Hossain/).waitFor();
  const search = page.getByRole("textbox", { name: /^Search/ });
  await search.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Edit/ }).first().waitFor();
  await page.keyboard.press("Escape");
  const stoodOn = () =>
    page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("data-index"));
  await expect.poll(stoodOn).toBe("1");
  await page.keyboard.press("ArrowUp");
  await expect.poll(stoodOn).toBe("0");
  // Another visit begins with the search.
  await open(/^Counter/);
  await open(CUSTOMERS);
  await row(/Karim Hossain/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
});

test("A row that is opened before the focus has come to it is the one that Esc comes back to", async () => {
  const { page } = boss;
  await go(boss, "/");
  // A page that is come to by its address is not come back to.
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: CUSTOMERS })
    .click();
  await row(/Karim Hossain/).waitFor();
  await page.locator('tr[data-index="0"]').focus();
  // Faster than any hand: both keys come before the browser draws.
  await page.evaluate(() => {
    for (const key of ["ArrowDown", "Enter"])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true }),
      );
  });
  await page.getByRole("button", { name: /^Edit/ }).first().waitFor();
  await page.keyboard.press("Escape");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("data-index")))
    .toBe("1");
});

test("What is typed in the moment after Ctrl+K or / is all in the finder, and nothing of it in the page", async () => {
  const { page } = boss;
  for (const key of ["Control+k", "/"]) {
    await go(boss, "/customers");
    const line = row(/Karim Hossain/);
    await line.waitFor();
    await line.focus();
    await page.keyboard.press(key);
    // In the page, n begins a new customer and x chooses the row.
    await page.keyboard.type("nxrahim");
    expect(await page.locator("#finder-field").inputValue()).toBe("nxrahim");
    expect(page.url()).not.toContain("new=1");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // Whoever looked something up goes on where they were.
    await expect.poll(() => line.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await page.getByRole("toolbar").count()).toBe(0);
  }
});

test("What is typed at once after the filters were cleared does not bring them back", async () => {
  const { page } = boss;
  await page.goto(`${boss.line.url}/#/customers?status=ACTIVE`);
  await page.getByRole("button", { name: "Clear all filters" }).waitFor();
  // Faster than any hand: the key comes before the browser draws.
  await page.evaluate(async () => {
    const search = document.querySelector<HTMLInputElement>("input[aria-label^=Search]");
    const clear = [...document.querySelectorAll("button")].find(
      (one) => one.textContent === "Clear all filters",
    );
    clear?.click();
    await Promise.resolve();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(search, "kar");
    search?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect.poll(() => page.url()).toContain("q=kar");
  expect(page.url()).not.toContain("status");
});

describe("payments", () => {
  test("The list of payments begins with the last days and finds a payment by its customer's name", async () => {
    const { page } = boss;
    await boss.toTab("Money in", "Payments");
    // The screen before has a row of this name, too.
    await page.waitForURL(/received_at__gte=/);
    await row(/Rahim Uddin/).waitFor();
    await page.getByRole("textbox", { name: /^Search/ }).fill("nobody at all");
    await page.getByText("Nothing matches").waitFor();
    await page.getByRole("textbox", { name: /^Search/ }).fill("rahim");
    await row(/Rahim Uddin/).waitFor();
  });

  test("A customer's name in the list of payments leads to the customer", async () => {
    const { page } = boss;
    await row(/Rahim Uddin/)
      .getByRole("link", { name: "Rahim Uddin" })
      .click();
    await page.getByRole("heading", { name: "Rahim Uddin" }).waitFor();
    await page.goBack();
  });

  test("A payment's page shows what it settled and its receipt, and takes the recharge back after a preview", async () => {
    const { page } = boss;
    await row(/Rahim Uddin/)
      .getByText("700.00")
      .click();
    await page.getByText(/^Settled/).waitFor();
    await page.getByRole("button", { name: "Show receipt" }).click();
    await page.getByText("*** COPY ***").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Reverse payment" }).click();
    const preview = page.getByRole("dialog");
    await preview.getByText("What reversing will change").waitFor();
    await boss.armed();
    await preview.getByLabel("Reason").fill("Wrong customer");
    await preview.getByRole("button", { name: "Reverse recharge" }).click();
    await page.getByText("Refunded").first().waitFor();
  });
});

test("Bills are narrowed down by their state, and a bill's page shows its lines", async () => {
  const { page } = boss;
  await go(boss, "/invoices?status=UNPAID");
  await row(/Nusrat Akter/).waitFor();
  await row(/Nusrat Akter/)
    .getByText("700.00")
    .first()
    .click();
  await page.getByRole("table", { name: "Bill lines" }).getByText("Home 20").waitFor();
});

test("An adjustment is made from its list: first whose, then how much; its row can be taken back", async () => {
  const { page } = boss;
  await go(boss, "/adjustments");
  await page.getByRole("button", { name: "Adjustment" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer").fill("karim");
  await page.getByRole("option", { name: /Karim Hossain/ }).click();
  await dialog.getByLabel(/^Kind/).click();
  await page.getByRole("option", { name: "Credit" }).click();
  await dialog.getByLabel(/^Amount/).fill("50");
  await dialog.getByLabel(/^Reason/).fill("Two days without a line");
  await dialog.getByRole("button", { name: "Save" }).click();
  await row(/Two days without a line/).waitFor();
  await boss.inSync();
  // Beside the customer's name, which leads to the customer.
  await row(/Karim Hossain/)
    .getByText("Two days without a line")
    .click();
  await page.getByRole("button", { name: "Reverse adjustment" }).click();
  await boss.armed();
  await dialog.getByLabel("Reason").fill("Wrong amount");
  await dialog.getByRole("button", { name: "Reverse adjustment" }).click();
  await expect
    .poll(async () => (await environment.tenant.owner.get("/adjustments/")).body.results[0].is_reversed)
    .toBe(true);
});

test("The ledger is the server's, and says so when it can't be reached", async () => {
  const { page } = boss;
  await boss.toTab("Books", "Ledger");
  await row(/Karim Hossain/)
    .first()
    .waitFor();
  boss.cut();
  await go(boss, "/counter");
  await page
    .getByTestId("connection")
    .filter({ hasText: /Offline/ })
    .waitFor();
  await go(boss, "/ledger-entries?entry_type=WAIVER");
  await page.getByText(/known by the server alone/).waitFor();
  boss.mend();
  await boss.inSync();
});

describe("routers", () => {
  test("The list of routers compares a router with the customers from its row, and restarts it after a question", async () => {
    const { page } = boss;
    await boss.toTab("Network", "Routers");
    await row(/Core router/)
      .getByText("Online")
      .waitFor();
    await row(/Core router/)
      .getByRole("button", { name: "Sync router" })
      .click();
    await page
      .getByRole("dialog", { name: /Core router/ })
      .getByText(/Changes to be written|nothing to change/)
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await row(/Core router/)
      .getByText("Online")
      .click();
    await page.getByRole("heading", { name: "Core router" }).waitFor();
    await page.getByRole("button", { name: "Restart router" }).click();
    await page.getByText(/line on this router is down/).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Restart router" }).click();
    const restarts = async () =>
      (await environment.tenant.owner.get("/network-sync-jobs/?kind=REBOOT_ROUTER")).body.count;
    await expect.poll(restarts).toBe(1);
  });

  test("A router's form moves the usual port along with encryption and says what is wrong with an address", async () => {
    const { page } = boss;
    await go(boss, "/routers?new=1");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Encrypted/).click();
    expect(await dialog.getByLabel(/^API port/).inputValue()).toBe("8729");
    await dialog.getByLabel(/^Name/).fill("North");
    await dialog.getByLabel(/^Address/).fill("not a host/");
    await dialog.getByLabel(/^User on the router/).fill("api");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.locator('[id^="field-host"][aria-invalid="true"]').waitFor();
    await dialog.getByLabel(/^Address/).fill("192.0.2.9");
    await dialog.getByRole("button", { name: "Save" }).click();
    await row(/North/).getByText("192.0.2.9:8729").waitFor();
  });

  test("The list of router jobs says what each did, in words", async () => {
    await go(boss, "/network-sync-jobs?status=SUCCEEDED");
    await row(/Compare with the router/)
      .first()
      .waitFor();
    await row(/Rahim Uddin/)
      .first()
      .waitFor();
  });
});

test("No list complained of anything in the console", () => {
  expect(boss.complaints).toEqual([]);
});
