// Work orders as people work them: given away on the board by keys and by mouse, done without a line, at the server once.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";

let office: E2eEnvironment;
let desk: Desktop;
let phone: Desktop;
let me: string;
beforeAll(async () => {
  office = await openE2eEnvironment();
  me = (await office.tenant.staff("babul", "Technician")).staff_id;
  [desk, phone] = [await office.desktop(), await office.desktop()];
  await desk.signIn("boss");
});
afterAll(() => office?.close());
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  await desk?.photograph(`tasks-failed-desk-${task.id}`);
  await phone?.photograph(`tasks-failed-phone-${task.id}`);
});

const column = ({ page }: Desktop, name: string) => page.getByRole("region", { name, exact: true });
const card = (desktop: Desktop, name: string, title: string) =>
  column(desktop, name).getByRole("link", { name: title });
const focused = ({ page }: Desktop) => page.evaluate(() => document.activeElement?.textContent);
const tasks = async () => (await office.tenant.owner.get("/tasks/?ordering=title")).body.results;

test("A work order is made and given away on the board with keys alone", async () => {
  const { page } = desk;
  await page.goto(`${desk.line.url}/#/tasks`);
  await page.getByRole("radio", { name: "List" }).press("ArrowRight");
  await column(desk, "Waiting").waitFor();
  await page.getByRole("heading", { name: "Tasks" }).click();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog");
  await form.getByLabel("Title").fill("Lay a new line");
  await form.getByLabel("What is to be done").fill("Second floor, white house");
  await form.getByRole("combobox", { name: "Kind of work" }).click();
  await page.getByRole("option", { name: "Installation" }).click();
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await card(desk, "Waiting", "Lay a new line").focus();
  await page.keyboard.press("m");
  await expect.poll(() => focused(desk)).toBe("Assigned");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Assign/ });
  await dialog.getByRole("combobox", { name: "Assigned to" }).fill("babul");
  await page.getByRole("option", { name: /babul/ }).waitFor();
  const changes = dialog.getByRole("group", { name: "What will change" });
  expect(await changes.count()).toBe(0);
  await page.keyboard.press("Enter");
  expect((await changes.innerText()).split(/\n+/)).toEqual([
    "What will change",
    "Status",
    "Waiting",
    "Assigned",
  ]);
  // A notice that goes while the colours change is looked at in both at once.
  await page.getByText("Lay a new line is added").waitFor({ state: "detached" });
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Assign" }).click();
  await card(desk, "Assigned", "Lay a new line").waitFor();
  await expect.poll(() => focused(desk)).toBe("Lay a new line");
  await desk.inSync();
  expect(await tasks()).toMatchObject([{ status: "ASSIGNED", assigned_to: me }]);
});

test("What a technician does without a line stands on their board at once, and arrives once", async () => {
  const { page } = phone;
  await page.getByLabel("Company").fill("office");
  await page.getByLabel("Username").fill("babul");
  await page.getByLabel("Password", { exact: true }).fill("babul-secret");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "My day" }).waitFor();
  await phone.inSync();
  await page.getByText("Filling this computer").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Tasks" }).click();
  await page.getByRole("row", { name: /Lay a new line/ }).waitFor();
  phone.cut();
  await page.getByText("Board").click();
  await card(phone, "Assigned", "Lay a new line").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await card(phone, "In progress", "Lay a new line").waitFor();
  await expect.poll(() => focused(phone)).toBe("Lay a new line");
  await page.keyboard.press("Enter");
  const points = page.getByRole("region", { name: "Checklist" });
  await points.getByLabel("Add a point").fill("Label both ends");
  await page.keyboard.press("Enter");
  await points.getByRole("checkbox", { name: "Label both ends" }).press("Space");
  await points.getByText("1 / 1").waitFor();
  await page.goBack();
  await card(phone, "In progress", "Lay a new line").focus();
  await page.keyboard.press("Shift+ArrowRight");
  const dialog = page.getByRole("dialog", { name: /^Mark as done/ });
  await dialog.getByLabel("What was done").fill("40 m of cable, -19 dBm");
  await dialog.getByRole("button", { name: "Mark as done" }).click();
  await card(phone, "Done", "Lay a new line").waitFor();
  phone.mend();
  await phone.inSync();
  expect(await tasks()).toMatchObject([
    { status: "COMPLETED", completion_notes: "40 m of cable, -19 dBm", completed_at: expect.any(String) },
  ]);
  expect((await tasks())[0].checklist).toEqual([{ text: "Label both ends", done: true }]);
  await card(desk, "Done", "Lay a new line").waitFor();
});

test("A ticket's card is dragged to another column, and to none that it may not get to", async () => {
  const { page } = desk;
  const trouble = { subject: "No light on the box", description: "Since the storm" };
  const { body } = await office.tenant.owner.post("/tickets/", trouble);
  await page.goto(`${desk.line.url}/#/tickets?view=board`);
  await card(desk, "Open", trouble.subject).waitFor();
  await card(desk, "Open", trouble.subject).dragTo(column(desk, "Closed"));
  await card(desk, "Closed", trouble.subject).waitFor();
  await desk.inSync();
  expect((await office.tenant.owner.get(`/tickets/${body.id}/`)).body).toMatchObject({ status: "CLOSED" });
  await card(desk, "Closed", trouble.subject).dragTo(column(desk, "Open"));
  expect(await card(desk, "Open", trouble.subject).count()).toBe(0);
});

test("A board is still a board when its screen is opened again, and a link to it is one for everybody", async () => {
  const { page } = desk;
  await page.goto(`${desk.line.url}/#/customers`);
  await desk.toTab("Jobs", "Tasks");
  await column(desk, "Waiting").waitFor();
  await expect.poll(() => page.url()).toContain("view=board");
  await page.getByText("List", { exact: true }).click();
  await page
    .getByRole("table")
    .or(page.getByText("No tasks yet"))
    .or(page.getByText("Nothing matches"))
    .waitFor();
  expect(page.url()).not.toContain("view=board");
});
