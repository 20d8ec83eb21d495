// What was typed into a form outlives the lock, in the built app against the real server.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";

let environment: E2eEnvironment;
let desk: Desktop;

beforeAll(async () => {
  environment = await openE2eEnvironment();
  desk = await environment.desktop({ keepsFiles: false });
  await desk.signIn("boss");
  await desk.inSync();
});

afterAll(() => environment?.close());

afterEach(async (context) => {
  if (context.task.result?.state === "fail") await desk?.photograph(`kept-forms-${context.task.id}`);
});

async function lockAndUnlock(): Promise<void> {
  const { page } = desk;
  await page.keyboard.press("Control+l");
  await page.getByText("Welcome back").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("boss-secret");
  await page.keyboard.press("Enter");
  await page.getByText("Welcome back").waitFor({ state: "detached" });
}

const againSaid = "What you had typed before is here again.";

test("What was typed into an edit form is there again after a lock, over the record as it was, and for that record alone", async () => {
  const { page } = desk;
  const { owner } = environment.tenant;
  const made = await owner.post("/packages/", {
    name: "Kept 10",
    price: "500",
    validity_days: 30,
    bandwidth_mbps: 10,
  });
  expect(made.status).toBe(201);
  const other = await owner.post("/packages/", {
    name: "Other 20",
    price: "700",
    validity_days: 30,
    bandwidth_mbps: 20,
  });
  expect(other.status).toBe(201);
  const edit = async (id: string) => {
    await page.goto(`${new URL(page.url()).origin}/#/packages/${id}`);
    await page.getByRole("button", { name: /^Edit/ }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel(/^Name/).waitFor();
    return form;
  };
  let form = await edit(made.body.id);
  await form.getByLabel(/^Name/).fill("Kept Fifty");
  await lockAndUnlock();
  const renamed = await owner.patch(`/packages/${made.body.id}/`, { validity_days: 29 });
  expect(renamed.status).toBe(200);
  form = await edit(other.body.id);
  expect(await form.getByText(againSaid).count()).toBe(0);
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  await page.goto(`${new URL(page.url()).origin}/#/packages/${made.body.id}`);
  await page.getByText("29", { exact: true }).waitFor();
  form = await edit(made.body.id);
  await form.getByText(againSaid).waitFor();
  expect(await form.getByLabel(/^Name/).inputValue()).toBe("Kept Fifty");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  const stored = async () => (await owner.get(`/packages/${made.body.id}/`)).body;
  await expect.poll(async () => (await stored()).name).toBe("Kept Fifty");
  // Two people's changes of different fields both stand.
  expect((await stored()).validity_days).toBe(29);
  form = await edit(made.body.id);
  expect(await form.getByText(againSaid).count()).toBe(0);
  await form.getByLabel(/^Name/).fill("Thrown");
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Throw away" }).click();
  await form.waitFor({ state: "detached" });
  form = await edit(made.body.id);
  expect(await form.getByLabel(/^Name/).inputValue()).toBe("Kept Fifty");
  expect(desk.complaints).toEqual([]);
});
