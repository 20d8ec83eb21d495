// A dispatcher's day in Chromium: jobs given to people by keys and by mouse, without a line, beside others who do the same.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { OltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import { eventually } from "../../helpers/process/wait.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment, today } from "../helpers/e2e-environment.ts";
import { furnishFibre } from "../helpers/furnish-fibre.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let desk: Desktop;
let olt: OltSimulator | null = null;
const staff: Record<string, string> = {};
let babul: Awaited<ReturnType<E2eEnvironment["tenant"]["staff"]>>;
beforeAll(async () => {
  office = await openE2eEnvironment();
  babul = await office.tenant.staff("babul", "Technician");
  staff.babul = babul.staff_id;
  staff.nasrin = (await office.tenant.staff("nasrin", "Technician")).staff_id;
  desk = await office.desktop();
  await desk.signIn("boss");
});
afterAll(async () => {
  await office?.close();
  await olt?.close();
});
afterEach(async ({ task }) => {
  desk?.mend();
  if (task.result?.state === "fail") await desk?.photograph(`dispatcher-failed-${task.id}`);
});

const owner = () => office.tenant.owner;
const WORK = { description: "Third floor, ask for the key", task_type: "REPAIR" };

async function made(path: string, body: object) {
  const answer = await owner().post(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const job = (title: string, more: object = {}) => made("/tasks/", { ...WORK, title, ...more });
const onServer = async (title: string) =>
  (await owner().get(`/tasks/?search=${encodeURIComponent(title)}`)).body.results[0];

const region = (name: string) => desk.page.getByRole("region", { name, exact: true });
const card = (where: string, title: string) => region(where).getByRole("link", { name: title, exact: true });
const focused = () => desk.page.evaluate(() => document.activeElement?.textContent);

async function openBoard(first: string): Promise<void> {
  await desk.page.goto(`${desk.line.url}/#/counter`);
  await desk.page.goto(`${desk.line.url}/#/day-board`);
  await expect.poll(focused).toBe(first);
}

test("Six jobs are given to two people with six keys and the line cut, and taken back with one", async () => {
  const urgent = await job("Job A", { priority: "URGENT", due_date: today() });
  for (const name of ["B", "C", "D", "E", "F"]) await job(`Job ${name}`, { due_date: today() });
  await desk.inSync();
  await expect.poll(async () => (await owner().get("/tasks/?status=PENDING")).body.count).toBe(6);
  await openBoard("Job A");
  desk.cut();
  const keys = new Story(desk.page);
  for (const [at, name] of ["A", "B", "C", "D", "E", "F"].entries()) {
    await expect.poll(focused).toBe(`Job ${name}`);
    await keys.press(at % 2 === 0 ? "1" : "2");
  }
  expect(keys.told("dispatcher: six jobs given")).toBe(6);
  await card("nasrin, No window", "Job F").waitFor();
  await card("babul, No window", "Job A").waitFor();
  expect(await findings(desk.page)).toEqual([]);
  await expect.poll(focused).toBe("Job F");
  const back = new Story(desk.page);
  await back.press("Control+z");
  await card("Nobody's yet", "Job F").waitFor();
  await expect.poll(focused).toBe("Job F");
  expect(back.told("dispatcher: the last move taken back")).toBe(1);
  await keys.press("2");
  await card("nasrin, No window", "Job F").waitFor();
  desk.mend();
  await desk.inSync();
  expect(await onServer("Job A")).toMatchObject({
    id: urgent.id,
    assigned_to: staff.babul,
    status: "ASSIGNED",
  });
  expect(await onServer("Job F")).toMatchObject({ assigned_to: staff.nasrin, due_date: today() });
});

test("A job is picked up and put down in another window of another person with five keys, and gets its turn with one", async () => {
  await openBoard("Job A");
  await card("babul, No window", "Job A").focus();
  const keys = new Story(desk.page);
  // No window stands below the windows: one up is the last of them.
  await keys.press("Space", "ArrowRight", "ArrowDown", "ArrowDown", "Space");
  expect(keys.told("dispatcher: a job in another window")).toBe(5);
  await card("nasrin, 11:00–13:00", "Job A").waitFor();
  await expect.poll(focused).toBe("Job A");
  await keys.press("Space", "ArrowUp", "Escape");
  await card("nasrin, 11:00–13:00", "Job A").waitFor();
  await keys.press("w");
  await card("nasrin, 14:00–16:00", "Job A").waitFor();
  await expect.poll(focused).toBe("Job A");
  await keys.press("Shift+ArrowDown");
  await desk.inSync();
  const rows = (await owner().get(`/tasks/?assigned_to=${staff.nasrin}&ordering=sequence`)).body.results;
  const turns = rows.map(({ title, sequence }: { title: string; sequence: number }) => [title, sequence]);
  expect(turns.find(([title]: [string]) => title === "Job A")?.[1]).toBeGreaterThan(100);
  expect(await onServer("Job A")).toMatchObject({ window_from: "14:00", window_to: "16:00" });
});

test("A card is dragged to a person and a window, and back to nobody", async () => {
  await openBoard("Job A");
  await card("babul, No window", "Job C").dragTo(region("babul, 09:00–11:00"));
  await card("babul, 09:00–11:00", "Job C").waitFor();
  await card("babul, 09:00–11:00", "Job C").dragTo(region("Nobody's yet"));
  await card("Nobody's yet", "Job C").waitFor();
  await desk.inSync();
  expect(await onServer("Job C")).toMatchObject({ assigned_to: null, status: "PENDING" });
});

test("A job that its technician begins while the dispatcher is cut off stays theirs, and the board says so", async () => {
  await openBoard("Job C");
  desk.cut();
  const { id } = await onServer("Job E");
  expect((await babul.post(`/tasks/${id}/start/`, {})).status).toBe(200);
  await card("babul, No window", "Job E").focus();
  await desk.page.keyboard.press("2");
  await card("nasrin, No window", "Job E").waitFor();
  desk.mend();
  await desk.inSync();
  await card("babul, No window", "Job E").waitFor();
  await card("babul, No window", "Job E").focus();
  await region("The chosen job").getByText("babul had begun it already: it stays with them").waitFor();
  expect(await onServer("Job E")).toMatchObject({ assigned_to: staff.babul, status: "IN_PROGRESS" });
});

test("Two jobs of one customer on a day, a day that is too full, and a former job at the address are told on the card", async () => {
  const customer = office.customers[0]?.id;
  const old = await job("Old repair", { customer, due_date: addDays(today(), -10) });
  await owner().post(`/tasks/${old.id}/complete/`, { completion_notes: "New cable, -20 dBm" });
  const hours = { due_date: today(), window_from: "09:00", window_to: "11:00", assigned_to: staff.babul };
  await job("Lamp is red", { customer, ...hours, task_type: "INSTALLATION" });
  await job("Slow in the evening", { customer, ...hours });
  const { page } = desk;
  await page.goto(`${desk.line.url}/#/day-board`);
  const slow = region("babul, 09:00–11:00").getByRole("listitem").filter({ hasText: "Slow in the evening" });
  await slow.getByText("twice that day").waitFor();
  await slow.getByText("1× here").waitFor();
  await region("babul, 09:00–11:00")
    .getByText(/done at \d\d:\d\d: too late/)
    .first()
    .waitFor();
  await card("babul, 09:00–11:00", "Slow in the evening").focus();
  const pane = region("The chosen job");
  await pane.getByText("New cable, -20 dBm").waitFor();
  await pane.getByText(/another open job that day: Lamp is red/).waitFor();
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [640, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await findings(page)).toEqual([]);
    await desk.picture(`day-board-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("Jobs of two customers in one house on a day are told to be there, with whose they are, and so is what was done at the neighbour's", async () => {
  const [, , , upstairs, downstairs] = office.customers;
  const address = { latitude: null, longitude: null, area: "Mirpur" };
  await owner().patch(`/customers/${upstairs?.id}/`, { ...address, address: "House 9, Road-3" });
  await owner().patch(`/customers/${downstairs?.id}/`, { ...address, address: "house 9 road 3" });
  const old = await job("Splitter changed", { customer: upstairs?.id });
  await owner().post(`/tasks/${old.id}/complete/`, { completion_notes: "In the stairs" });
  const hers = { due_date: today(), assigned_to: staff.nasrin };
  await job("Lamp upstairs", { customer: upstairs?.id, ...hers });
  await job("Lamp downstairs", { customer: downstairs?.id, ...hers });
  await desk.inSync();
  const { page } = desk;
  await page.goto(`${desk.line.url}/#/counter`);
  await page.goto(`${desk.line.url}/#/day-board`);
  const low = region("nasrin, No window").getByRole("listitem").filter({ hasText: "Lamp downstairs" });
  await low.getByText("twice that day").waitFor();
  await low.getByText("1× here").waitFor();
  await card("nasrin, No window", "Lamp downstairs").focus();
  const pane = region("The chosen job");
  await pane.getByText(`another open job that day: Lamp upstairs (${upstairs?.name})`).waitFor();
  await pane.getByText("Splitter changed").waitFor();
});

test("P puts a person's day in the order of the way with one key", async () => {
  staff.salma = (await office.tenant.staff("salma", "Technician")).staff_id;
  const east = (km: number) => ({ latitude: 23.8, longitude: 90.36 + km / 102 });
  const hers = { due_date: today(), assigned_to: staff.salma };
  await job("Far away", { ...hers, location: east(9) });
  await job("On the way", { ...hers, location: east(4) });
  await job("Next door", { ...hers, location: east(0), priority: "HIGH" });
  const over = await job("Done this morning", { ...hers, location: east(1) });
  expect((await owner().post(`/tasks/${over.id}/complete/`, { completion_notes: "Clips" })).status).toBe(200);
  await desk.inSync();
  await desk.page.goto(`${desk.line.url}/#/counter`);
  await desk.page.goto(`${desk.line.url}/#/day-board`);
  // The board puts the focus on its first card by itself.
  await expect.poll(async () => (await focused())?.length ?? 0).toBeLessThan(80);
  for (const title of ["On the way", "Next door"]) await card("salma, No window", title).waitFor();
  await card("salma, No window", "Far away").focus();
  await expect.poll(focused).toBe("Far away");
  const keys = new Story(desk.page);
  await keys.press("p");
  const order = async () => {
    await desk.inSync();
    const path = `/tasks/?assigned_to=${staff.salma}&status=ASSIGNED&ordering=sequence`;
    const rows = (await owner().get(path)).body.results;
    return rows.map(({ title, sequence }: { title: string; sequence: number | null }) => [title, sequence]);
  };
  await expect.poll(order).toEqual([
    ["Next door", 100],
    ["On the way", 200],
    ["Far away", 300],
  ]);
  expect(keys.count).toBe(1);
  // What is done has no place to get: nothing was refused, and it stands where it stood.
  expect(await desk.page.getByText("not possible in its present state").count()).toBe(0);
  expect(await onServer("Done this morning")).toMatchObject({ status: "COMPLETED", sequence: null });
  await expect.poll(focused).toBe("Far away");
  await keys.press("Control+z");
  await expect
    .poll(async () => (await order()).map(([, turn]: [string, number | null]) => turn))
    .toEqual([null, null, null]);
});

test("The plain form of a new task says that its customer has another job that day, before it is made", async () => {
  const { page } = desk;
  await page.goto(`${desk.line.url}/#/tasks?new=1`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer").fill("rahim");
  await page.getByRole("option", { name: /Rahim Uddin/ }).click();
  expect(await dialog.getByRole("status").count()).toBe(0);
  const [year, month, day] = today().split("-");
  await dialog.getByLabel("Due").fill(`${year}-${month}-${day}`);
  await dialog.getByLabel("Due").press("Tab");
  await dialog.getByText(/another open job that day: .*Lamp is red/).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Throw/ }).click();
});

test("A ticket becomes a job for somebody with the line cut: two keys from its page; when the job is done the ticket proposes to be resolved", async () => {
  const { page } = desk;
  const customer = office.customers[1]?.id;
  const trouble = { subject: "Lamp blinks", description: "Since noon", category: "NO_INTERNET", customer };
  const { id } = await made("/tickets/", trouble);
  await page.goto(`${desk.line.url}/#/tickets/${id}`);
  await page.getByRole("heading", { name: "Lamp blinks" }).waitFor();
  desk.cut();
  await page.getByRole("button", { name: "Send somebody" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Send somebody/ });
  const who = dialog.getByLabel("Who goes");
  await who.waitFor();
  expect(await findings(page)).toEqual([]);
  await desk.picture("send-somebody");
  const keys = new Story(desk.page);
  await keys.press("b", "Enter");
  expect(keys.told("dispatcher: somebody sent for a ticket")).toBe(2);
  await dialog.waitFor({ state: "detached" });
  await page.getByText("In progress").first().waitFor();
  await page.getByRole("row", { name: /Lamp blinks/ }).waitFor();
  desk.mend();
  await desk.inSync();
  const sent = await onServer("Lamp blinks");
  expect(sent).toMatchObject({ ticket: id, customer, assigned_to: staff.babul, due_date: today() });
  const done = await babul.post(`/tasks/${sent.id}/complete/`, { completion_notes: "Connector, -19 dBm" });
  expect(done.status).toBe(200);
  await page.getByText("All work for this ticket is done", { exact: false }).waitFor();
  await page.getByText("Connector, -19 dBm").first().waitFor();
  await page.getByRole("button", { name: "Resolve it" }).press("Enter");
  await page.getByText("Resolved").first().waitFor();
  await desk.inSync();
  expect((await owner().get(`/tickets/${id}/`)).body).toMatchObject({ status: "RESOLVED" });
});

test("Tickets of an outage's customers are put under it with one key and closed together with two when it is over; what is still down is left and listed", async () => {
  const { page } = desk;
  olt = await furnishFibre(owner(), office);
  const [incident] = (await owner().get("/incidents/")).body.results;
  const affected = (await owner().get(`/incidents/${incident.id}/`)).body.affected;
  const customers: string[] = affected.flatMap(({ customer }: { customer: string | null }) => customer ?? []);
  expect(customers.length).toBeGreaterThan(1);
  for (const customer of customers)
    await made("/tickets/", { subject: "No light", description: "All dark", customer });
  for (const [name, template_type, script_text] of [
    ["Bill", "BILL_DUE", "Your bill is due"],
    ["Outage", "OUTAGE", "Line down in your area"],
  ])
    await made("/voice-templates/", { name, template_type, script_text });
  await desk.inSync();
  const [first] = (await owner().get(`/tickets/?customer=${customers[0]}&status=OPEN`)).body.results;
  await page.goto(`${desk.line.url}/#/tickets/${first.id}`);
  await page.getByText("This customer is among those of an outage", { exact: false }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.goto(`${desk.line.url}/#/incidents/${incident.id}`);
  // By a call they are told of it, whose text is of an outage unless another is chosen.
  await page.getByRole("button", { name: `Tell them (${new Set(customers).size})…` }).click();
  const told = page.getByRole("dialog", { name: /of the outage/ });
  await told.getByText("Line down in your area").waitFor();
  expect(await findings(page)).toEqual([]);
  await told.getByRole("button", { name: "Cancel" }).click();
  const keys = new Story(desk.page);
  await page.getByRole("button", { name: "Put them under it" }).focus();
  await keys.press("Enter");
  expect(keys.told("dispatcher: all tickets under an outage")).toBe(1);
  await page.getByText(`${customers.length} open tickets under it`).waitFor();
  await desk.inSync();
  expect((await owner().get(`/tickets/?incident=${incident.id}`)).body.count).toBe(customers.length);
  const close = page.getByRole("button", { name: "Close them together" });
  await close.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Close them together" });
  await dialog.getByText("The outage lasts", { exact: false }).waitFor();
  expect(await findings(page)).toEqual([]);
  await desk.picture("close-together");
  await page.keyboard.press("Control+Enter");
  await dialog.getByText("the line is still down").first().waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  olt.mendPort(1);
  await eventually(async () => {
    await owner().post(`/olts/${incident.olt}/poll/`, {});
    return (await owner().get(`/incidents/${incident.id}/`)).body.status === "CLOSED";
  });
  await page.getByText("tell these customers with one message", { exact: false }).waitFor();
  const more = new Story(desk.page);
  await close.focus();
  await more.press("Enter");
  await dialog.getByLabel("Message to all of them").waitFor();
  await more.press("Control+Enter");
  expect(more.told("dispatcher: an outage's tickets closed")).toBe(2);
  await dialog.getByText(`${customers.length} tickets closed`).waitFor();
  await desk.picture("closed-together");
  const under = (await owner().get(`/tickets/?incident=${incident.id}&status=RESOLVED`)).body;
  expect(under.count).toBe(customers.length);
});
