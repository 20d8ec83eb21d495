// axe finds nothing serious on any screen, in light and dark colours (WCAG 2.2 AA).
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { OltSimulator } from "../../main/network/simulators/olt/olt.ts";
import { SUPERUSER } from "../helpers/config.ts";
import { lot } from "../helpers/lot.ts";
import { findings, focusOnCross, settle } from "./helpers/axe.ts";
import { CONSOLE_STOPS } from "./helpers/console-stops.ts";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "./helpers/e2e-environment.ts";
import { furnishFibre } from "./helpers/furnish-fibre.ts";
import { furnishOffice, furnishPlatform } from "./helpers/furnish-office.ts";
import { OPEN_STOPS } from "./helpers/opened-stops.ts";
import { STOPS } from "./helpers/screens.ts";
import { STATE_STOPS } from "./helpers/state-stops.ts";

/** The lists of a page that are wider than their frame, each with by how many pixels. */
const cutLists = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("table[aria-rowcount]")].flatMap((table) => {
      const frame = table.parentElement;
      const wider = frame ? frame.scrollWidth - frame.clientWidth : 0;
      return wider > 0 ? [`${table.getAttribute("aria-label")}: ${wider}`] : [];
    }),
  );
const cut: string[] = [];

const DESK = { width: 1280, height: 800 };
const ZOOMED = { width: 640, height: 400 };
const PHONE = { width: 390, height: 844 };

/** At night also as narrow as a page zoomed to 200 % and as a phone. */
async function inAllSizes(page: Page): Promise<string[]> {
  const found = await findings(page);
  for (const size of lot([], [ZOOMED, PHONE])) {
    await page.setViewportSize(size);
    found.push(...(await findings(page)).map((finding) => `${size.width} pixels wide: ${finding}`));
    await page.setViewportSize(DESK);
  }
  return found;
}

let environment: E2eEnvironment;
let desktop: Desktop;
let operator: Desktop;
let olt: OltSimulator;

beforeAll(async () => {
  environment = await openE2eEnvironment();
  // Money for nobody, and money of another currency: both wait on the review list.
  for (const [event_id, currency] of [
    ["event-1", "BDT"],
    ["event-2", "USD"],
  ]) {
    const event = { provider: "gateway", event_id, amount: "300.00", currency, account_ref: "nobody" };
    expect((await environment.tenant.owner.post("/payments/events/", event)).status).toBe(201);
  }
  const { owner } = environment.tenant;
  // Who may see everything.
  await environment.tenant.staff("chief", "Owner");
  await furnishOffice(owner, environment);
  await furnishPlatform(environment);
  olt = await furnishFibre(owner, environment);
  desktop = await environment.desktop();
  operator = await environment.desktop({ keepsFiles: false });
});

afterAll(async () => {
  await environment?.close();
  await olt?.close();
});

afterEach(async (context) => {
  if (context.task.result?.state !== "fail") return;
  await desktop?.photograph(`accessibility-${context.task.id}`);
  await operator?.photograph(`accessibility-operator-${context.task.id}`);
});

test("axe finds nothing on the sign-in, in light and dark colours", async () => {
  await desktop.page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await desktop.page.getByLabel("Password", { exact: true }).waitFor();
  expect(await findings(desktop.page)).toEqual([]);
  await desktop.signIn("chief");
  await desktop.inSync();
});

/** At 200 % zoom of a small screen; the page is as wide as before afterwards. */
async function zoomedIn<T>(look: () => Promise<T>): Promise<T> {
  const { page } = desktop;
  await page.setViewportSize(ZOOMED);
  await settle(page);
  try {
    return await look();
  } finally {
    await page.setViewportSize(DESK);
    await settle(page);
  }
}

const wider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** The words and buttons of the open dialog that stand outside of it. */
const cutParts = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector("[role=dialog]")?.getBoundingClientRect();
    return [...document.querySelectorAll("[role=dialog] :is(span, p, input, button)")]
      .filter((part) => part.getClientRects().length > 0)
      .filter((part) => part.getBoundingClientRect().right > (dialog?.right ?? 0) + 1)
      .map((part) => part.textContent);
  });

/** What lies over a screen, which is looked at without it. */
const OVER_A_SCREEN = ["recharge", "receipt", "counter-search", "customer-suspend"];

for (const stop of STOPS) {
  test(`axe finds nothing on the screen ${stop.name}, in light and dark colours`, async () => {
    await stop.open(desktop.page, desktop.line.url, environment.customers[0]?.id ?? "");
    expect(await inAllSizes(desktop.page)).toEqual([]);
    cut.push(...(await cutLists(desktop.page)));
  });

  if (!OVER_A_SCREEN.includes(stop.name))
    test(`At 200 % zoom of a small screen ${stop.name} does not scroll sideways, and shows whose page it is`, async () => {
      const { page } = desktop;
      await zoomedIn(async () => {
        expect(await wider(page)).toBeLessThanOrEqual(0);
        // A customer's own tabs; the lists of all customers' things have an address.
        if (!stop.name.startsWith("customer-") || stop.path !== undefined) return;
        const [customer] = environment.customers;
        const box = await page.getByRole("heading", { name: customer?.name ?? "" }).boundingBox();
        expect(box?.width).toBeGreaterThan(60);
        // Browsers write a window's title into their history, on disk.
        expect(await page.title()).not.toContain(customer?.name);
        expect(await findings(page)).toEqual([]);
      });
    });

  if (stop.name === "recharge")
    test("At 200 % zoom of a small screen the recharge dialog shows all of what it will do", async () => {
      expect(await zoomedIn(() => cutParts(desktop.page))).toEqual([]);
    });
}

for (const stop of OPEN_STOPS) {
  test(`Where ${stop.name} is opened the focus is no cross, and axe finds nothing in light and dark colours`, async () => {
    await stop.open(desktop.page, desktop.line.url, environment.customers[0]?.id ?? "");
    expect(await focusOnCross(desktop.page)).toEqual([]);
    expect(await inAllSizes(desktop.page)).toEqual([]);
  });
}

test("axe finds nothing where a company asks to be let in, in light and dark colours", async () => {
  const { page } = operator;
  await page.getByRole("button", { name: /Register your company/ }).click();
  await page.getByLabel("Company name").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Send request" }).click();
  await page.getByText("Company name is needed.").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("Company name").fill("Jamuna Net");
  await page.getByLabel("E-mail").fill("office@jamuna.example");
  await page.getByRole("button", { name: "Send request" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await findings(page)).toEqual([]);
});

test("The operator is in their rooms", async () => {
  const { page } = operator;
  await page.getByRole("button", { name: "Back to the sign-in" }).click();
  await page.getByLabel("Username").fill(SUPERUSER.username);
  await page.getByLabel("Password", { exact: true }).fill(SUPERUSER.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
});

for (const stop of CONSOLE_STOPS) {
  test(`axe finds nothing on the operator's screen ${stop.name}, in light and dark colours`, async () => {
    await stop.open(operator.page, operator.line.url, "");
    expect(await inAllSizes(operator.page)).toEqual([]);
    cut.push(...(await cutLists(operator.page)));
  });
}

test("No screen that was looked at complains, as one does that watches more collections than RxDB has places for", () => {
  expect([...desktop.complaints, ...operator.complaints]).toEqual([]);
});

test("At 1280 pixels none of the lists that were looked at is wider than its frame", () => {
  expect(cut).toEqual([]);
});

for (const stop of STATE_STOPS) {
  test(`axe finds nothing where ${stop.name} is shown, in light and dark colours`, async () => {
    await stop.open(desktop.page, desktop.line.url, "");
    expect(await inAllSizes(desktop.page)).toEqual([]);
  });
}

test("axe finds nothing where a computer that nobody touches is about to lock itself", async () => {
  const { owner } = environment.tenant;
  const minutes = 60;
  expect((await owner.patch("/settings/", { lock_after_minutes: minutes })).status).toBe(200);
  const idle = await environment.desktop({ keepsFiles: false, reducedMotion: "reduce" });
  await idle.signIn("chief");
  await idle.inSync();
  // A clock that stands: it never comes to the locking, however long the looking takes.
  await idle.page.clock.setFixedTime(Date.now() + (minutes - 0.5) * 60_000);
  await idle.page
    .getByRole("alert")
    .filter({ hasText: /locks in/i })
    .waitFor();
  await idle.picture("idle-lock");
  expect(await findings(idle.page)).toEqual([]);
  expect((await owner.patch("/settings/", { lock_after_minutes: 0 })).status).toBe(200);
});

test("axe finds nothing on the page that asks for the password again, in light and dark colours", async () => {
  await desktop.restart();
  await desktop.page.getByLabel("Password", { exact: true }).waitFor();
  expect(await findings(desktop.page)).toEqual([]);
});
