// What the server refused is put right at the desk: a new customer whose username somebody else took meanwhile, and money
// that came for nobody.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findings } from "./helpers/axe.ts";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, LEAVING, openE2eEnvironment } from "./helpers/e2e-environment.ts";

let environment: E2eEnvironment;
let desk: Desktop;

beforeAll(async () => {
  environment = await openE2eEnvironment({ phone_country: "BD" });
  desk = await environment.desktop();
  await desk.signIn("boss");
  await desk.inSync();
});

afterAll(() => environment?.close());

afterEach(async (context) => {
  if (context.task.result?.state === "fail") await desk?.photograph(`put-right-${context.task.id}`);
});

const dialog = (name: string | RegExp) => desk.page.getByRole("dialog", { name });

async function newCustomer(name: string): Promise<void> {
  const { page } = desk;
  await page.goto(`${new URL(page.url()).origin}/#/customers?new=1`);
  await dialog("New customer").getByLabel("Name", { exact: false }).first().fill(name);
}

test("A username that somebody has is told at its field; what was typed is there again after Esc and after a lock", async () => {
  const { page } = desk;
  await newCustomer("Ghost Twin");
  const form = dialog("New customer");
  const username = form.getByLabel(/^Username/);
  expect(await username.inputValue()).toBe("ghost.twin");
  await username.fill("user1");
  await form.getByLabel(/^Phone/).focus();
  await form.getByText("Username is taken already.").waitFor();
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  await newCustomer("Ghost Twin");
  await form.getByText("What you had typed before is here again.").waitFor();
  expect(await username.inputValue()).toBe("user1");
  await page.keyboard.press("Control+l");
  await page.getByText("Welcome back").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("boss-secret");
  await page.keyboard.press("Enter");
  await form.getByText("What you had typed before is here again.").waitFor();
  expect(await username.inputValue()).toBe("user1");
  await form.getByRole("button", { name: "Start anew" }).click();
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
});

test("A refused new customer takes no money, and is corrected in the form with what was typed", async () => {
  const { page } = desk;
  desk.cut();
  await desk.connection.filter({ hasText: /^Offline/ }).waitFor();
  await newCustomer("Ghost Twin");
  const form = dialog("New customer");
  await form.getByLabel(/^Phone/).fill("+880 1711-000998");
  await form.getByRole("button", { name: "Add customer" }).click();
  await page.getByRole("heading", { name: "Ghost Twin" }).waitFor();
  const taken = { name: "First", username: "ghost.twin", phone: "01711000997" };
  expect((await environment.tenant.owner.post("/customers/", taken)).status).toBe(201);
  desk.mend();
  await page.getByText(/Username is taken already/).waitFor();
  expect(await page.getByRole("button", { name: /^(Recharge|Payment|Take)/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Correct…" }).click();
  const username = form.getByLabel(/^Username/);
  expect(await username.inputValue()).toBe("ghost.twin");
  expect(await findings(page)).toEqual([]);
  await username.fill("ghost.twin2");
  await form.getByRole("button", { name: "Add customer" }).click();
  await form.waitFor({ state: "detached" });
  await desk.inSync();
  const { body } = await environment.tenant.owner.get("/customers/?search=Ghost");
  const ours = body.results.find(({ name }: { name: string }) => name === "Ghost Twin");
  expect(ours).toMatchObject({ username: "ghost.twin2", phone: "01711000998" });
  expect(await page.getByText(/Username is taken already/).count()).toBe(0);
});

test("Leaving a changed form asks first, and leads back to where it was opened", async () => {
  const { page } = desk;
  const { id } = environment.customer("Karim Hossain");
  // Without movement everything appears at once, under the same key press.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${new URL(page.url()).origin}/#/customers/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const form = dialog(/^Edit /);
  await form.waitFor();
  // Where nothing was typed Esc leads back to the button: the next key is not lost.
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("Edit");
  await page.keyboard.press("Enter");
  await form.getByLabel(/^Area/).fill("Banani");
  await form.getByLabel(/^Name/).fill("Somebody else");
  await page.keyboard.press("Escape");
  await dialog("Leave without saving?").getByRole("button", { name: "Keep editing" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog("Leave without saving?").waitFor({ state: "detached" });
  expect(await form.getByLabel(/^Area/).inputValue()).toBe("Banani");
  await page.evaluate(() => history.back());
  await dialog("Leave without saving?").getByRole("button", { name: "Keep editing" }).click();
  await dialog("Leave without saving?").waitFor({ state: "detached" });
  const [question] = await Promise.all([
    page.waitForEvent("dialog"),
    page.evaluate(() => {
      setTimeout(() => location.reload());
    }),
  ]);
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  expect(await form.getByLabel(/^Area/).inputValue()).toBe("Banani");
  await page.keyboard.press("Escape");
  await dialog("Leave without saving?").getByRole("button", { name: "Throw away" }).click();
  await form.waitFor({ state: "detached" });
  await expect.poll(focused).toBe("Edit");
});

test("Money for a customer who left is given to another from the review list, by the keyboard", async () => {
  const { page } = desk;
  const leaving = environment.customer(LEAVING);
  await page.goto(`${new URL(page.url()).origin}/#/counter`);
  desk.cut();
  await desk.connection.filter({ hasText: /^Offline/ }).waitFor();
  await desk.recharge("habib");
  await desk.next();
  expect((await environment.tenant.owner.delete(`/customers/${leaving.id}/`)).status).toBe(204);
  desk.mend();
  await desk.connection.filter({ hasText: "waiting for you" }).waitFor();
  await page.goto(`${new URL(page.url()).origin}/#/sync?tab=review`);
  await page.getByText(/Cash · till /).waitFor();
  await desk.picture("review-list");
  await page.getByRole("row", { name: /Money in suspense/ }).click();
  const item = dialog("Money in suspense");
  await item.getByText("Done by").waitFor();
  expect(await findings(page)).toEqual([]);
  await desk.picture("review-item");
  await item.getByRole("button", { name: "Decide…" }).click();
  const give = dialog(/^Whose are these/);
  await give.getByRole("textbox").waitFor();
  expect(await findings(page)).toEqual([]);
  await give.getByRole("textbox").fill("karim");
  await give.getByRole("radio", { name: "Karim Hossain" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await give.getByRole("button", { name: "Give to Karim Hossain" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("The money is booked to Karim Hossain").waitFor();
  const { body } = await environment.tenant.owner.get("/review-items/?status=RESOLVED");
  expect(body.count).toBe(1);
});

test("Two people who change one field on-line: the later one stands, and the review list says so", async () => {
  const { page } = desk;
  const { id } = environment.customer("Sadia Rahman");
  await page.goto(`${new URL(page.url()).origin}/#/customers/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog(/^Edit /)
    .getByLabel(/^Area/)
    .fill("My area");
  await environment.tenant.owner.patch(`/customers/${id}/`, { area: "Their area" });
  await page.getByText("Their area").waitFor();
  await page.keyboard.press("Enter");
  const conflicts = async () =>
    (await environment.tenant.owner.get("/review-items/?status=OPEN&kind=CONFLICT")).body.count;
  await expect.poll(conflicts).toBe(1);
  expect((await environment.tenant.owner.get(`/customers/${id}/`)).body.area).toBe("My area");
});
