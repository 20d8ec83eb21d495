// Keeps the application's own files for reloads without a line. Never data: /api and /trpc always go to the server.
const CACHE = "lastmile-shell-1";
const SHELL = "/";
/** The answer varies by Origin, which a script and a prefetch of it send differently; the file does not. */
const MATCH = { ignoreVary: true };
const NEVER = /^\/(api|trpc|docs|healthz|readyz|metrics)(\/|$)/;

/** The shell page and every file of its build. */
async function keepShell() {
  const cache = await caches.open(CACHE);
  const fresh = { cache: "no-cache" };
  const [page, manifest] = await Promise.all([fetch(SHELL, fresh), fetch("/asset-manifest.json", fresh)]);
  if (!page.ok || !manifest.ok) throw new Error(`The shell answered ${page.status} and ${manifest.status}`);
  const parts = Object.values(await manifest.json());
  const files = new Set(parts.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  const addresses = [...files].map((file) => `/${file}`);
  const known = await Promise.all(addresses.map((address) => cache.match(address)));
  await cache.addAll(addresses.filter((_, index) => !known[index]));
  await cache.put(SHELL, page);
}

async function fromCacheFirst(request) {
  const kept = await caches.match(request, MATCH);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** The newest page when there is a line; the kept one when there is none or it is too slow. */
async function navigation(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(4000) });
    if (answer.status < 500) return answer;
  } catch {
    // No line: the kept page follows.
  }
  return (await caches.match(SHELL, MATCH)) ?? Response.error();
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || NEVER.test(url.pathname))
    return;
  if (event.request.mode === "navigate") {
    event.respondWith(navigation(event.request));
    // The page may name new files by now.
    event.waitUntil(keepShell().catch(() => undefined));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(fromCacheFirst(event.request));
  }
});
