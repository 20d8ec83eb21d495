// Keeps the application's own files for reloads without a line. Never data: /api and /trpc always go to the server.
const CACHE = "lastmile-shell-1";
const SHELL = "/";
/** The answer varies by Origin, which a script and a prefetch of it send differently; the file does not. */
const MATCH = { ignoreVary: true };
const NEVER = /^\/(api|trpc|docs|healthz|readyz|metrics)(\/|$)/;

/** The shell page and the files that it names. */
async function keepShell() {
  const cache = await caches.open(CACHE);
  const page = await fetch(SHELL, { cache: "no-cache" });
  if (!page.ok) throw new Error(`The shell answered ${page.status}`);
  const html = await page.clone().text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]);
  const known = await Promise.all(files.map((file) => cache.match(file, MATCH)));
  await cache.addAll(files.filter((_, index) => !known[index]));
  const before = await (await cache.match(SHELL, MATCH))?.text();
  await cache.put(SHELL, page);
  if (before === undefined || before === html) return;
  // A new release: what only the old one named would lie here for ever.
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== SHELL && !files.includes(pathname)) await cache.delete(url, MATCH);
  }
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
