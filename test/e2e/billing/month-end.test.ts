// An accountant's month end by keyboard: begun, left, gone on with, closed; and each step taken back.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addDays, daysOfMonth, type Month, monthOf } from "../../../shared/kernel/day.ts";
import { type Body, expectStatus } from "../../acceptance/helpers/money.ts";
import { openGateway, type TestGateway } from "../../callcenter/helpers/gateway.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment, today } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

const day = today();
const month = monthOf(addDays(`${monthOf(day)}-01`, -1)) as Month;

let office: E2eEnvironment;
let accountant: Desktop;
let boss: Desktop | null = null;
let gateway: TestGateway | null = null;
let keys: Story;

beforeAll(async () => {
  office = await openE2eEnvironment();
  const { owner } = office.tenant;
  for (const at of [1, 2]) {
    const who = { name: `Monthly ${at}`, username: `monthly${at}`, phone: `0172200000${at}` };
    const customer = {
      ...who,
      package: office.package_id,
      status: "ACTIVE",
      expiry_date: addDays(day, 20),
      // Before the month's end: who came since is not billed for it.
      joined_at: `${addDays(day, -75)}T06:00:00Z`,
    };
    expect(await owner.post("/customers/", customer)).toMatchObject({ status: 201 });
  }
  // Overdue on the month's last day.
  const lines = [{ description: "Cable", unit_price: "300.00" }];
  const days = { issue_date: addDays(day, -75), due_date: addDays(day, -70) };
  const late = { customer: office.customer("Sadia Rahman").id, lines, ...days };
  await expectStatus(201, owner.post("/invoices/", late));
  await office.tenant.staff("books", "Accountant");
  accountant = await office.desktop({ keepsFiles: false });
  await accountant.signIn("books");
  keys = new Story(accountant.page);
});
afterAll(async () => {
  await office?.close();
  await gateway?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await accountant?.photograph(`month-end-failed-${task.id}`);
  if (task.result?.state === "fail") await boss?.photograph(`month-end-failed-${task.id}-boss`);
});

const known = async () => {
  const { body } = await office.tenant.owner.get(`/month-ends/?month=${month}`);
  const id = body.results[0]?.id;
  return id ? (await office.tenant.owner.get(`/month-ends/${id}/`)).body : null;
};
const statesOf = async () =>
  Object.fromEntries(
    ((await known())?.steps ?? []).map(({ step, status }: { step: string; status: string }) => [
      step,
      status,
    ]),
  );
const title = (name: string) =>
  accountant.page.getByRole("tabpanel").getByRole("heading", { name, level: 2, exact: true }).last();
const bills = async () =>
  (await office.tenant.owner.get(`/invoices/?billing_month=${month}&is_recurring=true`)).body.count;
/** A dialog that is drawn takes keys. */
const armed = () => accountant.page.locator("[role=dialog] [data-armed]").waitFor();
/** Leaves the step that is open out, with the first of the usual words. */
async function leaveOut(): Promise<void> {
  await keys.press("s");
  await armed();
  await keys.press("1");
  await keys.press("Enter");
  await accountant.page.getByRole("dialog").waitFor({ state: "detached" });
}

test("The end of a month to come is offered to nobody, and a report without a day asks for one", async () => {
  const { page } = accountant;
  const next = monthOf(addDays(`${monthOf(day)}-01`, 31));
  await page.goto(`${accountant.line.url}/#/month-end?month=${next}`);
  await page.getByText(/has not begun/).waitFor();
  expect(await page.getByRole("button", { name: "Begin the month's end" }).count()).toBe(0);
  await page.goto(`${accountant.line.url}/#/collections`);
  await page.getByLabel("From").fill("");
  await page.keyboard.press("Tab");
  await page.getByText("Give a first and a last day").waitFor();
});

test("A month's end goes from freezing to its bills in 5 keys, and each step says what it came to", async () => {
  const { page } = accountant;
  await page.goto(`${accountant.line.url}/#/month-end`);
  const begin = page.getByRole("button", { name: "Begin the month's end" });
  await begin.waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Begin");
  await keys.press("Enter");
  await title("Freeze the month").waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.press("d");
  await title("Look before billing").waitFor();
  await page
    .getByRole("region", { name: "Without a router" })
    .getByText(/Monthly 1/)
    .waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.press("d");
  await title("Make the bills").waitFor();
  await keys.press("m");
  await page.getByText("Bills made: 2").waitFor();
  expect(await bills()).toBe(2);
  await keys.press("d");
  await title("Who owes: remind").waitFor();
  expect(keys.told("accountant: a month's end until its bills")).toBe(5);
  await page.getByRole("tab", { name: /Make the bills.*Done · books.*2 · 1,400.00/s }).waitFor();
  expect((await office.tenant.owner.get("/settings/")).body.freeze_date).toBe(daysOfMonth(month).at(-1));
});

test("A month's end on a phone and at 200 % zoom has room for the open step under the line of steps", async () => {
  const { page } = accountant;
  for (const size of [
    { width: 390, height: 844 },
    { width: 640, height: 800 },
  ]) {
    await keys.aside(() => page.setViewportSize(size));
    const box = await title("Who owes: remind").boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(size.height / 2);
    const room = await title("Who owes: remind").evaluate((name) => name.parentElement?.clientHeight);
    expect(room).toBeGreaterThanOrEqual(260);
  }
  await keys.aside(() => page.setViewportSize({ width: 1280, height: 800 }));
});

/** A matter of the boss's: it is no part of the accountant's time. */
async function calledByVoice(): Promise<void> {
  const { owner } = office.tenant;
  const text = "Dear {name}, please pay.";
  const template = { name: "Dues", script_text: text, template_type: "BILL_DUE" };
  await expectStatus(201, owner.post("/voice-templates/", template));
  boss = await office.desktop({ keepsFiles: false });
  await boss.signIn("boss");
  await boss.inSync();
  const { page } = boss;
  await page.goto(`${boss.line.url}/#/month-end`);
  await page.getByRole("heading", { name: "Who owes: remind", level: 2 }).last().waitFor();
  const row = page.getByRole("row", { name: /Sadia Rahman/ });
  await row.waitFor();
  await row.focus();
  await page.keyboard.press("x");
  const remind = page.getByRole("button", { name: "Remind them (1)…" });
  const dialog = page.getByRole("dialog");
  await remind.press("Enter");
  await dialog.getByText("Dear Sadia Rahman, please pay.").waitFor();
  const call = dialog.getByRole("button", { name: "Start calling" });
  await call.press("Enter");
  await dialog.getByRole("alert").getByText(/voice/i).first().waitFor();
  expect(await findings(page)).toEqual([]);
  await boss.picture("month-end-no-voice");
  gateway = await openGateway(() => ({
    status: 200,
    body: { disposition: "ANSWERED", duration_seconds: 9 },
  }));
  const setting = { provider_name: "Test", api_endpoint: gateway.url, calls_per_minute: 6_000 };
  await expectStatus(201, owner.post("/voice-settings/", setting));
  await call.press("Enter");
  await gateway.asked(1);
  await dialog.getByText(/1 called/).waitFor();
  expect(gateway.calls.map(({ body }) => body.text)).toEqual(["Dear Sadia Rahman, please pay."]);
  const logs: Body[] = (await owner.get("/call-logs/")).body.results;
  expect(logs.filter(({ customer }) => customer === office.customer("Sadia Rahman").id)).toHaveLength(1);
}

test("Who owes is called by an automated voice from the reminders step: without a gateway that is refused in words, with one the call goes out", () =>
  keys.aside(calledByVoice));

test("Who leaves finds the first step that is still to do, also on another computer, and closes the books in 9 more keys", async () => {
  const { page } = accountant;
  await page.goto(`${accountant.line.url}/#/counter`);
  await page.goto(`${accountant.line.url}/#/month-end`);
  await title("Who owes: remind").waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.press("d");
  await title("Resellers").waitFor();
  await leaveOut();
  await title("Salaries").waitFor();
  await leaveOut();
  await title("Tax").waitFor();
  await keys.press("d");
  await title("Close the books").waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.press("d");
  await page.getByText(/Done: books/).waitFor();
  expect(keys.told("accountant: a month's end until its books are closed")).toBe(14);
  expect((await office.tenant.owner.get("/settings/")).body.lock_date).toBe(daysOfMonth(month).at(-1));
  expect((await known())?.status).toBe("LOCKED");
});

test("Opened again, the run is taken back: what is voided and of how much is said before, and the bills are void", async () => {
  const { page } = accountant;
  const undoing = new Story(page);
  const undo = async () => {
    await undoing.press("u");
    await armed();
    await undoing.press("1");
    await undoing.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  await undo();
  await expect.poll(async () => (await known())?.status).toBe("OPEN");
  await page.getByRole("tab", { name: /Make the bills/ }).focus();
  await page.keyboard.press("Enter");
  await title("Make the bills").waitFor();
  await undoing.press("u");
  await page
    .getByRole("dialog")
    .getByText(/Bills that are voided: 2, \D*1,400.00 in all/)
    .waitFor();
  expect(await undoing.aside(() => findings(page))).toEqual([]);
  await armed();
  await undoing.press("2");
  await undoing.press("Enter");
  await page.getByText("The work behind it is done (2).").waitFor();
  expect(undoing.told("accountant: a closed month opened, its run taken back")).toBe(6);
  expect(await statesOf()).toMatchObject({ RUN: "WAITING", LOCK: "WAITING", TAX: "DONE", SETTLE: "SKIPPED" });
  expect(await bills()).toBe(0);
});
