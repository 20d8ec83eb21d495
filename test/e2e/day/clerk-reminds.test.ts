// Customers are reminded of dues by mail, many at once and one on their page; and a receipt goes to WhatsApp.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Mailbox, openMailbox } from "../../helpers/mail/smtp.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let box: Mailbox;
let clerk: Desktop;
beforeAll(async () => {
  box = await openMailbox();
  office = await openE2eEnvironment({
    ...{ mail_host: "127.0.0.1", mail_port: box.port, mail_security: "NONE" },
    ...{ mail_from: "office@padma.example", phone_country: "BD" },
  });
  for (const name of ["Rahim Uddin", "Nusrat Akter"]) {
    const email = `${name.split(" ")[0]?.toLowerCase()}@example.net`;
    await office.tenant.owner.patch(`/customers/${office.customer(name).id}/`, { email });
  }
  clerk = await office.desktop({ permissions: ["clipboard-read", "clipboard-write"] });
  await clerk.signIn("clerk");
});
afterAll(async () => {
  await office?.close();
  await box?.close();
});
afterEach(async ({ task }) => {
  clerk?.mend();
  if (task.result?.state === "fail") await clerk?.photograph(`reminds-failed-${task.id}`);
});

const go = (path: string) => clerk.page.goto(`${clerk.line.url}/#${path}`);
const row = (name: RegExp) => clerk.page.getByRole("row", { name });
const dialog = () => clerk.page.getByRole("dialog");

test("Three chosen customers are reminded with two keys: two get a mail, the third has no address and that is said", async () => {
  const { page } = clerk;
  await go("/customers");
  for (const name of [/Rahim Uddin/, /Nusrat Akter/, /Karim Hossain/]) {
    await row(name).focus();
    await page.keyboard.press("x");
  }
  await page.getByRole("toolbar", { name: "3 chosen" }).getByRole("button", { name: "Remind…" }).waitFor();
  const story = new Story(page);
  await story.press("r");
  await dialog().getByText("2 customers get a mail").waitFor();
  await dialog().getByText("One has no e-mail address").waitFor();
  await dialog()
    .getByText(/^What .* reads \((rahim|nusrat)@example\.net\)/)
    .waitFor();
  expect(await story.aside(() => findings(page))).toEqual([]);
  await story.aside(() => clerk.picture("remind-by-mail"));
  await story.press("Enter");
  await dialog().waitFor({ state: "detached" });
  expect(story.told("clerk: chosen customers reminded by mail")).toBe(2);
  const mails = await box.until(2);
  expect(mails.map(({ to }) => to[0]).sort()).toEqual(["nusrat@example.net", "rahim@example.net"]);
  expect(mails[0]?.raw).toContain("Padma Online");
});

test("R and Enter on a customer's page remind them; who has no address is named so, and nothing is sent", async () => {
  const { page } = clerk;
  await go(`/customers/${office.customer("Rahim Uddin").id}`);
  await page.getByRole("button", { name: "Remind…" }).waitFor();
  await page.keyboard.press("r");
  await dialog().getByText("One mail is sent").waitFor();
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
  await box.until(3);
  await go(`/customers/${office.customer("Karim Hossain").id}`);
  await page.getByRole("heading", { name: "Karim Hossain" }).waitFor();
  await page.keyboard.press("r");
  await dialog().getByText("Nobody gets a mail").waitFor();
  expect(await dialog().getByRole("button", { name: "Send the mail" }).isDisabled()).toBe(true);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  expect(box.received).toHaveLength(3);
});

test("A receipt goes to the customer's WhatsApp with one key; with the line cut its words are copied", async () => {
  const { page } = clerk;
  await go("/counter");
  await page.evaluate(() => {
    window.open = (address) => {
      document.documentElement.setAttribute("data-opened", String(address));
      return null;
    };
  });
  await clerk.recharge("sadia");
  await clerk.armed();
  const keys = new Story(page);
  await keys.press("w");
  const opened = page.locator("html[data-opened]");
  await opened.waitFor();
  expect(keys.told("clerk: a receipt to WhatsApp")).toBe(1);
  const address = new URL((await opened.getAttribute("data-opened")) ?? "");
  const { phone } = office.customer("Sadia Rahman");
  expect(address.origin + address.pathname).toBe(`https://wa.me/88${phone}`);
  expect(address.searchParams.get("text")).toContain("Sadia Rahman");
  await clerk.next();
  clerk.cut();
  await clerk.connection.filter({ hasText: /^Offline/ }).waitFor();
  await clerk.recharge("imran");
  await clerk.armed();
  await page.keyboard.press("w");
  await page.getByText(/The receipt's words are copied/).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Imran Chowdhury");
  expect(await findings(page)).toEqual([]);
  await clerk.next();
  clerk.mend();
  await clerk.inSync();
});
