// Keeps the application's own files for reloads without a line. Never data: /api and /trpc always go to the server.
// Each build has a cache of its own, and only a complete one is ever used, so that no page meets half of another build.
const PREFIX = "lastmile-build-";
/** Holds nothing but which build is served, and which one was before (open windows may still ask for its parts). */
const STATE = "lastmile-builds";
const SHELL = "/";
const MANIFEST = "/asset-manifest.json";
/** The answer varies by Origin, which a script and a prefetch of it send differently; the file does not. */
const MATCH = { ignoreVary: true };
/** A build has many small parts: this many are fetched at the same time. */
const AT_ONCE = 8;
const PATIENCE_MS = 20_000;
const NEVER = /^\/(api|trpc|docs|healthz|readyz|metrics)(\/|$)/;
/** What index.html says of itself: a captive portal's page, or a proxy's, does not. */
const OURS = '<meta name="application-name" content="Lastmile"';

/** Whether an answer to "/" is this application, and not a page that stands in the way. */
async function isOurs(answer) {
  if (!answer.ok || answer.redirected || !/^text\/html/.test(answer.headers.get("content-type") ?? ""))
    return false;
  return (await answer.clone().text()).includes(OURS);
}

async function builds() {
  const kept = await (await caches.open(STATE)).match("/builds");
  return kept ? kept.json() : { current: null, before: null };
}

async function nameOf(text) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return PREFIX + Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One file of a build; a page that stands in the way answers everything with itself. */
async function part(address) {
  const answer = await fetch(address);
  const type = answer.headers.get("content-type") ?? "";
  if (!answer.ok || type.startsWith("text/html"))
    throw new Error(`${address} answered ${answer.status} ${type}`);
  return answer;
}

/** Fetches the page and every file of its build; only when all are there it becomes the one that is served. */
async function keepNewest() {
  const fresh = { cache: "no-cache" };
  const [page, manifest] = await Promise.all([fetch(SHELL, fresh), fetch(MANIFEST, fresh)]);
  if (!(await isOurs(page)) || !manifest.ok) throw new Error("What answers there is not this application");
  const parts = Object.values(await manifest.clone().json());
  const name = await nameOf((await page.clone().text()) + (await manifest.text()));
  const { current } = await builds();
  if (name === current) return;
  const files = new Set(parts.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  const cache = await caches.open(name);
  const left = [...files];
  const keep = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      const address = `/${file}`;
      if (await cache.match(address)) continue;
      // Names of files carry their content: what another build has need not be fetched again.
      const known = await caches.match(address, MATCH);
      await cache.put(address, known ?? (await part(address)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keep));
  await cache.put(SHELL, page);
  const state = new Response(JSON.stringify({ current: name, before: current }));
  await (await caches.open(STATE)).put("/builds", state);
  await sweep();
  if (current !== null) await tell();
}

/** Windows that are open go on with their own build, and offer the newer one. */
async function tell() {
  for (const client of await self.clients.matchAll({ type: "window", includeUncontrolled: true }))
    client.postMessage({ type: "newer-build" });
}

/** Deletes every build but the one that is served and the one before. */
async function sweep() {
  const { current, before } = await builds();
  const keep = new Set([STATE, current, before]);
  for (const name of await caches.keys()) if (!keep.has(name)) await caches.delete(name);
}

/** The kept page at once, whatever the line; without one what the server says. */
async function navigation(request) {
  const { current } = await builds();
  const kept = current && (await (await caches.open(current)).match(SHELL, MATCH));
  return kept ?? fetch(request);
}

/** A part that is not kept yet: over a line that swallows everything it would never come, and never fail. */
async function asset(request) {
  const kept = await caches.match(request, MATCH);
  return kept ?? fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepNewest().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(sweep().then(() => self.clients.claim()));
});

// An app that stays open for days on a phone never navigates: it asks when it is looked at again.
self.addEventListener("message", (event) => {
  if (event.data?.type === "look") event.waitUntil(keepNewest().catch(() => undefined));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || NEVER.test(url.pathname))
    return;
  if (event.request.mode === "navigate") {
    event.respondWith(navigation(event.request));
    // There may be a newer build by now: it is served from the next load on.
    event.waitUntil(keepNewest().catch(() => undefined));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(asset(event.request));
  }
});
