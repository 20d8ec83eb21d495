// Screens of the back office in use: roles are made, changed and deleted; settings are changed; without a line all is shown.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findings } from "./helpers/axe.ts";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "./helpers/e2e-environment.ts";

let environment: E2eEnvironment;
let desk: Desktop;

beforeAll(async () => {
  environment = await openE2eEnvironment();
  await environment.tenant.staff("chief", "Owner");
  desk = await environment.desktop();
  await desk.signIn("chief");
  await desk.inSync();
  await desk.page.emulateMedia({ reducedMotion: "reduce" });
});

afterAll(() => environment?.close());

afterEach(async (context) => {
  if (context.task.result?.state === "fail") await desk?.photograph(`back-office-${context.task.id}`);
});

const dialog = (name: string | RegExp) => desk.page.getByRole("dialog", { name });
const visit = (path: string) => desk.page.goto(`${new URL(desk.page.url()).origin}/#${path}`);
const shown = (name: string) => desk.page.getByRole("heading", { name, exact: true }).waitFor();

async function roleNamed(name: string) {
  const { body } = await environment.tenant.owner.get(`/roles/?name=${encodeURIComponent(name)}`);
  return body.results[0];
}

test("A role is made of a module and single rights, and one right is taken out of a module again", async () => {
  const { page } = desk;
  await visit("/roles");
  await shown("Roles");
  await page.getByRole("button", { name: /^New role/ }).click();
  const form = dialog("New role");
  await form.getByLabel(/^Name/).fill("Evening desk");
  await form.getByRole("checkbox", { name: "Network", exact: true }).check();
  await form.getByLabel("Search rights").fill("bills see");
  await form.getByRole("checkbox", { name: "Bills · See", exact: true }).check();
  await form.getByLabel("Search rights").fill("disconnect");
  await form.getByRole("checkbox", { name: "Running sessions · Disconnect" }).uncheck();
  await form.getByLabel("Search rights").fill("");
  await form.getByRole("button", { name: "Show what belongs to: Network" }).click();
  expect(await findings(page)).toEqual([]);
  await desk.picture("role-form");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByRole("row", { name: /Evening desk/ }).click();
  await shown("Evening desk");
  await desk.picture("role-page");
  const { granted } = await roleNamed("Evening desk");
  expect(granted).toEqual(expect.arrayContaining(["billing.invoice.view", "network.router.*"]));
  expect(granted).not.toContain("network.*");
  expect(granted.some((grant: string) => grant.startsWith("network.session"))).toBe(false);
});

test("A role is renamed and deleted; one that came with Lastmile says why it stays", async () => {
  const { page } = desk;
  await page.keyboard.press("e");
  const form = dialog("Edit Evening desk");
  await form.getByLabel(/^Name/).fill("Night desk");
  await form.getByRole("button", { name: "Save" }).click();
  await shown("Night desk");
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog("Delete role").getByRole("button", { name: "Delete" }).click();
  await shown("Roles");
  await expect.poll(() => roleNamed("Night desk")).toBeUndefined();
  await page.getByRole("row", { name: /Counter/ }).click();
  await shown("Counter");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("This role came with Lastmile and can't be deleted.").waitFor();
  await page.keyboard.press("Escape");
});

test("Without a line roles are shown and not changed", async () => {
  const { page } = desk;
  await visit("/roles");
  desk.cut();
  await desk.connection.filter({ hasText: /^Offline/ }).waitFor();
  await page.getByRole("row", { name: /Technician/ }).click();
  await shown("Technician");
  await page.getByText("Reach routers for the server").waitFor();
  await page.keyboard.press("e");
  await dialog("Edit Technician").getByText("This needs the server, and you are offline.").waitFor();
  await page.keyboard.press("Escape");
  desk.mend();
  await desk.inSync();
});

test("Settings are changed group by group; what the server refuses is said at its field", async () => {
  const { page } = desk;
  await visit("/settings");
  await shown("Settings");
  await desk.picture("settings");
  await page.getByRole("button", { name: "Edit: Company" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel(/^Support phone/).fill("+880 1700 000000");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByText("+880 1700 000000").waitFor();
  await page.getByRole("button", { name: "Edit: When service ends" }).click();
  await form.getByRole("combobox", { name: /^How a connection is closed/ }).click();
  await page.getByRole("option", { name: "Move to the expired profile" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText(/Router profile after expiry is (needed|missing)|is required/).waitFor();
  await desk.picture("settings-refused");
  await form.getByLabel(/^Router profile after expiry/).fill("expired");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  const { body } = await environment.tenant.owner.get("/settings/");
  expect(body).toMatchObject({
    support_phone: "+880 1700 000000",
    suspend_mode: "EXPIRED_PROFILE",
    expired_profile: "expired",
  });
});

test("A setting that somebody else changed while its form was open is not written over", async () => {
  const { page } = desk;
  await page.getByRole("button", { name: "Edit: Company" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel(/^Support phone/).fill("+880 1700 000001");
  await environment.tenant.owner.patch("/settings/", { support_phone: "+880 1700 000002" });
  await page.getByText("+880 1700 000002").waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Somebody else changed this meanwhile").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Throw away" }).click();
  await form.waitFor({ state: "detached" });
});

test("The currency stays once money was booked; without a line settings are shown and not changed", async () => {
  const { page } = desk;
  await page.getByRole("button", { name: "Edit: Money" }).click();
  const form = page.getByRole("dialog");
  await form.getByText("Money has been booked in it, so it stays.").waitFor();
  expect(await form.getByRole("combobox", { name: /^Currency/ }).isDisabled()).toBe(true);
  await desk.picture("settings-money");
  await page.keyboard.press("Escape");
  desk.cut();
  await page.getByText(/^Offline: these are the settings/).waitFor();
  expect(await page.getByRole("button", { name: "Edit: Company" }).isDisabled()).toBe(true);
  desk.mend();
  await desk.inSync();
});
