// What somebody sees of lists and dialogs at a usual screen: an empty company said to be empty, the newest first where nothing
// is owed, what a form does in sight; and letters that are typed on a receipt lost to nobody.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "./helpers/e2e-environment.ts";

let office: E2eEnvironment;
let desktop: Desktop;

beforeAll(async () => {
  office = await openE2eEnvironment();
  await office.tenant.staff("chief", "Owner");
  desktop = await office.desktop({ keepsFiles: false, reducedMotion: "reduce" });
  await desktop.signIn("chief");
  await desktop.inSync();
});

afterAll(() => office?.close());

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await desktop?.photograph(`seen-whole-${task.id}`);
});

const go = (path: string) => desktop.page.goto(`${desktop.line.url}/#/${path}`);

test("In a company that has none yet, a list that begins narrowed down says so, not that nothing matches", async () => {
  for (const path of ["tickets", "tasks", "leaves", "employees"]) {
    await go(path);
    await desktop.page
      .getByText(/^No .* yet/i)
      .first()
      .waitFor();
    expect(await desktop.page.getByText("Nothing matches").count()).toBe(0);
  }
});

test("Letters typed on a receipt are the beginning of the next search", async () => {
  const { page } = desktop;
  await go("counter");
  await desktop.recharge("rahim");
  await page.keyboard.type("karim");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const box = page.getByRole("combobox", { name: /Search by name/ });
  await expect.poll(() => box.inputValue()).toBe("karim");
  await page.getByText("1 found").waitFor();
  await page.keyboard.press("Escape");
});

test("Payments are what was received; an adjustment is found by its method", async () => {
  const { page } = desktop;
  const { owner } = office.tenant;
  const body = { customer: office.customer("Karim Hossain").id, adjustment_type: "CREDIT", amount: "10" };
  const why = { category: "GOODWILL", reason: "Line was down" };
  const { status } = await owner.post(
    "/adjustments/",
    { ...body, ...why },
    { "idempotency-key": "credit-1" },
  );
  expect(status).toBe(201);
  await desktop.inSync();
  await go("counter");
  await go("transactions");
  await page.getByRole("row", { name: /Rahim Uddin/ }).waitFor();
  expect(await page.getByRole("row", { name: /Karim Hossain/ }).count()).toBe(0);
  await go("transactions?method=ADJUSTMENT");
  await page.getByRole("row", { name: /Karim Hossain/ }).waitFor();
});

test("Bills that are paid begin with the newest, bills that are owed with the oldest", async () => {
  const { page } = desktop;
  await go("invoices?status=PAID");
  const due = page.getByRole("columnheader", { name: /Due date/ });
  await expect.poll(() => due.getAttribute("aria-sort")).toBe("descending");
  await go("invoices?status__in=UNPAID%2CPARTIAL%2COVERDUE");
  await expect.poll(() => due.getAttribute("aria-sort")).toBe("ascending");
});

test("A bill's row on the customer's page opens by a press anywhere in it", async () => {
  const { page } = desktop;
  await go(`customers/${office.customer("Nusrat Akter").id}?tab=invoices`);
  const button = page.locator("button[aria-expanded]").filter({ has: page.locator("svg") });
  const row = page
    .locator("tbody tr")
    .filter({ has: page.locator("button[aria-expanded]") })
    .first();
  await row.locator("td").last().click();
  await expect.poll(() => row.locator("button[aria-expanded]").getAttribute("aria-expanded")).toBe("true");
  expect(await button.count()).toBeGreaterThan(0);
});

test("Customers' pages begin at one height, however many buttons and however long an address they have", async () => {
  const { page } = desktop;
  const [short, long] = ["Nusrat Akter", "Karim Hossain"].map(office.customer);
  const area = "Mirpur Section Eleven, Block C, behind the school";
  expect((await office.tenant.owner.patch(`/customers/${long?.id}/`, { area })).status).toBe(200);
  await desktop.inSync();
  // So wide that the buttons stand beside the name and leave it little room.
  await page.setViewportSize({ width: 1400, height: 800 });
  const height = async (id: string | undefined) => {
    await go(`customers/${id}`);
    await page.getByRole("tab", { name: "Account" }).waitFor();
    return (await page.getByRole("tablist").boundingBox())?.y;
  };
  expect(await height(long?.id)).toBe(await height(short?.id));
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("A button that takes no key yet fills until it does, and does nothing before", async () => {
  const { page } = desktop;
  const { id } = office.customer("Tanvir Ahmed");
  await go(`customers/${id}`);
  await page.getByRole("button", { name: /^(Suspend|Resume)/ }).waitFor();
  // What the browser says of the button at each change, from before it is there.
  await page.evaluate(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const button = document.querySelector("[role=dialog] [data-arming]");
      const now = button ? (button.hasAttribute("data-armed") ? "armed" : "filling") : "none";
      if (seen.at(-1) !== now) seen.push(now);
      document.documentElement.dataset.seen = seen.join(" ");
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.getByRole("button", { name: /^(Suspend|Resume)/ }).click();
  await desktop.armed();
  const seen = await page.evaluate(() => document.documentElement.dataset.seen);
  expect(seen?.replaceAll("none", "").trim()).toBe("filling armed");
  await page.keyboard.press("Escape");
});

test("What a form does stays in sight however long the form is", async () => {
  const { page } = desktop;
  await go("customers?new=1");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /More fields/ }).click();
  const save = dialog.getByRole("button", { name: "Add customer" });
  await expect.poll(() => dialog.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
  const box = await save.boundingBox();
  expect((box?.y ?? 1e9) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
  await page.keyboard.press("Escape");
});
