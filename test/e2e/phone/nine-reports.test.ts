// A day without a line on a phone: what was reported and photographed waits in exact words, and arrives once, the small first.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Body, expectStatus } from "../../acceptance/helpers/money.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { aPhoto, PHONE, takePhoto } from "../helpers/phone.ts";
import { Story } from "../helpers/story.ts";

const POINTS = ["Old cable taken down", "Clips every half metre"];
const WORDS = "9 reports and 4 photos wait, safe on this phone";

let office: E2eEnvironment;
let phone: Desktop;
let task: Body;

beforeAll(async () => {
  office = await openE2eEnvironment();
  const { staff_id } = await office.tenant.staff("babul", "Technician");
  const work = { title: "Lay a new line", description: "Second floor", task_type: "INSTALLATION" };
  const checklist = POINTS.map((text) => ({ text, done: false }));
  const input = { ...work, checklist, assigned_to: staff_id };
  task = await expectStatus(201, office.tenant.owner.post("/tasks/", input));
  phone = await office.desktop(PHONE);
  await phone.signIn("babul");
  await phone.inSync();
});
afterAll(() => office?.close());
afterEach(async ({ task: run }) => {
  if (run.result?.state === "fail") await phone?.photograph(`nine-reports-failed-${run.id}`);
});

const photos = async (): Promise<Body[]> =>
  (await office.tenant.owner.get(`/task-photos/?task=${task.id}`)).body.results;
const waiting = () => phone.page.getByTestId("waiting").filter({ hasText: WORDS });

test("Nine reports and four photos of a job without a line wait in those words over a restart, and arrive once, the reports before the photos", async () => {
  const { page } = phone;
  const photo = await aPhoto(page);
  phone.cut();
  const story = new Story(page);
  await story.tap(page.getByRole("link", { name: /Lay a new line/ }));
  const job = page.getByRole("article", { name: "Lay a new line" });
  await story.tap(job.getByRole("button", { name: "Start work" }));
  await story.tap(job.getByRole("button", { name: "Pause" }));
  await story.tap(job.getByRole("button", { name: "Go on" }));
  for (const point of POINTS) await story.tap(job.getByRole("checkbox", { name: point }));
  for (const n of [0, 1, 2, 3]) {
    await story.touch(() => takePhoto(page, photo));
    await job
      .getByRole("button", { name: /^Photo,/ })
      .nth(n)
      .waitFor();
  }
  await waiting().waitFor();
  // The job, its beginning, break and going on, two points, four photos.
  expect(story.told("technician: nine reports and four photos without a line")).toBe(10);
  expect(await findings(page)).toEqual([]);
  await phone.restart();
  await phone.unlock("babul-secret");
  await waiting().waitFor();
  const sent: string[] = [];
  let isLost = false;
  phone.page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/trpc/sync.push")) sent.push("reports");
    if (request.method() === "PUT" && request.url().includes("/photos/")) sent.push("photo");
  });
  // The first answer is lost on its way: the server has the reports, the phone does not know.
  await phone.page.route("**/trpc/sync.push*", async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort("connectionreset");
  });
  phone.mend();
  await waiting().waitFor({ state: "detached" });
  await expect
    .poll(async () => (await photos()).filter(({ arrived_at }) => arrived_at !== null).length)
    .toBe(4);
  await phone.inSync();
  expect([isLost, sent[0]]).toEqual([true, "reports"]);
  expect(sent.indexOf("photo")).toBeGreaterThan(sent.lastIndexOf("reports"));
  expect(await photos()).toHaveLength(4);
  const { body } = await office.tenant.owner.get(`/audit-logs/?object_id=${task.id}&page_size=50`);
  expect(body.results.map(({ action }: Body) => action).reverse()).toEqual([
    ...["task.create", "task.start", "task.pause", "task.start", "task.check", "task.check"],
  ]);
  expect((await office.tenant.owner.get(`/tasks/${task.id}/`)).body.checklist).toEqual(
    POINTS.map((text) => ({ text, done: true })),
  );
});
