// Calls logged by a key, who waits for a call back, and many customers at once: on screens of different widths.
import { afterAll, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let boss: Desktop;
beforeAll(async () => {
  office = await openE2eEnvironment();
  boss = await office.desktop({ viewport: { width: 1920, height: 1080 } });
  await boss.signIn("boss");
});
afterAll(() => office?.close());

const go = (path: string) => boss.page.goto(`${boss.line.url}/#${path}`);
const dialog = () => boss.page.getByRole("dialog");
const row = (name: RegExp) => boss.page.getByRole("row", { name });

test("A call is logged with two keys on a customer's page, offline, and who wants to be called back is listed under F9", async () => {
  const { page } = boss;
  const { id } = office.customer("Karim Hossain");
  await go(`/customers/${id}`);
  await page.getByRole("button", { name: "Log a call" }).waitFor();
  boss.cut();
  await page
    .getByTestId("connection")
    .getByText(/Offline/)
    .waitFor();
  const keys = new Story(page);
  await keys.press("c");
  await dialog()
    .getByRole("button", { name: /To be called back/ })
    .waitFor();
  expect(await findings(page)).toEqual([]);
  await keys.press("4");
  await dialog().waitFor({ state: "detached" });
  expect(keys.told("clerk: a call logged")).toBe(2);
  await page.keyboard.press("F9");
  await row(/Karim Hossain/).waitFor();
  expect(await findings(page)).toEqual([]);
});

test("Who was not reached goes on waiting; who was spoken to leaves the list, and the server has every call", async () => {
  const { page } = boss;
  await row(/Karim Hossain/).focus();
  await page.keyboard.press("Enter");
  await dialog()
    .getByRole("button", { name: /No answer/ })
    .waitFor();
  await page.keyboard.press("2");
  await dialog().waitFor({ state: "detached" });
  await row(/Karim Hossain.*1$/).waitFor();
  await row(/Karim Hossain/).focus();
  const keys = new Story(page);
  await keys.press("Enter");
  await dialog()
    .getByRole("button", { name: /Answered/ })
    .waitFor();
  await keys.press("1");
  await page.getByText("Nobody waits for a call").waitFor();
  expect(keys.told("clerk: a call back done")).toBe(2);
  boss.mend();
  await boss.inSync();
  const { body } = await office.tenant.owner.get("/call-logs/?ordering=started_at");
  expect(body.results.map((one: { disposition: string }) => one.disposition)).toEqual([
    "CALLBACK",
    "NO_ANSWER",
    "ANSWERED",
  ]);
  expect(body.results[0].callback_at).not.toBeNull();
});

test("A call that is logged by its number alone is the call of whoever has that number; of several one is chosen", async () => {
  const { page } = boss;
  const { owner } = office.tenant;
  const [karim, nusrat] = ["Karim Hossain", "Nusrat Akter"].map((name) => office.customer(name));
  const { phone } = (await owner.get(`/customers/${karim?.id}/`)).body;
  await go("/call-logs");
  const log = async (number: string) => {
    await page.getByRole("button", { name: "New call" }).click();
    await dialog().getByLabel("Phone number").fill(number);
  };
  const bengali = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
  await log(bengali(phone));
  await expect.poll(() => dialog().getByLabel("Customer").inputValue()).toBe("Karim Hossain");
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
  await owner.patch(`/customers/${nusrat?.id}/`, { phone });
  await boss.inSync();
  await log(phone);
  const whose = dialog().getByRole("group", { name: /Whose call was it/ });
  await whose.getByRole("button", { name: /Nusrat Akter/ }).click();
  expect(await dialog().getByLabel("Customer").inputValue()).toBe("Nusrat Akter");
  await dialog().getByRole("button", { name: "Save" }).click();
  await dialog().waitFor({ state: "detached" });
  await boss.inSync();
  const { body } = await owner.get("/call-logs/?ordering=-started_at&page_size=2");
  expect(body.results.map((one: Record<string, unknown>) => [one.customer, one.phone_number])).toEqual([
    [nusrat?.id, phone],
    [karim?.id, phone],
  ]);
});

test("Beside the list a wide screen shows the customer stood on, and F3 takes their payment", async () => {
  const { page } = boss;
  await go("/customers");
  const pane = page.getByTestId("preview");
  await row(/Karim Hossain/).focus();
  await pane.getByRole("heading", { name: "Karim Hossain" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await pane.getByRole("heading", { name: "Nusrat Akter" }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("F3");
  await dialog().getByText("Nusrat Akter").waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await pane.waitFor({ state: "detached" });
});

test("Chosen customers are suspended for one reason with their number said before, and their bills printed in one file", async () => {
  const { page } = boss;
  const { owner } = office.tenant;
  for (const name of ["Rahim Uddin", "Karim Hossain"])
    await owner.post(`/customers/${office.customer(name).id}/grant-grace-period/`, { days: 3 });
  for (const name of [/Rahim Uddin/, /Karim Hossain/]) {
    await row(name).getByText("Active").waitFor();
    await row(name).focus();
    await page.keyboard.press("x");
  }
  const bar = page.getByRole("toolbar", { name: "2 chosen" });
  const download = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Print bills…" }).press("Enter");
  await dialog().getByText("2 bills in one file, each on a page of its own.").waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog().getByRole("button", { name: "Print 2" }).press("Enter");
  expect((await download).suggestedFilename()).toMatch(/^bills-.*\.pdf$/);
  await dialog().waitFor({ state: "detached" });
  for (const name of [/Rahim Uddin/, /Karim Hossain/]) {
    await row(name).focus();
    if ((await bar.count()) === 0) await page.keyboard.press("x");
  }
  await bar.getByRole("button", { name: "Suspend…" }).press("Enter");
  await dialog().getByRole("button", { name: "Suspend 2" }).waitFor();
  expect(await dialog().getByRole("button", { name: "Suspend 2" }).isDisabled()).toBe(true);
  await dialog().getByRole("button", { name: "Not paid" }).press("Enter");
  expect(await findings(page)).toEqual([]);
  await dialog().getByRole("button", { name: "Suspend 2" }).press("Enter");
  await dialog().waitFor({ state: "detached" });
  await row(/Karim Hossain/)
    .getByText("Suspended")
    .waitFor();
  await boss.inSync();
  const { body } = await owner.get("/customers/?status=SUSPENDED");
  expect(body.count).toBe(2);
});
