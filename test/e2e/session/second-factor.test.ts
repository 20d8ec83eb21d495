// The second factor and one's own security, in the built app against the real server: nobody stands before a shut door.
import { TOTP } from "otpauth";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";

let environment: E2eEnvironment;
let first: Desktop;
beforeAll(async () => {
  environment = await openE2eEnvironment();
  first = await environment.desktop({ keepsFiles: false });
});
afterAll(() => environment?.close());

const CODE = "Code of the app, or a recovery code";
const PASSWORD = "clerk-secret";
const NEW_PASSWORD = "a-much-better-one";

/** As if half a minute had passed since the last code was used: each one counts once. */
const later = () => environment.server.services.db.platform`update otp_factors set last_step = 0`;

const codeOf = (secret: string) => new TOTP({ secret }).generate();

/** In both colours, with a picture of each. */
async function isAccessible(desktop: Desktop, name: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await desktop.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await desktop.picture(`${name}-${colorScheme}`);
  }
  expect(await findings(desktop.page)).toEqual([]);
}

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

async function fillSignIn({ page }: Desktop, username: string, password: string): Promise<void> {
  await page.getByLabel("Company").fill("office");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

/** Switches the factor on with what the page shows. */
async function confirmShown({ page }: Desktop): Promise<{ secret: string; recovery: string[] }> {
  const secret = await page.getByTestId("otp-secret").innerText();
  const recovery = (await page.getByTestId("recovery-codes").innerText()).trim().split("\n");
  await page.getByLabel("Code of the app", { exact: true }).fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await page.getByTestId("otp-secret").waitFor({ state: "detached" });
  await later();
  return { secret, recovery };
}

const atCounter = ({ page }: Desktop) => page.getByRole("heading", { name: "Counter" }).waitFor();

let secret: string;
let recovery: string[];

test("A clerk switches the second factor on, from the menu of their account", async () => {
  const { page } = first;
  await first.signIn("clerk");
  await first.inSync();
  await chooseInMenu(page, "Security");
  await page.getByText("Off: the password alone signs you in.").waitFor();
  await page.getByLabel("Your password").first().fill(PASSWORD);
  await page.getByRole("button", { name: "Switch on…" }).click();
  await page.getByTestId("otp-secret").waitFor();
  await isAccessible(first, "security-enrolment");
  ({ secret, recovery } = await confirmShown(first));
  await page.getByText("On. Recovery codes left: 10").waitFor();
  expect(recovery).toHaveLength(10);
});

test("After signing out the password opens this computer, and the code the line", async () => {
  const { page } = first;
  await chooseInMenu(page, "Sign out");
  await page.getByText("Welcome back").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  const bar = page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Sign in" }) });
  await bar.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByLabel(CODE).fill("000000");
  await page.keyboard.press("Enter");
  await page.getByText("This code is wrong, or was used already.").waitFor();
  await isAccessible(first, "signed-out-bar-code");
  await page.getByLabel(CODE).fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await first.inSync();
});

test("A new computer asks for the code, and takes a recovery code in its place, once", async () => {
  const second = await environment.desktop({ keepsFiles: false });
  const { page } = second;
  await fillSignIn(second, "clerk", PASSWORD);
  await page.getByLabel(CODE).waitFor();
  await isAccessible(second, "sign-in-code");
  await page.getByLabel(CODE).fill(recovery[0] ?? "");
  await page.keyboard.press("Enter");
  await atCounter(second);
  await second.inSync();
  await chooseInMenu(page, "Security");
  await page.getByText("On. Recovery codes left: 9").waitFor();
  await isAccessible(second, "security");

  // Where one is signed in: here and there; there is ended from here.
  await page.getByRole("button", { name: "Sign out there" }).first().waitFor();
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByRole("button", { name: "Sign out there" }).first().waitFor({ state: "detached" });
  await first.connection.filter({ hasText: "Sign in again" }).waitFor();

  // Another password, for this computer's own lock, too.
  await page.getByLabel("Your password").last().fill(PASSWORD);
  await page.getByLabel("New password").fill("password");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText(/too easy to guess/).waitFor();
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Your password was changed.").waitFor();
  await chooseInMenu(page, "Lock");
  await page.getByText("Welcome back").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");
  // It opens where it was locked.
  await page.getByText("On. Recovery codes left: 9").waitFor();
  await page.getByLabel("Your password").first().fill(NEW_PASSWORD);
  await later();
  await page.getByLabel(CODE).fill(codeOf(secret));
  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByText("Off: the password alone signs you in.").waitFor();
});

test("Where the company asks for it, who is there already and who is new are led to it, and go on", async () => {
  await environment.tenant.staff("fresh", "Counter");
  const open = await environment.desktop({ keepsFiles: false });
  await open.signIn("boss");
  await open.inSync();
  const changed = await environment.tenant.owner.patch("/settings/", { require_otp: true });
  expect(changed.status).toBe(200);

  const desktop = await environment.desktop({ keepsFiles: false });
  const { page } = desktop;
  await fillSignIn(desktop, "fresh", "fresh-secret");
  await page.getByRole("dialog", { name: "One more step" }).waitFor();
  await isAccessible(desktop, "sign-in-enrolment");
  // Not now: nothing is open, and what to do is said.
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText(/Your company wants everybody to sign in with a code/).waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("dialog", { name: "One more step" }).waitFor();
  await page.getByLabel("Code of the app", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page
    .getByText(/This code is wrong/)
    .first()
    .waitFor();
  const shown = await confirmShown(desktop);
  await atCounter(desktop);
  await desktop.inSync();
  expect(shown.recovery).toHaveLength(10);

  // Whoever was at work is asked at the next word with the server, without losing the screen.
  const bar = open.page
    .getByRole("alert")
    .filter({ has: open.page.getByRole("button", { name: "Sign in" }) });
  await bar.getByLabel("Password", { exact: true }).fill("boss-secret");
  await open.page.keyboard.press("Enter");
  await open.page.getByRole("dialog", { name: "One more step" }).waitFor();
  await confirmShown(open);
  await open.inSync();
  for (const { complaints } of [first, open, desktop]) expect(complaints).toEqual([]);
});
