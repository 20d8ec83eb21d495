// A new clerk practises: recharge, payment, drawer, ticket, on the office's own customers with fake money. Nothing of it
// reaches the server, nothing of it stays, and whoever looks at the window knows.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { allRows } from "../../helpers/database/all-rows.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let clerk: Desktop;
let boss: Desktop | null = null;
let technician: Desktop | null = null;
/** What the page sent to the server but questions: their paths. */
const sent: string[] = [];

beforeAll(async () => {
  office = await openE2eEnvironment();
  clerk = await office.desktop();
  await clerk.page.context().addInitScript(() => {
    window.print = () => {
      const sheet = document.querySelector(".print-only")?.textContent ?? "";
      document.documentElement.setAttribute("data-printed", sheet);
    };
  });
  await clerk.page.reload();
  await clerk.signIn("clerk");
  await clerk.inSync();
});

afterAll(() => office?.close());

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  await clerk?.photograph(`practice-failed-${task.id}`);
  await boss?.photograph(`practice-failed-${task.id}-boss`);
  await technician?.photograph(`practice-failed-${task.id}-technician`);
});

const band = () => clerk.page.getByRole("region", { name: "Practice", exact: true });
const box = () => clerk.page.getByRole("combobox", { name: /Search by name/ });
const dialog = () => clerk.page.getByRole("dialog");

/** Begins from the palette. */
async function begin(keys: Pick<Story, "press" | "type"> = new Story(clerk.page)): Promise<void> {
  await keys.press("Control+k");
  await keys.type("practi");
  await clerk.page.getByRole("button", { name: "Practise with fake money" }).waitFor();
  await keys.press("Enter");
  await band().waitFor();
}

async function leave(): Promise<void> {
  await band().getByRole("button", { name: "Leave practice" }).click();
  await band().waitFor({ state: "detached" });
}

/** How many records lie in the outbox of this computer, and how far its counters have come. */
const onDisk = () =>
  clerk.page.evaluate(async () => {
    const stores = ["outbox", "settled", "attachments", "counters"];
    const found: Record<string, unknown> = {};
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? "");
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of stores) {
        if (!database.objectStoreNames.contains(store)) continue;
        const all = database.transaction(store).objectStore(store).getAll();
        found[`${name} ${store}`] = await new Promise((resolve) => {
          all.onsuccess = () => resolve(store === "counters" ? all.result : all.result.length);
        });
      }
      database.close();
    }
    return found;
  });

test("A drawer, a recharge, a payment, a ticket and the count are practised by keyboard, and the server and this computer hold not one row more", async () => {
  const { page } = clerk;
  const { id } = office.customer("Karim Hossain");
  const before = await allRows(office.server.database_url);
  const disk = await onDisk();
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== "GET") sent.push(path);
  });
  const keys = new Story(page);
  await begin(keys);
  // Control+K, six letters, Enter.
  expect(keys.told("everybody: practice begun")).toBe(8);
  await box().waitFor();
  expect(await findings(page)).toEqual([]);

  // The drawer.
  await page.keyboard.press("F8");
  await dialog().getByLabel("Cash at the start").waitFor();
  await page.keyboard.type("500");
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
  await page.getByRole("row", { name: /clerk/ }).waitFor();
  await page.keyboard.press("F2");

  // The recharge.
  const receipt = await clerk.recharge("karim");
  expect(receipt).toContain("PRACTICE-1");
  await page.getByText("In practice no router is touched.").waitFor();
  await clerk.armed();
  await page.keyboard.press("p");
  await expect
    .poll(() => page.locator("html[data-printed]").getAttribute("data-printed"))
    .toContain("অনুশীলন");
  await clerk.next();

  // Nothing is on its way either: what waits would be handed in within a moment.
  expect(await onDisk()).toEqual(disk);

  // A payment, which goes on from there.
  await box().focus();
  await page.keyboard.type("karim");
  await page.getByText("1 found").waitFor();
  await page.keyboard.press("F3");
  await page.getByRole("form", { name: "Take a payment" }).waitFor();
  await page.getByLabel(/^Amount/).fill("250");
  await clerk.armed();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Receipt PRACTICE-2" }).waitFor();
  await clerk.next();

  // The count: 500 at the start, 700 and 250 taken.
  await page.keyboard.press("F8");
  await page.getByRole("button", { name: "Count and close" }).waitFor();
  await page.keyboard.press("Enter");
  await dialog().getByLabel("How many of 1,000", { exact: true }).waitFor();
  await page.keyboard.type("1");
  for (const _ of ["500", "200"]) await page.keyboard.press("Enter");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1");
  for (const _ of ["20", "10", "5", "2", "1", "button"]) await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await dialog().getByText("1,450.00").first().waitFor();
  await dialog().getByRole("button", { name: "Close the shift" }).press("Enter");
  await dialog().getByText("The shift is closed.").waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });

  // A ticket.
  await page.goto(`${clerk.line.url}/#/tickets?new=1`);
  await dialog()
    .getByLabel(/What is wrong/)
    .fill("Since eight o'clock, each page");
  await dialog()
    .getByLabel(/Subject/)
    .fill("Slow since the morning");
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
  await page.getByText("Slow since the morning").first().waitFor();

  await leave();
  await clerk.inSync();
  expect(await allRows(office.server.database_url)).toEqual(before);
  expect(await onDisk()).toEqual(disk);
  expect(sent.filter((path) => /sync\.(push|register)|api\/v1/.test(path))).toEqual([]);
  const { body } = await office.tenant.owner.get(`/customers/${id}/`);
  expect(body.due_amount).toBe("700.00");
});

test("What practice did is gone with it, the person is where they were, and beginning again begins anew", async () => {
  const { page } = clerk;
  await page.goto(`${clerk.line.url}/#/customers`);
  await page.getByRole("heading", { name: "Customers" }).waitFor();
  await begin();
  await page.keyboard.press("F2");
  expect(await clerk.recharge("nusrat")).toContain("PRACTICE-1");
  await clerk.next();
  await page
    .getByRole("region", { name: "Practice", exact: true })
    .getByRole("button", { name: "Begin again" })
    .click();
  await page.getByText("1 receipt", { exact: true }).waitFor({ state: "detached" });
  // The counter is drawn anew, and takes the focus.
  await expect.poll(() => box().evaluate((field) => field === document.activeElement)).toBe(true);
  // Esc is no way out of it.
  await page.keyboard.press("Escape");
  expect(await band().count()).toBe(1);
  const keys = new Story(page);
  await keys.press("Control+k");
  await keys.type("leave");
  await page.getByRole("button", { name: "Leave practice" }).last().waitFor();
  await keys.press("Enter");
  await band().waitFor({ state: "detached" });
  expect(keys.told("everybody: practice ended")).toBe(7);
  await page.getByRole("heading", { name: "Customers" }).waitFor();
});

test("What needs the server says that practice has none; what waits in earnest is handed in meanwhile, and a second window is real", async () => {
  const { page } = clerk;
  const { id } = office.customer("Tanvir Ahmed");
  clerk.cut();
  await page.keyboard.press("F2");
  await clerk.recharge("tanvir");
  await clerk.next();
  await clerk.connection.filter({ hasText: "1 waiting" }).waitFor();
  // It begins without a line as well, and shows what waits as it will be.
  await begin();
  await page.goto(`${clerk.line.url}/#/customers/${id}`);
  await page.getByRole("heading", { name: "Tanvir Ahmed" }).waitFor();
  await page.goto(`${clerk.line.url}/#/cash`);
  await page.getByText("Practice has no server.").first().waitFor();
  expect(await findings(page)).toEqual([]);
  const other = await page.context().newPage();
  clerk.mend();
  await expect
    .poll(async () => (await office.tenant.owner.get(`/customers/${id}/`)).body.due_amount)
    .toBe("0.00");
  await other.goto(clerk.line.url);
  await other.getByLabel("Password", { exact: true }).fill("clerk-secret");
  await other.keyboard.press("Enter");
  await other.getByRole("heading", { name: "Counter" }).waitFor();
  expect(await other.getByRole("region", { name: "Practice", exact: true }).count()).toBe(0);
  await other.close();
  expect(await band().count()).toBe(1);
  // Whoever locks the computer has left practice.
  await page.keyboard.press("F2");
  await page.getByRole("heading", { name: "Counter" }).waitFor();
  await page.keyboard.press("Control+l");
  await page.getByText("Welcome back").waitFor();
  await clerk.unlock("clerk-secret");
  expect(await band().count()).toBe(0);
  await clerk.inSync();
});

test("A practised payment is taken back, and the balance is as before", async () => {
  boss = await office.desktop({ keepsFiles: false });
  await boss.signIn("boss");
  const { page } = boss;
  const { id } = office.customer("Farhana Islam");
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByRole("menuitem", { name: "Practise with fake money" }).click();
  await page.getByRole("region", { name: "Practice", exact: true }).waitFor();
  await boss.recharge("farhana");
  await boss.armed();
  await page.keyboard.press("r");
  const reversing = page.getByRole("dialog", { name: /Reverse/ });
  await reversing.getByRole("button", { name: "Taken twice" }).click();
  await reversing.locator("[data-armed]").waitFor();
  await reversing.getByRole("button", { name: "Reverse recharge" }).click();
  await reversing.waitFor({ state: "detached" });
  await page.goto(`${boss.line.url}/#/customers/${id}`);
  await page.getByRole("heading", { name: "Farhana Islam" }).waitFor();
  await page.getByRole("tab", { name: "Payments" }).click();
  await page.getByText("PRACTICE-1", { exact: true }).waitFor();
  await page.getByText("Reversed").first().waitFor();
  await page.getByText("700.00").first().waitFor();
  const { body } = await office.tenant.owner.get(`/transactions/?customer=${id}`);
  expect(body.results).toEqual([]);
});

test("A technician practises a job of their day to its end by keys; the real one is as it was, on their day and at the server", async () => {
  const { staff_id: assigned_to } = await office.tenant.staff("babul", "Technician");
  const checklist = [{ text: "Clean the connector", done: false }];
  const work = { title: "No light on the box", description: "Since the storm", task_type: "REPAIR" };
  const { body: job } = await office.tenant.owner.post("/tasks/", { ...work, assigned_to, checklist });
  const real = async () => (await office.tenant.owner.get(`/tasks/${job.id}/`)).body;
  const before = await real();
  technician = await office.desktop({ keepsFiles: false });
  await technician.signIn("babul");
  await technician.inSync();
  const { page } = technician;
  const article = page.getByRole("article", { name: "No light on the box" });
  await article.getByRole("button", { name: "Start work" }).waitFor();
  const practice = page.getByRole("region", { name: "Practice", exact: true });
  const keys = new Story(page);
  await keys.press("Control+k");
  await keys.type("practi");
  await page.getByRole("button", { name: "Practise with fake money" }).waitFor();
  await keys.press("Enter");
  await practice.waitFor();
  await article.getByRole("button", { name: "Start work" }).waitFor();
  await keys.press("s");
  await article.getByText("In progress").waitFor();
  await article.getByRole("checkbox", { name: "Clean the connector" }).press("Space");
  await article.getByText("1 / 1").waitFor();
  await keys.press("d");
  const notes = article.getByLabel("What was done");
  await expect.poll(() => notes.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type("Cleaned it");
  await keys.press("Control+Enter");
  await page.getByRole("heading", { name: "Done today · 1" }).waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  // What it was begun with, the start, the end, and that it is done; beside the notes.
  expect(keys.told("technician: a job practised")).toBe(11);
  await practice.getByRole("button", { name: "Leave practice" }).click();
  await practice.waitFor({ state: "detached" });
  await article.getByRole("button", { name: "Start work" }).waitFor();
  expect(await page.getByRole("heading", { name: /Done today/ }).count()).toBe(0);
  await technician.inSync();
  expect(await real()).toEqual(before);
});
