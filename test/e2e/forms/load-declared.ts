// Loads the declared forms into Node: the screens are written for the browser, so Vite reads them.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import type { CONSOLE_FORMS, OFFICE_FORMS } from "./declared.ts";

interface Declared {
  readonly OFFICE_FORMS: typeof OFFICE_FORMS;
  readonly CONSOLE_FORMS: typeof CONSOLE_FORMS;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** @throws Error when a screen can't be loaded. */
export async function loadDeclared(): Promise<Declared> {
  const vite = await createServer({
    configFile: `${root}renderer/vite.config.ts`,
    root,
    cacheDir: `${root}.build/vite`,
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    const loaded: unknown = await vite.ssrLoadModule("/test/e2e/forms/declared.ts");
    return loaded as Declared;
  } finally {
    await vite.close();
  }
}
