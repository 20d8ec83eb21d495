// The app in one hand: installable, 390 pixels wide, without a line, with photos that wait sealed on the phone and arrive once.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { project } from "../../helpers/build.ts";
import { eventually } from "../../helpers/process/wait.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { aPhoto, PHONE, sticksOut, takePhoto, tooSmall } from "../helpers/phone.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let phone: Desktop;
let task: string;
beforeAll(async () => {
  office = await openE2eEnvironment();
  const { staff_id } = await office.tenant.staff("babul", "Technician");
  const work = { title: "Lay a new line", description: "Second floor", task_type: "INSTALLATION" };
  task = (await office.tenant.owner.post("/tasks/", { ...work, assigned_to: staff_id })).body.id;
  phone = await office.desktop(PHONE);
  const { page } = phone;
  await page.getByLabel("Company").fill("office");
  await page.getByLabel("Username").fill("babul");
  await page.getByLabel("Password", { exact: true }).fill("babul-secret");
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Your places" }).waitFor();
  await phone.inSync();
  await phone.filesKept();
});
afterAll(() => office?.close());
afterEach(async ({ task: run }) => {
  if (run.result?.state === "fail") await phone?.photograph(`phone-failed-${run.id}`);
});

const open = async (path: string, ready: () => Promise<unknown>) => {
  await phone.page.goto(`${phone.line.url}/#${path}`);
  await ready();
};
const photos = async () => (await office.tenant.owner.get(`/task-photos/?task=${task}`)).body.results;
const thumbnails = () =>
  phone.page.getByRole("region", { name: "Photos" }).getByRole("button", { name: /^Photo,/ });
const onTask = () =>
  open(`/tasks/${task}`, () => phone.page.getByRole("region", { name: "Photos" }).waitFor());

test("The app can be installed: a manifest, icons of the sizes that it names, and a service worker", async () => {
  const { page } = phone;
  const address = await page.evaluate(
    () => document.querySelector<HTMLLinkElement>("link[rel=manifest]")?.href,
  );
  const answer = await page.request.get(address ?? "");
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ display: "standalone", start_url: "/", theme_color: "#0d6f68" });
  expect(Object.keys(manifest.name_localized)).toEqual(["bn"]);
  const pngs = manifest.icons.filter(({ type }: { type: string }) => type === "image/png");
  expect(pngs.map(({ sizes, purpose = "any" }: Record<string, string>) => `${purpose} ${sizes}`)).toEqual([
    "any 192x192",
    "any 512x512",
    "maskable 192x192",
    "maskable 512x512",
  ]);
  for (const { src, sizes } of pngs) {
    const file = await readFile(join(project, "renderer/public", src));
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes);
  }
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
});

test("No screen of the technician sticks out, what is touched is large enough, and axe finds nothing", async () => {
  const { page } = phone;
  const places = page.getByRole("navigation", { name: "Your places" });
  const addresses = await page.evaluate(() => location.hash);
  expect(addresses).toMatch(/^#\//);
  await places.getByRole("button", { name: "More" }).tap();
  const sheet = page.getByRole("dialog", { name: "More" });
  await sheet.getByRole("link").first().waitFor();
  expect(await findings(page)).toEqual([]);
  await sheet.getByText("Tickets", { exact: true }).waitFor();
  await phone.picture("phone-more");
  const folded = sheet.getByRole("button", { expanded: false });
  while ((await folded.count()) > 0) await folded.first().tap();
  const hrefs = (links: Locator) =>
    links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const paths = new Set([
    ...(await hrefs(places.getByRole("link"))),
    ...(await hrefs(sheet.getByRole("link"))),
  ]);
  await sheet.getByRole("button", { name: "Close" }).tap();
  const tabs = page.getByRole("navigation", { name: /^Tabs of/ }).getByRole("link");
  paths.add(`#/tasks/${task}`).add(`#/customers/${office.customers[0]?.id}`);
  const wrong: string[] = [];
  // What is added on the way is gone through, too.
  for (const path of paths) {
    await open(path.replace("#", ""), () => page.locator("h1").waitFor());
    for (const tab of await hrefs(tabs)) paths.add(tab);
    for (const out of await sticksOut(page)) wrong.push(`${path} sticks out: ${out}`);
    const small = await tooSmall(page);
    for (const one of small) wrong.push(`${path} is small: ${one}`);
  }
  expect(paths.size).toBeGreaterThan(8);
  expect(wrong).toEqual([]);
  await onTask();
  expect(await findings(page)).toEqual([]);
  await phone.picture("phone-task");
});

test("What is done next with a job stands above the phone's bar, before anybody has scrolled", async () => {
  const { page } = phone;
  const next = page.getByRole("button", { name: "Start work" });
  await open(`/day?task=${task}`, () => next.waitFor());
  const button = await next.boundingBox();
  const bar = await page.getByRole("navigation", { name: "Your places" }).boundingBox();
  expect(button && button.y + button.height).toBeLessThanOrEqual(bar?.y ?? 0);
});

test("The browser's offer to install the app waits until somebody asks for it, and is used once", async () => {
  const { page } = phone;
  await open("/sync", () => page.getByRole("region", { name: "Room on this device" }).waitFor());
  const action = page.getByRole("button", { name: "Put the app on this device" });
  expect(await action.count()).toBe(0);
  const isHeld = await page.evaluate(() => {
    const asked = { times: 0 };
    Object.assign(window, { prompted: asked });
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => void asked.times++,
    });
    return !window.dispatchEvent(offer);
  });
  expect(isHeld).toBe(true);
  await action.tap();
  await action.waitFor({ state: "detached" });
  const times = () =>
    page.evaluate(() => (window as unknown as { prompted: { times: number } }).prompted.times);
  await expect.poll(times).toBe(1);
});

test("Photos taken without a line wait on the phone over a restart, and are announced in words", async () => {
  const { page } = phone;
  await onTask();
  phone.cut();
  await page.evaluate(() => {
    const asked = { times: 0 };
    Object.assign(window, { asked });
    StorageManager.prototype.persist = async () => ++asked.times > 0;
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times);
  expect(await asked()).toBe(0);
  const photo = await aPhoto(page);
  const story = new Story(page);
  await story.touch(() => takePhoto(page, photo));
  await thumbnails().nth(0).waitFor();
  expect(story.told("technician: a photo without a line")).toBe(1);
  // What was just taken is seen, although no server has it.
  await thumbnails().nth(0).locator("img").waitFor();
  // The browser is asked to keep what is here from the first thing on that is here alone.
  await expect.poll(asked).toBe(1);
  await takePhoto(page, photo);
  await thumbnails().nth(1).waitFor();
  const words = "2 reports and 2 photos wait, safe on this phone";
  await page.getByTestId("waiting").filter({ hasText: words }).waitFor();
  const opening = new Story(page).begin();
  await phone.restart();
  await phone.page.getByText("Welcome back").waitFor();
  expect(opening.told("everybody: the app opened without a line")).toBe(0);
  await phone.page.getByLabel("Password", { exact: true }).fill("babul-secret");
  await phone.page.keyboard.press("Enter");
  await phone.page.getByTestId("waiting").filter({ hasText: words }).waitFor();
  await open("/sync", () =>
    phone.page.getByRole("region", { name: "Connection" }).getByText(words).waitFor(),
  );
  expect(await findings(phone.page)).toEqual([]);
  await phone.picture("phone-sync");
  await onTask();
  await thumbnails().nth(1).waitFor();
  await phone.picture("phone-photos");
});

test("Who signs out with work that waits is told that it is safe, and it is still there at the next sign-in", async () => {
  const { page } = phone;
  await page.getByRole("button", { name: /Account of/ }).tap();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).tap();
  await page.getByText(/2 reports and 2 photos wait, safe on this phone\. /).waitFor();
  await page.getByText("Welcome back").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("babul-secret");
  await page.keyboard.press("Enter");
  await page.getByTestId("waiting").filter({ hasText: "2 reports and 2 photos" }).waitFor();
  await onTask();
  await thumbnails().nth(1).waitFor();
});

test("One is deleted before it is sent; the other arrives once although the line breaks in the middle, small and without what the camera wrote", async () => {
  const { page } = phone;
  await thumbnails().nth(1).tap();
  await page
    .getByRole("dialog", { name: "Photo" })
    .getByRole("button", { name: "Delete before it is sent" })
    .tap();
  await expect.poll(() => thumbnails().count()).toBe(1);
  // The first uploads break off in the middle.
  let broken = 0;
  await page.route("**/photos/**", async (route) => {
    if (route.request().method() === "PUT" && broken++ < 2) return route.abort("connectionreset");
    return route.continue();
  });
  phone.mend();
  await eventually(async () =>
    (await photos()).some(({ arrived_at }: { arrived_at: string | null }) => arrived_at !== null),
  );
  await page.getByTestId("waiting").waitFor({ state: "detached" });
  expect(broken).toBeGreaterThan(1);
  const [only, ...others] = await photos();
  expect(others).toEqual([]);
  expect(only.bytes).toBeLessThanOrEqual(300_000);
  expect(Math.max(only.width, only.height)).toBeLessThanOrEqual(1_600);
  const file = await fetch(`${office.server.url}/api/v1/tasks/${task}/photos/${only.id}/`, {
    headers: { authorization: `Bearer ${office.tenant.owner.token}` },
  });
  const bytes = Buffer.from(await file.arrayBuffer());
  const kept = ["Exif\0\0", "GPS 23.81"].filter((text) => bytes.includes(text));
  expect([bytes.length, kept]).toEqual([only.bytes, []]);
  await thumbnails().first().locator("img").waitFor();
});
