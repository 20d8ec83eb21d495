// What belongs to a record stands on its page, and can be added there without a line: a customer's tickets, their replies.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";

let office: E2eEnvironment;
let desktop: Desktop;
beforeAll(async () => {
  office = await openE2eEnvironment();
  await office.tenant.staff("helper", "Counter");
  desktop = await office.desktop();
});
afterAll(async () => {
  await office?.close();
});

test("A record that was made on another one's page, and its part, are shown at once without a line, and arrive once", async () => {
  await desktop.signIn("helper");
  const { page } = desktop;
  desktop.cut();
  await page.goto(`${desktop.line.url}/#/customers/${office.customer("Rahim Uddin").id}?tab=tickets`);
  await page.getByRole("button", { name: "New ticket" }).click();
  await page.getByLabel("Subject").fill("No light on the box");
  await page.getByLabel("What is wrong").fill("Since the storm");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row", { name: /No light on the box/ }).click();
  await page.getByRole("button", { name: "Reply" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Message").fill("Power supply exchanged");
  await dialog.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Resolved" }).click();
  await dialog.getByRole("button", { name: "Reply" }).click();
  await page.getByRole("region", { name: "Replies" }).getByText("Power supply exchanged").waitFor();
  desktop.mend();
  await desktop.inSync();
  const { body: list } = await office.tenant.owner.get("/tickets/");
  expect(list.results).toMatchObject([
    { customer_name: "Rahim Uddin", status: "RESOLVED", ticket_number: "T00001" },
  ]);
  const { body: one } = await office.tenant.owner.get(`/tickets/${list.results[0].id}/`);
  expect(one.replies).toMatchObject([{ message: "Power supply exchanged" }]);
  await expect.poll(() => page.getByText("Power supply exchanged").count()).toBe(1);
});

test("Who may see the audit log reads on a record's page what became of it, in words", async () => {
  const manager = await office.desktop({ keepsFiles: false });
  await manager.signIn("boss");
  const { body: list } = await office.tenant.owner.get("/tickets/");
  await manager.page.goto(`${manager.line.url}/#/tickets/${list.results[0].id}`);
  await manager.page.getByRole("button", { name: "History" }).click();
  const reply = manager.page.getByRole("row", { name: /helper.*Status: Open → Resolved/ });
  await reply.waitFor();
});
