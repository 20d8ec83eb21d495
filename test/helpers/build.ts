// Builds the desktop as `npm run build` does, for the tests that look at what is shipped.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildRenderer } from "../../main/demo/build.ts";

const run = promisify(execFile);

/** The project's folder. */
export const project = fileURLToPath(new URL("../..", import.meta.url));

const vite = (...args: string[]) =>
  run(process.execPath, [join(project, "node_modules/vite/bin/vite.js"), "build", ...args], { cwd: project });

/** Main process and preload are built each time (a second); the renderer only where it is missing or older than its sources. */
export async function buildDesktop(): Promise<void> {
  await vite("--config", "main/vite.config.ts", "--app");
  await buildRenderer(() => undefined);
}
