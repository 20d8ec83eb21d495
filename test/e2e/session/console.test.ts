// The operator's rooms as they are worked: a company registers itself and is let in, its owner chooses a password of their
// own, the company is stopped and opened again, a mistaken payment is undone, a backup is taken and its file saved.
import { stat } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIMITS, SUPERUSER } from "../../helpers/config.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { furnishPlatform } from "../helpers/furnish-office.ts";

let environment: E2eEnvironment;
let operator: Desktop;
let owner: Desktop;
let oneTime: string;

beforeAll(async () => {
  environment = await openE2eEnvironment();
  await furnishPlatform(environment);
  [operator, owner] = [await environment.desktop({ timezoneId: "Asia/Dhaka" }), await environment.desktop()];
});
afterAll(() => environment?.close());

const dialog = () => operator.page.getByRole("dialog");
const rooms = (path: string) => operator.page.goto(`${operator.line.url}/#${path}`);
const signIn = async ({ page }: Desktop, company: string, username: string, password: string) => {
  await page.getByLabel("Company", { exact: true }).fill(company);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
};

test("A company registers itself at the sign-in, is told at the field what is wrong, and thanked", async () => {
  const { page } = owner;
  await page.getByRole("button", { name: /Register your company/ }).click();
  await page.getByLabel("Company name").fill("Jamuna Net");
  await page.getByLabel("E-mail").fill("nobody");
  await page.keyboard.press("Enter");
  await page.getByText(/^E-mail is not right/).waitFor();
  await page.getByLabel("E-mail").fill("office@jamuna.example");
  await page.getByLabel("Short name").fill("jamuna");
  await page.keyboard.press("Enter");
  await page.getByText("The request of Jamuna Net has reached us.").waitFor();
  await page.getByRole("button", { name: "Back to the sign-in" }).click();
});

test("The operator lets the company in, and hands its owner a password for one time", async () => {
  const { page } = operator;
  await signIn(operator, "", SUPERUSER.username, SUPERUSER.password);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await rooms("/saas/onboarding-requests");
  await page.getByRole("row", { name: /Jamuna Net/ }).click();
  await page.getByRole("button", { name: "Let in" }).click();
  await dialog().getByRole("button", { name: "Let in" }).click();
  const shown = dialog().getByLabel(/^Password, to be changed/);
  await shown.waitFor();
  oneTime = await shown.inputValue();
  expect(oneTime).not.toBe("");
});

test("A password for one time opens nothing but its own change, and the new one signs in from then on", async () => {
  const { page } = owner;
  await signIn(owner, "jamuna", "office@jamuna.example", oneTime);
  const asked = page.getByRole("dialog", { name: "Choose your own password" });
  await asked.waitFor();
  expect(await findings(page)).toEqual([]);
  await asked.getByLabel("New password", { exact: true }).fill("jamuna-river-78");
  await asked.getByLabel("The new password again").fill("jamuna-river-79");
  await asked.getByText("The two are not the same.").waitFor();
  await asked.getByLabel("The new password again").fill("jamuna-river-78");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Today" }).waitFor();
  await owner.restart();
  await owner.unlock("jamuna-river-78");
});

test("A company is stopped with one press, its reason and a question, and opened again", async () => {
  const { page } = operator;
  await rooms("/saas/tenants");
  const row = page.getByRole("row", { name: /Jamuna Net/ });
  await row.getByRole("button", { name: "Suspend company" }).click();
  await operator.armed();
  await dialog().getByLabel("Reason").fill("Not paid");
  await dialog()
    .getByRole("button", { name: /^Suspend company/ })
    .click();
  await row.getByRole("button", { name: "Open company again" }).waitFor();
  const tenant = async () =>
    (await (await environment.server.superuser()).get("/saas/tenants/?search=jamuna")).body.results[0];
  expect((await tenant()).is_active).toBe(false);
  await row.getByRole("button", { name: "Open company again" }).click();
  await operator.armed();
  await dialog()
    .getByRole("button", { name: /^Open company again/ })
    .click();
  await expect.poll(async () => (await tenant()).is_active).toBe(true);
  // What is done to a company stands in its own log; what is done on the platform, here.
  await rooms("/saas/audit-logs");
  const let_in = page.getByRole("row", { name: /Let in/ });
  await let_in.waitFor();
  // Times are those of the operator's clock, and say of which.
  await page.getByText("Times of Asia/Dhaka").waitFor();
  const { body } = await (await environment.server.superuser()).get("/saas/audit-logs/?search=");
  const instant = body.results.find(({ action }: { action: string }) => /approve/.test(action)).timestamp;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "Asia/Dhaka" } as const;
  expect(await let_in.innerText()).toContain(
    new Intl.DateTimeFormat("en-GB", clock).format(new Date(instant)),
  );
});

test("A mistaken payment is undone with its reason, once", async () => {
  const { page } = operator;
  await rooms("/saas/payments");
  await page.getByRole("row", { name: /WIRE-1/ }).click();
  await page.getByRole("button", { name: "Undo payment" }).click();
  await operator.armed();
  await dialog().getByRole("button", { name: "Entered twice" }).click();
  await dialog()
    .getByRole("button", { name: /^Undo payment/ })
    .click();
  await page.getByText("Undone by").waitFor();
  expect(await page.getByRole("button", { name: "Undo payment" }).count()).toBe(0);
});

test("A backup says how far it is proven, and its file is saved", async () => {
  const { page } = operator;
  await rooms("/saas/backups");
  await page.locator("tbody tr[data-index]").first().click();
  // The drill looks for what is not proven each hour: it may have been here already.
  await page.getByText(/^(Not proven yet|Proven )/).waitFor();
  expect(await findings(page)).toEqual([]);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download file" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.lastmile$/);
  expect((await stat(await file.path())).size).toBeGreaterThan(1000);
});

test("The operator sells a plan and books its payment, takes a backup and restores it into a new company", async () => {
  const { page } = operator;
  const platform = await environment.server.superuser();
  const input = (name: string) => dialog().locator(`[id="field-${name}"]`);
  const choose = async (name: string, words: string) => {
    await input(name).fill(words);
    await page
      .getByRole("option", { name: new RegExp(words) })
      .first()
      .click();
  };
  const save = async () => {
    await dialog().getByRole("button", { name: "Save" }).click();
    await dialog().waitFor({ state: "detached" });
  };
  await rooms("/saas/packages?new=1");
  await input("name").fill("River");
  await input("price_monthly").fill("55");
  await save();
  await rooms("/saas/subscriptions?new=1");
  await choose("tenant", "Jamuna Net");
  await choose("package", "River");
  await save();
  await page.getByRole("row", { name: /Jamuna Net.*River/ }).waitFor();
  await rooms("/saas/payments?new=1");
  await choose("subscription", "Jamuna Net");
  await input("amount").fill("55");
  await input("trx_id").fill("WIRE-2");
  await save();
  await page.getByRole("row", { name: /WIRE-2.*Jamuna Net/ }).waitFor();
  const { results } = (await platform.get("/saas/payments/?search=WIRE-2")).body;
  expect(results).toMatchObject([{ amount: "55.00", tenant_name: "Jamuna Net" }]);
  await rooms("/saas/backups?new=1");
  await choose("tenant", "Jamuna Net");
  await save();
  const taken = page.getByRole("row", { name: /Jamuna Net.*By hand.*Done/ });
  await taken.click();
  await page.getByRole("button", { name: "Restore into a new company" }).click();
  await input("name").fill("Jamuna again");
  await input("subdomain").fill("jamuna-again");
  await dialog().getByRole("button", { name: "Restore into a new company" }).click();
  await dialog().waitFor({ state: "detached" });
  const restores = async () => (await platform.get("/saas/restores/?search=jamuna-again")).body.results;
  await expect.poll(restores).toMatchObject([{ name: "Jamuna again", status: "SUCCEEDED" }]);
});

test("Whoever registers again and again from one address is told to wait", async () => {
  const { page } = owner;
  const body = { org_name: "Again", contact_email: "again@jamuna.example" };
  const address = `${environment.server.url}/api/v1/saas/onboarding-requests/`;
  const post = () =>
    fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByRole("menuitem", { name: "Lock" }).click();
  await page.getByRole("button", { name: "Sign in as somebody else" }).click();
  await page.getByRole("button", { name: /Register your company/ }).click();
  await page.getByLabel("Company name").fill("Jamuna Net");
  await page.getByLabel("E-mail").fill("office@jamuna.example");
  // The form is filled in: nothing of the allowance comes back meanwhile.
  const answers = await Promise.all(Array.from({ length: LIMITS.lookups_per_minute + 1 }, post));
  expect(answers.map(({ status }) => status)).toContain(429);
  await page.keyboard.press("Enter");
  await page.getByText("Too many tries. Wait a minute, then try again.").waitFor();
});
