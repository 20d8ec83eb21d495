// Screens that are made from declarations, worked as people work them: lists, filters, forms, records, what only the server knows.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "./helpers/e2e-environment.ts";

let office: E2eEnvironment;
let desktop: Desktop;

beforeAll(async () => {
  office = await openE2eEnvironment({ locale: "en-BD" });
  const { owner, staff } = office.tenant;
  await staff("chief", "Owner");
  for (const [n, type] of ["PERCENT", "FIXED", "FIXED"].entries())
    await owner.post("/offers/", {
      title: `Autumn ${n}`,
      discount_type: type,
      discount_value: 10 + n,
      package: n === 2 ? office.package_id : null,
      start_date: "2026-10-01",
      end_date: `2026-12-0${n + 1}`,
    });
  desktop = await office.desktop();
  await desktop.signIn("chief");
});

afterAll(async () => {
  await office?.close();
});

const open = async (path: string, heading: string) => {
  await desktop.page.goto(`${desktop.line.url}/#/${path}`);
  await desktop.page.getByRole("heading", { name: heading, exact: true }).waitFor();
};
const rows = () => desktop.page.locator("tbody tr[data-index]");
const dialog = () => desktop.page.getByRole("dialog");

test("A record is made by keyboard: what is wrong is said at its field by us and by the server, references are found by typing", async () => {
  const { page } = desktop;
  await open("offers", "Offers");
  await rows().nth(2).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("n");
  await dialog().getByLabel("Title").fill("Eid");
  await page.keyboard.press("Enter");
  await dialog().getByText("Kind of discount is needed.").waitFor();
  expect(await dialog().getByLabel("Kind of discount").first().getAttribute("aria-invalid")).toBe("true");
  await dialog().getByRole("combobox", { name: "Kind of discount" }).click();
  await page.getByRole("option", { name: "Percent" }).click();
  await dialog().getByRole("textbox", { name: "Discount", exact: true }).fill("12.5");
  await dialog().getByLabel("Package").fill("hom");
  await page.getByRole("option", { name: /Home 20/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  // As the country writes a day: the second of December.
  await dialog().getByLabel("From").fill("2/12/26");
  await dialog().getByLabel("Until").fill("1/12/26");
  await page.keyboard.press("Enter");
  await dialog().getByText("Until is not right.").waitFor();
  await dialog().getByLabel("Until").fill("31/12/26");
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "hidden" });
  const made = page.getByRole("row", { name: /Eid/ });
  await made.getByText("2 Dec 2026").waitFor();
  await made.getByText("Home 20").waitFor();
});

test("The address holds what a list is narrowed down to, and a view brings filter and order back under its name", async () => {
  const { page } = desktop;
  await open("offers?discount_type=FIXED", "Offers");
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByLabel("Search Offers").fill("autumn 2");
  await expect.poll(() => rows().count()).toBe(1);
  await expect.poll(() => page.url()).toContain("q=autumn+2&discount_type=FIXED");
  await page.getByRole("button", { name: "Keep this view" }).click();
  await page.getByLabel("Save as").fill("Amounts");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Clear all filters" }).first().click();
  await expect.poll(() => rows().count()).toBe(4);
  await page.getByRole("button", { name: "Amounts 1" }).click();
  await expect.poll(() => rows().count()).toBe(1);
});

test("A record's page leads to its form; what somebody else has changed meanwhile is not written over", async () => {
  const { page } = desktop;
  await open("offers?q=eid", "Offers");
  await page.getByRole("row", { name: /Eid/ }).waitFor();
  await page.getByLabel("Search Offers").press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Eid", exact: true }).waitFor();
  const id = page.url().split("/").at(-1);
  await page.keyboard.press("e");
  await dialog().getByLabel("Title").fill("Eid ul-Fitr");
  await office.tenant.owner.patch(`/offers/${id}/`, { discount_value: 20 });
  await page.keyboard.press("Enter");
  await page.getByText("Somebody else changed this meanwhile").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Throw away" }).click();
});

test("Chosen rows are deleted together after a question, and stay where the server refuses", async () => {
  const { page } = desktop;
  await open("packages", "Packages");
  await rows().first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await page.getByText("1 chosen").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog().getByRole("button", { name: "Delete", exact: true }).click();
  await dialog().getByRole("alert").getByText("still in use").waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await open("offers?discount_type=FIXED", "Offers");
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByLabel("Search Offers").press("ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("x");
  await page.getByText("2 chosen").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog().getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Nothing matches").waitFor();
});

test("An operation is a button with a dialog from its input, and a secret is shown once", async () => {
  const { page } = desktop;
  await open("staff?q=clerk", "Staff");
  await page.getByRole("row", { name: /clerk/ }).click();
  await page.getByRole("button", { name: "Give a new password" }).click();
  await dialog().getByLabel("New password").fill("short");
  await page.keyboard.press("Enter");
  await dialog()
    .getByText(/at least 8 characters/)
    .waitFor();
  await dialog().getByLabel("New password").fill("clerk-other-secret");
  await page.keyboard.press("Enter");
  await page.getByText(/Give a new password: clerk, done/).waitFor();
  await open("api-tokens", "API tokens");
  await page.getByRole("button", { name: /New API token/ }).click();
  await dialog().getByLabel("Name").fill("Website");
  await dialog().getByLabel("Role").fill("Supp");
  await page.getByRole("option", { name: "Support" }).click();
  await dialog().getByRole("button", { name: "Save" }).click();
  const token = await dialog().getByLabel("Token").inputValue();
  const { status } = await fetch(`${office.server.url}/api/v1/customers/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(status).toBe(200);
  await dialog().getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("row", { name: /Website/ }).waitFor();
});

test("Without the server its lists say so, the others go on, and nothing is offered that could not be done", async () => {
  const { page } = desktop;
  await open("audit-logs", "Audit log");
  await page.getByRole("row", { name: /New API token/ }).waitFor();
  desktop.cut();
  await page
    .getByTestId("connection")
    .filter({ hasText: /Offline/ })
    .waitFor();
  await page.getByRole("row", { name: /New API token/ }).waitFor();
  await page.getByLabel("Search Audit").fill("nothing like this");
  await page.getByText("This is known by the server alone").waitFor();
  await open("offers", "Offers");
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByRole("button", { name: /New offer/ }).click();
  await dialog().getByText("you are offline").waitFor();
  expect(await dialog().getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  desktop.mend();
  expect(desktop.complaints.filter((text) => !/net::|401/.test(text))).toEqual([]);
});

test("The file of a list that only the server has holds all its rows, not the pages that were read so far", async () => {
  const { page } = desktop;
  const { owner } = office.tenant;
  const { body: offers } = await owner.get("/offers/");
  for (let n = 0; n < 120; n++)
    await owner.patch(`/offers/${offers.results[0].id}/`, { description: `${n}` });
  await open("audit-logs?action=offer.update", "Audit log");
  await rows().first().waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  const { body: listed } = await owner.get("/audit-logs/?action=offer.update&page_size=1");
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\n");
  expect(listed.count).toBeGreaterThanOrEqual(120);
  expect(lines).toHaveLength(listed.count + 1);
});
