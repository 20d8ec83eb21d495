// The Inbox from both sides, on two desktops: a clerk's own slip taken back, another asked for, and the answer; without a line, too.
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let till: Desktop;
let desk: Desktop;

beforeAll(async () => {
  office = await openE2eEnvironment();
  await office.tenant.staff("manager", "Manager");
  [till, desk] = [await office.desktop(), await office.desktop()];
  await till.signIn("clerk");
  await desk.signIn("manager");
  for (const { page } of [till, desk]) await page.emulateMedia({ reducedMotion: "reduce" });
  await till.inSync();
});
afterAll(() => office?.close());
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  await till?.photograph(`inbox-till-${task.id}`);
  await desk?.photograph(`inbox-desk-${task.id}`);
});

const inbox = async ({ page, line }: Desktop) => {
  await page.goto(`${line.url}/#/inbox`);
  await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
};
const row = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const focusOn = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? "")).toContain(text);
const gone = (page: Page, text: string) => row(page, text).waitFor({ state: "detached" });
const inDialog = async (desktop: Desktop) => {
  await desktop.armed();
  await expect
    .poll(() => desktop.page.evaluate(() => document.activeElement?.closest("[role=dialog]") != null))
    .toBe(true);
};

/** A receipt of the clerk's, with no drawer open: it is not theirs to take back. Answers its number. */
const paidAtTill = async (letters: string): Promise<string> => {
  const receipt = await till.recharge(letters);
  return /D\d+-\d+/.exec(receipt)?.[0] ?? "";
};

test("A clerk asks where they may not reverse: R, 1, Enter; the manager accepts in the Inbox: A, Enter; the clerk reads the answer: A", async () => {
  await till.page.goto(`${till.line.url}/#/counter`);
  const number = await paidAtTill("rahi");
  await till.armed();
  const asking = new Story(till.page);
  await asking.press("r");
  await till.page.getByRole("dialog", { name: `Ask to reverse ${number}` }).waitFor();
  await inDialog(till);
  expect(await asking.aside(() => findings(till.page))).toEqual([]);
  await asking.press("1", "Enter");
  await till.page.getByText("the reversal is asked for").waitFor();
  expect(asking.told("clerk: a reversal asked for")).toBe(3);
  await till.next();

  await inbox(desk);
  await row(desk.page, `Reverse ${number}`).waitFor();
  expect(await findings(desk.page)).toEqual([]);
  await row(desk.page, `Reverse ${number}`).focus();
  const answering = new Story(desk.page);
  await answering.press("a");
  await inDialog(desk);
  await answering.press("Enter");
  await gone(desk.page, `Reverse ${number}`);
  expect(answering.told("manager: a reversal accepted")).toBe(2);

  await inbox(till);
  const answer = `${number} is reversed`;
  await row(till.page, answer).waitFor();
  await row(till.page, answer).focus();
  const reading = new Story(till.page);
  await reading.press("a");
  await gone(till.page, answer);
  expect(reading.told("clerk: an answer read")).toBe(1);
  await till.inSync();
  const listed = await office.tenant.owner.get(`/transactions/?search=${number}`);
  expect(listed.body.results[0]).toMatchObject({ status: "REFUNDED", reversed_by: "manager" });
});

test("Without a line a clerk asks and sees that they did; the manager declines without one; both arrive, and the clerk reads why", async () => {
  await till.page.goto(`${till.line.url}/#/counter`);
  const number = await paidAtTill("kari");
  await till.inSync();
  till.cut();
  await till.armed();
  await till.page.keyboard.press("r");
  await till.page.getByRole("dialog", { name: `Ask to reverse ${number}` }).waitFor();
  await inDialog(till);
  await till.page.keyboard.press("2");
  await till.page.keyboard.press("Enter");
  await till.page.getByText("the reversal is asked for").waitFor();
  await till.next();
  await inbox(till);
  await row(till.page, `You asked: reverse ${number}`).waitFor();
  till.mend();
  await till.inSync();

  await inbox(desk);
  await row(desk.page, `Reverse ${number}`).waitFor();
  desk.cut();
  await row(desk.page, `Reverse ${number}`).focus();
  await desk.page.keyboard.press("d");
  await inDialog(desk);
  await desk.page.keyboard.press("1");
  await desk.page.keyboard.press("Enter");
  await gone(desk.page, `Reverse ${number}`);
  desk.mend();
  await desk.inSync();
  await row(till.page, "The receipt is right").waitFor();
  await focusOn(till.page, number);
});

test("A clerk's own receipt of the open shift is taken back at once: R, 1, Enter", async () => {
  await till.page.goto(`${till.line.url}/#/counter`);
  await (await office.server.signIn("clerk", "clerk-secret", "office")).post("/shifts/", {
    opening_float: "0.00",
  });
  await till.inSync();
  const number = await paidAtTill("nusr");
  await till.armed();
  const keys = new Story(till.page);
  await keys.press("r");
  await till.page.getByRole("dialog", { name: `Reverse ${number}` }).waitFor();
  await inDialog(till);
  await keys.press("1", "Enter");
  await till.page.getByText(`${number} is reversed`).waitFor();
  expect(keys.told("clerk: an own receipt taken back")).toBe(3);
  await till.inSync();
  const listed = await office.tenant.owner.get(`/transactions/?search=${number}`);
  expect(listed.body.results[0]).toMatchObject({ status: "REFUNDED", reversed_by: "clerk" });
});
