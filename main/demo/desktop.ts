// Opens the demo's desktop app in Electron; where its binary or a display is missing, says where a browser finds it.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

function hasDisplay(): boolean {
  return process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Electron fetches its binary when it is first asked for; offline that fails, and a browser does as well. */
function electronPath(): string | null {
  try {
    const path: unknown = createRequire(import.meta.url)("electron");
    return typeof path === "string" && existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

function buildMain(): Promise<boolean> {
  return new Promise((resolve) => {
    const vite = fileURLToPath(new URL("../../node_modules/vite/bin/vite.js", import.meta.url));
    const arguments_ = [vite, "build", "--config", "main/vite.config.ts", "--app", "--logLevel", "warn"];
    spawn(process.execPath, arguments_, { cwd: ROOT, stdio: "inherit" }).once("exit", (code) =>
      resolve(code === 0),
    );
  });
}

/** @returns the app's process; null when there is none and a browser is to be used. */
export async function openDesktop(url: string, say: (line: string) => void): Promise<ChildProcess | null> {
  const electron = hasDisplay() ? electronPath() : null;
  if (electron && (await buildMain())) {
    say("Opening the desktop app");
    return spawn(electron, ["."], {
      cwd: ROOT,
      env: { ...process.env, LASTMILE_SERVER: url },
      stdio: "inherit",
    });
  }
  say(`No ${hasDisplay() ? "Electron binary" : "display"} here: open ${url} in a browser for the same app`);
  return null;
}
