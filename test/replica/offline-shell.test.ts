// The service worker in a real Chromium: what a reload shows behind a captive portal, on a slow connection, after an update.
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchChromium } from "../helpers/chromium.ts";
import { HANGS_MS } from "../helpers/process/wait.ts";

let browser: Browser;
let page: Page;
let url: string;
let worker: string;
/** What stands at the address: a build of the app, a captive portal in front of it, or nothing that answers. */
let build = 1;
let portal = false;
const held: ServerResponse[] = [];
let slowAssets = false;

const pageOf = (n: number) =>
  `<!doctype html><meta name="application-name" content="Lastmile" /><p id="build">build ${n}</p><script type="module" src="/assets/app-${n}.js"></script>`;

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://x");
  const send = (type: string, body: string) => response.setHeader("content-type", type).end(body);
  if (pathname === "/service-worker.js") return send("text/javascript", worker);
  if (portal) return send("text/html", "<p>Please pay for wifi</p>");
  if (pathname === "/asset-manifest.json")
    return send(
      "application/json",
      JSON.stringify({
        "index.html": { file: `assets/app-${build}.js` },
        later: { file: `assets/later-${build}.js` },
      }),
    );
  if (pathname.startsWith("/assets/")) {
    if (slowAssets) return held.push(response);
    return send("text/javascript", `document.body.dataset.script = ${JSON.stringify(pathname)};`);
  }
  return send("text/html", pageOf(build));
});

beforeAll(async () => {
  worker = await readFile(new URL("../../renderer/public/service-worker.js", import.meta.url), "utf8");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

const caches_ = () => page.evaluate(async () => (await caches.keys()).filter((name) => /build-/.test(name)));
const served = () =>
  page.evaluate(async () => {
    const kept = await (await caches.open("lastmile-builds")).match("/builds");
    return kept ? ((await kept.json()) as { current: string }).current : null;
  });
const shown = () => page.locator("#build").innerText();

beforeEach(async () => {
  build = 1;
  portal = false;
  slowAssets = false;
  page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(HANGS_MS);
  await page.goto(url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
  });
  await expect.poll(served).not.toBeNull();
});
afterEach(() => page.context().close());

test("Behind a captive portal a reload shows the counter, and the portal's page is never kept", async () => {
  const before = await served();
  portal = true;
  for (let n = 0; n < 2; n++) {
    await page.reload();
    expect(await shown()).toBe("build 1");
    expect(await page.locator("body").getAttribute("data-script")).toBe("/assets/app-1.js");
  }
  expect(await served()).toBe(before);
  expect(await caches_()).toHaveLength(1);
  // Also what is loaded later is there.
  expect(await page.evaluate(async () => (await fetch("/assets/later-1.js")).text())).toContain("later-1");
});

test("After an update a slow line waits for nothing: the old build serves until the new one is whole; older ones are deleted", async () => {
  const first = await served();
  build = 2;
  slowAssets = true;
  await page.reload();
  expect(await shown()).toBe("build 1");
  await page.reload();
  expect(await shown()).toBe("build 1");
  expect(await served()).toBe(first);
  slowAssets = false;
  for (const response of held.splice(0))
    response.setHeader("content-type", "text/javascript").end(`document.body.dataset.script = "late";`);
  await expect.poll(served).not.toBe(first);
  await page.reload();
  expect(await shown()).toBe("build 2");
  const second = await served();
  build = 3;
  await page.reload();
  await expect.poll(served).not.toBe(second);
  await expect.poll(caches_).not.toContain(first);
  expect(await caches_()).toContain(second);
  expect(await caches_()).toHaveLength(2);
});

test("An app that stays open is told of a newer build when it looks, goes on with its own, and gets it with the next load", async () => {
  const first = await served();
  build = 2;
  const told = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data.type));
        navigator.serviceWorker.controller?.postMessage({ type: "look" });
      }),
  );
  expect(await told).toBe("newer-build");
  expect(await served()).not.toBe(first);
  expect(await shown()).toBe("build 1");
  await page.reload();
  expect(await shown()).toBe("build 2");
});
