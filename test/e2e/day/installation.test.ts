// An installation is shown for at its end: without a photo, a signature or a reading it is not done; all of it without a line.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment, today } from "../helpers/e2e-environment.ts";
import { PHONE, sticksOut } from "../helpers/phone.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let phone: Desktop;
beforeAll(async () => {
  office = await openE2eEnvironment();
  phone = await office.desktop(PHONE);
});
afterAll(() => office?.close());
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await phone?.photograph(`installation-failed-${task.id}`);
});

test("An installation takes a reading, a photo and a signature before it is done, and they arrive once the line is back", async () => {
  const { owner } = office.tenant;
  const assigned_to = (await office.tenant.staff("babul", "Technician")).staff_id;
  const template = (await owner.get("/task-templates/?search=Installation")).body.results[0].id;
  const due_date = today();
  const work = { title: "New line", description: "Second floor", task_type: "INSTALLATION" };
  const customer = office.customer("Rahim Uddin").id;
  const { body: made } = await owner.post("/tasks/", { ...work, assigned_to, template, due_date, customer });
  const { page } = phone;
  await phone.signIn("babul");
  await phone.inSync();
  phone.cut();
  const story = new Story(page);
  await story.tap(page.getByRole("link", { name: /New line/ }));
  const job = page.getByRole("article", { name: "New line" });
  await story.tap(job.getByRole("button", { name: "Start work" }));
  const write = (label: string, text: string) => story.touch(() => job.getByLabel(label).fill(text));
  await write("What was done", "40 m of cable");
  await job.getByRole("button", { name: "Mark as done" }).tap();
  await job.getByText("This kind of work is shown with a photo").waitFor();
  expect(await job.getByText("This is needed").count()).toBe(2);
  expect(await story.aside(() => findings(page))).toEqual([]);
  const picture = await page.screenshot({ type: "jpeg" });
  await story.touch(() =>
    job
      .locator('input[type="file"]')
      .setInputFiles({ name: "splitter.jpg", mimeType: "image/jpeg", buffer: picture }),
  );
  await job.getByRole("button", { name: /^Photo/ }).waitFor();
  const pad = job.getByRole("img", { name: "The customer signs here" });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error("There is no pad");
  const sign = async () => {
    await page.mouse.move(box.x + 20, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 40, { steps: 5 });
    await page.mouse.up();
  };
  await story.touch(sign);
  await story.tap(job.getByRole("button", { name: "Keep the signature" }));
  await job.getByText("The signature is kept").waitFor();
  // Somebody else signs, too.
  await story.aside(sign);
  await write("Signed by", "Rahim Uddin");
  await write("Signal after (dBm)", "19.5");
  // What was asked for is given now.
  expect(await job.getByText("This is needed").count()).toBe(0);
  expect(await sticksOut(page)).toEqual([]);
  // The job is done while the signature is being kept: it is kept once.
  const press = [job.getByRole("button", { name: "Keep the signature" })];
  press.push(job.getByRole("button", { name: "Mark as done" }));
  const buttons = await Promise.all(press.map((button) => button.elementHandle()));
  const pressAll = (all: unknown[]) => {
    for (const one of all) (one as HTMLElement).click();
  };
  await story.touch(() => page.evaluate(pressAll, buttons));
  await page.getByRole("heading", { name: "My day" }).waitFor();
  await page.getByText("Done today").waitFor();
  // The job, its start, three fields, the photo, the signature and keeping it, the end.
  expect(story.told("technician: an installation by thumb")).toBe(9);
  phone.mend();
  await phone.inSync();
  expect((await owner.get(`/tasks/${made.id}/`)).body).toMatchObject({
    ...{ status: "COMPLETED", signed_by: "Rahim Uddin", rx_after_dbm: -19.5 },
  });
  const pictures = async () =>
    (await owner.get(`/task-photos/?task=${made.id}`)).body.results.map(
      ({ kind, arrived_at }: { kind: string; arrived_at: string | null }) => [kind, arrived_at !== null],
    );
  await expect.poll(pictures).toEqual([
    ["PHOTO", true],
    ["SIGNATURE", true],
    ["SIGNATURE", true],
  ]);
});
