// Finds the machine's Chromium, or installs one, and starts it: the browser of the end-to-end tests.
import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "playwright";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"];
const elsewhere = [
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];
/** Latin and Bengali; without them a bare Debian draws boxes where the text should be. */
const fonts = ["fonts-dejavu-core", "fonts-noto-core"];
const installLimitMs = 10 * 60_000;

const isRoot = process.getuid?.() === 0;

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(): string | undefined {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...elsewhere, chromium.executablePath()].find((path) => path && runs(path));
}

/** Runs apt-get as root; throws with apt's own words when it may not or can not. */
function apt(...args: string[]): void {
  const command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
  const [program, ...rest] = isRoot ? command : ["sudo", "-n", ...command];
  execFileSync(program as string, rest, { stdio: "pipe", timeout: installLimitMs });
}

/** The command and the first lines of what it said. */
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).trim().split("\n").slice(0, 3).join(" | ");

/** Debian's own browser brings its libraries along. Ubuntu's "chromium" only points at a snap, which may not run here. */
function installFromDebian(): void {
  apt("update");
  apt("install", "-y", "--no-install-recommends", "chromium");
}

/** Playwright's build; its libraries come along where this user may install them. */
function installFromPlaywright(withLibraries: boolean): void {
  const cli = join(createRequire(import.meta.url).resolve("playwright/package.json"), "..", "cli.js");
  const args = [cli, "install", ...(withLibraries ? ["--with-deps"] : []), "chromium"];
  execFileSync(process.execPath, args, { stdio: "pipe", timeout: installLimitMs });
}

/** Tries one way after the other; the browser's path, or why none of them left one. */
function install(): { path: string } | { reasons: string[] } {
  const ways = [
    ...(existsSync("/etc/debian_version") ? [installFromDebian] : []),
    () => installFromPlaywright(true),
    () => installFromPlaywright(false),
  ];
  const reasons: string[] = [];
  for (const way of ways) {
    try {
      way();
    } catch (error) {
      reasons.push(reasonOf(error));
    }
    const path = installed();
    if (path) return { path };
  }
  return { reasons };
}

/** Best effort: text in odd fonts makes ugly screenshots, not wrong tests. */
function ensureFonts(): void {
  if (
    !existsSync("/etc/debian_version") ||
    existsSync("/usr/share/fonts/truetype/noto/NotoSansBengali-Regular.ttf")
  )
    return;
  try {
    apt("update");
    apt("install", "-y", "--no-install-recommends", ...fonts);
  } catch (error) {
    console.warn(`fonts for screenshots could not be installed: ${reasonOf(error)}`);
  }
}

/**
 * The path of a Chromium that can be run: `LASTMILE_CHROMIUM`, else one of this machine, else one installed now.
 * @throws Error that says what was tried and what to do.
 */
export function findChromium(): string {
  const named = process.env.LASTMILE_CHROMIUM;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`LASTMILE_CHROMIUM names ${named}, which can not be run`);
  }
  const found = installed();
  if (found) return found;
  const outcome = install();
  if ("path" in outcome) return outcome.path;
  const tried = outcome.reasons.map((reason) => `- ${reason}`).join("\n");
  throw new Error(
    `No Chromium here, and none could be installed. Install one, or set LASTMILE_CHROMIUM to its path. Tried:\n${tried}`,
  );
}

/**
 * Starts Chromium without a window and without any traffic of its own. The caller closes it.
 * @example const browser = await launchChromium();
 */
export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findChromium();
  ensureFonts();
  return chromium.launch({
    executablePath,
    ...options,
    args: [
      ...(isRoot ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(options.args ?? []),
    ],
  });
}

let shared: Promise<Browser> | null = null;

/**
 * The one Chromium of this process, for tests whose contexts need no arguments of their own: files run after each other in
 * one worker, and it ends with that.
 */
export async function sharedChromium(): Promise<Browser> {
  if (shared && !(await shared).isConnected()) shared = null;
  shared ??= launchChromium();
  return shared;
}
