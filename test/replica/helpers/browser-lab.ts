// Serves the lab page on an origin of its own and opens it in a Chromium whose profile survives a crash.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright";
import { build } from "vite";
import { findChromium } from "../../helpers/chromium.ts";
import { HANGS_MS } from "../../helpers/process/wait.ts";

export interface BrowserLabHost {
  /** Starts Chromium over the same profile and loads the page. */
  open(): Promise<{ page: Page; context: BrowserContext; kill(): Promise<void> }>;
  profile: string;
  /** Of the page: whom it may call has to let it. */
  origin: string;
  close(): Promise<void>;
}

/** Bundles the page and serves it; loading it needs nothing of the sync server. */
export async function startBrowserLab(): Promise<BrowserLabHost> {
  const folder = await mkdtemp(join(tmpdir(), "lastmile-lab-"));
  const profile = join(folder, "profile");
  await build({
    logLevel: "silent",
    configFile: false,
    root: folder,
    // A library keeps it for its users to say; here nobody comes after.
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: "es2023",
      lib: {
        entry: fileURLToPath(new URL("browser-lab-page.ts", import.meta.url)),
        formats: ["es"],
        fileName: () => "lab.js",
      },
    },
  });
  const scripts = (await readdir(folder)).filter((name) => /\.m?js$/.test(name));
  const parts = new Map<string, Buffer>();
  for (const name of scripts) parts.set(`/${name}`, await readFile(join(folder, name)));
  const server = createServer((request, response) => {
    const script = parts.get(request.url ?? "");
    if (script) response.setHeader("content-type", "text/javascript").end(script);
    else response.setHeader("content-type", "text/html").end('<script type="module" src="/lab.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const contexts = new Set<BrowserContext>();

  return {
    profile,
    origin,
    async open() {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: findChromium(),
        args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--no-first-run"],
      });
      contexts.add(context);
      context.setDefaultTimeout(HANGS_MS);
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(origin);
      await page.waitForFunction(() => "lab" in globalThis);
      return {
        page,
        context,
        async kill() {
          contexts.delete(context);
          // The whole browser at once, as in a power cut: no page gets to finish anything.
          const session = await context.newCDPSession(page);
          const gone = new Promise((resolve) => context.once("close", resolve));
          session.send("Browser.crash").catch(() => undefined);
          await gone;
        },
      };
    },
    async close() {
      for (const context of contexts) await context.close();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
