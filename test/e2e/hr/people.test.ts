// People at work in the browser: the month's sheet by keys, the payroll run from its gaps on, one's own day without the line.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, monthOf } from "../../../shared/kernel/day.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";

let environment: E2eEnvironment;
let desktop: Desktop;
let today: string;
let boss: string;

beforeAll(async () => {
  environment = await openE2eEnvironment();
  const { owner } = environment.tenant;
  const { timezone } = (await owner.get("/settings/")).body;
  today = new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format();
  const { id: staff } = (await owner.get("/staff/?username=boss")).body.results[0];
  const hire = async (person: object) => (await owner.post("/employees/", person)).body.id;
  boss = await hire({ name: "Anwar Hossain", salary: "60000", staff });
  await hire({ name: "Babul Mia", salary: "17000" });
  await hire({ name: "Without Salary" });
  desktop = await environment.desktop();
  await desktop.signIn("boss");
  await desktop.inSync();
});
afterAll(() => environment?.close());

const open = (path: string) => desktop.page.goto(`${desktop.line.url}/#${path}`);

test("A day is marked by keys from person to person, as on a paper list", async () => {
  const { page } = desktop;
  await open("/attendance-sheet");
  const cell = (name: string) =>
    page.getByRole("row", { name }).locator("button[tabindex='0'], button:focus");
  await cell("Anwar Hossain").focus();
  await page.keyboard.press("l");
  await page.keyboard.press("a");
  const summary = async () => (await environment.tenant.owner.get("/attendance/summary/")).body;
  await expect.poll(summary).toMatchObject({ date: today, late: 1, absent: 2 });
  await page.getByRole("button", { name: /: Late$/ }).waitFor();
  await page.getByRole("button", { name: /Babul Mia.*: Absent$/ }).waitFor();
});

test("A page that the server did not answer once can be asked again, and comes back by itself", async () => {
  const { page } = desktop;
  const asked = { sheet: /attendance\/sheet/, gaps: /payrolls\/gaps/ };
  const fail = (what: RegExp) =>
    page.route(what, (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
  await fail(asked.sheet);
  await open("/attendance-sheet?month=2026-01");
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  expect(await page.locator(".mantine-Skeleton-root").count()).toBe(0);
  await page.unroute(asked.sheet);
  await again.click();
  await page.getByRole("table", { name: "Attendance sheet" }).waitFor();
  await fail(asked.gaps);
  await open("/payroll-run?month=2026-01");
  await again.waitFor();
  await page.unroute(asked.gaps);
  await page.getByRole("region", { name: "No salary" }).waitFor();
  expect(await again.count()).toBe(0);
});

test("The sheet of three hundred people draws those in view alone, and the keys reach the last of them", async () => {
  const { page } = desktop;
  const { owner } = environment.tenant;
  const names = Array.from({ length: 300 }, (_, n) => `Lineman ${String(n).padStart(3, "0")}`);
  for (let n = 0; n < names.length; n += 20) {
    const some = names.slice(n, n + 20).map((name) => owner.post("/employees/", { name, salary: "15000" }));
    for (const { status } of await Promise.all(some)) expect(status).toBe(201);
  }
  // A month that was not asked for yet.
  await open(`/attendance-sheet?month=${monthOf(addDays(`${monthOf(today)}-01`, -1))}`);
  const sheet = page.getByRole("table", { name: "Attendance sheet" });
  await expect.poll(() => sheet.getAttribute("aria-rowcount")).toBe("304");
  const drawn = () => sheet.locator("tbody tr[aria-rowindex]").count();
  expect(await drawn()).toBeLessThan(60);
  await sheet.locator("button[tabindex='0']").focus();
  const at = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 20_000);
  await sheet.getByRole("row", { name: /Without Salary/ }).waitFor();
  await sheet
    .getByRole("button", { name: /Without Salary/ })
    .first()
    .focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(at).toContain("Lineman 299");
  expect(await drawn()).toBeLessThan(60);
  // Those who are here for the count alone leave again, so that the others' pay is drawn up below.
  const all = (await owner.get("/employees/?search=Lineman&page_size=500")).body.results;
  for (let n = 0; n < all.length; n += 20)
    await Promise.all(
      all.slice(n, n + 20).map(({ id }: { id: string }) => owner.delete(`/employees/${id}/`)),
    );
});

test("The payroll run shows what is missing before it draws up the rest, and the drafts are paid together once what is booked for all of them was said", async () => {
  const { page } = desktop;
  const { owner } = environment.tenant;
  const advance = { employee: boss, amount: "100.00", deduction_month: monthOf(today), instalments: 2 };
  expect((await owner.post("/advance-salaries/", advance)).status).toBe(201);
  await open(`/payroll-run?month=${monthOf(today)}`);
  await page.getByRole("region", { name: "No salary" }).getByText("Without Salary").waitFor();
  await page.getByRole("button", { name: "Draw up 2 salaries" }).click();
  const asked = page.getByRole("dialog", { name: "Draw up 2 salaries" });
  await asked.getByText("Advances that wait for an answer: Anwar Hossain").waitFor();
  expect(await findings(page)).toEqual([]);
  await asked.getByRole("button", { name: "Draw up anyway" }).click();
  await page.getByText("2 salaries were drawn up.").waitFor();
  // It may change the draft still.
  await page.getByRole("region", { name: "Advances that wait for an answer" }).waitFor();
  await page.getByRole("link", { name: /^Salaries of/ }).click();
  for (const name of [/Anwar Hossain/, /Babul Mia/]) {
    const row = page.getByRole("row", { name });
    await row.waitFor();
    await row.focus();
    await page.keyboard.press("x");
  }
  const chosen = page.getByRole("toolbar", { name: "2 chosen" });
  await chosen.getByRole("button", { name: /^Pay/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Advances that wait for an answer: Anwar Hossain").waitFor();
  const drafts: { net_salary: string }[] = (await owner.get("/payrolls/?status=DRAFT")).body.results;
  const net = drafts.reduce((sum, { net_salary }) => sum + Number(net_salary), 0);
  const text = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2 }).format(net);
  const booked = dialog.getByTestId("journal-preview");
  for (const line of ["Salaries", "Cash"])
    await booked.getByRole("row", { name: new RegExp(`^${line}.*${text}`) }).waitFor();
  expect(await findings(page)).toEqual([]);
  await desktop.picture("salaries-together");
  await dialog.getByRole("button", { name: "Pay" }).click();
  const paid = async () => (await owner.get("/payrolls/?status=PAID")).body.count;
  await expect.poll(paid).toBe(2);
  const { accounts } = (await owner.get("/reports/trial-balance/")).body;
  const cost = accounts.find(({ account }: { account: string }) => account === "SALARIES");
  expect(Number(cost.debit)).toBe(net);
});

test("Somebody comes to work and asks for leave without the line, and the server has both afterwards", async () => {
  const { page } = desktop;
  const { owner } = environment.tenant;
  const date = (await owner.get(`/attendance/?employee=${boss}`)).body.results[0];
  await owner.delete(`/attendance/${date.id}/`);
  await desktop.inSync();
  await open("/my-work");
  desktop.cut();
  await page.getByRole("button", { name: "Check in" }).click();
  await page.getByRole("button", { name: "Check in" }).and(page.locator(":disabled")).waitFor();
  await page.getByRole("button", { name: "Ask for leave" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From").fill("+7");
  await dialog.getByLabel("Until").fill("+8");
  const part = dialog.getByRole("combobox", { name: "Of the day" });
  await part.focus();
  await page.keyboard.press("s");
  await expect.poll(() => part.inputValue()).toBe("Second half");
  await dialog.getByRole("button", { name: "Ask for leave" }).click();
  // Half a day is of one day.
  await dialog.getByText("Of the day does not go with the rest.").waitFor();
  await dialog.getByLabel("Until").fill("+7");
  await dialog.getByRole("button", { name: "Ask for leave" }).click();
  const mine = page.getByRole("region", { name: "My leave" });
  await mine.getByText("Waiting").waitFor();
  await mine.getByText("Second half").waitFor();
  desktop.mend();
  const known = async () => [
    (await owner.get(`/attendance/?employee=${boss}`)).body.count,
    (await owner.get(`/leaves/?employee=${boss}`)).body.count,
  ];
  await expect.poll(known).toEqual([1, 1]);
  const { results } = (await owner.get(`/leaves/?employee=${boss}`)).body;
  expect(results).toMatchObject([{ day_part: "SECOND_HALF" }]);
});

test("The kind of leave is chosen by its letter, and Ctrl+Enter in the note asks for it", async () => {
  const { page } = desktop;
  const { owner } = environment.tenant;
  await open("/my-work");
  await page.getByRole("button", { name: "Ask for leave" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From").fill("+20");
  await dialog.getByLabel("Until").fill("+21");
  const kind = dialog.getByRole("combobox", { name: "Kind" });
  await kind.focus();
  await page.keyboard.press("s");
  await expect.poll(() => kind.inputValue()).toBe("Sick");
  await dialog.getByLabel("Reason").fill("A fever");
  await page.keyboard.press("Enter");
  await page.keyboard.type("since yesterday");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  const asked = async () => (await owner.get(`/leaves/?employee=${boss}`)).body.results;
  const fever = expect.objectContaining({ leave_type: "SICK", reason: "A fever\nsince yesterday" });
  await expect.poll(asked).toContainEqual(fever);
});
