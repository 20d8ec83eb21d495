// The built app in Chromium when this computer's store fails: words and a next step, never an empty page.
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";

let environment: E2eEnvironment;
beforeAll(async () => {
  environment = await openE2eEnvironment();
});
afterAll(() => environment.close());

/** From now on the disk takes nothing, until what this answers is called. */
async function fillDisk(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const real = IDBDatabase.prototype.transaction;
    let isFull = true;
    Object.assign(globalThis, {
      makeRoom: () => {
        isFull = false;
      },
    });
    IDBDatabase.prototype.transaction = function (...args) {
      const begun = real.apply(this, args);
      if (isFull && args[1] === "readwrite") queueMicrotask(() => begun.abort());
      return begun;
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { makeRoom(): void }).makeRoom());
}

test("A store that does not open is said on the page, and trying again opens it", async () => {
  const desktop = await environment.desktop({ keepsFiles: false });
  const { page } = desktop;
  await page.addInitScript(() => {
    const real = IDBFactory.prototype.open;
    let refused = true;
    Object.assign(globalThis, {
      letOpen: () => {
        refused = false;
      },
    });
    IDBFactory.prototype.open = function (...args) {
      if (refused) throw new DOMException("The operation is insecure", "SecurityError");
      return real.apply(this, args);
    };
  });
  await page.reload();
  await page.getByRole("heading", { name: "This computer's store does not open" }).waitFor();
  await page.getByText(/Do not clear the browser's data/).waitFor();
  await page.evaluate(() => (globalThis as unknown as { letOpen(): void }).letOpen());
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("Username").waitFor();
  expect(desktop.complaints).toEqual([]);
});

test("Storage cleared under an open counter: what waited arrives once, and the sign-in says what happened", async () => {
  const desktop = await environment.desktop();
  await desktop.signIn("clerk");
  const { page } = desktop;
  desktop.cut();
  await desktop.connection.filter({ hasText: /^Offline/ }).waitFor();
  await desktop.recharge("Nusrat");
  const session = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
  await desktop.connection.filter({ hasText: "store is gone" }).waitFor();
  desktop.mend();
  await page
    .getByText("This computer's store was cleared or closed by something else.", { exact: false })
    .waitFor();
  const { body } = await environment.tenant.owner.get("/recharges/?ordering=-occurred_at");
  expect(body.results).toHaveLength(1);
  await desktop.signIn("clerk");
  await desktop.inSync();
});

test("A full disk while changes arrive is said in words, and what was missed is here once there is room", async () => {
  const desktop = await environment.desktop({ keepsFiles: false });
  await desktop.signIn("clerk");
  await desktop.inSync();
  const { page } = desktop;
  const makeRoom = await fillDisk(page);
  const { id } = environment.customer("Karim Hossain");
  await environment.tenant.owner.patch(`/customers/${id}/`, { area: "Uttara" });
  const { connection } = desktop;
  await connection.filter({ hasText: "Not in sync" }).waitFor();
  await connection.click();
  await page.getByText(/syncing does not advance: The disk is full/).waitFor();
  expect(await page.getByText("Changes arrive and leave at once").count()).toBe(0);
  await desktop.picture("not-in-sync");
  await page.emulateMedia({ colorScheme: "dark" });
  await desktop.picture("not-in-sync-dark");
  await makeRoom();
  await connection.filter({ hasText: /^Online$/ }).waitFor();
  await page.evaluate((to) => location.assign(`#/customers/${to}`), id);
  await page.getByText("Uttara").first().waitFor();
});

test("A full disk is said in the form whose payment it does not take; the form keeps what was typed, and takes it once there is room", async () => {
  const desktop = await environment.desktop({ keepsFiles: false });
  await desktop.signIn("clerk");
  await desktop.inSync();
  const { page } = desktop;
  await page.getByRole("combobox", { name: /Search by name/ }).focus();
  await page.keyboard.type("tanvir");
  await page.getByText("1 found").waitFor();
  await page.keyboard.press("F3");
  const form = page.getByRole("form", { name: "Take a payment" });
  const amount = form.getByLabel(/^Amount/);
  await amount.fill("123");
  await desktop.armed();
  const makeRoom = await fillDisk(page);
  await amount.press("Enter");
  await form.getByText(/The disk is full, or refuses to store it: this was not stored/).waitFor();
  expect(await amount.inputValue()).toBe("123");
  expect(await page.getByRole("region", { name: /^Receipt / }).count()).toBe(0);
  await desktop.picture("full-disk-form");
  await makeRoom();
  await desktop.armed();
  await amount.press("Enter");
  await page.getByRole("region", { name: /^Receipt / }).waitFor();
  await page.getByText("Booked at the server").waitFor();
  const { id } = environment.customer("Tanvir Ahmed");
  const { body } = await environment.tenant.owner.get(`/transactions/?customer=${id}`);
  expect(body.results.map(({ amount }: { amount: string }) => amount)).toEqual(["123.00"]);
});
