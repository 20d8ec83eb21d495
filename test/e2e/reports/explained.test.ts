// A page says what it is for when it is asked, with its keys and its words, in both languages and without a line; and reports
// stand beside an earlier time, on the screen and in the file.
import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { parseCsv } from "../../../shared/kernel/csv.ts";
import { addMonths, monthOf } from "../../../shared/kernel/day.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment, today } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let boss: Desktop;

beforeAll(async () => {
  office = await openE2eEnvironment();
  const { owner } = office.tenant;
  const pay = async (name: string, amount: string, occurred_at?: string) => {
    const body = { customer_id: office.customer(name).id, amount, method: "CASH", occurred_at };
    const answer = await owner.post("/recharges/", { ...body, validity_days: 30 });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  };
  await pay("Rahim Uddin", "1400.00");
  await pay("Nusrat Akter", "700.00");
  await pay("Karim Hossain", "500.00", `${addMonths(monthOf(today()), -1)}-01T10:00:00Z`);
  boss = await office.desktop();
  await boss.signIn("boss");
});
afterAll(() => office?.close());
afterEach(async ({ task }) => {
  boss?.mend();
  if (task.result?.state === "fail") await boss?.photograph(`explained-failed-${task.id}`);
});

const dialog = () => boss.page.getByRole("dialog");
const go = (path: string) => boss.page.goto(`${boss.line.url}/#${path}`);

async function seen(name: string): Promise<void> {
  const { page } = boss;
  for (const width of [1920, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await boss.picture(`${name}-${width}-${colorScheme}`);
      expect(await findings(page)).toEqual([]);
    }
  }
}

test("One key says what the open page is for, which keys it has and what its words mean; a button says the same", async () => {
  const { page } = boss;
  await go("/invoices");
  await page.getByRole("heading", { name: "Bills", level: 1 }).waitFor();
  const story = new Story(page);
  await story.press("?");
  await dialog().getByText("All bills: what is overdue first.").waitFor();
  await dialog().getByRole("region", { name: "What its words mean" }).getByText("Credit note").waitFor();
  await dialog().getByRole("region", { name: "Everywhere" }).waitFor();
  expect(story.told("everybody: what a page is for")).toBe(1);
  await seen("help");
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await go(`/customers/${office.customer("Rahim Uddin").id}`);
  await page.getByRole("heading", { name: "Rahim Uddin" }).waitFor();
  await page.getByRole("button", { name: "What this page is for" }).click();
  await dialog()
    .getByText(/A customer's page tells what happened/)
    .waitFor();
  await page.keyboard.press("Escape");
});

test("Collections stand beside those of the month before, row by row and in the file", async () => {
  const { page } = boss;
  await go("/collections?group_by=method");
  const table = page.getByRole("table", { name: "Collections" });
  await table.getByRole("columnheader", { name: "Change" }).waitFor();
  const cash = table.getByRole("row", { name: /Cash/ });
  await cash.getByText("2,100.00").waitFor();
  await cash.getByText("500.00", { exact: true }).waitFor();
  await cash.getByText("1,600.00").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text.split("\r\n")[1]).toMatch(/2100\.00,.*500\.00,1600\.00$/);
  await seen("collections");
  await page.getByRole("combobox", { name: "Compared with" }).click();
  await page.getByRole("option", { name: "Nothing" }).click();
  await table.getByRole("columnheader", { name: "Change" }).waitFor({ state: "detached" });
});

test("Profit and loss stands beside an earlier time with a picture, and the file has the columns", async () => {
  const { page } = boss;
  await go("/books?view=profit-and-loss");
  const table = page.getByRole("table", { name: "Profit and loss" });
  await table.getByRole("columnheader", { name: "Change" }).waitFor();
  await page.getByRole("img", { name: /Bars of income/ }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  const lines = parseCsv(await readFile(await file.path(), "utf8"));
  expect(lines[0]?.cells.at(-1)).toBe("Change");
  expect(lines.map(({ cells }) => cells.length)).toEqual(lines.map(() => 5));
  await seen("profit-and-loss");
});

test("The month's revenue is told from its beginning to its end beside the month before", async () => {
  const { page } = boss;
  await go("/mrr");
  const table = page.getByRole("table", { name: "The month's movements" });
  await table.getByRole("row", { name: /When the month began/ }).waitFor();
  await table.getByRole("columnheader", { name: "Change", exact: true }).waitFor();
  await seen("mrr");
});
