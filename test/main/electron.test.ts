// The built desktop in real Electron: our page in the sandbox, with the one way to the main process and nothing else.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { _electron } from "playwright";
import { expect, test } from "vitest";
import { buildDesktop, project } from "../helpers/build.ts";

/** Where npm's electron package keeps its binary, if that was ever fetched; it is not fetched for a test. */
function electronBinary(): string | undefined {
  const folder = dirname(createRequire(import.meta.url).resolve("electron/package.json"));
  const overridden = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const name = process.platform === "win32" ? "electron.exe" : "electron";
  const known = join(folder, "path.txt");
  const path = overridden
    ? join(overridden, name)
    : existsSync(known)
      ? join(folder, "dist", readFileSync(known, "utf8").trim())
      : undefined;
  return path && existsSync(path) ? path : undefined;
}

const binary = electronBinary();
const display = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
const obstacle = !binary
  ? "Electron's binary is not installed here (npx install-electron fetches it)"
  : display
    ? null
    : "there is no display for Electron";
if (obstacle) console.info(`the desktop in real Electron: skipped, ${obstacle}`);

test.skipIf(obstacle)("The desktop opens, answers its page, and keeps Node away from it", async () => {
  await buildDesktop();
  const profile = mkdtempSync(join(tmpdir(), "lastmile-electron-"));
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const desktop = await _electron.launch({
    executablePath: binary as string,
    args: [...sandbox, `--user-data-dir=${profile}`, project],
  });
  try {
    const page = await desktop.firstWindow();
    await page.waitForURL("app://lastmile/**");
    expect(await page.title()).toBe("Lastmile");
    const globals = await page.evaluate(() =>
      ["require", "process", "module", "Buffer"].filter((name) => name in window),
    );
    expect(globals).toEqual([]);
    const answer = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { electronTRPC } = window as unknown as {
            electronTRPC: {
              onMessage(take: (message: unknown) => void): void;
              sendMessage(message: unknown): void;
            };
          };
          electronTRPC.onMessage(resolve);
          const operation = { id: 1_000_001, type: "query", path: "info", input: {} };
          electronTRPC.sendMessage({ method: "request", operation });
        }),
    );
    expect(answer).toMatchObject({ result: { data: { platform: process.platform } } });
    await expect(
      page.evaluate(() => fetch("app://lastmile/../package.json").then((got) => got.status)),
    ).resolves.toBe(404);
  } finally {
    await desktop.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
