// `npm run screenshots`: pictures of every screen with the demo's data, in light and dark, both languages and four sizes, for
// whoever changed something and wants to look at it (.build/screenshots); those that the README shows go into docs/screenshots.
// `npm run screenshots -- 1280` takes one size alone, `-- 1280 router,fibre` of it the screens whose names begin so, and
// `-- 1280 router,fibre en` those in one language. Each screen is opened once for its four pictures; Bengali ones have -bn in
// their names.
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Browser, Page } from "playwright";
import { createAgent } from "../../main/agent.ts";
import { startDemoOlt } from "../../main/demo/olt.ts";
import { connectDemoRouter, DEMO_ROUTER_USER } from "../../main/demo/router.ts";
import { createServerLink } from "../../main/network/server-link.ts";
import { startRouterSimulator } from "../../main/network/simulators/router.ts";
import { readConfig } from "../../server/config.ts";
import { startServer } from "../../server/server.ts";
import { newId } from "../../shared/kernel/id.ts";
import { launchChromium } from "../helpers/chromium.ts";
import { settle } from "./helpers/axe.ts";
import { CONSOLE_STOPS } from "./helpers/console-stops.ts";
import { TECHNICIAN_STOPS } from "./helpers/day-stops.ts";
import { OPEN_STOPS } from "./helpers/opened-stops.ts";
import { STOPS } from "./helpers/screens.ts";
import { STATE_STOPS } from "./helpers/state-stops.ts";
import type { ScreenStop } from "./helpers/stops.ts";

const [only, beginnings = "", ...languages] = process.argv.slice(2);

/** Narrower than this is a phone. */
const PHONE = 576;

const wanted = (stops: readonly ScreenStop[], { width }: Place) =>
  stops.filter(
    ({ name, desk_only }) =>
      !(desk_only && width < PHONE) && beginnings.split(",").some((beginning) => name.startsWith(beginning)),
  );

const SIZES = [
  { width: 1280, height: 800, folder: ".build/screenshots" },
  { width: 1920, height: 1080, folder: ".build/screenshots/large" },
  // What 200 % zoom leaves of a small screen's width.
  { width: 640, height: 800, folder: ".build/screenshots/narrow" },
  { width: 390, height: 844, folder: ".build/screenshots/phone" },
] as const;

/** A screen that is not there by then has nothing to show. */
const STOP_MS = 20_000;

/** Once the OLT was read while all was well; then the pictures show an outage. */
const OUTAGE_AFTER_MS = 30_000;

interface List {
  results: { id: string }[];
}

/** Lists, as the demo's owner sees them. */
async function signedIn(url: string): Promise<(path: string) => Promise<List>> {
  const signIn = JSON.stringify({ username: "admin", password: "admin-demo" });
  const headers = { "content-type": "application/json" };
  const { token } = await (
    await fetch(`${url}/api/v1/auth/login/`, { method: "POST", headers, body: signIn })
  ).json();
  const signed = { headers: { authorization: `Bearer ${token}` } };
  return async (path) => (await fetch(`${url}/api/v1${path}`, signed)).json();
}

async function outage(url: string): Promise<void> {
  const list = await signedIn(url);
  while ((await list("/incidents/?status=OPEN")).results.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 1000));
}

async function startDemo() {
  const data_dir = resolve(".build/screenshots-data");
  const server = await startServer({ ...readConfig({ LASTMILE_PORT: "0", LASTMILE_DEMO: "1" }), data_dir });
  const router = await startRouterSimulator({ host: "127.0.0.1", port: 0, users: [DEMO_ROUTER_USER] });
  const demo = await connectDemoRouter(server.url, data_dir, router.port);
  const olt = await startDemoOlt(server.url, router, OUTAGE_AFTER_MS);
  const link = createServerLink({ url: server.url, token: demo.agent_token });
  const agent = createAgent({
    link,
    agent_id: newId(),
    name: "Demo office",
    allowLoopback: true,
    log: () => {},
  });
  agent.start();
  await demo.bringInLine();
  await outage(server.url);
  return {
    url: server.url,
    stop: async () => {
      await agent.stop();
      await server.stop();
      await router.close();
      await olt?.close();
    },
  };
}

/** A customer with something to show: dues and a history. */
async function interestingCustomer(url: string): Promise<string> {
  const list = await signedIn(url);
  const { results } = await list(
    "/customers/?has_due=true&status=ACTIVE&onu__isnull=false&ordering=-due_amount&page_size=1",
  );
  const [customer] = results;
  if (!customer) throw new Error("Nobody in the demo owes anything");
  return customer.id;
}

const SCHEMES = ["light", "dark"] as const;
const LANGUAGES = ["en", "bn"] as const;

/** What is shown now, in the colours and languages that are wanted. */
async function take(page: Page, { folder, width }: Place, name: string): Promise<void> {
  for (const language of LANGUAGES) {
    if (languages.length > 0 && !languages.includes(language)) continue;
    await read(page, language, width);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      const suffix = language === "en" ? colorScheme : `${language}-${colorScheme}`;
      await page.screenshot({ path: `${folder}/${name}-${suffix}.png` });
    }
    await page.emulateMedia({ colorScheme: "light" });
  }
  await read(page, "en", width);
}

/**
 * Stops are found by their English words: the language is another for the picture alone. It is changed past what lies over the
 * page, whose focus stays; a phone has the switch in a sheet, so its window is wider for that moment.
 */
async function read(page: Page, language: string, width: number): Promise<void> {
  if ((await page.locator("html").getAttribute("lang")) === language) return;
  const size = page.viewportSize();
  if (size && width < 640) await page.setViewportSize({ ...size, width: 640 });
  await page.locator(`button[lang=${language}]`).first().dispatchEvent("click");
  await page.locator(`html[lang=${language}]`).waitFor();
  if (size && width < 640) await page.setViewportSize(size);
}

/** The app as after a start: whatever was open or half done is gone. */
async function begin(page: Page, { url }: Place): Promise<void> {
  await page.context().setOffline(false);
  await page.goto("about:blank");
  await page.goto(url);
}

/** Signs in; whoever is known on this computer gives the password alone. */
async function signIn(page: Page, place: Place, username: string): Promise<void> {
  const { url } = place;
  await begin(page, place);
  const password = page.getByLabel("Password", { exact: true });
  await password.waitFor();
  if (!(await page.getByText("Welcome back").isVisible())) {
    await page.getByLabel("Company").fill("demo");
    await page.getByLabel("Username").fill(username);
  }
  await password.fill(`${username}-demo`);
  await page.keyboard.press("Enter");
  await page
    .getByTestId("connection")
    .filter({ hasText: /^Online$/ })
    .waitFor();
  await page.goto(`${url}/#/counter`);
}

async function photograph(page: Page, place: Place): Promise<void> {
  await mkdir(place.folder, { recursive: true });
  await page.goto(place.url);
  await page.getByLabel("Company").waitFor();
  await take(page, place, "sign-in");
  await signIn(page, place, "admin");
  // The first filling is over when the counter knows its takings.
  await page.getByRole("heading", { name: "Today" }).waitFor();
  await page.goto(`${place.url}/#/counter`);
  await page.getByText("My takings today").waitFor();
  await page.getByText("Still arriving").first().waitFor({ state: "hidden" });
  const others = STOPS.filter((stop) => !TECHNICIAN_STOPS.includes(stop));
  await takeAll(page, wanted([...others, ...OPEN_STOPS, ...STATE_STOPS], place), place, (again) =>
    signIn(again, place, "admin"),
  );
}

/** The day of somebody who has jobs. */
async function photographDay(page: Page, place: Place): Promise<void> {
  const stops = wanted(TECHNICIAN_STOPS, place);
  if (stops.length === 0) return;
  const enter = (again: Page) => signIn(again, place, "tech");
  await enter(page);
  await takeAll(page, stops, place, enter);
}

interface Place {
  url: string;
  customer: string;
  folder: string;
  width: number;
}

/** @param enter begins anew, where a stop left the page in a state that none of the others begins in */
async function takeAll(
  page: Page,
  stops: readonly ScreenStop[],
  place: Place,
  enter: (page: Page) => Promise<void>,
): Promise<void> {
  for (const stop of stops) {
    try {
      await stop.open(page, place.url, place.customer);
      await take(page, place, stop.name);
    } catch (error) {
      // The demo may have no record to open; the other pictures are taken all the same.
      process.exitCode = 1;
      console.error(`No picture of ${stop.name}: ${error instanceof Error ? error.message : error}`);
      await enter(page);
      await read(page, "en", place.width);
    }
  }
}

/** The form of a company that asks to be let in, then the operator's rooms. */
async function photographConsole(page: Page, place: Place): Promise<void> {
  const stops = wanted(CONSOLE_STOPS, place);
  if (stops.length === 0) return;
  await begin(page, place);
  await page.getByRole("button", { name: /Register your company/ }).click();
  await page.getByRole("heading", { name: "Register your company" }).waitFor();
  await take(page, place, "register");
  const enter = async (again: Page) => {
    await begin(again, place);
    await again.getByLabel("Username").fill("platform");
    await again.getByLabel("Password", { exact: true }).fill("platform-demo");
    await again.keyboard.press("Enter");
    await again.getByRole("heading", { name: "Overview" }).waitFor();
  };
  await enter(page);
  await takeAll(page, stops, place, enter);
}

/** What the README shows is taken over from the pictures of its size. */
async function intoReadme(): Promise<void> {
  const names = (await readFile("README.md", "utf8")).matchAll(/\(docs\/screenshots\/([\w-]+\.png)\)/g);
  for (const [, name = ""] of names) await copyFile(`${SIZES[0].folder}/${name}`, `docs/screenshots/${name}`);
}

async function everyScreen(browser: Browser, url: string): Promise<void> {
  const customer = await interestingCustomer(url);
  for (const { folder, ...viewport } of SIZES) {
    if (only !== undefined && only !== String(viewport.width)) continue;
    const place = { url, customer, folder, width: viewport.width };
    // Each person at a computer of their own.
    for (const visit of [photograph, photographDay, photographConsole]) {
      const context = await browser.newContext({
        viewport,
        colorScheme: "light",
        reducedMotion: "reduce",
        locale: "en-GB",
      });
      context.setDefaultTimeout(STOP_MS);
      await visit(await context.newPage(), place);
      await context.close();
    }
    if (folder === SIZES[0].folder && beginnings === "") await intoReadme();
  }
}

const demo = await startDemo();
const browser = await launchChromium();
try {
  await everyScreen(browser, demo.url);
} finally {
  await browser.close();
  await demo.stop();
}
