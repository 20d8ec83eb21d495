// Keeps an installed desktop up to date: from one channel over https, only newer versions, only what its publisher signed.
import type { AgentLog } from "../agent-settings.ts";

const LOOK_EVERY_MS = 6 * 3_600_000;

/** What is used of electron-updater's own updater. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  disableWebInstaller: boolean;
  on(event: "error", listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<unknown>;
}

/**
 * Why this installation takes no updates; null when it does.
 * @param channel the file app-update.yml that electron-builder puts beside the app; null where there is none
 */
export function whyNoUpdates(platform: NodeJS.Platform, channel: string | null): string | null {
  const url = /^url: *['"]?([^\s'"]+)/m.exec(channel ?? "")?.[1];
  if (!channel || !url) return "this app was built without a channel for updates";
  if (!url.startsWith("https://")) return "the channel for updates is not https";
  if (/^https:\/\/[^/]*\.invalid(\/|$)/.test(url)) return "this app's channel for updates has no address yet";
  // Without a name of whom to expect, electron-updater takes any installer whose checksum is as announced.
  if (platform === "win32" && !/^publisherName:/m.test(channel)) return "this app doesn't know who signs it";
  return null;
}

/** Newer versions alone, downloaded behind the work and installed when the app is closed: a till is never stopped for it. */
export function configureUpdater(updater: Updater): void {
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
}

/** Looks now and every six hours; an update that can't be had or isn't genuine is said in the log, and tried again. */
export function watchForUpdates(updater: Updater, log: AgentLog): void {
  configureUpdater(updater);
  updater.on("error", (error) => log("warn", "no update", { error: error.message }));
  const look = () => {
    // The error is told by the event above.
    updater.checkForUpdates().catch(() => undefined);
  };
  look();
  setInterval(look, LOOK_EVERY_MS).unref();
}
