// A company brings its customers along: a pasted table in its own words, tried first, mended in place, imported as a whole.
import type { Locator } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let environment: E2eEnvironment;
let boss: Desktop;

beforeAll(async () => {
  environment = await openE2eEnvironment();
  boss = await environment.desktop();
  await boss.signIn("boss");
});

afterAll(() => environment?.close());

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await boss?.photograph(`import-failed-${task.id}`);
});

const PASTED = [
  "Client Name\tMobile\tPPPoE user\tPlan\tValid till\tShoe size",
  "Abul Kalam\t01712000001\tabul\tHome20\t31/12/2026\t42",
  "Bina Roy\t01712000002\tbina roy\tHome20\t31/12/2026\t38",
  "Chand Mia\t01712000003\tuser1\tHome20\t31/12/2026\t41",
].join("\n");

const countOf = async (words: string) =>
  (await environment.tenant.owner.get(`/customers/?search=${encodeURIComponent(words)}`)).body.count;

test("A pasted table is mapped, tried, mended once for all rows alike, and imported as a whole", async () => {
  const { page } = boss;
  await page.goto(`${boss.line.url}/#/customers`);
  const story = new Story(page);
  const click = (name: string | RegExp, within: Locator | typeof page = page) =>
    story.touch(() => within.getByRole("button", { name }).click());
  await click("Import customers");
  await story.touch(() => page.getByLabel(/Or paste/).fill(PASTED));
  await click("Read");
  await page.getByText("Shoe size").waitFor();
  expect(await page.getByRole("combobox", { name: "Column Client Name" }).inputValue()).toMatch(/^Name/);
  expect(await page.getByRole("combobox", { name: "Column Shoe size" }).inputValue()).toBe("");
  await click("Try it");
  const mend = page.getByRole("table", { name: "To be mended" });
  await mend.waitFor();
  // The package's name is wrong in all three rows and stands there once; each login has a row of its own.
  expect(await mend.getByRole("row").count()).toBe(3);
  expect(await countOf("Abul")).toBe(0);
  const inRow = (name: RegExp) => mend.getByRole("row", { name });
  await story.touch(() =>
    inRow(/3 rows/)
      .getByRole("combobox", { name: "Package" })
      .fill("Home 20"),
  );
  await page.keyboard.press("Escape");
  await story.touch(() =>
    inRow(/Bina Roy/)
      .getByRole("textbox")
      .fill("bina"),
  );
  await click("Leave out", inRow(/Chand Mia/));
  await click(/^Try/);
  await page.getByText("2 rows, all right").waitFor();
  await page.getByText("1 row is left out").waitFor();
  await click("Import 2 customers");
  await page.getByText("2 customers are imported").waitFor();
  // Three buttons and the paste, three cells that are mended, and two buttons more.
  expect(story.told("owner: customers from another system")).toBe(9);
  expect([await countOf("Abul"), await countOf("Bina"), await countOf("Chand")]).toEqual([1, 1, 0]);
  await page.getByRole("link", { name: "To the customers" }).click();
  await page.getByRole("row", { name: /Abul Kalam/ }).waitFor();
});

test("Without a line what is prepared stays, and importing says what it waits for", async () => {
  const { page } = boss;
  await page.goto(`${boss.line.url}/#/customers/import`);
  await page.getByLabel(/Or paste/).fill("Name,Phone,Username\nDipu Das,01712000009,dipu");
  await page.getByRole("button", { name: "Read" }).click();
  await page.getByText("Which column is which").waitFor();
  boss.cut();
  await page.getByText(/Importing needs the line/).waitFor();
  await page.getByRole("link", { name: "Counter" }).click();
  await page.getByRole("heading", { name: "Counter" }).waitFor();
  await page.goto(`${boss.line.url}/#/customers/import`);
  await page.getByText("Which column is which").waitFor();
  boss.mend();
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText("1 row, all right").waitFor();
});
