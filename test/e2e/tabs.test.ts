// One computer, several windows and people, in the built app: a purge reaches every window, nobody's work is left behind, and
// what has not arrived yet is not said to be nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTenant } from "../helpers/tenant.ts";
import { type E2eEnvironment, openE2eEnvironment } from "./helpers/e2e-environment.ts";

let environment: E2eEnvironment;
beforeAll(async () => {
  environment = await openE2eEnvironment();
});
afterAll(() => environment.close());

test("Another company's sign-in in a second window takes the first one's customers off its screen, and says why", async () => {
  const other = await makeTenant(environment.server, { subdomain: "rival" });
  await other.staff("rival-clerk", "Counter");
  const desktop = await environment.desktop({ keepsFiles: false });
  await desktop.signIn("clerk");
  const first = desktop.page;
  await first.getByRole("combobox", { name: /Search by name/ }).fill("Nusrat");
  await first.getByText("Nusrat Akter").first().waitFor();
  // What the browser writes into its history names nobody.
  await first.evaluate((id) => location.assign(`#/customers/${id}`), environment.customer("Nusrat Akter").id);
  await first.getByRole("heading", { name: "Nusrat Akter" }).waitFor();
  expect(await first.title()).toMatch(/^\S+ · Lastmile$/);

  const second = await first.context().newPage();
  await second.goto(desktop.line.url);
  await second.getByRole("button", { name: "Sign in as somebody else" }).click();
  await second.getByLabel("Company").fill("rival");
  await second.getByLabel("Username").fill("rival-clerk");
  await second.getByLabel("Password", { exact: true }).fill("rival-clerk-secret");
  await second.keyboard.press("Enter");
  await second.getByRole("heading", { name: "Counter" }).waitFor();
  await first.getByText(/Another company was signed in on this computer/).waitFor();
  expect(await first.getByText("Nusrat Akter").count()).toBe(0);
});

test("Who locks or signs out in one window is out of the others, too", async () => {
  const desktop = await environment.desktop({ keepsFiles: false });
  await desktop.signIn("clerk");
  const other = await desktop.page.context().newPage();
  await other.goto(desktop.line.url);
  const unlock = async () => {
    await other.getByText("Welcome back").waitFor();
    await other.getByLabel("Password", { exact: true }).fill("clerk-secret");
    await other.keyboard.press("Enter");
    await other.getByRole("heading", { name: "Counter" }).waitFor();
  };
  await unlock();
  await other.keyboard.press("Control+l");
  await desktop.page.getByText("Welcome back").waitFor();
  await desktop.unlock("clerk-secret");
  await unlock();
  await other.getByRole("button", { name: /clerk/ }).click();
  await other.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await desktop.page.getByText("Welcome back").waitFor();
  expect(await desktop.page.getByRole("combobox", { name: /Search by name/ }).count()).toBe(0);
  // The channel is the account's own: nobody is thrown out of what was opened since.
  await desktop.unlock("clerk-secret");
  await other.getByText("Welcome back").waitFor();
});

test("What one clerk left waiting is counted at the name, and the next clerk's session hands it in as theirs", async () => {
  const desktop = await environment.desktop();
  const { page } = desktop;
  await desktop.signIn("clerk");
  desktop.cut();
  await desktop.connection.filter({ hasText: /^Offline/ }).waitFor();
  await desktop.recharge("Karim");
  await desktop.restart();
  const name = desktop.page.getByRole("radio", { name: /clerk/ });
  await name.getByText("1 waiting").waitFor();
  desktop.mend();
  await desktop.page.getByRole("button", { name: "Sign in as somebody else" }).click();
  await desktop.signIn("boss");
  await expect
    .poll(async () => (await environment.tenant.owner.get("/recharges/")).body.results.length)
    .toBe(1);
  const { body } = await environment.tenant.owner.get("/recharges/");
  expect(body.results[0].customer).toBe(environment.customer("Karim Hossain").id);
  await desktop.connection.filter({ hasText: /^Online$/ }).waitFor();
  expect(page.isClosed()).toBe(true);
});

test("While a computer is filled with customers alone, no screen says that there is nothing, and the bar waits for the line also after a new start", async () => {
  const fresh = await environment.desktop();
  await fresh.page.route(/sync\.pull/, async (route) => {
    const asked = decodeURIComponent(route.request().url()) + (route.request().postData() ?? "");
    if (/"(customers|packages|roles)"/.test(asked)) await route.continue();
  });
  await fresh.enter("boss");
  const go = async (screen: string) => {
    await fresh.page.goto(`${fresh.line.url}/#/${screen}`);
    await fresh.page.getByText("Still arriving on this computer").first().waitFor();
    return fresh.page.locator("main").innerText();
  };
  await fresh.page.goto(`${fresh.line.url}/#/counter`);
  await fresh.page.getByText("customers are on this computer").waitFor();
  expect(await go("day")).not.toMatch(/not on the list of the staff|Nothing is planned/);
  expect(await go("month-end?view=overview")).not.toMatch(/Make the bills|Nothing is due|No payments/);
  expect(await go("month-end?view=dues")).not.toMatch(/Nobody owes|owe /);
  expect(await fresh.page.getByRole("button", { name: "CSV" }).isDisabled()).toBe(true);
  expect(await go("month-end?view=invoices")).not.toMatch(/No bills/);
  expect(await go("callbacks")).not.toMatch(/Nobody waits/);
  expect(await go("day-board")).not.toMatch(/0 jobs|Nobody|Nothing/);
  await fresh.page.goto(`${fresh.line.url}/#/tickets`);
  await fresh.page.getByRole("button", { name: /^Open/ }).waitFor();
  // The views are counted when the page has nothing else to do.
  const idle = () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)));
  await fresh.page.evaluate(idle);
  expect(await fresh.page.locator("main").innerText()).not.toMatch(/(All|Open)\s+0/);
  await go(`customers/${environment.customer("Rahim Uddin").id}`);
  expect(await fresh.page.locator("main").innerText()).not.toContain("No session");
  await fresh.page.getByText("Filling this computer").waitFor();
  await fresh.filesKept();
  fresh.cut();
  await fresh.restart();
  await fresh.unlock("boss-secret");
  await fresh.page.getByText("Filling this computer: the rest waits for the line").waitFor();
  expect(fresh.complaints).toEqual([]);
});
