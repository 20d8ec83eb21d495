// A cashier's drawer as it is opened and counted: with keys alone, blind, without a line, and once more after a wrong count.
import { afterAll, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let clerk: Desktop;
beforeAll(async () => {
  office = await openE2eEnvironment();
  clerk = await office.desktop();
  await clerk.signIn("clerk");
});
afterAll(() => office?.close());

const dialog = () => clerk.page.getByRole("dialog");
const pieces = (piece: string) => dialog().getByLabel(`How many of ${piece}`, { exact: true });
const shifts = async () => (await office.tenant.owner.get("/shifts/?ordering=opened_at")).body.results;

test("F8 opens a shift with its float, and the open one afterwards", async () => {
  const { page } = clerk;
  await page.keyboard.press("F8");
  await dialog().getByLabel("Cash at the start").fill("500");
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
  // It has no name of its own yet.
  await page.getByText("shift is added", { exact: false }).waitFor();
  await page.getByRole("row", { name: /clerk/ }).waitFor();
  await page.keyboard.press("F8");
  await page.getByRole("button", { name: "Count and close" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Count and close");
  expect(await findings(page)).toEqual([]);
});

test("A drawer is counted by keys, offline, and what should be there is said after the count alone", async () => {
  const { page } = clerk;
  await page.keyboard.press("F2");
  await clerk.recharge("karim");
  await clerk.next();
  // The counter does not tell what the count is not to know, nor a total that tells it.
  const takings = page.getByRole("region", { name: "My takings today" });
  await takings.getByText("shown after the count").waitFor();
  expect(await takings.getByText(/\d\.\d\d/).count()).toBe(0);
  await clerk.inSync();
  clerk.cut();
  await page.keyboard.press("F8");
  await page.getByText("shown after the count").waitFor();
  await page.getByRole("button", { name: "Count and close" }).press("Enter");
  await pieces("1,000").waitFor();
  expect(await page.getByText("1,200.00").count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type("1");
  for (const _ of ["500", "200"]) await page.keyboard.press("Enter");
  await page.keyboard.type("2");
  // Past the last piece Enter stands on the button.
  for (const _ of ["100", "50", "20", "10", "5", "2", "1", "button"]) await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  // That it does not agree is all that is said before the second count.
  await dialog().getByText("The count does not agree", { exact: false }).waitFor();
  for (const figure of ["1,200.00", "200.00"])
    expect(await dialog().getByText(figure, { exact: true }).count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  // The wrong count stays, also for who leaves.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Count and close" }).press("Enter");
  await dialog().getByRole("button", { name: "Count again" }).press("Enter");
  await pieces("1,000").fill("1");
  await pieces("100").fill("1");
  await pieces("50").fill("1");
  await pieces("20").fill("2");
  await dialog().getByRole("button", { name: "This is what is there" }).press("Enter");
  await dialog().getByText("There is less than there should be.").waitFor();
  await dialog().getByText("1,200.00").waitFor();
  expect(await dialog().getByRole("button", { name: "Close the shift" }).isDisabled()).toBe(true);
  // Who has seen the difference counts no more.
  expect(await dialog().getByRole("button", { name: "Count again" }).count()).toBe(0);
  await dialog().getByRole("button", { name: "Wrong change was given" }).press("Enter");
  await dialog().getByRole("button", { name: "Close the shift" }).press("Enter");
  await dialog().getByText("The shift is closed.").waitFor();
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
});

test("The close comes in with the line: what was counted, the difference, its reason and that there was a first count", async () => {
  const { page } = clerk;
  clerk.mend();
  await clerk.inSync();
  await expect.poll(async () => (await shifts()).at(-1)?.status).toBe("CLOSED");
  expect((await shifts()).at(-1)).toMatchObject({
    ...{ opening_float: "500.00", expected_cash: "1200.00", counted_cash: "1190.00", difference: "-10.00" },
    ...{ counts: { "1000": 1, "100": 1, "50": 1, "20": 2 } },
    reason: "Wrong change was given · counted 1,400.00 before",
  });
  await page.getByRole("table", { name: "Taken by method" }).getByText("700.00").waitFor();
  await page.getByRole("table", { name: "Banknotes and coins" }).getByText("20 × 2").waitFor();
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute("data-printed", document.querySelector(".print-only")?.textContent ?? "");
  });
  // What the server made of it arrives after the state that it is closed: a summary printed before has no difference yet.
  const print = async () => {
    await page.getByRole("button", { name: "Print summary" }).click();
    return page.locator("body[data-printed]").getAttribute("data-printed");
  };
  await expect.poll(print).toContain("-10.00");
  const paper = await print();
  for (const said of ["SHIFT SUMMARY", "1,190.00", "-10.00", "20 x 2"]) expect(paper).toContain(said);
  expect(await findings(page)).toEqual([]);
});

test("What was counted beyond the float is handed over with its amount filled in, offline as well", async () => {
  const { page } = clerk;
  clerk.cut();
  await page
    .getByTestId("connection")
    .getByText(/Offline/)
    .waitFor();
  const keys = new Story(page);
  await page.getByRole("button", { name: "Hand the money over…" }).focus();
  await keys.press("Enter");
  await dialog().getByLabel("Amount").waitFor();
  expect(await dialog().getByLabel("Amount").inputValue()).toBe("690.00");
  await dialog().getByRole("button", { name: "Save" }).focus();
  await keys.press("Enter");
  await dialog().waitFor({ state: "detached" });
  expect(keys.told("clerk: the drawer's money to the office")).toBe(2);
  clerk.mend();
  await clerk.inSync();
  const { body } = await office.tenant.owner.get("/cash-transfers/");
  expect(body.results).toMatchObject([{ to: "OFFICE", amount: "690.00", status: "IN_TRANSIT" }]);
});
