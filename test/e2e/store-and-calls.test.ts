// The store and the call centre as people work them: stock by keys alone, also without a line; many calls with one dialog.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectStatus } from "../acceptance/helpers/money.ts";
import { openGateway, type TestGateway } from "../callcenter/helpers/gateway.ts";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "./helpers/e2e-environment.ts";

let office: E2eEnvironment;
let desk: Desktop;
let gateway: TestGateway;
let cable: string;

beforeAll(async () => {
  office = await openE2eEnvironment();
  const { owner } = office.tenant;
  const item = { name: "Drop cable", unit: "m", reorder_level: 60 };
  cable = (await expectStatus(201, owner.post("/store-items/", item))).id;
  await expectStatus(
    200,
    owner.post(`/store-items/${cable}/movements/`, { movement_type: "IN", quantity: 100 }),
  );
  gateway = await openGateway(() => 200);
  const setting = { provider_name: "Voice", api_endpoint: gateway.url, calls_per_minute: 600 };
  await expectStatus(201, owner.post("/voice-settings/", setting));
  const template = {
    name: "Outage",
    script_text: "Dear {name}, we repair a cable.",
    template_type: "OUTAGE",
  };
  await expectStatus(201, owner.post("/voice-templates/", template));
  desk = await office.desktop();
  await desk.signIn("boss");
});
afterAll(async () => {
  await gateway?.close();
  await office?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await desk?.photograph(`store-failed-${task.id}`);
});

const stock = async () => (await office.tenant.owner.get(`/store-items/${cable}/`)).body.quantity;

/** Moves stock from the item's page with keys alone. */
async function takeOut(quantity: string): Promise<void> {
  const { page } = desk;
  await page.getByRole("button", { name: "Move stock" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /Drop cable/ });
  await dialog.getByLabel("Quantity").waitFor();
  await page.keyboard.type(quantity);
  await page.keyboard.press("Enter");
}

test("Stock is taken out by keys alone, and the item's page shows what is left and who took it", async () => {
  const { page } = desk;
  await page.goto(`${desk.line.url}/#/store-items`);
  await page.getByRole("row", { name: /Drop cable/ }).click();
  await page.getByRole("heading", { name: "Drop cable" }).waitFor();
  await takeOut("30");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await desk.inSync();
  await page.getByRole("row", { name: /Taken out.*70/ }).waitFor();
  expect(await stock()).toBe(70);
  await desk.picture("store-item");
});

test("What was opened from a row stays open while the screen changes to another language", async () => {
  const { page } = desk;
  await page.goto(`${desk.line.url}/#/store-items`);
  const row = page.getByRole("row", { name: /Drop cable/ });
  await row.getByRole("button", { name: "Move stock" }).press("Enter");
  const quantity = page.getByRole("dialog").getByRole("textbox").first();
  await quantity.waitFor();
  const handle = await quantity.elementHandle();
  for (const language of ["bn", "en"]) {
    await page.locator(`button[lang=${language}]`).first().dispatchEvent("click");
    await page.locator(`html[lang=${language}]`).waitFor();
    expect(await handle?.evaluate((input) => input.isConnected)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await row.press("Enter");
  await page.getByRole("heading", { name: "Drop cable" }).waitFor();
});

test("Without a line no more is taken than there is, what is taken shows at once, and arrives once", async () => {
  const { page } = desk;
  desk.cut();
  await takeOut("80");
  await page.getByRole("dialog").getByText("There is not that much in stock.").waitFor();
  await page.getByRole("dialog").getByLabel("Quantity").fill("20");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("row", { name: /Taken out.*50/ }).waitFor();
  desk.mend();
  await desk.inSync();
  await expect.poll(stock).toBe(50);
});

test("Customers are called with one dialog that says how many they are and what they hear", async () => {
  const { page } = desk;
  await page.goto(`${desk.line.url}/#/voice-templates`);
  await page.getByRole("row", { name: /Outage/ }).click();
  await page.getByRole("button", { name: "Call customers" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /Call customers/ });
  await dialog.getByLabel("Status").selectOption("");
  await dialog.getByText(/customers will be called/).waitFor();
  await dialog.getByText(/we repair a cable/).waitFor();
  await desk.picture("broadcast-dialog");
  await dialog.getByRole("button", { name: "Start calling" }).press("Enter");
  await dialog.getByText(/\d+ called, 0 failed/).waitFor();
  expect(gateway.calls.length).toBeGreaterThan(0);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page
    .getByRole("region", { name: "Latest broadcasts" })
    .getByRole("link", { name: "See the calls" })
    .click();
  await page
    .getByRole("row", { name: /We called/ })
    .first()
    .waitFor();
  await desk.picture("calls");
});
