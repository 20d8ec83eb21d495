// The owner's report by mail: who gets it, set up from anywhere by keys, and the PDF that a real mail server then has.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { sendReports } from "../../../server/reports/schedule/schedule.ts";
import { attachedFile, type Mailbox, openMailbox } from "../../helpers/mail/smtp.ts";
import { textsOf } from "../../helpers/read-pdf.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

const ADDRESS = "boss@example.net";

let box: Mailbox;
let office: E2eEnvironment;
let boss: Desktop;

beforeAll(async () => {
  box = await openMailbox();
  office = await openE2eEnvironment({
    ...{ mail_host: "127.0.0.1", mail_port: box.port, mail_security: "NONE" },
    mail_from: "office@padma.example",
  });
  boss = await office.desktop({ keepsFiles: false });
  await boss.signIn("boss");
});
afterAll(async () => {
  await office?.close();
  await box?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await boss?.photograph(`owner-report-failed-${task.id}`);
});

test("From any page the owner has the dashboard come by mail each day without the mouse, in 15 keys and the address, and it comes as a PDF", async () => {
  const { page } = boss;
  await page.goto(`${boss.line.url}/#/counter`);
  await page.getByRole("heading", { name: "Counter" }).waitFor();
  const keys = new Story(page);
  await keys.press("Control+k");
  await keys.type("new rep");
  await page
    .getByRole("button", { name: /report by mail/i })
    .first()
    .waitFor();
  await keys.press("Enter");
  const dialog = page.getByRole("dialog", { name: /report by mail/i });
  const who = dialog.getByRole("combobox", { name: "For" });
  await expect.poll(() => who.evaluate((box) => box === document.activeElement)).toBe(true);
  await keys.type("bos");
  await page.getByRole("option", { name: /boss/ }).waitFor();
  await keys.press("Enter");
  await keys.press("Tab");
  const to = dialog.getByLabel("To (e-mail)");
  await expect.poll(() => to.evaluate((box) => box === document.activeElement)).toBe(true);
  await keys.type(ADDRESS);
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.aside(() => boss.picture("owner-report"));
  await keys.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(keys.told("owner: the dashboard by mail each day")).toBe(15 + ADDRESS.length);
  await page.getByRole("row", { name: /boss@example\.net.*Each day/ }).waitFor();
  const { body } = await office.tenant.owner.get("/report-schedules/");
  expect(body.results).toMatchObject([{ email: ADDRESS, frequency: "DAILY", is_active: true }]);
  // The hour has come.
  const database = openPool(office.server.database_url, null, 1);
  await database`update report_schedules set next_at = now() - interval '1 minute'`;
  await database.end();
  await sendReports(office.server.services);
  const [mail] = await box.until(1);
  expect(mail?.to).toEqual([ADDRESS]);
  expect(await textsOf(attachedFile(mail!))).toContain("How the business stands");
  expect(box.received).toHaveLength(1);
});
