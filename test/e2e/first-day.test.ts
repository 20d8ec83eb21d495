// The first day on an empty server, by the screens alone: the super administrator is led from the sign-in page to a company,
// its owner to packages, a first customer and a first receipt. No call but the app's own.
import { type TOTP, URI } from "otpauth";
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../helpers/chromium.ts";
import { SUPERUSER } from "../helpers/config.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { startTcpProxy } from "../replica/helpers/tcp-proxy.ts";
import { findings } from "./helpers/axe.ts";
import { Desktop } from "./helpers/desktop.ts";

const OWNER = { username: "salma", password: "padma-river-77" };

let server: TestServer;
let browser: Browser;
let desktop: Desktop;

const page = () => desktop.page;
const password = () => page().getByLabel(/^Password/);
const step = (name: string) => page().getByTestId(`step-${name}`);

async function openDesktop(): Promise<Desktop> {
  const line = await startTcpProxy(Number(new URL(server.url).port));
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Asia/Dhaka",
    reducedMotion: "reduce",
  });
  const opened = new Desktop(context, line);
  await opened.open();
  return opened;
}

async function signIn(company: string, username: string, secret: string): Promise<void> {
  await page().getByLabel("Company").fill(company);
  await page().getByLabel("Username").fill(username);
  await password().fill(secret);
  await page().keyboard.press("Enter");
}

/** Looks at the screen in both colours, and zoomed in twice on a small one: pictures, and what axe finds. */
async function lookAt(name: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page().emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await desktop.photograph(`first-day-${name}-${colorScheme}`);
    expect(await findings(page())).toEqual([]);
  }
  await page().setViewportSize({ width: 640, height: 400 });
  await desktop.photograph(`first-day-${name}-small`);
  const { wide, room } = await page().evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }));
  expect(wide).toBeLessThanOrEqual(room);
  await page().setViewportSize({ width: 1280, height: 800 });
}

beforeAll(async () => {
  server = await startTestServer();
  browser = await launchChromium();
  desktop = await openDesktop();
});

afterAll(async () => {
  await desktop?.close();
  await browser?.close();
  await server?.stop();
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await desktop?.photograph(`first-day-failed-${task.id}`);
});

describe("an empty installation", () => {
  test("The super administrator's password on the ordinary sign-in page leads to a first company", async () => {
    await signIn("", SUPERUSER.username, SUPERUSER.password);
    await page().getByRole("heading", { name: "Create your company" }).waitFor();
    await lookAt("company");
  });

  test("What is wrong is said at the field, by the app and by the server", async () => {
    await page().getByRole("button", { name: "Create company" }).click();
    const name = page().getByLabel("Company name");
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill("Padma Online Ltd.");
    expect(await page().getByLabel("Short name").inputValue()).toBe("padma-online-ltd");
    await page().getByLabel("Short name").fill("padma");
    // This computer's time zone says which country is meant.
    expect(await page().getByRole("combobox", { name: "Country" }).inputValue()).toBe("Bangladesh");
    // Papers speak what their owner reads, whatever the country's language is.
    expect(await page().getByRole("combobox", { name: "Language of papers" }).inputValue()).toBe("English");
    await page()
      .getByText(/Bangladeshi Taka \(BDT\)/)
      .waitFor();
    await page().getByLabel("Phone for customers").fill("+880 9612 345678");
    await page().getByLabel("Full name").fill("Salma Khatun");
    await page().getByLabel("Username").fill(OWNER.username);
    await password().fill("password1");
    await page().getByRole("button", { name: "Create company" }).click();
    await page().getByText("Password is too easy to guess").waitFor();
    expect(await password().evaluate((field) => field === document.activeElement)).toBe(true);
    await lookAt("company-refused");
  });

  test("A second step that fails is tried again alone: the company is made once, and its owner is in", async () => {
    let made = 0;
    page().on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/tenants/")) made += 1;
    });
    const settings = "**/api/v1/settings/";
    await page().route(settings, (route) => route.abort());
    await password().fill(OWNER.password);
    await page().keyboard.press("Enter");
    await page()
      .getByText(/Padma Online Ltd\. is made/)
      .waitFor();
    expect(await page().getByLabel("Short name").isDisabled()).toBe(true);
    await lookAt("company-half");
    await page().unroute(settings);
    await page().getByRole("button", { name: "Try again" }).click();
    await page().getByRole("heading", { name: "Today" }).waitFor();
    await desktop.inSync();
    expect(made).toBe(1);
  });
});

describe("the first steps", () => {
  test("The first steps are on the counter, and say offline what needs the line", async () => {
    await page().getByRole("heading", { name: "First steps" }).waitFor();
    await lookAt("steps");
    desktop.cut();
    await desktop.connection.filter({ hasText: /^Offline/ }).waitFor();
    expect(await step("packages").innerText()).toContain("needs a line");
    expect(await step("packages").getByRole("button").isDisabled()).toBe(true);
    expect(await step("customer").getByRole("button", { name: "New customer" }).isDisabled()).toBe(false);
    desktop.mend();
    await desktop.inSync();
  });

  test("Packages: examples with prices are made, each that is refused says why, and the step ticks itself", async () => {
    await page().getByRole("button", { name: "Make packages" }).click();
    await page().getByLabel("Price, row 1").fill("700");
    await page().getByLabel("Price, row 2").fill("1,000");
    await page().getByLabel("Download (Mbit/s), row 2").fill("fast");
    await lookAt("packages");
    await page().getByRole("button", { name: "Make them" }).click();
    await page().getByRole("dialog").getByRole("img", { name: "Done" }).waitFor();
    await page().getByText("is not right.").waitFor();
    await page().getByLabel("Download (Mbit/s), row 2").fill("20");
    await page().getByRole("button", { name: "Make them" }).click();
    await page().getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => step("packages").getAttribute("data-done")).toBe("true");
  });

  test("A test receipt says that it is none", async () => {
    await page().getByRole("button", { name: "See and print it" }).click();
    const paper = page().getByRole("region", { name: "Receipt TEST" });
    await paper.waitFor();
    expect(await paper.innerText()).toMatch(/Padma Online Ltd\.[\s\S]*TEST[\s\S]*Nobody: this is a test/);
    await lookAt("receipt");
    await page().evaluate(() => {
      window.print = () => window.dispatchEvent(new Event("beforeprint"));
    });
    await page().getByRole("button", { name: "Print", exact: true }).click();
    await page().keyboard.press("Escape");
    await expect.poll(() => step("receipt").getAttribute("data-done")).toBe("true");
  });

  test("The router's step opens its form", async () => {
    await page().getByRole("button", { name: "Add a router" }).click();
    await page()
      .getByRole("dialog", { name: /router/i })
      .waitFor();
    await page().getByRole("button", { name: "Cancel" }).click();
    await page().getByRole("dialog").waitFor({ state: "detached" });
    await page().keyboard.press("F2");
  });

  test("The first customer pays, and gets the first receipt in the country's money", async () => {
    await page()
      .getByRole("link", { name: /Counter/ })
      .click();
    await step("customer").getByRole("button", { name: "New customer" }).click();
    const form = page().getByRole("dialog", { name: "New customer" });
    await form.getByLabel("Name", { exact: false }).first().fill("Rahim Uddin");
    await form.getByLabel(/^Username/).fill("rahim");
    await form.getByLabel(/^Phone/).fill("01711000001");
    await form.getByRole("combobox", { name: "Package" }).click();
    await page().getByRole("option", { name: "Home 10" }).click();
    await form.getByRole("button", { name: /^Add/ }).click();
    await page().getByRole("heading", { name: "Rahim Uddin" }).waitFor();
    await desktop.inSync();
    await page()
      .getByRole("link", { name: /Counter/ })
      .click();
    await expect.poll(() => step("customer").getAttribute("data-done")).toBe("true");
    const receipt = await desktop.recharge("rahim");
    expect(receipt).toContain("Padma Online Ltd.");
    expect(receipt).toMatch(/700\.00|৭০০\.০০/);
    await page().getByText("Booked at the server").waitFor();
    await desktop.next();
  });

  test("What is not wanted is put away for good", async () => {
    await page().getByRole("button", { name: "Put the first steps away" }).click();
    await page().getByRole("heading", { name: "First steps" }).waitFor({ state: "detached" });
    await desktop.restart();
    await desktop.unlock(OWNER.password);
    await desktop.inSync();
    expect(await page().getByRole("heading", { name: "First steps" }).count()).toBe(0);
  });
});

test("With companies there, the super administrator sees them and may make another, once", async () => {
  const other = await openDesktop();
  const first = desktop;
  desktop = other;
  try {
    await signIn("anything", SUPERUSER.username, SUPERUSER.password);
    await page().getByRole("heading", { name: "Overview" }).waitFor();
    await page().getByRole("heading", { name: "By plan" }).waitFor();
    await lookAt("console");
    await page().getByRole("link", { name: "Companies", exact: true }).first().click();
    await page().getByText("Padma Online Ltd.").first().waitFor();
    await lookAt("companies");
    await page().getByRole("button", { name: "Create another company" }).click();
    await page().getByLabel("Company name").fill("Meghna Net");
    await page().getByLabel("Short name").fill("padma");
    await page().getByLabel("Username").fill("someone");
    await password().fill("meghna-river-78");
    await page().getByRole("button", { name: "Create company" }).click();
    await page().getByText("Short name is taken already.").waitFor();
    // The server makes it, and its answer is lost: the next try finds it instead of making another.
    let posted = 0;
    await page().route("**/api/v1/tenants/", async (route) => {
      posted += 1;
      await route.fetch();
      await route.abort();
    });
    await page().getByLabel("Short name").fill("meghna");
    await page().getByRole("button", { name: "Create company" }).click();
    await page()
      .getByText(/can't be reached/)
      .waitFor();
    await page().getByRole("button", { name: "Create company" }).click();
    await page().getByRole("heading", { name: "Today" }).waitFor();
    await other.inSync();
    expect(posted).toBe(1);
    await page().getByText("Meghna Net").first().waitFor();
  } finally {
    desktop = first;
    await other.close();
  }
});

test("A super administrator with a second factor gives its code on the same page, and goes back to the sign-in", async () => {
  const superuser = await server.superuser();
  const prepared = await superuser.post("/auth/otp/", { password: SUPERUSER.password });
  const totp = URI.parse(prepared.body.otpauth_url) as TOTP;
  const { status } = await superuser.post("/auth/otp/confirm/", { otp: totp.generate() });
  expect(status).toBe(204);
  const other = await openDesktop();
  const first = desktop;
  desktop = other;
  try {
    await signIn("", SUPERUSER.username, SUPERUSER.password);
    const code = page().getByLabel("Code of the app, or a recovery code");
    await code.fill(prepared.body.recovery_codes[0]);
    await page().keyboard.press("Enter");
    await page().getByRole("heading", { name: "Overview" }).waitFor();
    await page().getByRole("button", { name: "Back to the sign-in" }).click();
    await page().getByRole("heading", { name: "Sign in" }).waitFor();
    expect(other.complaints).toEqual([]);
  } finally {
    desktop = first;
    await other.close();
  }
});

test("Nothing on the owner's screen complained", () => {
  expect(desktop.complaints).toEqual([]);
});
