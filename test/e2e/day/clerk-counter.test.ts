// The counter as it is worked all day: a number that is read or pasted opens its customer at once, keys and nothing else.
import { afterAll, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let clerk: Desktop;
beforeAll(async () => {
  office = await openE2eEnvironment();
  clerk = await office.desktop({ permissions: ["clipboard-read", "clipboard-write"] });
  await clerk.page.context().addInitScript(() => {
    window.print = () => {
      const sheet = document.querySelector(".print-only")?.textContent ?? "";
      document.documentElement.setAttribute("data-printed", sheet);
    };
  });
  await clerk.page.reload();
  await clerk.signIn("clerk");
});
afterAll(() => office?.close());

const dialog = () => clerk.page.getByRole("dialog");
const box = () => clerk.page.getByRole("combobox", { name: /Search by name/ });
const leave = async () => {
  await clerk.page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
};
const printed = () => clerk.page.locator("html[data-printed]").getAttribute("data-printed");

/** A reader's keys and its Enter: all in one moment by the page's clock, however long this machine takes to press them. */
const readerTypes = async (number: string) => {
  const { page } = clerk;
  await page.evaluate(() => {
    const now = performance.now();
    Object.defineProperty(performance, "now", { value: () => now, configurable: true });
  });
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await page.evaluate(() => void Reflect.deleteProperty(performance, "now"));
};

test("A barcode reader's number opens its customer with no other key, in either way of writing; nobody's opens nobody", async () => {
  const { page } = clerk;
  const { phone } = office.customer("Karim Hossain");
  for (const number of [phone, `+88${phone}`]) {
    await box().focus();
    const scan = new Story(page).begin();
    // The reader's own keys, not the clerk's.
    await readerTypes(number);
    await dialog().getByText("Karim Hossain").waitFor();
    expect(scan.told("clerk: a barcode reader's number")).toBe(0);
    await leave();
  }
  await box().fill("");
  await readerTypes("0199999999");
  await page.getByText("0199999999 is nobody's code or phone number.").waitFor();
  expect(await dialog().count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
});

test("A pasted phone number opens its customer at once", async () => {
  const { page } = clerk;
  const { phone } = office.customer("Nusrat Akter");
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${phone.slice(0, 5)} ${phone.slice(5)} `,
  );
  await box().fill("");
  const keys = new Story(page);
  await keys.press("Control+v");
  await dialog().getByText("Nusrat Akter").waitFor();
  expect(keys.told("clerk: a pasted phone number")).toBe(1);
  await leave();
});

test("Recharge and payment are one key apart, the change is told, and Enter prints and goes on: offline as well", async () => {
  const { page } = clerk;
  clerk.cut();
  await page
    .getByTestId("connection")
    .getByText(/Offline/)
    .waitFor();
  await box().fill("");
  const keys = new Story(page);
  await keys.type("farh");
  await page.getByText("1 found").waitFor();
  await keys.press("F3");
  await page.getByRole("form", { name: "Take a payment" }).waitFor();
  await keys.press("Alt+p");
  await page.getByRole("form", { name: "Recharge" }).waitFor();
  await keys.press("Alt+2");
  await keys.press("Tab");
  await clerk.armed();
  // Four letters, the payment, the other kind, the due, and on to what was received.
  expect(keys.told("clerk: payment, recharge, due, change")).toBe(8);
  await page.getByLabel("Received").fill("2000");
  await page.getByText("1,300.00").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel(/^Amount/).press("Enter");
  await page.getByRole("region", { name: /^Receipt / }).waitFor();
  await clerk.armed();
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
  expect(await printed()).toContain("Farhana Islam");
  await expect.poll(() => box().evaluate((element) => element === document.activeElement)).toBe(true);
  clerk.mend();
  await clerk.inSync();
});

test("Where the company says so each receipt prints by itself, unless this computer said otherwise", async () => {
  await office.tenant.owner.patch("/settings/", { auto_print_receipts: true });
  await clerk.restart();
  await clerk.unlock("clerk-secret");
  await clerk.inSync();
  await clerk.recharge("tanvir");
  await expect.poll(printed).toContain("Tanvir Ahmed");
  await clerk.page.getByLabel("Print without asking").uncheck();
  await clerk.next();
  await clerk.page.evaluate(() => document.documentElement.removeAttribute("data-printed"));
  await clerk.recharge("sadia");
  await clerk.page.getByRole("button", { name: /Print & next/ }).waitFor();
  expect(await clerk.page.locator("html[data-printed]").count()).toBe(0);
  await clerk.next();
});
