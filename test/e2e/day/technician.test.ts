// A technician's day: the whole job with the line cut, by keyboard on a laptop and by thumb on a phone; everything arrives once.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { oltModel } from "../../../main/network/simulators/olt/models/index.ts";
import { type OltSimulator, startOltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment, today } from "../helpers/e2e-environment.ts";
import { PHONE, sticksOut } from "../helpers/phone.ts";
import { Story } from "../helpers/story.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any;

let office: E2eEnvironment;
let olt: OltSimulator;
let laptop: Desktop;
let phone: Desktop;
let me: string;
let template: string;

const make = async (more: object): Promise<Body> => {
  const work = { description: "Since the storm", task_type: "REPAIR", assigned_to: me, template };
  const { status, body } = await office.tenant.owner.post("/tasks/", { ...work, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const read = async ({ id }: Body): Promise<Body> => (await office.tenant.owner.get(`/tasks/${id}/`)).body;

beforeAll(async () => {
  office = await openE2eEnvironment();
  const { owner } = office.tenant;
  me = (await office.tenant.staff("babul", "Technician")).staff_id;
  template = (await owner.get("/task-templates/?search=Repair")).body.results[0].id;
  const rahim = office.customer("Rahim Uddin").id;
  await owner.patch(`/customers/${rahim}/`, {
    ...{ address: "House 7, Road 5, Mirpur", latitude: "23.80691", longitude: "90.36857" },
    onu_serial: "HWTC00000001",
  });
  olt = await startOltSimulator({
    model: oltModel("huawei-gpon"),
    ports: 1,
    onus: [{ port: 0, index: 0, serial: "HWTC00000001", rx: -28.4 }],
    drift_db: 0,
  });
  const access = { host: olt.host, snmp_port: olt.port, community: "public" };
  const { body } = await owner.post("/olts/", { name: "Mirpur OLT", vendor: "HUAWEI", ...access });
  await owner.post(`/olts/${body.id}/poll/`, {});
  const late = { due_date: addDays(today(), -1), customer: office.customer("Nusrat Akter").id };
  await make({ title: "Exchange the router", priority: "LOW", ...late });
  await make({ title: "Look at the pole", task_type: "INSPECTION" });
  // The neighbour in the same house, as somebody else wrote the address.
  const { id: neighbour, name } = office.customer("Sadia Rahman");
  await owner.patch(`/customers/${neighbour}/`, { address: "house 7, road-5 mirpur", area: "Mirpur" });
  const former = { title: "Box on the roof opened", description: "Wet", task_type: "REPAIR" };
  const { body: done } = await owner.post("/tasks/", { ...former, customer: neighbour });
  await owner.post(`/tasks/${done.id}/complete/`, { completion_notes: `New cap, at ${name}'s` });
  [laptop, phone] = [await office.desktop(), await office.desktop(PHONE)];
});
afterAll(async () => {
  await office?.close();
  await olt?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  await laptop?.photograph(`technician-failed-laptop-${task.id}`);
  await phone?.photograph(`technician-failed-phone-${task.id}`);
});

const article = ({ page }: Desktop, name: string) => page.getByRole("article", { name });

test("A repair is begun, paused, refused at −28 dBm, fixed and completed by keys with the line cut, and arrives once", async () => {
  const task = await make({
    ...{ title: "No light on the box", priority: "URGENT", due_date: today() },
    ...{ window_from: "09:00", window_to: "11:00", customer: office.customer("Rahim Uddin").id },
  });
  const { page } = laptop;
  const keys = new Story(page);
  await laptop.signIn("babul");
  await laptop.inSync();
  const list = page.getByRole("navigation", { name: "Today's tasks" });
  await list.getByRole("link", { name: /No light on the box/ }).waitFor();
  expect(await list.getByRole("heading").allInnerTexts()).toEqual([
    "Today · 1",
    "Carried over · 1",
    "Without a day · 1",
  ]);
  laptop.cut();
  const job = article(laptop, "No light on the box");
  for (const said of ["House 7, Road 5, Mirpur", "09:00–11:00", "Call 01711000001", "HWTC00000001"])
    await job.getByText(said).first().waitFor();
  expect(await job.getByRole("link", { name: /^Call/ }).getAttribute("href")).toBe("tel:01711000001");
  expect(await job.getByRole("link", { name: "Show on a map" }).first().getAttribute("href")).toMatch(
    /^geo:23\.8/,
  );
  await job.getByText("Done here before: 1").click();
  for (const said of ["Box on the roof opened", "New cap, at Sadia Rahman's", /Repair · Sadia Rahman/])
    await job.getByText(said).first().waitFor();
  await job.getByText("Done here before: 1").click();
  await keys.press("s");
  await job.getByText("In progress").waitFor();
  await keys.press("s");
  await job.getByText("Paused").waitFor();
  await keys.press("s");
  await job.getByRole("button", { name: "Pause" }).waitFor();
  await keys.press("d");
  await page.keyboard.type("Exchanged the connector");
  await keys.press("Tab");
  await page.keyboard.type("28");
  await job.getByText("−28.0 dBm is too weak: at least −27.0").waitFor();
  await keys.press("Control+Enter");
  expect(await job.getByRole("button", { name: "Mark as done" }).count()).toBe(0);
  await job.getByRole("alert").getByText("still too weak to call this fixed").waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  // Nothing typed is lost, whatever happens to the computer.
  await page.waitForTimeout(400);
  await laptop.restart();
  await laptop.unlock("babul-secret");
  const again = article(laptop, "No light on the box");
  await again.getByText("−28.0 dBm is too weak").waitFor();
  expect(await again.getByLabel("What was done").inputValue()).toBe("Exchanged the connector");
  await again.getByLabel("Signal after (dBm)").selectText();
  await laptop.page.keyboard.type("21.4");
  const last = new Story(laptop.page);
  await last.press("Control+Enter");
  await laptop.page.getByRole("heading", { name: "Done today · 1" }).waitFor();
  expect(
    keys.told("technician: a repair until the signal is refused") +
      last.told("technician: a repair finished"),
  ).toBe(7);
  laptop.mend();
  await laptop.inSync();
  expect(await read(task)).toMatchObject({
    ...{ status: "COMPLETED", completion_notes: "Exchanged the connector", rx_after_dbm: -21.4 },
    started_at: expect.any(String),
  });
  const { body } = await office.tenant.owner.get(`/audit-logs/?object_id=${task.id}&page_size=50`);
  const acts = body.results.map(({ action }: Body) => action).reverse();
  expect(acts).toEqual([...["task.create", "task.start", "task.pause", "task.start", "task.complete"]]);
});

test("A phone reads the light from the OLT, and by thumb, without a line, points are ticked and what can't be fixed is left", async () => {
  const task = await make({
    ...{ title: "Weak light", priority: "HIGH", due_date: today() },
    customer: office.customer("Rahim Uddin").id,
  });
  const { page } = phone;
  await phone.signIn("babul");
  await phone.inSync();
  await page.getByRole("link", { name: /Weak light/ }).tap();
  const job = article(phone, "Weak light");
  const before = job.getByRole("region", { name: "Signal before (dBm)" });
  await before.getByRole("button", { name: "Read now" }).tap();
  await expect.poll(() => before.getByRole("textbox").inputValue()).toBe("−28.4");
  await expect.poll(async () => (await read(task)).rx_before_dbm).toBe(-28.4);
  phone.cut();
  await job.getByRole("button", { name: "Start work" }).tap();
  await job.getByRole("checkbox").first().tap();
  await job.getByText("1 / 4").waitFor();
  expect(await sticksOut(page)).toEqual([]);
  expect(await findings(page)).toEqual([]);
  await job.getByRole("button", { name: "Finish" }).tap();
  await job.getByLabel("What was done").fill("The drop cable is broken in the wall");
  await job.getByRole("button", { name: "Not fixed…" }).tap();
  await job.getByText("The cable has to be laid anew").tap();
  await job.getByRole("button", { name: "Leave it unfixed" }).tap();
  await page.getByRole("heading", { name: "My day" }).waitFor();
  await page.getByText("left unfixed").waitFor();
  phone.mend();
  await phone.inSync();
  expect(await read(task)).toMatchObject({
    ...{ status: "COMPLETED", left_unfixed: "The cable has to be laid anew" },
  });
  const { body } = await office.tenant.owner.get("/tasks/?status=PENDING&page_size=50");
  expect(body.results.filter(({ follows }: Body) => follows === task.id)).toMatchObject([
    { title: "Weak light", assigned_to: null },
  ]);
});

test("Work that was called off meanwhile is kept with its notes, and the office is asked to look at it", async () => {
  const task = await make({ title: "Cable on the roof", due_date: today() });
  const { page } = phone;
  await page.getByRole("link", { name: /Cable on the roof/ }).waitFor();
  phone.cut();
  await office.tenant.owner.post(`/tasks/${task.id}/cancel/`, { reason: "Customer called" });
  await page.getByRole("link", { name: /Cable on the roof/ }).tap();
  const job = article(phone, "Cable on the roof");
  await job.getByRole("button", { name: "Start work" }).tap();
  await job.getByRole("button", { name: "Finish" }).tap();
  await job.getByLabel("What was done").fill("Fixed with new clips");
  const after = job.getByLabel("Signal after (dBm)");
  await after.fill("20.755");
  await job.getByRole("button", { name: "Mark as done" }).tap();
  // What can't be read is not thrown away: the field is asked for.
  await expect.poll(() => after.evaluate((field) => field === document.activeElement)).toBe(true);
  await after.fill("20,7");
  await job.getByRole("button", { name: "Mark as done" }).tap();
  await page.getByRole("heading", { name: "My day" }).waitFor();
  phone.mend();
  await phone.inSync();
  expect(await read(task)).toMatchObject({ status: "CANCELLED", completion_notes: "Fixed with new clips" });
  const { body } = await office.tenant.owner.get("/review-items/?kind=CONFLICT&page_size=50");
  expect(body.results.filter(({ payload }: Body) => payload?.id === task.id)).toHaveLength(2);
});
