// Parts of one's own stock on a job: by keys on a laptop, by the camera and by thumb on a phone, with the line cut; the store
// sees who has what, and the customer which ONU stands there.

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Body } from "../../acceptance/helpers/money.ts";
import { expectStatus } from "../../acceptance/helpers/money.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { type FakeCamera, fakeCamera } from "../helpers/fake-camera.ts";
import { PHONE, sticksOut } from "../helpers/phone.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let camera: FakeCamera;
let laptop: Desktop;
let phone: Desktop;
let store: Desktop;
let staff: string;
let onu: Body;
let cable: Body;

const read = async (path: string): Promise<Body> => (await office.tenant.owner.get(path)).body;
const held = async ({ id }: Body) => (await read(`/held-stock/?store_item=${id}`)).results[0];

beforeAll(async () => {
  camera = await fakeCamera();
  office = await openE2eEnvironment({}, camera.args);
  const { owner } = office.tenant;
  staff = (await office.tenant.staff("babul", "Technician")).staff_id;
  const keep = async (fields: object, quantity: number, given: object) => {
    const item = await expectStatus(201, owner.post("/store-items/", fields));
    const move = (body: object) => expectStatus(200, owner.post(`/store-items/${item.id}/movements/`, body));
    await move({ movement_type: "IN", quantity });
    await move({ movement_type: "OUT", staff, ...given });
    return item;
  };
  const serial_numbers = ["HWTC1234ABCD", "HWTC00005678"];
  const tracked = { name: "ONU, one port", serial_tracked: true, is_onu: true };
  onu = await keep(tracked, 5, { quantity: 2, serial_numbers });
  cable = await keep({ name: "Drop cable", sku: "CBL-DROP", unit: "m" }, 100, { quantity: 60 });
  const customer = office.customer("Rahim Uddin").id;
  await owner.patch(`/customers/${customer}/`, { onu_serial: "HWTC0000000D" });
  const job = { description: "Second floor", task_type: "REPAIR", assigned_to: staff, customer };
  await expectStatus(201, owner.post("/tasks/", { ...job, title: "Exchange the ONU", priority: "URGENT" }));
  await expectStatus(201, owner.post("/tasks/", { ...job, title: "New line" }));
  laptop = await office.desktop();
  phone = await office.desktop({ ...PHONE, permissions: ["camera"] });
});
afterAll(async () => {
  await office?.close();
  await camera?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  await laptop?.photograph(`parts-failed-laptop-${task.id}`);
  await store?.photograph(`parts-failed-store-${task.id}`);
  await phone?.photograph(`parts-failed-phone-${task.id}`);
});

test("An ONU is used by the end of its serial number and taken back again by keys with the line cut", async () => {
  const { page } = laptop;
  await laptop.signIn("babul");
  await laptop.inSync();
  const job = page.getByRole("article", { name: "Exchange the ONU" });
  await job.getByRole("button", { name: "Use a part" }).waitFor();
  laptop.cut();
  const keys = new Story(page);
  await keys.press("u");
  const dialog = page.getByRole("dialog", { name: "Use a part" });
  await dialog.getByRole("option", { name: /HWTC1234ABCD/ }).waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.type("5678");
  await expect.poll(() => dialog.getByRole("option").count()).toBe(1);
  await keys.press("Enter");
  const used = job.getByRole("region", { name: "Parts used" });
  await used.getByText("HWTC00005678").waitFor();
  expect(keys.told("technician: a part of one's own stock")).toBe(2 + "5678".length);
  await page.getByText("My stock").click();
  await expect.poll(() => page.getByText("HWTC00005678", { exact: true }).count()).toBe(1);
  await used.getByRole("button", { name: /^Take back/ }).press("Enter");
  await used.getByText("HWTC00005678").waitFor({ state: "detached" });
  await page.getByText("HWTC00005678 · HWTC1234ABCD").waitFor();
  laptop.mend();
  await laptop.inSync();
  expect(await held(onu)).toMatchObject({ quantity: 2 });
  expect((await read("/part-uses/")).results).toMatchObject([{ taken_back_at: expect.any(String) }]);
  expect((await read(`/customers/${office.customer("Rahim Uddin").id}/`)).onu_serial).toBe("HWTC0000000D");
});

test("A phone without a line uses an ONU by its barcode and cable by touch, says what is not in its stock, and all arrives once", async () => {
  const { page } = phone;
  await phone.signIn("babul");
  await phone.inSync();
  await page.getByRole("link", { name: /New line/ }).tap();
  const job = page.getByRole("article", { name: "New line" });
  await job.getByRole("button", { name: "Use a part" }).waitFor();
  phone.cut();
  const dialog = page.getByRole("dialog", { name: "Use a part" });
  const scan = async (story = new Story(page)) => {
    await story.tap(job.getByRole("button", { name: "Use a part" }));
    await story.tap(dialog.getByRole("button", { name: "Scan a part" }));
  };
  await camera.showBars("ZTEGC0FFEE01");
  await scan();
  await dialog.getByText("ZTEGC0FFEE01 is not in your stock").waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  await page.keyboard.press("Escape");
  // As printed on many labels: vendor and number, both as hexadecimal digits.
  await camera.showBars("485754431234ABCD");
  const story = new Story(page);
  await scan(story);
  const used = job.getByRole("region", { name: "Parts used" });
  await used.getByText("HWTC1234ABCD").waitFor();
  expect(story.told("technician: an ONU used by its barcode")).toBe(2);
  await job.getByRole("button", { name: "Use a part" }).tap();
  await dialog.getByRole("option", { name: /Drop cable/ }).tap();
  await dialog.getByLabel("How much of Drop cable").fill("61");
  await dialog.getByText("More than 0, and no more than you have").waitFor();
  await dialog.getByLabel("How much of Drop cable").fill("35.5");
  await dialog.getByRole("button", { name: "Use a part" }).tap();
  await used.getByText("35.5 m").waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await phone.restart();
  await phone.unlock("babul-secret");
  phone.mend();
  await phone.inSync();
  expect([await held(onu), await held(cable)]).toMatchObject([
    { serial_numbers: ["HWTC00005678"] },
    { quantity: 24.5 },
  ]);
  const { id } = office.customer("Rahim Uddin");
  expect((await read(`/customers/${id}/`)).onu_serial).toBe("HWTC1234ABCD");
});

test("The store's page of the item says who has how many, and the customer's page which ONU stands there and in place of which", async () => {
  store = await office.desktop({ keepsFiles: false });
  await store.signIn("boss");
  const { page } = store;
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/#/store-items/${onu.id}`);
  const who = page.getByRole("region", { name: "with the staff" });
  await who.getByRole("row", { name: /babul.*1.*HWTC00005678/ }).waitFor();
  await page.goto(`${origin}/#/customers/${office.customer("Rahim Uddin").id}?tab=part-uses`);
  await page.getByRole("row", { name: /ONU, one port.*HWTC1234ABCD/ }).waitFor();
});
