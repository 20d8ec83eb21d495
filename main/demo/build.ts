// Builds the renderer for the demo when it is missing or older than its sources.
import { spawn } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

async function newest(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const times = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs);
  return Math.max(...(await Promise.all(times)));
}

/** @throws Error when the build fails; its own words are on the screen by then. */
export async function buildRenderer(say: (line: string) => void): Promise<void> {
  const built = await stat(join(ROOT, ".build/renderer/index.html")).catch(() => null);
  const sources = Math.max(await newest(join(ROOT, "renderer")), await newest(join(ROOT, "shared")));
  if (built && built.mtimeMs > sources) return;
  say("Building the app…");
  await new Promise<void>((done, failed) => {
    const vite = join(ROOT, "node_modules/vite/bin/vite.js");
    const child = spawn(process.execPath, [vite, "build", "renderer", "--logLevel", "warn"], {
      cwd: ROOT,
      stdio: "inherit",
      // As it is shipped, also where a test asks for it.
      env: { ...process.env, NODE_ENV: "production" },
    });
    child.once("error", failed);
    child.once("exit", (code) =>
      code === 0 ? done() : failed(new Error(`The app's build ended with code ${code}`)),
    );
  });
}
